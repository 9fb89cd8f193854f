//@ about: A thread may add one to a counter, take it back, and wait for what nobody stores.
//@ why: An attempt that fails is where porf lets the thread wait, since it would only begin anew. What comes
//@   after the attempt is looked at when the thread runs on: it waits for ever there. If loops are bounded,
//@   its state repeats before it comes to the bound.
//@ all: error livelock
//@ all [--unroll 5]: error livelock
//@ all [--unroll 5 --no-spin-assume --no-loop-purity --no-dynamic-spin-assume --no-redundant-iterations]: error livelock

#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter = 1;

static void *wait_for_nobody(void *unused) {
    (void)unused;
    for (;;) {
        atomic_fetch_add(&counter, 1);
        atomic_fetch_sub(&counter, 1);
        while (atomic_load(&counter))
            ;
    }
    return NULL;
}

int main(void) {
    if (porf_nondet_bool()) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_for_nobody, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}
