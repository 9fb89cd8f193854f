//@ about: Reads that look consistent until one tries: two stores to each of x, y and z, none of them
//@   ordered, and readers. Main asks whether they can have read all of what contradicts either order of the
//@   stores to x.
//@ why: Suppose that x = 1 comes before x = 2. Whoever reads x = 1 then does so before x = 2 is stored. The
//@   thread that stores y = 2 reads x = 1 after that, and the one that stores x = 2 reads y = 1 after that;
//@   so y = 2 comes before y = 1. The thread that stores y = 1 reads x = 1, too, and one that has read x =
//@   2 reads y = 2; so y = 1 comes before y = 2. The same goes with z if x = 2 comes before x = 1. As long
//@   as the order of the stores to x is left open, nothing contradicts itself: it takes a search. All
//@   accesses are seq_cst, so TSO, PSO and RC11 are as SC; RA has no such constraint.
//@   Numbers: counted by enumeration of all reads-from choices and coherence orders, without cycles of po,
//@   rf, co and fr.
//@ sc: verified executions=33320 blocked=0
//@ sc,tso,pso,rc11 rf: verified executions=8875 blocked=0
//@ ra: error assertion
//@ ra rf: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x, y, z;

// A store and then a load.
struct writer {
    atomic_int *mine;
    int value;
    atomic_int *other;
};

// A load and, if it has read the value, another one.
struct reader {
    atomic_int *first;
    int value;
    atomic_int *second;
};

static struct writer writers[] = {
    {&x, 1, &z}, {&x, 2, &y}, {&y, 1, &x}, {&y, 2, &x}, {&z, 1, &x}, {&z, 2, &x},
};
static struct reader readers[] = {{&x, 2, &y}, {&x, 1, &z}};

// What each of the writers would have to read, and then the readers.
static const int puzzle[] = {1, 1, 1, 1, 2, 2, 2, 2};

enum { WRITERS = sizeof(writers) / sizeof(writers[0]), READERS = sizeof(readers) / sizeof(readers[0]) };

static void *write(void *argument) {
    struct writer *writer = argument;
    atomic_store(writer->mine, writer->value);
    return (void *)(intptr_t)atomic_load(writer->other);
}

static void *read(void *argument) {
    struct reader *reader = argument;
    if (atomic_load(reader->first) != reader->value)
        return NULL;
    return (void *)(intptr_t)atomic_load(reader->second);
}

int main(void) {
    pthread_t thread[WRITERS + READERS];
    int matches = 0;

    for (int t = 0; t < WRITERS; t++)
        pthread_create(&thread[t], NULL, write, &writers[t]);
    for (int t = 0; t < READERS; t++)
        pthread_create(&thread[WRITERS + t], NULL, read, &readers[t]);
    for (int t = 0; t < WRITERS + READERS; t++) {
        void *found;
        pthread_join(thread[t], &found);
        matches += (intptr_t)found == puzzle[t];
    }

    assert(matches < WRITERS + READERS);
    return 0;
}
