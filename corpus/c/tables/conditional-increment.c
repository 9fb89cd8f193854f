//@ about: Conditional increments, of the kind of cinc(N) in Table 2 of Kokologiannakis, Raad, Vafeiadis,
//@   Model Checking for Weakly Consistent Libraries (PLDI 2019), where all threads perform a series of
//@   atomic updates: each of N threads increments a counter, and who finds it even also increments
//@   a second one.
//@ why: N! orders on the first counter; then the ceil(N/2) threads that found it even can come to the
//@   second one in any order, since a thread may wait between its two updates:
//@   N! * ceil(N/2)!. Sequential consistency allows all of it, and coherence alone no more.
//@ all: verified executions=2 blocked=0
//@ all [-DN=3]: verified executions=12 blocked=0
//@ all [-DN=4]: verified executions=48 blocked=0
//@ all [-DN=5]: verified executions=720 blocked=0
//@ all [-DN=6]: verified executions=4320 blocked=0
//@ all [-DN=7] slow: verified executions=120960 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int all, even;

static void *increment(void *unused) {
    (void)unused;
    if (atomic_fetch_add_explicit(&all, 1, memory_order_relaxed) % 2 == 0)
        atomic_fetch_add_explicit(&even, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t thread[N];

    for (int t = 0; t < N; t++)
        pthread_create(&thread[t], NULL, increment, NULL);
    for (int t = 0; t < N; t++)
        pthread_join(thread[t], NULL);

    assert(atomic_load_explicit(&all, memory_order_relaxed) == N);
    assert(atomic_load_explicit(&even, memory_order_relaxed) == (N + 1) / 2);
    return 0;
}
