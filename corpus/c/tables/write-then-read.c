//@ about: Figure 1 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018): two threads store to a location and then
//@   read it. Can each read the other's value?
//@ why: There are two coherence orders. The thread whose store comes last reads its own value; the other
//@   one reads its own or the last value: 2 * 2 = 4 in every model (the four traces of the figure).
//@   So at least one of them reads what it wrote. With reads-from equivalence: both read their own, or one of the
//@   two reads the other's, 3 (the weak traces of the figure).
//@ all: verified executions=4 blocked=0
//@ all rf: verified executions=3 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static atomic_int x;

static void *write_then_read(void *argument) {
    atomic_store_explicit(&x, (int)(intptr_t)argument, memory_order_release);
    return (void *)(intptr_t)atomic_load_explicit(&x, memory_order_acquire);
}

int main(void) {
    pthread_t one, two;
    void *a, *b;

    pthread_create(&one, NULL, write_then_read, (void *)(intptr_t)1);
    pthread_create(&two, NULL, write_then_read, (void *)(intptr_t)2);
    pthread_join(one, &a);
    pthread_join(two, &b);

    assert(!((intptr_t)a == 2 && (intptr_t)b == 1));
    return 0;
}
