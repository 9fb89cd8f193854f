//@ about: N_writers_a_reader(N): N threads store different values to one location, another one reads
//@   it. From Norris and Demsky (CDSChecker); Figure 8 and Table 4 of Abdulla, Atig, Jonsson, Ngo (OOPSLA
//@   2018), and Nw1r(N-1) in Table 2 of Kokologiannakis, Raad, Vafeiadis (PLDI 2019).
//@ why: N! coherence orders, and the reader reads from any of the N stores or the initial value,
//@   whatever the order: (N+1)!. One location and one access a thread: every model is coherence.
//@   (With reads-from equivalence it would be N+1.)
//@ all: verified executions=6 blocked=0
//@ all [-DN=1]: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=24 blocked=0
//@ all [-DN=5]: verified executions=720 blocked=0
//@ all [-DN=7]: verified executions=40320 blocked=0
//@ all [-DN=8] slow: verified executions=362880 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static void *writer(void *argument) {
    atomic_store_explicit(&x, (int)(intptr_t)argument, memory_order_release);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    int seen = atomic_load_explicit(&x, memory_order_acquire);
    assert(0 <= seen && seen <= N);
    return NULL;
}

int main(void) {
    pthread_t write[N], read;

    for (intptr_t t = 0; t < N; t++)
        pthread_create(&write[t], NULL, writer, (void *)(t + 1));
    pthread_create(&read, NULL, reader, NULL);

    for (int t = 0; t < N; t++)
        pthread_join(write[t], NULL);
    pthread_join(read, NULL);

    assert(atomic_load_explicit(&x, memory_order_relaxed) != 0);
    return 0;
}
