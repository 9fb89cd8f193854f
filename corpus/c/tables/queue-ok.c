//@ about: Queue_ok (after SV-COMP's queue_ok; Table 3 of Abdulla, Atig, Jonsson, Ngo, OOPSLA 2018, with
//@   362880 executions): E threads want to fill a ring of SIZE elements and D threads want to empty it,
//@   each once, under a mutex; flags say whose turn it is. Whoever comes when it is not its turn does
//@   nothing.
//@ why: Every thread enters the critical section exactly once: (E+D)! orders, and 9! = 362880 for the five
//@   and four threads of the table. What is protected by the mutex is determined by the order of the
//@   sections, in every model, also which write is read; so reads-from equivalence has as many.
//@   BROKEN fills without asking whose turn it is: two threads of that kind overfill the ring.
//@ all: verified executions=24
//@ all rf: verified executions=24
//@ all [-DE=3]: verified executions=120
//@ all rf [-DE=3]: verified executions=120
//@ ra [-DE=4 -DD=3 -DSIZE=2]: verified executions=5040
//@ ra rf [-DE=4 -DD=3 -DSIZE=2]: verified executions=5040
//@ ra rf [-DE=5 -DD=4 -DSIZE=12] slow: verified executions=362880
//@ all [-DBROKEN]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef E
#define E 2
#endif
#ifndef D
#define D 2
#endif
#ifndef SIZE
#define SIZE 3
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int element[SIZE], stored[SIZE];
static atomic_int head, tail, amount;
static atomic_bool may_fill = true, may_empty;

static int get(atomic_int *variable) {
    return atomic_load_explicit(variable, memory_order_acquire);
}

static void set(atomic_int *variable, int value) {
    atomic_store_explicit(variable, value, memory_order_release);
}

static void enqueue(int value) {
    assert(get(&amount) < SIZE);
    set(&element[get(&tail)], value);
    set(&amount, get(&amount) + 1);
    set(&tail, (get(&tail) + 1) % SIZE);
}

static int dequeue(void) {
    assert(get(&amount) > 0);
    int value = get(&element[get(&head)]);
    set(&amount, get(&amount) - 1);
    set(&head, (get(&head) + 1) % SIZE);
    return value;
}

static void pass_turn(atomic_bool *mine, atomic_bool *others) {
    atomic_store_explicit(mine, false, memory_order_release);
    atomic_store_explicit(others, true, memory_order_release);
}

static bool my_turn(atomic_bool *flag) {
#ifdef BROKEN
    (void)flag;
    return true;
#else
    return atomic_load_explicit(flag, memory_order_acquire);
#endif
}

static void *fill(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    if (my_turn(&may_fill)) {
        for (int k = 0; k < SIZE; k++) {
            enqueue(k);
            set(&stored[k], k);
        }
        pass_turn(&may_fill, &may_empty);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

static void *empty(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    if (atomic_load_explicit(&may_empty, memory_order_acquire)) {
        for (int k = 0; k < SIZE; k++) {
            int value = dequeue();
            assert(value == get(&stored[k]));
        }
        pass_turn(&may_empty, &may_fill);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void) {
    pthread_t filler[E], emptier[D];

    for (int t = 0; t < E; t++)
        pthread_create(&filler[t], NULL, fill, NULL);
    for (int t = 0; t < D; t++)
        pthread_create(&emptier[t], NULL, empty, NULL);
    for (int t = 0; t < E; t++)
        pthread_join(filler[t], NULL);
    for (int t = 0; t < D; t++)
        pthread_join(emptier[t], NULL);
    return 0;
}
