//@ about: Ticket_mutex_c11(N), Table 6 of Abdulla, Atig, Jonsson, Ngo (OOPSLA 2018): a ticket lock whose
//@   waiters look at most TRIES times and else give up. Whoever enters does nothing but leave.
//@ why: Tickets are different, and a ticket is served only after the one before, so at most one thread is
//@   inside and the number served goes up by one. N = 3 with TRIES = 10 has 4026 executions in the table;
//@   the numbers for fewer tries are counted by enumeration of all reads-from choices. Each determines
//@   coherence order: who leaves has read the number that it writes over. RC11 agrees with RA, since all
//@   accesses are release and acquire.
//@ all: verified
//@ ra,rc11 rf: verified executions=90 blocked=0
//@ ra,rc11 [-DN=2]: verified executions=6 blocked=0
//@ ra,rc11 rf [-DN=2]: verified executions=6 blocked=0
//@ ra,rc11 [-DTRIES=3]: verified executions=204 blocked=0
//@ ra,rc11 rf [-DTRIES=3]: verified executions=204 blocked=0
//@ ra [-DTRIES=10]: verified executions=4026 blocked=0
//@ ra rf [-DTRIES=10]: verified executions=4026 blocked=0

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef TRIES
#define TRIES 2
#endif

static atomic_int ticket, served;

static void *thread(void *unused) {
    (void)unused;
    int mine = atomic_fetch_add_explicit(&ticket, 1, memory_order_acq_rel);
    for (int look = 0; look < TRIES; look++) {
        if (atomic_load_explicit(&served, memory_order_acquire) == mine) {
            int leaving = atomic_load_explicit(&served, memory_order_acquire);
            assert(leaving == mine);
            atomic_store_explicit(&served, leaving + 1, memory_order_release);
            break;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t thread_id[N];

    for (int t = 0; t < N; t++)
        pthread_create(&thread_id[t], NULL, thread, NULL);
    for (int t = 0; t < N; t++)
        pthread_join(thread_id[t], NULL);
    return 0;
}
