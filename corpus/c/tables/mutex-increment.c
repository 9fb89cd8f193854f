//@ about: N threads increment a plain counter once each, under a mutex: the smallest program in which the
//@   order of critical sections is all there is to explore.
//@ why: The orders of N critical sections: N!, under every model. Unlocking orders the increment before
//@   the next one, so there is no race; BROKEN has no mutex and races.
//@ all: verified executions=2
//@ all [-DN=3]: verified executions=6
//@ all [-DN=5]: verified executions=120
//@ all [-DN=7]: verified executions=5040
//@ all [-DN=8] slow: verified executions=40320
//@ all [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

#ifdef BROKEN
static void lock(void) {}
static void unlock(void) {}
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
#endif

static int counter;

static void *increment(void *unused) {
    (void)unused;
    lock();
    counter++;
    unlock();
    return NULL;
}

int main(void) {
    pthread_t thread[N];

    for (int t = 0; t < N; t++)
        pthread_create(&thread[t], NULL, increment, NULL);
    for (int t = 0; t < N; t++)
        pthread_join(thread[t], NULL);

    assert(counter == N);
    return 0;
}
