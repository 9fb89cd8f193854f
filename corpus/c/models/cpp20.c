//@ about: Where C++20 differs from RC11. The default passes a message by a release store and a later relaxed store of the same
//@   thread. ADD: the later store is an addition. FENCE: there is a release fence before the later store. ORDER: a seq_cst fence
//@   and a seq_cst load that reads from a weaker store; UNWEAK: that store is seq_cst, too.
//@ why: A release sequence goes on with relaxed stores of its thread in C11, so that the reader of the later store has
//@   synchronised with the first one; not so in C++20, [intro.races] p5, and the accesses to data race. In the other models every
//@   atomic access synchronises. An addition goes on with the sequence in both, and a fence releases by itself.
//@   ORDER: two loads with two sources each, and two orders of the stores to x: 8 candidates. Where first reads 1, and second
//@   reads 1, and x is 1 before it is 2: the fence happens before the store to z, which is coherence-ordered before the load of
//@   z, so that the fence precedes the load in S; the load precedes the store of 1, and this store is coherence-ordered before
//@   the store of 2, which happens before the fence. C++20 forbids the cycle, [atomics.order] p4. In RC11 a reads-from edge from
//@   a weaker write is no part of psc. In the other models every atomic access counts, and the cycle is one of po, rf and the
//@   coherence order of one location; in PSO the stores stay behind the fence and the loads. UNWEAK: the store to z and the
//@   load of z are related by psc, so RC11 forbids the cycle as well.
//@ sc,tso,pso,ra: verified executions=3 blocked=0
//@ rc11: verified
//@ cpp20: error data-race
//@ all [-DADD]: verified
//@ all [-DFENCE]: verified
//@ rc11 [-DORDER]: verified executions=8 blocked=0
//@ cpp20 [-DORDER]: verified executions=7 blocked=0
//@ all [-DORDER]: verified executions=7 blocked=0
//@ all [-DORDER -DUNWEAK]: verified executions=7 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef ORDER

static atomic_int x, y, z;

#ifdef UNWEAK
#define WEAK memory_order_seq_cst
#else
#define WEAK memory_order_relaxed
#endif

static void *one(void *unused) {
    (void)unused;
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return NULL;
}

static void *two(void *unused) {
    (void)unused;
    int first = atomic_load_explicit(&y, memory_order_acquire);
    (void)first;
    atomic_store_explicit(&z, 1, WEAK);
    return NULL;
}

static void *three(void *unused) {
    (void)unused;
    int second = atomic_load_explicit(&z, memory_order_seq_cst);
    (void)second;
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    return NULL;
}

#else

static int data;
static atomic_int flag;

static void *one(void *unused) {
    (void)unused;
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
#ifdef FENCE
    atomic_thread_fence(memory_order_release);
#endif
#ifdef ADD
    atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
#else
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
#endif
    return NULL;
}

static void *two(void *unused) {
    (void)unused;
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        assert(data == 1);
    return NULL;
}

static void *three(void *unused) {
    (void)unused;
    return NULL;
}

#endif

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    pthread_create(&threads[2], NULL, three, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
