//@ about: Szymanski's mutual exclusion as in Table 3 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), with
//@   release and acquire only: two threads enter ROUNDS times, each looks at most TRIES times, and
//@   additions of zero to one location stand in for fences. Both threads run the same text, without the
//@   priority of the original. (With ROUNDS = 2 and TRIES = 3, loop bound 6 in the table.)
//@ why: Whoever comes second to the first fence sees that the other one is in the door, and later waits
//@   until it is outside again. So no two are inside together, in any model.
//@   Numbers for small rounds and tries are counted by enumeration of all reads-from choices; each
//@   determines the coherence order here: a state has one writer, and what is stored inside is ordered by
//@   the fences. The table has 12209410. (It has 26037490 for a tool that distinguishes coherence orders and
//@   may count executions with read-modify-writes more than once.)
//@   RC11 has as many as RA, since all accesses are release and acquire, and RC11 without seq_cst is RA
//@   then.
//@ all: verified
//@ ra,rc11 rf: verified executions=410 blocked=0
//@ ra,rc11 [-DTRIES=2]: verified executions=1072 blocked=0
//@ ra,rc11 rf [-DTRIES=2]: verified executions=1072 blocked=0
//@ ra rf [-DROUNDS=2 -DTRIES=3] slow: verified executions=12209410 blocked=0

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

enum { OUTSIDE, WANTS, WAITS, IN_DOOR, DOOR_CLOSED };

static atomic_int state[2];
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

static bool becomes_less(int who, int bound) {
    for (int look = 0; look < TRIES; look++) {
        if (get(&state[who]) < bound)
            return true;
    }
    return false;
}

static bool closes_door(int who) {
    for (int look = 0; look < TRIES; look++) {
        if (get(&state[who]) == DOOR_CLOSED)
            return true;
    }
    return false;
}

static bool lock(int me) {
    int other = 1 - me;
    set(&state[me], WANTS);
    if (!becomes_less(other, IN_DOOR))
        return false;
    set(&state[me], IN_DOOR);
    fence();
    if (get(&state[other]) == WANTS) {
        set(&state[me], WAITS);
        fence();
        if (!closes_door(other))
            return false;
    }
    set(&state[me], DOOR_CLOSED);
    return becomes_less(other, WAITS);
}

static bool unlock(int me) {
    int other = 1 - me;
    for (int look = 0; look < TRIES; look++) {
        if (get(&state[other]) < WAITS || get(&state[other]) > IN_DOOR) {
            set(&state[me], OUTSIDE);
            return true;
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
        if (!unlock(me))
            return NULL;
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
