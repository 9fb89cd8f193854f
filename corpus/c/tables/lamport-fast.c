//@ about: Lamport's fast mutual exclusion (A Fast Mutual Exclusion Algorithm, ACM TOCS 1987; Table 1 of
//@   Kokologiannakis, Raad, Vafeiadis, PLDI 2019, and Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018)
//@   for two threads. Without contention it takes two stores and two loads to enter, and
//@   the two stores to gate and candidate race on purpose.
//@ why: The algorithm is right under sequential consistency, which seq_cst accesses ensure under SC, TSO, PSO
//@   and RC11; who enters second has read a store that the first one made when it left. Under RA,
//@   seq_cst is no more than release and acquire, and BROKEN asks for no more: then both can
//@   read an open gate, and each its own name as the last candidate, without seeing a store of
//@   the other; both enter, and their increments race.
//@ sc,tso,pso,rc11: verified
//@ ra: error data-race
//@ sc [-DBROKEN]: verified
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

#define NOBODY 0 // threads are 1 and 2 in gate and candidate

static atomic_int trying[2];
static atomic_int candidate, gate;
static int counter; // protected by the lock

// Returns false if the thread has to begin again.
static bool attempt(int me) {
    int name = me + 1, other = 1 - me;

    atomic_store_explicit(&trying[me], 1, STORE);
    atomic_store_explicit(&candidate, name, STORE);
    if (atomic_load_explicit(&gate, LOAD) != NOBODY) {
        atomic_store_explicit(&trying[me], 0, STORE);
        while (atomic_load_explicit(&gate, LOAD) != NOBODY) {
        }
        return false;
    }
    atomic_store_explicit(&gate, name, STORE);
    if (atomic_load_explicit(&candidate, LOAD) == name)
        return true; // the fast path: nobody came in between

    atomic_store_explicit(&trying[me], 0, STORE);
    while (atomic_load_explicit(&trying[other], LOAD) != 0) {
    }
    if (atomic_load_explicit(&gate, LOAD) == name)
        return true; // the other one has stepped back
    while (atomic_load_explicit(&gate, LOAD) != NOBODY) {
    }
    return false;
}

static void lock(int me) {
    while (!attempt(me)) {
    }
}

static void unlock(int me) {
    atomic_store_explicit(&gate, NOBODY, STORE);
    atomic_store_explicit(&trying[me], 0, STORE);
}

static void *thread(void *argument) {
    int me = (int)(intptr_t)argument;
    lock(me);
    counter++;
    unlock(me);
    return NULL;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, thread, (void *)(intptr_t)0);
    pthread_create(&two, NULL, thread, (void *)(intptr_t)1);
    pthread_join(one, NULL);
    pthread_join(two, NULL);

    assert(counter == 2);
    return 0;
}
