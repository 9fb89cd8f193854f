//@ about: A cohort lock (Dice, Marathe and Shavit, Lock cohorting: a general technique for designing NUMA
//@   locks, PPoPP 2012): a test-and-set lock for all and a ticket lock a cluster. Whoever leaves gives
//@   the lock of all to the next one of its cluster, if there is one. SAME_CLUSTER: both threads belong
//@   to one cluster. BROKEN: passing on within the cluster does not release.
//@ why: A thread enters with the lock of its cluster and, taken by itself or passed on, the lock of all.
//@   The locks are correct, and the mark that the lock of all was passed on is only read and written by
//@   the holder of the cluster's lock. BROKEN: with both threads in one cluster, under RC11 nothing
//@   synchronises, so the accesses to that mark and the increments race. PSO: the release of the
//@   cluster's lock overtakes the increment. SC, TSO and RA are as strong without it. With one thread a
//@   cluster, nobody is passed anything and the lock of all still releases. Count: SAME_CLUSTER: two
//@   orders of the threads; the first one sees when it leaves that the second one waits, or does not; the
//@   second one finds its turn come, or not, and then waits: 4 executions, 4 blocked. With one thread a
//@   cluster, the second one finds the lock of all free, or taken, and then waits: 2 executions, 2
//@   blocked.
//@ all [--no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all: verified executions=2 premature=0
//@ all [-DSAME_CLUSTER --no-awaits --no-loop-purity]: verified executions=4 blocked=4
//@ all [-DSAME_CLUSTER]: verified executions=4
//@ all [-DBROKEN --no-awaits --no-loop-purity]: verified executions=2 blocked=2
//@ all [-DBROKEN]: verified executions=2
//@ rc11 [-DBROKEN -DSAME_CLUSTER]: error data-race
//@ pso [-DBROKEN -DSAME_CLUSTER]: error assertion
//@ sc,tso,ra [-DBROKEN -DSAME_CLUSTER --no-awaits --no-loop-purity]: verified executions=4 blocked=4
//@ sc,tso,ra [-DBROKEN -DSAME_CLUSTER]: verified executions=4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define CLUSTER_UNLOCK memory_order_relaxed
#else
#define CLUSTER_UNLOCK memory_order_release
#endif

struct cluster {
  atomic_uint next_ticket;
  atomic_uint now_serving;
  bool passed_on;  // the lock of all is held for the next one of this cluster
};

static atomic_bool all;
static struct cluster clusters[2];

static void lock(struct cluster *cluster) {
  unsigned ticket = atomic_fetch_add_explicit(&cluster->next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&cluster->now_serving, memory_order_acquire) != ticket) {
  }
  if (cluster->passed_on) {
    return;
  }
  while (atomic_exchange_explicit(&all, true, memory_order_acquire)) {
  }
}

static void unlock(struct cluster *cluster) {
  unsigned ticket = atomic_load_explicit(&cluster->now_serving, memory_order_relaxed);
  bool somebody_waits = atomic_load_explicit(&cluster->next_ticket, memory_order_relaxed) != ticket + 1;
  cluster->passed_on = somebody_waits;
  if (!somebody_waits) {
    atomic_store_explicit(&all, false, memory_order_release);
  }
  atomic_store_explicit(&cluster->now_serving, ticket + 1, CLUSTER_UNLOCK);
}

static int counter;  // the lock is there for this

static void *worker(void *argument) {
  struct cluster *cluster = argument;
  lock(cluster);
  counter++;
  unlock(cluster);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, &clusters[0]);
#ifdef SAME_CLUSTER
  pthread_create(&second, NULL, worker, &clusters[0]);
#else
  pthread_create(&second, NULL, worker, &clusters[1]);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(counter == 2);
  return 0;
}
