//@ about: sigma(N) (SV-COMP; Tables 3 and 5 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018, with 945, 10395,
//@   135135, 2027025 executions and 120, 720, 5040, 40320 weak traces for N = 5 to 8, 362880 weak traces
//@   for N = 9): main tells each of N threads by way of a shared index which element to set, and goes on
//@   before it has looked.
//@ why: Thread k reads the index from its increment number k or a later one and stores to that element.
//@   Count, from the last thread down: thread k can choose among N-k+1 elements, and a place in the
//@   coherence order there among the N-k threads placed already, that is (N-k+1) + (N-k) places; the
//@   product is 1 * 3 * ... * (2N-1). All of it is sequentially consistent: a thread may wait as long as it
//@   likes between its read and its store. The creation of a thread synchronises and only main writes the
//@   index, so no model allows more. With reads-from equivalence only the choice of the element counts: the
//@   product of all N-k+1, N!.
//@   ASSERT: two threads may set the same element, under every model.
//@ all: verified executions=3 blocked=0
//@ all rf: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=15 blocked=0
//@ all rf [-DN=3]: verified executions=6 blocked=0
//@ all [-DN=5]: verified executions=945 blocked=0
//@ all rf [-DN=5]: verified executions=120 blocked=0
//@ all [-DN=6]: verified executions=10395 blocked=0
//@ all rf [-DN=6]: verified executions=720 blocked=0
//@ all [-DN=7] slow: verified executions=135135 blocked=0
//@ ra rf [-DN=7]: verified executions=5040 blocked=0
//@ ra rf [-DN=8]: verified executions=40320 blocked=0
//@ ra rf [-DN=9] slow: verified executions=362880 blocked=0
//@ all [-DASSERT]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int array[N];
static atomic_int index_of_next = -1;

static void *set(void *unused) {
    (void)unused;
    int place = atomic_load_explicit(&index_of_next, memory_order_relaxed);
    assert(0 <= place && place < N);
    atomic_store_explicit(&array[place], 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t thread[N];

    for (int k = 0; k < N; k++) {
        atomic_store_explicit(&index_of_next, k, memory_order_relaxed);
        pthread_create(&thread[k], NULL, set, NULL);
    }
    for (int k = 0; k < N; k++)
        pthread_join(thread[k], NULL);

#ifdef ASSERT
    int sum = 0;
    for (int k = 0; k < N; k++)
        sum += atomic_load_explicit(&array[k], memory_order_relaxed);
    assert(sum == N);
#endif
    return 0;
}
