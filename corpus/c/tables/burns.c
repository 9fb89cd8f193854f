//@ about: Burns's mutual exclusion with one bit a thread (J. Burns, N. Lynch, Bounds on shared memory for
//@   mutual exclusion, Information and Computation 1993) for two threads: the second one steps back for the
//@   first.
//@ why: The algorithm is right under sequential consistency, which seq_cst accesses ensure under SC, TSO, PSO
//@   and RC11; who enters second has read that the first one's flag is cleared. Under RA, seq_cst is no more
//@   than release and acquire, and BROKEN asks for no more: then both can read the other's flag as not yet
//@   set (store buffering), both enter, and their increments race. Count: the second thread sees the first's
//@   flag not yet raised twice: 1 execution. It sees it not yet raised and then raised, and enters in a
//@   second round: 2, the first one has read one or the other of its stores of 0; or not yet raised and then
//@   lowered: 1; or lowered at once: 2, with the initial 0 or its first one. Blocked: the first one sees the
//@   other's flag, and the other has entered or waits: 2; or it enters while the other waits in its first
//@   round: 2, or in its second: 2.
//@ sc,tso,pso,rc11 [--no-awaits --no-loop-purity]: verified executions=6 blocked=6
//@ sc,tso,pso,rc11: verified executions=6
//@ ra: error data-race
//@ sc [-DBROKEN --no-awaits --no-loop-purity]: verified executions=6 blocked=6
//@ sc [-DBROKEN]: verified executions=6
//@ tso,pso,ra,rc11 [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

static atomic_int wants[2];
static int counter; // protected by the lock

static void lock_first(void) {
    atomic_store_explicit(&wants[0], 1, STORE);
    while (atomic_load_explicit(&wants[1], LOAD) != 0) {
    }
}

static void lock_second(void) {
    do {
        atomic_store_explicit(&wants[1], 0, STORE);
        while (atomic_load_explicit(&wants[0], LOAD) != 0) {
        }
        atomic_store_explicit(&wants[1], 1, STORE);
    } while (atomic_load_explicit(&wants[0], LOAD) != 0);
}

static void lock(int me) {
    if (me == 0)
        lock_first();
    else
        lock_second();
}

static void unlock(int me) {
    atomic_store_explicit(&wants[me], 0, STORE);
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
