//@ about: Redundant_co(N), Figure 8 and Table 4 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), with 16632
//@   and 42678636 executions for N = 5 and 10, and 91, 331, 721 and 1261 weak traces for N = 5, 10, 15 and
//@   20: two threads store N times each to one location, a third one reads it twice.
//@ why: C(2N,N) coherence orders. In each, the first read reads from one of 2N+1 places and the second, by
//@   coherence, from the same or a later one: (2N+1)(2N+2)/2. So C(2N,N) * (2N+1)(N+1), in every model.
//@   With reads-from equivalence: if the first read is from the initial value, the second is from that or
//@   any of the 2N stores; if both are from the same thread, the second is from the same store or a later
//@   one, N(N+1)/2 for each thread; if they are from different threads, from any two stores, in either
//@   order, 2N^2. In all 1 + 2N + N(N+1) + 2N^2 = 3N^2 + 3N + 1. One location: every model is coherence.
//@ all: verified executions=12 blocked=0
//@ all rf: verified executions=7 blocked=0
//@ all rf [-DN=2]: verified executions=19 blocked=0
//@ all rf [-DN=3]: verified executions=37 blocked=0
//@ all rf [-DN=4]: verified executions=61 blocked=0
//@ all rf [-DN=5]: verified executions=91 blocked=0
//@ all rf [-DN=10]: verified executions=331 blocked=0
//@ ra rf [-DN=15]: verified executions=721 blocked=0
//@ ra rf [-DN=20]: verified executions=1261 blocked=0
//@ ra rf [-DN=60]: verified executions=10981 blocked=0
//@ all [-DN=2]: verified executions=90 blocked=0
//@ all [-DN=3]: verified executions=560 blocked=0
//@ all [-DN=4]: verified executions=3150 blocked=0
//@ all [-DN=5]: verified executions=16632 blocked=0
//@ all [-DN=6] slow: verified executions=84084 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static atomic_int x;

static void *writer(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        atomic_store_explicit(&x, 1, memory_order_release);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    int first = atomic_load_explicit(&x, memory_order_acquire);
    int second = atomic_load_explicit(&x, memory_order_acquire);
    assert(first <= second);
    return NULL;
}

int main(void) {
    pthread_t one, two, three;

    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, writer, NULL);
    pthread_create(&three, NULL, reader, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    pthread_join(three, NULL);
    return 0;
}
