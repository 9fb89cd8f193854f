//@ about: Peterson's mutual exclusion as in Table 3 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), with
//@   release and acquire only: two threads enter ROUNDS times, each looks at most TRIES times, and
//@   additions of zero to one location stand in for fences. (With ROUNDS = 3 and TRIES = 2, loop bound 6 in
//@   the table.)
//@ why: The additions synchronise in their order: whoever comes second to the second fence has seen the
//@   other's wish, and reads whose turn it is. So no two are inside together, in any model.
//@   Numbers for one or two rounds are counted by enumeration of all reads-from choices; each determines
//@   the coherence order here, so that both equivalences have as many. The table has 1897228.
//@   RC11 has as many as RA, since all accesses are release and acquire, and RC11 without seq_cst is RA
//@   then.
//@ all: verified
//@ ra,rc11 rf: verified executions=34 blocked=0
//@ ra,rc11 [-DTRIES=2]: verified executions=66 blocked=0
//@ ra,rc11 rf [-DTRIES=2]: verified executions=66 blocked=0
//@ ra,rc11 [-DROUNDS=2]: verified executions=1528 blocked=0
//@ ra,rc11 rf [-DROUNDS=2]: verified executions=1528 blocked=0
//@ ra [-DROUNDS=3 -DTRIES=2] slow: verified executions=1897228 blocked=0
//@ ra rf [-DROUNDS=3 -DTRIES=2] slow: verified executions=1897228 blocked=0

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

// Returns false if the other one is in the way for too long.
static bool lock(int me) {
    int other = 1 - me;
    set(&wants[me], 1);
    fence();
    set(&turn, other);
    fence();
    for (int look = 0; look < TRIES; look++) {
        int other_wants = get(&wants[other]);
        int whose_turn = get(&turn);
        if (!other_wants || whose_turn == me)
            return true;
    }
    return false;
}

static void *thread(void *argument) {
    int me = (int)(intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        if (!lock(me))
            return NULL;
        critical_section(me);
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
