//@ about: The sorting network of Figure 1 in Jonsson, Lång, Sagonas, Awaiting for Godot: Stateless Model
//@   Checking that Avoids Executions where Nothing Happens (FMCAD 2022): two threads sort three numbers and
//@   tell each other through stage when the middle one is ready.
//@ why: stage goes from 0 to 1 to 2, each thread waits for its value, and release and acquire hand over the
//@   middle element: everything is ordered, and three exchanges of neighbours sort three numbers. Each thread
//@   waits once: 1 execution; both wait, or the left one only: 2 blocked. BROKEN has relaxed accesses to
//@   stage: no synchronisation in RC11, so the accesses to the middle element race. Under PSO the middle
//@   element is handed over before it is exchanged. Under SC, TSO and RA it changes nothing: stores stay in
//@   order.
//@ all [--no-awaits --no-loop-purity]: verified executions=1 blocked=2
//@ all: verified executions=1
//@ sc,tso,ra [-DBROKEN --no-awaits --no-loop-purity]: verified executions=1 blocked=2
//@ sc,tso,ra [-DBROKEN]: verified executions=1
//@ pso [-DBROKEN]: error assertion
//@ rc11 [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef BROKEN
#define LOAD memory_order_relaxed
#define STORE memory_order_relaxed
#else
#define LOAD memory_order_acquire
#define STORE memory_order_release
#endif

static int x[3] = {3, 2, 1};
static atomic_int stage;

// Exchanges x[k] and x[k + 1] if they are in the wrong order.
static void sort_two(int k) {
    int a = x[k], b = x[k + 1];
    if (a > b) {
        x[k] = b;
        x[k + 1] = a;
    }
}

static void finish(int value) {
    atomic_store_explicit(&stage, value, STORE);
}

static void wait_for(int value) {
    while (atomic_load_explicit(&stage, LOAD) != value) {
    }
}

static void *left(void *unused) {
    (void)unused;
    sort_two(0);
    finish(1);
    wait_for(2);
    sort_two(0);
    return NULL;
}

static void *right(void *unused) {
    (void)unused;
    wait_for(1);
    sort_two(1);
    finish(2);
    return NULL;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, left, NULL);
    pthread_create(&two, NULL, right, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);

    assert(x[0] == 1 && x[1] == 2 && x[2] == 3);
    return 0;
}
