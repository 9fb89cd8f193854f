//@ about: Gcd as in Table 3 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018): Euclid's algorithm by
//@   subtraction, one thread looks after a, the other after b, ROUNDS times (8 in the table). They subtract
//@   under a mutex but look at a and b without it, before and after.
//@ why: What is subtracted is less than what is subtracted from, under the mutex, so nothing gets below 1.
//@   Under RA and RC11, which agree here as all accesses are release and acquire, the numbers for few
//@   rounds are counted by enumeration of all reads-from choices. Each variable has one writer, so both
//@   equivalences have as many. The table has 1162333 for 8 rounds.
//@ all: verified
//@ ra,rc11 [-DROUNDS=1]: verified executions=4 blocked=0
//@ ra,rc11 rf [-DROUNDS=1]: verified executions=4 blocked=0
//@ ra,rc11 rf: verified executions=46 blocked=0
//@ ra,rc11 [-DROUNDS=3]: verified executions=493 blocked=0
//@ ra,rc11 rf [-DROUNDS=3]: verified executions=493 blocked=0
//@ ra [-DROUNDS=8] slow: verified executions=1162333 blocked=0
//@ ra rf [-DROUNDS=8] slow: verified executions=1162333 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef A
#define A 17
#endif
#ifndef B
#define B 7
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int a = A, b = B;

static int get(atomic_int *variable) {
    return atomic_load_explicit(variable, memory_order_acquire);
}

// Makes *mine smaller if it is greater. Reads a and b in this order, whoever asks.
static void subtract(atomic_int *mine) {
    pthread_mutex_lock(&mutex);
    int x = get(&a), y = get(&b);
    if (mine == &a ? x > y : y > x) {
        x = get(&a);
        y = get(&b);
        atomic_store_explicit(mine, mine == &a ? x - y : y - x, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
}

static void *reduce(void *argument) {
    atomic_int *mine = argument;
    for (int round = 0; round < ROUNDS; round++) {
        int x = get(&a), y = get(&b);
        if (x != y) {
            subtract(mine);
            x = get(&a);
            y = get(&b);
            assert(x > 0 && y > 0);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, reduce, &a);
    pthread_create(&two, NULL, reduce, &b);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
