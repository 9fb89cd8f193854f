//@ about: Linux_lock(READERS + WRITERS), Table 6 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018): Linux's old
//@   readers-writer lock, one counter from which a reader takes 1 and a writer takes all. Who has taken too
//@   much gives it back, looks at most three times whether it could enter, and tries again; after two tries
//@   it goes on as if it had.
//@ why: The counts are what matters here: after two tries nothing is sure about who is inside. One location
//@   that only read-modify-writes change: each reads from the one before, so reads-from determines
//@   coherence order, both equivalences have as many executions, and all models agree. One reader and one
//@   writer have 21 in the table and by enumeration of all reads-from choices; one reader and two writers
//@   have 412814 in the table.
//@ all: verified executions=21 blocked=0
//@ all rf: verified executions=21 blocked=0
//@ ra [-DWRITERS=2] slow: verified executions=412814 blocked=0
//@ ra rf [-DWRITERS=2] slow: verified executions=412814 blocked=0

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 1
#endif
#define ALL 0x00100000

static atomic_int available = ALL;

static int take(int amount) {
    return atomic_fetch_sub_explicit(&available, amount, memory_order_acq_rel);
}

static void give(int amount) {
    atomic_fetch_add_explicit(&available, amount, memory_order_acq_rel);
}

// Whether one who wants the amount may enter if that much was available.
static bool suffices(int found, int amount) {
    return amount == ALL ? found == ALL : found > 0;
}

static bool could_enter(int amount) {
    for (int look = 0; look < 3; look++) {
        if (suffices(atomic_load_explicit(&available, memory_order_acquire), amount))
            return true;
    }
    return false;
}

static void lock(int amount) {
    int found = take(amount);
    for (int try = 0; try < 2 && !suffices(found, amount); try++) {
        give(amount);
        if (could_enter(amount))
            found = take(amount);
    }
}

static void *reader(void *unused) {
    (void)unused;
    lock(1);
    give(1);
    return NULL;
}

static void *writer(void *unused) {
    (void)unused;
    lock(ALL);
    give(ALL);
    return NULL;
}

int main(void) {
    pthread_t read[READERS], write[WRITERS];

    for (int t = 0; t < READERS; t++)
        pthread_create(&read[t], NULL, reader, NULL);
    for (int t = 0; t < WRITERS; t++)
        pthread_create(&write[t], NULL, writer, NULL);
    for (int t = 0; t < READERS; t++)
        pthread_join(read[t], NULL);
    for (int t = 0; t < WRITERS; t++)
        pthread_join(write[t], NULL);
    return 0;
}
