//@ about: circular_buffer (after SV-COMP's circular_buffer_true): producer and consumer hand over the
//@   numbers 1 to K through a ring of two slots, under a mutex. A full or empty ring costs a turn.
//@ why: Each thread enters the critical section K times whatever it finds there: C(2K,K) orders.
//@   BROKEN does not look whether the ring is full, so the third number overwrites the first
//@   one before it is taken, if the producer runs ahead: under every model, from K = 3 on.
//@ all: verified executions=20
//@ all [-DK=2]: verified executions=6
//@ all [-DK=5]: verified executions=252
//@ all [-DK=6]: verified executions=924
//@ all [-DK=7] slow: verified executions=3432
//@ all [-DBROKEN]: error assertion
//@ all [-DBROKEN -DK=2]: verified executions=6

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef K
#define K 3
#endif
#define SLOTS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int slot[SLOTS];
static int inserted, removed; // how many so far

static bool full(void) {
#ifdef BROKEN
    return false;
#else
    return inserted - removed == SLOTS;
#endif
}

static void *producer(void *unused) {
    (void)unused;
    int next = 1;
    for (int turn = 0; turn < K; turn++) {
        pthread_mutex_lock(&mutex);
        if (!full()) {
            slot[inserted % SLOTS] = next++;
            inserted++;
        }
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *consumer(void *unused) {
    (void)unused;
    int expected = 1;
    for (int turn = 0; turn < K; turn++) {
        pthread_mutex_lock(&mutex);
        if (removed < inserted) {
            assert(slot[removed % SLOTS] == expected);
            removed++;
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
    return 0;
}
