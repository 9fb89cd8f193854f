//@ about: Dekker's mutual exclusion (reported by E. W. Dijkstra, Cooperating sequential processes, 1965; in
//@   Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018) for two threads. A thread looks at most TRIES
//@   times at the other's flag or at the turn and else gives up, so that nothing spins without end.
//@ why: The algorithm is right under sequential consistency, which seq_cst accesses ensure under SC, TSO, PSO
//@   and RC11; who enters second has read that the first one's flag is cleared, and so knows
//@   its increment. Under RA, seq_cst is no more than release and acquire, and BROKEN asks for no
//@   more: then both can read the other's flag as not yet set (store buffering), both enter,
//@   and their increments race.
//@ sc,tso,pso,rc11: verified
//@ ra: error data-race
//@ sc,tso,pso,rc11 [-DTRIES=3]: verified
//@ sc [-DBROKEN]: verified
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef TRIES
#define TRIES 2
#endif

#ifdef BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

static atomic_int wants[2];
static atomic_int turn;
static int counter; // protected by the lock

static bool becomes_my_turn(int me) {
    for (int look = 0; look < TRIES; look++) {
        if (atomic_load_explicit(&turn, LOAD) == me)
            return true;
    }
    return false;
}

static bool try_lock(int me) {
    int other = 1 - me;

    atomic_store_explicit(&wants[me], 1, STORE);
    for (int look = 0; look < TRIES; look++) {
        if (atomic_load_explicit(&wants[other], LOAD) == 0)
            return true;
        if (atomic_load_explicit(&turn, LOAD) != me) {
            // Both want to enter, and it is the other's turn: step back.
            atomic_store_explicit(&wants[me], 0, STORE);
            if (!becomes_my_turn(me))
                return false;
            atomic_store_explicit(&wants[me], 1, STORE);
        }
    }
    atomic_store_explicit(&wants[me], 0, STORE);
    return false;
}

static void unlock(int me) {
    atomic_store_explicit(&turn, 1 - me, STORE);
    atomic_store_explicit(&wants[me], 0, STORE);
}

static void *thread(void *argument) {
    int me = (int)(intptr_t)argument;
    if (!try_lock(me))
        return (void *)(intptr_t)0;
    counter++;
    unlock(me);
    return (void *)(intptr_t)1;
}

int main(void) {
    pthread_t one, two;
    void *first, *second;

    pthread_create(&one, NULL, thread, (void *)(intptr_t)0);
    pthread_create(&two, NULL, thread, (void *)(intptr_t)1);
    pthread_join(one, &first);
    pthread_join(two, &second);

    assert(counter == (intptr_t)first + (intptr_t)second);
    return 0;
}
