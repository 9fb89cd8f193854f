//@ about: lastzero(N): thread j of N writes element j of an array from element j-1; one more
//@   thread looks for the last zero, from the end. What the searcher reads decides how far it
//@   goes. From the evaluation of Optimal-DPOR (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014),
//@   which has 64, 3328 and 147456 executions for N = 5, 10, 15.
//@ why: Each element has one writer, so an execution is what is read from where. Thread 1 reads
//@   the constant element 0; threads 2 to N read the initial value or the write of the thread
//@   before: 2^(N-1), all of it consistent. The searcher stops at k. If k is N or 0, that is
//@   independent of the rest: 2 * 2^(N-1). Otherwise it has seen the write of k+1 and then not that
//@   of k; so thread k+1 did not read from thread k, for then the write of k would happen before
//@   the searcher's read: 2^(N-2) for each of N-1 values of k. In all (N+3) * 2^(N-2). The argument
//@   goes by causality alone (rf, read before write in a thread, read before read) and so holds
//@   in all models, given release and acquire.
//@   RELAXED: without synchronisation RC11 lets the searcher miss the write of k even so. All of
//@   the N+1 places to stop are then independent of the rest: (N+1) * 2^(N-1). The other models
//@   treat the accesses as before: RA knows release and acquire only; TSO and PSO keep
//@   reads in order before what follows them.
//@ all: verified executions=12 blocked=0
//@ all [-DN=2]: verified executions=5 blocked=0
//@ all [-DN=5]: verified executions=64 blocked=0
//@ all [-DN=10]: verified executions=3328 blocked=0
//@ all [-DN=15] slow: verified executions=147456 blocked=0
//@ rc11 [-DRELAXED]: verified executions=16 blocked=0
//@ all [-DRELAXED]: verified executions=12 blocked=0
//@ rc11 [-DRELAXED -DN=5]: verified executions=96 blocked=0
//@ all [-DRELAXED -DN=5]: verified executions=64 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#endif

static atomic_int array[N + 1];

static void *search(void *unused) {
    (void)unused;
    intptr_t place = N;
    while (atomic_load_explicit(&array[place], ACQUIRE) != 0)
        place--;
    return (void *)place;
}

static void *fill(void *argument) {
    intptr_t j = (intptr_t)argument;
    int before = atomic_load_explicit(&array[j - 1], ACQUIRE);
    atomic_store_explicit(&array[j], before + 1, RELEASE);
    return NULL;
}

int main(void) {
    pthread_t searcher, filler[N];
    void *place;

    pthread_create(&searcher, NULL, search, NULL);
    for (intptr_t j = 1; j <= N; j++)
        pthread_create(&filler[j - 1], NULL, fill, (void *)j);

    pthread_join(searcher, &place);
    for (int j = 1; j <= N; j++)
        pthread_join(filler[j - 1], NULL);

    // Element 0 stays zero, so the search ends inside the array.
    assert((intptr_t)place >= 0 && (intptr_t)place <= N);
    return 0;
}
