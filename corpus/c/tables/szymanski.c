//@ about: Szymanski's mutual exclusion (B. K. Szymanski, A simple solution to Lamport's concurrent
//@   programming problem with linear wait, ICS 1988; Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018) for
//@   two threads: a waiting room with a door that closes behind those who are inside.
//@ why: The algorithm is right under sequential consistency, which seq_cst accesses ensure under SC, TSO, PSO
//@   and RC11; who enters second has read that the first one is outside again. Under RA, seq_cst is no more
//@   than release and acquire, and BROKEN asks for no more: then each can see the other outside all the time
//@   (store buffering), both enter, and their increments race. Each can also see the other as one that only
//@   wants to come in, and let it go first: then both wait for ever, which is not looked for here.
//@ sc,tso,pso,rc11: verified
//@ ra [--no-liveness]: error data-race
//@ sc [-DBROKEN]: verified
//@ tso,pso,ra,rc11 [-DBROKEN --no-liveness]: error data-race

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

enum { OUTSIDE, WANTS, WAITS, IN_DOOR, DOOR_CLOSED };

static atomic_int state[2];
static int counter; // protected by the lock

static void set(int me, int value) {
    atomic_store_explicit(&state[me], value, STORE);
}

static int get(int who) {
    return atomic_load_explicit(&state[who], LOAD);
}

static void lock(int me) {
    int other = 1 - me;

    set(me, WANTS);
    while (get(other) >= IN_DOOR) { // until the door is open
    }
    set(me, IN_DOOR);
    if (get(other) == WANTS) { // let the other one come in, too
        set(me, WAITS);
        while (get(other) != DOOR_CLOSED) {
        }
    }
    set(me, DOOR_CLOSED);
    if (me == 1) { // those with lower numbers go first
        while (get(0) >= WAITS) {
        }
    }
}

static void unlock(int me) {
    if (me == 0) { // who is in the door must have seen that it is closed
        for (;;) {
            int other = get(1);
            if (other <= WANTS || other == DOOR_CLOSED)
                break;
        }
    }
    set(me, OUTSIDE);
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
