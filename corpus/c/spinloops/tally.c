//@ about: Spin locks that count failed attempts for statistics, in a counter that the threads share, as allocators and
//@   kernels do. PER_THREAD: each thread has a counter of its own. SUM: the result of the addition is part of a sum that
//@   nobody uses. TICKET: the loop waits for a ticket. READ: main reads the counter in the end, and one failed attempt can be
//@   told from two: only --unroll ends that. USED: a thread gives up after the second failed attempt of all threads.
//@   NEVER: the lock is never released. BROKEN: no lock at all.
//@ why: Nobody can tell how often a thread has added to the counter: a failed attempt leads back to where the thread was. So
//@   the complete executions are those without failed attempts: the orders in which the threads get the lock, N!.
//@   TICKET: the same, since the tickets are given in the order of the threads' turns. Blocked executions are not counted
//@   here: they also distinguish the orders of additions. READ: with one back edge, each thread fails at most once. USED: the
//@   result of the addition decides, and of two failed attempts the second gives up. NEVER: the thread that does not get the lock adds for ever; that is a livelock, and no
//@   turns lead out of it. BROKEN: the additions to the plain variable race.
//@ all [-DN=2]: verified executions=2
//@ all: verified executions=6
//@ all [-DPER_THREAD]: verified executions=6
//@ all [-DSUM]: verified executions=6
//@ all [-DTICKET]: verified executions=6
//@ all [-DN=2 -DREAD --unroll 2]: bounded
//@ all [-DN=2 -DUSED --unroll 3]: verified
//@ all [-DNEVER]: error livelock
//@ all [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int lock, next_ticket, now_serving;
static atomic_long failures[N];
static int counter;

static void count_failure(int self) {
#ifdef PER_THREAD
    atomic_fetch_add_explicit(&failures[self], 1, memory_order_relaxed);
#elif defined SUM
    long sum = self + atomic_fetch_add(&failures[0], 2);
    (void)sum;
#else
    (void)self;
    atomic_fetch_add_explicit(&failures[0], 1, memory_order_relaxed);
#endif
}

// Whether the lock was acquired.
static int acquire(int self) {
#ifdef TICKET
    int ticket = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now_serving, memory_order_acquire) != ticket)
        count_failure(self);
#elif !defined BROKEN
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
#ifdef USED
        if (atomic_fetch_add_explicit(&failures[0], 1, memory_order_relaxed) >= 1)
            return 0;
#else
        count_failure(self);
#endif
    }
#endif
    return 1;
}

static void release(void) {
#ifdef TICKET
    atomic_fetch_add_explicit(&now_serving, 1, memory_order_release);
#elif !defined NEVER
    atomic_store_explicit(&lock, 0, memory_order_release);
#endif
}

static void *thread(void *argument) {
    if (acquire((int)(intptr_t)argument)) {
        counter++;
        release();
    }
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, thread, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
#ifndef USED
    assert(counter == N);
#endif
#ifdef READ
    assert(atomic_load(&failures[0]) <= N * 2);
#endif
    return 0;
}
