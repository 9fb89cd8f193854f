//@ about: inc(N): N threads each add 1 to a counter K times, atomically. In the evaluations of RCMC
//@   (Kokologiannakis, Lahav, Sagonas, Vafeiadis, POPL 2018) and many others.
//@ why: Each addition reads from the one before, so an execution is an order of all additions that
//@   respects program order: (NK)! / (K!)^N, that is N! for K = 1. One location: all models agree.
//@   BROKEN loads and stores: an increment gets lost, in all models.
//@ all: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=6 blocked=0
//@ all [-DN=5]: verified executions=120 blocked=0
//@ all [-DN=7]: verified executions=5040 blocked=0
//@ all [-DN=9] slow: verified executions=362880 blocked=0
//@ all [-DK=2]: verified executions=6 blocked=0
//@ all [-DN=3 -DK=2]: verified executions=90 blocked=0
//@ all [-DN=4 -DK=2]: verified executions=2520 blocked=0
//@ all [-DN=3 -DK=3]: verified executions=1680 blocked=0
//@ all [-DBROKEN]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif
#ifndef K
#define K 1
#endif

static atomic_int counter;

static void *increment(void *unused) {
    (void)unused;
    for (int k = 0; k < K; k++) {
#ifdef BROKEN
        int before = atomic_load_explicit(&counter, memory_order_relaxed);
        atomic_store_explicit(&counter, before + 1, memory_order_relaxed);
#else
        atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t thread[N];

    for (int t = 0; t < N; t++)
        pthread_create(&thread[t], NULL, increment, NULL);
    for (int t = 0; t < N; t++)
        pthread_join(thread[t], NULL);

    assert(atomic_load_explicit(&counter, memory_order_relaxed) == N * K);
    return 0;
}
