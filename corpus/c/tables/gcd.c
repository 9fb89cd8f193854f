//@ about: gcd (after SV-COMP's gcd; Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018, has one of the
//@   kind): Euclid's algorithm by subtraction, one thread looks after a, the other after b. A
//@   thread looks at most ROUNDS times.
//@ why: a and b are accessed under the mutex, so an execution is an order of the critical sections,
//@   and the models agree. Count for a = 2, b = 1, ROUNDS = 2: call them P and Q. The first P
//@   makes a = b = 1, and P always comes twice. If Q comes after the first P, it sees that all is done
//@   and comes only once: PQP, PPQ. Otherwise it comes twice: QQPP, QPQP, QPPQ. In all 5.
//@   For a = b: each comes once: 2. BROKEN leaves the mutex out: a race.
//@ all: verified executions=5
//@ all [-DA=3 -DB=3]: verified executions=2
//@ all [-DA=4 -DB=6 -DROUNDS=4]: verified
//@ all [-DBROKEN]: error data-race

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 1
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

#ifdef BROKEN
static void lock(void) {}
static void unlock(void) {}
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
#endif

static int a = A, b = B;

// Makes *mine smaller while it is greater; ends when both are equal.
static void reduce(int *mine, const int *other) {
    bool done = false;
    for (int round = 0; round < ROUNDS && !done; round++) {
        lock();
        done = *mine == *other;
        if (*mine > *other)
            *mine -= *other;
        unlock();
    }
}

static void *reduce_a(void *unused) {
    (void)unused;
    reduce(&a, &b);
    return NULL;
}

static void *reduce_b(void *unused) {
    (void)unused;
    reduce(&b, &a);
    return NULL;
}

static int gcd(int x, int y) {
    while (y != 0) {
        int rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

int main(void) {
    pthread_t one, two;

    pthread_create(&one, NULL, reduce_a, NULL);
    pthread_create(&two, NULL, reduce_b, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);

    // However far they came, the greatest common divisor is still the same.
    assert(gcd(a, b) == gcd(A, B));
    return 0;
}
