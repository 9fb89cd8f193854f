//@ about: Lamport's fast mutual exclusion as in Table 3 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), with
//@   release and acquire only: two threads enter ROUNDS times, each tries and looks at most TRIES times,
//@   and additions of zero to one location stand in for fences. (With ROUNDS = 2 and TRIES = 4, loop bound
//@   8 in the table.)
//@ why: Lamport's argument needs each of the two stores, to candidate and to gate, before the load behind
//@   it; the additions, which synchronise in their order, see to that, so that no two are inside together,
//@   in any model. The order of the stores to candidate and gate is not always seen by a read, so that
//@   reads-from equivalence has fewer executions. Numbers for small rounds and tries are counted by
//@   enumeration of all reads-from choices and, for coherence order, of all orders with each. The table has
//@   6580870 with coherence order and 3372868 without.
//@   RC11 has as many as RA, since all accesses are release and acquire, and RC11 without seq_cst is RA
//@   then.
//@ all: verified
//@ ra,rc11 [-DTRIES=1]: verified executions=88 blocked=0
//@ ra,rc11 rf [-DTRIES=1]: verified executions=64 blocked=0
//@ ra,rc11 [-DTRIES=2]: verified executions=146 blocked=0
//@ ra,rc11 rf [-DTRIES=2]: verified executions=112 blocked=0
//@ ra,rc11 [-DROUNDS=2]: verified executions=2448 blocked=0
//@ ra,rc11 rf [-DROUNDS=2]: verified executions=1624 blocked=0
//@ ra [-DROUNDS=2 -DTRIES=4] slow: verified executions=6580870 blocked=0
//@ ra rf [-DROUNDS=2 -DTRIES=4] slow: verified executions=3372868 blocked=0

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

static atomic_int trying[2], candidate, gate; // threads are 1 and 2 in candidate and gate, nobody is 0
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

static bool becomes_zero(atomic_int *variable) {
    for (int look = 0; look < TRIES; look++) {
        if (get(variable) == 0)
            return true;
    }
    return false;
}

enum outcome { INSIDE, BEGIN_AGAIN, GIVE_UP };

static enum outcome wait_for_gate(void) {
    return becomes_zero(&gate) ? BEGIN_AGAIN : GIVE_UP;
}

static enum outcome attempt(int me) {
    int name = me + 1;
    set(&trying[me], 1);
    set(&candidate, name);
    fence();
    if (get(&gate) != 0) {
        set(&trying[me], 0);
        return wait_for_gate();
    }
    set(&gate, name);
    fence();
    if (get(&candidate) != name) {
        set(&trying[me], 0);
        if (!becomes_zero(&trying[1 - me]))
            return GIVE_UP;
        if (get(&gate) != name)
            return wait_for_gate();
    }
    return INSIDE;
}

static bool lock(int me) {
    for (int try = 0; try < TRIES; try++) {
        switch (attempt(me)) {
        case INSIDE: return true;
        case BEGIN_AGAIN: break;
        case GIVE_UP: return false;
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
        set(&gate, 0);
        set(&trying[me], 0);
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
