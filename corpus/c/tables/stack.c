//@ about: stack_true and stack_false (SV-COMP; Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018, with
//@   2704156 executions for K = 12): a thread pushes K times, another one tries K times to pop; a
//@   mutex protects the stack.
//@ why: Each thread enters the critical section K times whatever it finds there: C(2K,K) orders, which both equivalences
//@   distinguish, since each lock reads from the unlock before.
//@   BROKEN trusts a flag that says that something has been pushed at some time, instead of the
//@   number of elements: a second pop after one push finds nothing, under every model.
//@ all: verified executions=6
//@ all [-DK=1]: verified executions=2
//@ all [-DK=4]: verified executions=70
//@ all [-DK=5]: verified executions=252
//@ all [-DK=9] slow: verified executions=48620
//@ all rf [-DK=5]: verified executions=252
//@ rc11 [-DK=12] slow: verified executions=2704156
//@ ra rf [-DK=12] slow: verified executions=2704156
//@ all [-DBROKEN]: error assertion
//@ all [-DBROKEN -DK=1]: verified executions=2

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef K
#define K 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int element[K];
static int top;
#ifdef BROKEN
static bool pushed;
#endif

static void push(int value) {
    assert(top < K);
    element[top++] = value;
}

static int pop(void) {
    assert(top > 0);
    return element[--top];
}

static bool may_pop(void) {
#ifdef BROKEN
    return pushed;
#else
    return top > 0;
#endif
}

static void *pusher(void *unused) {
    (void)unused;
    for (int k = 1; k <= K; k++) {
        pthread_mutex_lock(&mutex);
        push(k);
#ifdef BROKEN
        pushed = true;
#endif
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *popper(void *unused) {
    (void)unused;
    for (int k = 1; k <= K; k++) {
        pthread_mutex_lock(&mutex);
        if (may_pop()) {
            int value = pop();
            assert(1 <= value && value <= K);
        }
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, pusher, NULL);
    pthread_create(&two, NULL, popper, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
