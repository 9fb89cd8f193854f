//@ about: Dekker's mutual exclusion as in Table 3 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), with
//@   release and acquire only: two threads enter ROUNDS times, each looks at most TRIES times, and
//@   additions of zero to one location stand in for fences. (With ROUNDS = 2 and TRIES = 5, loop bound 10
//@   in the table.)
//@ why: The additions synchronise in their order: of two threads that want to enter, whoever comes second
//@   to the fence sees the other's wish. So no two are inside together, in any model.
//@   Numbers for small rounds and tries are counted by enumeration of all reads-from choices; each
//@   determines the coherence order here, so that both equivalences have as many. The table has 3121870.
//@   RC11 has as many as RA, since all accesses are release and acquire, and RC11 without seq_cst is RA
//@   then.
//@ all: verified
//@ ra,rc11 rf: verified executions=13 blocked=0
//@ ra,rc11 [-DTRIES=2]: verified executions=36 blocked=0
//@ ra,rc11 rf [-DTRIES=2]: verified executions=36 blocked=0
//@ ra,rc11 [-DROUNDS=2]: verified executions=94 blocked=0
//@ ra,rc11 rf [-DROUNDS=2]: verified executions=94 blocked=0
//@ ra [-DROUNDS=2 -DTRIES=5] slow: verified executions=3121870 blocked=0
//@ ra rf [-DROUNDS=2 -DTRIES=5] slow: verified executions=3121870 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef TRIES
#define TRIES 1
#endif

static atomic_int wants[2], turn;
static atomic_int fences, inside;

static int get(atomic_int *variable) {
    return atomic_load_explicit(variable, memory_order_acquire);
}

static void set(atomic_int *variable, int value) {
    atomic_store_explicit(variable, value, memory_order_release);
}

// Read-modify-writes of one location are totally ordered and synchronise in that order.
static void fence(void) {
    atomic_fetch_add_explicit(&fences, 0, memory_order_acq_rel);
}

static void critical_section(int me) {
    set(&inside, me + 1);
    assert(get(&inside) == me + 1);
}

static bool becomes_my_turn(int me) {
    for (int look = 0; look < TRIES; look++) {
        if (get(&turn) == me)
            return true;
    }
    return false;
}

// Returns false if the other one is in the way for too long.
static bool lock(int me) {
    set(&wants[me], 1);
    fence();
    for (int look = 0; look < TRIES; look++) {
        if (!get(&wants[1 - me]))
            return true;
        if (get(&turn) != me) {
            set(&wants[me], 0);
            if (!becomes_my_turn(me))
                return false;
            set(&wants[me], 1);
            fence();
        }
    }
    return false;
}

static void *thread(void *argument) {
    int me = (int)(intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        if (!lock(me))
            return NULL;
        critical_section(me);
        set(&turn, 1 - me);
        set(&wants[me], 0);
    }
    return NULL;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, thread, (void *)(intptr_t)0);
    pthread_create(&two, NULL, thread, (void *)(intptr_t)1);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
