//@ about: Three threads with ACCESSES seq_cst accesses each: a store to a location that they share and a load
//@   of it, and before or after that (-DRACE_LAST) stores to a location of its own and loads of that. With -DSUM,
//@   main looks at these locations in the end. Long executions, of which there are few: what is
//@   measured with it is how the cost of one grows with its length.
//@ why: Only the shared location matters, and for one location every model is coherence. 3! orders of the
//@   stores; a thread reads from its own store or a later one, so 3 * 2 * 1 ways to read: 36. With reads-from
//@   equivalence: let thread i read from the store of f(i). If f(i) is not i, the store of i comes before that of
//@   f(i); so a cycle of f that is longer than 1 is impossible, and everything else is possible, with each read
//@   directly behind the store that it reads from. Such f are the forests with rooted trees on 3 nodes, of which there are
//@   4^2 = 16.
//@ all: verified executions=36 blocked=0
//@ all rf: verified executions=16 blocked=0
//@ all [-DRACE_LAST]: verified executions=36 blocked=0
//@ all rf [-DRACE_LAST]: verified executions=16 blocked=0
//@ all [-DSUM]: verified executions=36 blocked=0
//@ all rf [-DSUM]: verified executions=16 blocked=0
//@ all rf [-DSUM -DRACE_LAST]: verified executions=16 blocked=0
//@ rc11 [-DACCESSES=400]: verified executions=36 blocked=0
//@ rc11 rf [-DACCESSES=400]: verified executions=16 blocked=0
//@ rc11 rf [-DACCESSES=400 -DRACE_LAST]: verified executions=16 blocked=0
//@ rc11 rf [-DACCESSES=400 -DSUM]: verified executions=16 blocked=0
//@ rc11 rf [-DACCESSES=800 -DSUM -DRACE_LAST]: verified executions=16 blocked=0
//@ all [-DBROKEN]: error assertion
//@ rc11 rf [-DBROKEN -DACCESSES=400]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef ACCESSES
#define ACCESSES 8
#endif

enum { THREADS = 3, ROUNDS = (ACCESSES - 2) / 2 };

static atomic_int shared;
static atomic_int own[THREADS];

static void race(int me) {
    atomic_store(&shared, me + 1);
    int seen = atomic_load(&shared);
#ifdef BROKEN
    assert(seen == me + 1);
#else
    assert(seen != 0);
#endif
}

static void work(int me) {
    for (int round = 1; round <= ROUNDS; round++) {
        atomic_store(&own[me], round);
        assert(atomic_load(&own[me]) == round);
    }
}

static void *run(void *argument) {
    int me = (int)(long)argument;
#ifdef RACE_LAST
    work(me);
    race(me);
#else
    race(me);
    work(me);
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];

    for (long me = 0; me < THREADS; me++)
        pthread_create(&threads[me], NULL, run, (void *)me);
    for (int me = 0; me < THREADS; me++)
        pthread_join(threads[me], NULL);
#ifdef SUM
    for (int me = 0; me < THREADS; me++)
        assert(atomic_load(&own[me]) == ROUNDS);
#endif
    return 0;
}
