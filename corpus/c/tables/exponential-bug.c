//@ about: Exponential_bug(N), Table 5 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018), after Figure 2 of J.
//@   Huang, Stateless Model Checking Concurrent Programs with Maximal Causality Reduction (PLDI 2015): one
//@   thread resets x and later adds to y if x has been set again, another one looks at both. BUG asks
//@   whether y can be 3 when it looks.
//@ why: BUG: the adder finds x set by the first section of the setter and y as 1, and makes it 2. The
//@   checker sees that x is 2, finds y as 2 and goes to store 2, but only after the second section of the
//@   setter. The adder, having reset x before that section, finds it set, adds 1 to that 2, and the checker
//@   finds 3. That is an interleaving, so under every model.
//@   Numbers under RA: with coherence order those of the table, 1203446 and 2833112 for N = 6 and 7. With
//@   reads-from equivalence, counted by enumeration of all reads-from choices: 15604, 22844, 32316 and
//@   44431 for N = 6 to 9. The table has three fewer each time, 15601, 22841, 32313 and 44428. It is the
//@   same program all the same: with all coherence orders of each, the enumeration gives the numbers
//@   before, exactly; with three fewer it could not.
//@ ra: verified executions=2246 blocked=0
//@ all: verified
//@ ra rf: verified executions=879 blocked=0
//@ ra [-DN=2]: verified executions=11444 blocked=0
//@ ra rf [-DN=2]: verified executions=1934 blocked=0
//@ ra rf [-DN=3]: verified executions=3676 blocked=0
//@ ra [-DN=6] slow: verified executions=1203446 blocked=0
//@ ra rf [-DN=6]: verified executions=15604 blocked=0
//@ ra rf [-DN=7] slow: verified executions=22844 blocked=0
//@ ra rf [-DN=8] slow: verified executions=32316 blocked=0
//@ ra rf [-DN=9]: verified executions=44431 blocked=0
//@ all [-DBUG]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;

static int get(atomic_int *variable) {
    return atomic_load_explicit(variable, memory_order_acquire);
}

static void set(atomic_int *variable, int value) {
    atomic_store_explicit(variable, value, memory_order_release);
}

static void *setter(void *unused) {
    (void)unused;
    for (int section = 0; section < 2; section++) {
        pthread_mutex_lock(&mutex);
        set(&x, 1);
        for (int k = 0; k < N; k++)
            set(&y, 1);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void *adder(void *unused) {
    (void)unused;
    for (int section = 0; section < 2; section++) {
        pthread_mutex_lock(&mutex);
        set(&x, 0);
        pthread_mutex_unlock(&mutex);
        if (get(&x) > 0) {
            set(&y, get(&y) + 1);
            set(&x, 2);
        }
    }
    return NULL;
}

static void *checker(void *unused) {
    (void)unused;
    for (int look = 0; look < 2; look++) {
        if (get(&x) > 1) {
            bool bug = get(&y) == 3;
#ifdef BUG
            assert(!bug);
#endif
            if (bug)
                return NULL;
            set(&y, 2);
        }
    }
    return NULL;
}

int main(void) {
    pthread_t one, two, three;

    pthread_create(&one, NULL, setter, NULL);
    pthread_create(&two, NULL, adder, NULL);
    pthread_create(&three, NULL, checker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    pthread_join(three, NULL);
    return 0;
}
