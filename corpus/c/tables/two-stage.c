//@ about: twostage (SV-COMP; the two-stage access of Farchi, Nir, Ur, Concurrent Bug Patterns and How to
//@   Test Them, IPDPS 2003): N threads update two variables that belong together, another one checks
//@   that they do. BROKEN takes a mutex of its own for each of the two stages.
//@ why: With one mutex for both stages every thread has one critical section: (N+1)! orders.
//@   BROKEN: the checker can come to the second stage between the stages of the only writer that has done
//@   the first one. Each variable has its mutex, so there is no race, and models do not matter.
//@ all: verified executions=2
//@ all [-DN=2]: verified executions=6
//@ all [-DN=4]: verified executions=120
//@ all [-DBROKEN]: error assertion
//@ all [-DBROKEN -DN=2]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static pthread_mutex_t first_mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef BROKEN
static pthread_mutex_t second_mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static int first, second; // second is first + 1 once first is set

static void next_stage(void) {
#ifdef BROKEN
    pthread_mutex_unlock(&first_mutex);
    pthread_mutex_lock(&second_mutex);
#endif
}

static void leave(void) {
#ifdef BROKEN
    pthread_mutex_unlock(&second_mutex);
#else
    pthread_mutex_unlock(&first_mutex);
#endif
}

static void *writer(void *unused) {
    (void)unused;
    pthread_mutex_lock(&first_mutex);
    first = 1;
    next_stage();
    second = 2;
    leave();
    return NULL;
}

static void *checker(void *unused) {
    (void)unused;
    pthread_mutex_lock(&first_mutex);
    int a = first;
    next_stage();
    int b = second;
    leave();
    assert(a == 0 || b == a + 1);
    return NULL;
}

int main(void) {
    pthread_t write[N], check;

    for (int t = 0; t < N; t++)
        pthread_create(&write[t], NULL, writer, NULL);
    pthread_create(&check, NULL, checker, NULL);

    for (int t = 0; t < N; t++)
        pthread_join(write[t], NULL);
    pthread_join(check, NULL);
    return 0;
}
