//@ about: readers(N): one thread writes a location, N threads read it. From the evaluation of
//@   Optimal-DPOR (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014).
//@ why: Each reader sees the initial value or the write, whatever the others see: 2^N. One
//@   location and one access a thread, so every model is coherence.
//@ all: verified executions=4 blocked=0
//@ all [-DN=1]: verified executions=2 blocked=0
//@ all [-DN=5]: verified executions=32 blocked=0
//@ all [-DN=10]: verified executions=1024 blocked=0
//@ all [-DN=15] slow: verified executions=32768 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static void *writer(void *unused) {
    (void)unused;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    int seen = atomic_load_explicit(&x, memory_order_relaxed);
    assert(seen == 0 || seen == 1);
    return NULL;
}

int main(void) {
    pthread_t write, read[N];

    pthread_create(&write, NULL, writer, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&read[i], NULL, reader, NULL);

    pthread_join(write, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(read[i], NULL);
    return 0;
}
