//@ about: fib_bench (SV-COMP; Fibonacci in Table 3 of Abdulla, Atig, Jonsson, Ngo, Optimal Stateless
//@   Model Checking under the Release-Acquire Semantics, OOPSLA 2018): two threads race to add up
//@   Fibonacci numbers, one in i and one in j. Nobody waits for them. With OBSERVER a third thread
//@   reads i and then j, as main does in the original.
//@ why: Each variable has one writer, and that one reads its own last value; so an execution is
//@   what round k of the first thread reads of j, s(k), and what round k of the second reads of i,
//@   t(k), both from 0 to N and by coherence not decreasing.
//@   RA, RC11: these are consistent if po and rf form no cycle, t(s(k)) < k. SC, TSO: if the model's
//@   axiom holds with fr added, which for TSO forbids nothing more here. PSO is TSO, since a thread
//@   stores to one location only. Enumerating s and t and testing these conditions for N = 1 to 6
//@   gives 3, 19, 141, 1107, 8953, 73789 for SC, the first terms of the central trinomial coefficients
//@   T(2N), and 3, 20, 175, 1764, 19404, 226512 for the others, those of
//@   C(2N,N) * C(2N+1,N) / (N+1).
//@   The observer with N = 5 under RA: 525630 in Table 3. One writer a variable: the coherence order is
//@   given, and both equivalences have as many.
//@   Bound: a round adds what another round has made before; so nothing gets beyond what
//@   strictly alternating rounds yield, Fibonacci number 2N+2.
//@ sc: verified executions=19 blocked=0
//@ tso,pso,ra,rc11: verified executions=20 blocked=0
//@ sc [-DN=1]: verified executions=3 blocked=0
//@ tso,pso,ra,rc11 [-DN=1]: verified executions=3 blocked=0
//@ sc [-DN=3]: verified executions=141 blocked=0
//@ tso,pso,ra,rc11 [-DN=3]: verified executions=175 blocked=0
//@ sc [-DN=4]: verified executions=1107 blocked=0
//@ tso,pso,ra,rc11 [-DN=4]: verified executions=1764 blocked=0
//@ sc [-DN=5]: verified executions=8953 blocked=0
//@ tso,pso,ra,rc11 [-DN=5]: verified executions=19404 blocked=0
//@ sc [-DN=6] slow: verified executions=73789 blocked=0
//@ tso,pso,ra,rc11 [-DN=6] slow: verified executions=226512 blocked=0
//@ ra,rc11 [-DN=5 -DOBSERVER] slow: verified executions=525630 blocked=0
//@ sc rf [-DN=4]: verified executions=1107 blocked=0
//@ tso,pso,ra,rc11 rf [-DN=4]: verified executions=1764 blocked=0
//@ ra rf [-DN=5]: verified executions=19404 blocked=0
//@ ra rf [-DN=5 -DOBSERVER] slow: verified executions=525630 blocked=0
//@ all [-DBOUND_TOO_LOW]: error assertion

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int i = 1, j = 1;

// Fibonacci number 2N+2; one less is what SV-COMP's false counterpart claims.
static int bound(void) {
    int last = 1, next = 1;
    for (int k = 0; k < N; k++) {
        last += next;
        next += last;
    }
#ifdef BOUND_TOO_LOW
    next--;
#endif
    return next;
}

// One round: *mine += *other.
static void add(atomic_int *mine, atomic_int *other) {
    int a = atomic_load_explicit(mine, memory_order_acquire);
    int b = atomic_load_explicit(other, memory_order_acquire);
    assert(a + b <= bound());
    atomic_store_explicit(mine, a + b, memory_order_release);
}

static void *first(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        add(&i, &j);
    return NULL;
}

static void *second(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        add(&j, &i);
    return NULL;
}

#ifdef OBSERVER
static void *observer(void *unused) {
    (void)unused;
    int a = atomic_load_explicit(&i, memory_order_acquire);
    int b = atomic_load_explicit(&j, memory_order_acquire);
    assert(a <= bound() && b <= bound());
    return NULL;
}
#endif

int main(void) {
    pthread_t thread;

    pthread_create(&thread, NULL, first, NULL);
    pthread_create(&thread, NULL, second, NULL);
#ifdef OBSERVER
    pthread_create(&thread, NULL, observer, NULL);
#endif
    return 0;
}
