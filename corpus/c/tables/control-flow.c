//@ about: Control_flow(N), Table 5 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), after the control-flow
//@   example of Abdulla, Aronis, Jonsson, Sagonas, Source Sets (JACM 2017): N threads store to y and N
//@   threads load x; whether x is ever stored to depends on two more threads that look at y.
//@ why: The decider reads y from one of the N stores and does nothing, N ways, after which the setter must
//@   read that z is not set; or it reads the initial value and sets z. Then the setter has not seen that (1
//@   way), has seen it and reads y from one of the N stores (N ways), or reads y as not set and sets x,
//@   which each of the N readers has seen or not (2^N ways). In all 2^N + 2N + 1, which is 77, 273, 1045
//@   and 4121 for N = 6, 8, 10 and 12 as in the table. All of it is sequentially consistent, and these are
//@   all choices that there are, so the models agree. The stores to y come in any order, whatever is read:
//@   with coherence order N! times as many, 55440 and 11007360 for N = 6 and 8.
//@ all: verified executions=18 blocked=0
//@ all rf: verified executions=9 blocked=0
//@ all [-DN=4]: verified executions=600 blocked=0
//@ all rf [-DN=4]: verified executions=25 blocked=0
//@ ra [-DN=6]: verified executions=55440 blocked=0
//@ all rf [-DN=6]: verified executions=77 blocked=0
//@ all rf [-DN=8]: verified executions=273 blocked=0
//@ ra rf [-DN=10]: verified executions=1045 blocked=0
//@ ra rf [-DN=12]: verified executions=4121 blocked=0
//@ ra [-DN=8] slow: verified executions=11007360 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x, y, z;

static void *reader(void *unused) {
    (void)unused;
    int seen = atomic_load_explicit(&x, memory_order_acquire);
    assert(seen == 0 || seen == 1);
    return NULL;
}

static void *writer(void *unused) {
    (void)unused;
    atomic_store_explicit(&y, 1, memory_order_release);
    return NULL;
}

static void *decider(void *unused) {
    (void)unused;
    if (atomic_load_explicit(&y, memory_order_acquire) == 0)
        atomic_store_explicit(&z, 1, memory_order_release);
    return NULL;
}

static void *setter(void *unused) {
    (void)unused;
    if (atomic_load_explicit(&z, memory_order_acquire) == 1) {
        if (atomic_load_explicit(&y, memory_order_acquire) == 0)
            atomic_store_explicit(&x, 1, memory_order_release);
    }
    return NULL;
}

int main(void) {
    pthread_t read[N], write[N], decide, set;

    for (int t = 0; t < N; t++) {
        pthread_create(&read[t], NULL, reader, NULL);
        pthread_create(&write[t], NULL, writer, NULL);
    }
    pthread_create(&decide, NULL, decider, NULL);
    pthread_create(&set, NULL, setter, NULL);

    for (int t = 0; t < N; t++) {
        pthread_join(read[t], NULL);
        pthread_join(write[t], NULL);
    }
    pthread_join(decide, NULL);
    pthread_join(set, NULL);
    return 0;
}
