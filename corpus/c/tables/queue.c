//@ about: queue (after SV-COMP's queue_longest): a thread enqueues the numbers 1 to K, another one tries K
//@   times to dequeue and expects them in this order; a mutex protects the queue.
//@ why: Each thread enters the critical section K times whatever it finds there: C(2K,K) orders.
//@   BROKEN enqueues in two critical sections, first the new length, then the element: a dequeuer in
//@   between takes what is not there yet, under every model.
//@ all: verified executions=6
//@ all [-DK=3]: verified executions=20
//@ all [-DK=5]: verified executions=252
//@ all [-DK=6]: verified executions=924
//@ all [-DK=8] slow: verified executions=12870
//@ all [-DBROKEN]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef K
#define K 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int element[K];
static int head, tail;

static void *producer(void *unused) {
    (void)unused;
    for (int k = 1; k <= K; k++) {
        pthread_mutex_lock(&mutex);
        int place = tail;
        tail = place + 1;
#ifdef BROKEN
        pthread_mutex_unlock(&mutex);
        pthread_mutex_lock(&mutex);
#endif
        element[place] = k;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *consumer(void *unused) {
    (void)unused;
    int expected = 1;
    for (int k = 1; k <= K; k++) {
        pthread_mutex_lock(&mutex);
        if (head < tail) {
            assert(element[head] == expected);
            head++;
            expected++;
        }
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, producer, NULL);
    pthread_create(&two, NULL, consumer, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);

    assert(tail == K && head <= K);
    return 0;
}
