//@ about: N_writers_a_reader(N): N threads store different values to one location, another one reads it.
//@   From Norris and Demsky (CDSChecker); Figure 8 and Table 4 of Abdulla, Atig, Jonsson, Ngo (OOPSLA
//@   2018), and Nw1r(N-1) in Table 2 of Kokologiannakis, Raad, Vafeiadis (PLDI 2019).
//@ why: N! coherence orders, and the reader reads from any of the N stores or the initial value, whatever
//@   the order: (N+1)!. One location and one access a thread: every model is coherence. What is read is all
//@   that reads-from equivalence distinguishes: N+1, 8 to 11 for N = 7 to 10 in the table.
//@   LAST: main reads the last value after all have ended, which the coherence order determines, but where
//@   that is not distinguished any of the N stores can be the last one: N(N+1).
//@ all: verified executions=6 blocked=0
//@ all rf: verified executions=3 blocked=0
//@ all [-DN=1]: verified executions=2 blocked=0
//@ all rf [-DN=1]: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=24 blocked=0
//@ all rf [-DN=3]: verified executions=4 blocked=0
//@ all [-DN=5]: verified executions=720 blocked=0
//@ all rf [-DN=5]: verified executions=6 blocked=0
//@ all [-DN=7]: verified executions=40320 blocked=0
//@ all rf [-DN=7]: verified executions=8 blocked=0
//@ all [-DN=8] slow: verified executions=362880 blocked=0
//@ all rf [-DN=8]: verified executions=9 blocked=0
//@ all rf [-DN=9]: verified executions=10 blocked=0
//@ all rf [-DN=10]: verified executions=11 blocked=0
//@ all rf [-DN=200]: verified executions=201 blocked=0
//@ all [-DLAST -DN=3]: verified executions=24 blocked=0
//@ all rf [-DLAST -DN=3]: verified executions=12 blocked=0
//@ all rf [-DLAST -DN=20]: verified executions=420 blocked=0

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

#ifdef LAST
    assert(atomic_load_explicit(&x, memory_order_relaxed) != 0);
#endif
    return 0;
}
