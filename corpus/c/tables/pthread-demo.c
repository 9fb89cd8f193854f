//@ about: pthread-demo (SV-COMP; Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018, with 184756
//@   executions for K = 10): main and a thread increment a counter K times each, under a mutex.
//@ why: An execution is an order of the critical sections, K of each thread: C(2K,K). Each lock reads from
//@   the unlock before, so both equivalences distinguish these orders. BROKEN leaves the mutex out: a race on
//@   the counter in all models.
//@ all: verified executions=6
//@ all [-DK=1]: verified executions=2
//@ all [-DK=3]: verified executions=20
//@ all [-DK=5]: verified executions=252
//@ all rf [-DK=5]: verified executions=252
//@ all [-DK=10] slow: verified executions=184756
//@ ra rf [-DK=10] slow: verified executions=184756
//@ all [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef K
#define K 2
#endif

#ifndef BROKEN
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static int counter;

static void increment(void) {
#ifndef BROKEN
    pthread_mutex_lock(&mutex);
#endif
    int before = counter;
    counter = before + 1;
#ifndef BROKEN
    pthread_mutex_unlock(&mutex);
#endif
}

static void *thread(void *unused) {
    (void)unused;
    for (int k = 0; k < K; k++)
        increment();
    return NULL;
}

int main(void) {
    pthread_t other;

    pthread_create(&other, NULL, thread, NULL);
    for (int k = 0; k < K; k++)
        increment();
    pthread_join(other, NULL);

    assert(counter == 2 * K);
    return 0;
}
