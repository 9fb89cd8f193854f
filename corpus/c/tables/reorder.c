//@ about: reorder (after SV-COMP's reorder): SETTERS threads set two variables, CHECKERS threads check
//@   that both or none are set.
//@ why: Under a mutex every thread has one critical section: (SETTERS + CHECKERS)! orders. BROKEN uses
//@   atomic variables instead: a checker reads between the two stores, under every model.
//@ all: verified executions=2
//@ all [-DSETTERS=2]: verified executions=6
//@ all [-DSETTERS=3 -DCHECKERS=2]: verified executions=120
//@ all [-DBROKEN]: error assertion
//@ all [-DBROKEN -DSETTERS=2]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SETTERS
#define SETTERS 1
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

#ifdef BROKEN
static atomic_int a, b;
static void lock(void) {}
static void unlock(void) {}
#else
static int a, b;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
#endif

static void *set(void *unused) {
    (void)unused;
    lock();
    a = 1;
    b = -1;
    unlock();
    return NULL;
}

static void *check(void *unused) {
    (void)unused;
    lock();
    int first = a, second = b;
    unlock();
    assert((first == 0 && second == 0) || (first == 1 && second == -1));
    return NULL;
}

int main(void) {
    pthread_t setter[SETTERS], checker[CHECKERS];

    for (int t = 0; t < SETTERS; t++)
        pthread_create(&setter[t], NULL, set, NULL);
    for (int t = 0; t < CHECKERS; t++)
        pthread_create(&checker[t], NULL, check, NULL);

    for (int t = 0; t < SETTERS; t++)
        pthread_join(setter[t], NULL);
    for (int t = 0; t < CHECKERS; t++)
        pthread_join(checker[t], NULL);
    return 0;
}
