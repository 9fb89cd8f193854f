/* The models of pthreads and C11 threads on real threads and on the host's own types and static initialisers. */

#define _GNU_SOURCE
#include "host.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

enum { UNLOCK_NOT_HELD = 3, RELOCK = 4, SYNCHRONISATION = 5, UNSUPPORTED = 6, JOIN = 7 };

#define MODELS(define)                                                                                       \
  define(pthread_create); define(pthread_join); define(pthread_detach); define(pthread_exit);                \
  define(pthread_self); define(pthread_equal); define(pthread_attr_init); define(pthread_attr_setdetachstate); \
  define(pthread_cancel);                                                                                    \
  define(pthread_mutex_init); define(pthread_mutex_destroy); define(pthread_mutex_lock);                     \
  define(pthread_mutex_trylock); define(pthread_mutex_timedlock); define(pthread_mutex_unlock);              \
  define(pthread_mutexattr_init); define(pthread_mutexattr_settype); define(pthread_mutexattr_gettype);      \
  define(pthread_cond_init); define(pthread_cond_destroy); define(pthread_cond_wait);                        \
  define(pthread_cond_timedwait); define(pthread_cond_signal); define(pthread_cond_broadcast);               \
  define(pthread_rwlock_init); define(pthread_rwlock_destroy); define(pthread_rwlock_rdlock);                \
  define(pthread_rwlock_wrlock); define(pthread_rwlock_tryrdlock); define(pthread_rwlock_trywrlock);         \
  define(pthread_rwlock_timedwrlock); define(pthread_rwlock_unlock);                                         \
  define(pthread_spin_init); define(pthread_spin_lock); define(pthread_spin_trylock);                        \
  define(pthread_spin_unlock); define(pthread_spin_destroy);                                                 \
  define(pthread_barrier_init); define(pthread_barrier_wait); define(pthread_barrier_destroy);               \
  define(pthread_once); define(pthread_key_create); define(pthread_key_delete);                              \
  define(pthread_setspecific); define(pthread_getspecific);                                                  \
  define(sem_init); define(sem_wait); define(sem_trywait); define(sem_timedwait); define(sem_post);          \
  define(sem_getvalue); define(sem_destroy);                                                                 \
  define(thrd_create); define(thrd_join); define(thrd_exit); define(mtx_init); define(mtx_lock);             \
  define(mtx_trylock); define(mtx_unlock); define(mtx_timedlock); define(mtx_destroy); define(cnd_init);     \
  define(cnd_wait); define(cnd_signal); define(cnd_broadcast); define(cnd_timedwait);                        \
  define(tss_create); define(tss_set); define(tss_get); define(call_once);                                   \
  define(atexit); define(exit)
MODELS(MODEL);
extern int *model___errno_location(void);
extern void model_porf_atomic_begin(void), model_porf_atomic_end(void);
extern int model_porf_nondet_int(int, int);
extern unsigned long model_porf_nondet_ulong(unsigned long, unsigned long);
extern int model___VERIFIER_nondet_int(void);

enum { THREADS = 4, ROUNDS = 2000 };

static void in_threads(void *(*function)(void *)) {
  pthread_t threads[THREADS];
  for (long index = 0; index < THREADS; index++)
    CHECK(model_pthread_create(&threads[index], NULL, function, (void *)index) == 0);
  for (long index = 0; index < THREADS; index++) {
    void *result;
    CHECK(model_pthread_join(threads[index], &result) == 0 && result == (void *)index);
  }
}

/* Not atomic: the locks under test guard them. */
static long counter, recursive_counter;

/* Locks. */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;

static void *count_with_mutexes(void *id) {
  for (int round = 0; round < ROUNDS; round++) {
    if (round % 2)
      CHECK(model_pthread_mutex_lock(&mutex) == 0);
    else
      while (model_pthread_mutex_trylock(&mutex) != 0)
        ;
    counter++;
    CHECK(model_pthread_mutex_unlock(&mutex) == 0);
    while (model_pthread_mutex_trylock(&recursive) != 0)
      ;
    CHECK(model_pthread_mutex_lock(&recursive) == 0);
    recursive_counter++;
    CHECK(model_pthread_mutex_unlock(&recursive) == 0);
    recursive_counter++;
    CHECK(model_pthread_mutex_unlock(&recursive) == 0);
  }
  return id;
}

static void *count_with_spinlock(void *id) {
  for (int round = 0; round < ROUNDS; round++) {
    model_pthread_spin_lock(&spinlock);
    counter++;
    model_pthread_spin_unlock(&spinlock);
  }
  return id;
}

static void *count_with_rwlock(void *id) {
  for (int round = 0; round < ROUNDS; round++) {
    CHECK(model_pthread_rwlock_rdlock(&rwlock) == 0);
    long before = counter;
    CHECK(model_pthread_rwlock_rdlock(&rwlock) == 0);
    CHECK(counter == before);
    CHECK(model_pthread_rwlock_unlock(&rwlock) == 0);
    CHECK(model_pthread_rwlock_unlock(&rwlock) == 0);
    CHECK(model_pthread_rwlock_wrlock(&rwlock) == 0);
    counter++;
    CHECK(model_pthread_rwlock_unlock(&rwlock) == 0);
  }
  return id;
}

static void *count_in_atomic_blocks(void *id) {
  for (int round = 0; round < ROUNDS; round++) {
    model_porf_atomic_begin();
    model_porf_atomic_begin();
    counter++;
    model_porf_atomic_end();
    counter++;
    model_porf_atomic_end();
  }
  return id;
}

static void *find_locked(void *id) {
  struct timespec deadline = {0, 0};
  CHECK(model_pthread_mutex_trylock(&mutex) == EBUSY);
  CHECK(model_pthread_mutex_timedlock(&mutex, &deadline) == ETIMEDOUT);
  CHECK(model_pthread_mutex_trylock(&recursive) == EBUSY);
  CHECK(model_pthread_rwlock_tryrdlock(&rwlock) == EBUSY && model_pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  CHECK(model_pthread_rwlock_timedwrlock(&rwlock, &deadline) == ETIMEDOUT);
  CHECK(model_pthread_spin_trylock(&spinlock) == EBUSY);
  CHECK(FAILURE_OF(model_pthread_mutex_unlock(&mutex)) == UNLOCK_NOT_HELD);
  CHECK(FAILURE_OF(model_pthread_rwlock_unlock(&rwlock)) == UNLOCK_NOT_HELD);
  CHECK(FAILURE_OF(model_pthread_spin_unlock(&spinlock)) == UNLOCK_NOT_HELD);
  CHECK(model_pthread_mutex_unlock(&recursive) == EPERM && model_pthread_mutex_unlock(&checked) == EPERM);
  return id;
}

static void locks(void) {
  CHECK(model_pthread_spin_init(&spinlock, 0) == 0);
  counter = 0;
  in_threads(count_with_mutexes);
  in_threads(count_with_spinlock);
  in_threads(count_with_rwlock);
  CHECK(counter == 3L * THREADS * ROUNDS && recursive_counter == 2L * THREADS * ROUNDS);
  in_threads(count_in_atomic_blocks);
  CHECK(counter == 5L * THREADS * ROUNDS);
  CHECK(FAILURE_OF(model_porf_atomic_end()) == SYNCHRONISATION);

  model_pthread_mutex_lock(&mutex);
  model_pthread_mutex_lock(&recursive);
  model_pthread_mutex_lock(&checked);
  model_pthread_rwlock_wrlock(&rwlock);
  model_pthread_spin_lock(&spinlock);
  in_threads(find_locked);
  CHECK(FAILURE_OF(model_pthread_mutex_lock(&mutex)) == RELOCK);
  CHECK(FAILURE_OF(model_pthread_rwlock_rdlock(&rwlock)) == RELOCK);
  CHECK(FAILURE_OF(model_pthread_rwlock_wrlock(&rwlock)) == RELOCK);
  CHECK(FAILURE_OF(model_pthread_spin_lock(&spinlock)) == RELOCK);
  CHECK(model_pthread_mutex_trylock(&mutex) == EBUSY && model_pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  CHECK(model_pthread_mutex_lock(&checked) == EDEADLK && model_pthread_mutex_trylock(&checked) == EBUSY);
  CHECK(FAILURE_OF(model_pthread_mutex_destroy(&mutex)) == SYNCHRONISATION);
  CHECK(FAILURE_OF(model_pthread_rwlock_destroy(&rwlock)) == SYNCHRONISATION);
  CHECK(FAILURE_OF(model_pthread_spin_destroy(&spinlock)) == SYNCHRONISATION);
  CHECK(model_pthread_mutex_unlock(&checked) == 0 && model_pthread_mutex_unlock(&recursive) == 0);

  pthread_mutexattr_t attributes;
  pthread_mutex_t made;
  int type;
  CHECK(model_pthread_mutexattr_init(&attributes) == 0);
  CHECK(model_pthread_mutexattr_settype(&attributes, 17) == EINVAL);
  CHECK(model_pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  CHECK(model_pthread_mutexattr_gettype(&attributes, &type) == 0 && type == PTHREAD_MUTEX_ERRORCHECK);
  CHECK(model_pthread_mutex_init(&made, &attributes) == 0);
  CHECK(model_pthread_mutex_lock(&made) == 0 && model_pthread_mutex_lock(&made) == EDEADLK);
  CHECK(model_pthread_mutex_unlock(&made) == 0 && model_pthread_mutex_unlock(&made) == EPERM);
  CHECK(model_pthread_mutex_destroy(&made) == 0);
  CHECK(FAILURE_OF(model_pthread_mutex_lock(&made)) == SYNCHRONISATION);
  CHECK(model_pthread_mutex_init(&made, NULL) == 0 && model_pthread_mutex_lock(&made) == 0);
  CHECK(model_pthread_mutex_unlock(&made) == 0);

  /* Two readers at once; a writer only after both. */
  static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
  ASSUMING(CHECK(model_pthread_rwlock_tryrdlock(&shared) == 0));
  CHECK(model_pthread_rwlock_tryrdlock(&shared) == 0 && model_pthread_rwlock_trywrlock(&shared) == EBUSY);
  model_pthread_rwlock_unlock(&shared);
  CHECK(FAILURE_OF(model_pthread_rwlock_destroy(&shared)) == SYNCHRONISATION);
}

/* Condition variables: a queue of one place, and every value arrives once. */

static pthread_mutex_t place = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static long full, sum;

static void *produce_or_consume(void *id) {
  for (int round = 1; round <= ROUNDS; round++) {
    CHECK(model_pthread_mutex_lock(&place) == 0);
    if ((long)id % 2) {
      while (full)
        CHECK(model_pthread_cond_wait(&emptied, &place) == 0);
      full = round;
      ASSUMING(model_pthread_cond_signal(&changed));
    } else {
      while (!full)
        CHECK(model_pthread_cond_wait(&changed, &place) == 0);
      sum += full;
      full = 0;
      ASSUMING(model_pthread_cond_signal(&emptied));
    }
    CHECK(model_pthread_mutex_unlock(&place) == 0);
  }
  return id;
}

static long released;

static void *wait_for_release(void *id) {
  CHECK(model_pthread_mutex_lock(&recursive) == 0 && model_pthread_mutex_lock(&recursive) == 0);
  while (!released)
    CHECK(model_pthread_cond_wait(&changed, &recursive) == 0);
  CHECK(model_pthread_mutex_unlock(&recursive) == 0 && model_pthread_mutex_unlock(&recursive) == 0);
  CHECK(model_pthread_mutex_unlock(&recursive) == EPERM);
  return id;
}

static void *broadcast_or_wait(void *id) {
  if (id != 0)
    return wait_for_release(id);
  for (int waited = 0; waited < 100; waited++)
    thrd_yield();
  CHECK(model_pthread_mutex_lock(&recursive) == 0);
  released = 1;
  CHECK(model_pthread_mutex_unlock(&recursive) == 0);
  CHECK(model_pthread_cond_broadcast(&changed) == 0);
  return id;
}

static void conditions(void) {
  in_threads(produce_or_consume);
  CHECK(sum == THREADS / 2 * (ROUNDS * (ROUNDS + 1L) / 2));
  in_threads(broadcast_or_wait);

  struct timespec deadline = {0, 0};
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  CHECK(FAILURE_OF(model_pthread_cond_wait(&changed, &own)) == SYNCHRONISATION);
  CHECK(model_pthread_cond_init(&changed, NULL) == 0);
  CHECK(model_pthread_mutex_lock(&own) == 0);
  CHECK(model_pthread_cond_timedwait(&changed, &own, &deadline) == ETIMEDOUT);
  CHECK(model_pthread_mutex_trylock(&own) == EBUSY);

  /* Two wake-ups without a signal, if chosen, and not a third one. */
  spurious = 1;
  next_choice = 1;
  CHECK(model_pthread_cond_wait(&changed, &own) == 0);
  CHECK(model_pthread_mutex_trylock(&own) == EBUSY);
  next_choice = 1;
  CHECK(model_pthread_cond_timedwait(&changed, &own, &deadline) == 0);
  next_choice = 1;
  CHECK(model_pthread_cond_timedwait(&changed, &own, &deadline) == ETIMEDOUT && next_choice == 1);
  next_choice = 0;
  spurious = 0;
  CHECK(model_pthread_mutex_unlock(&own) == 0);
  CHECK(model_pthread_cond_destroy(&changed) == 0);
}

/* Barriers: nobody enters a round before all have left the one before; one serial thread a round. */

static pthread_barrier_t barrier;
static long arrived, serial;

static void *meet(void *id) {
  for (int round = 1; round <= ROUNDS; round++) {
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    int last = model_pthread_barrier_wait(&barrier);
    CHECK(last == 0 || last == PTHREAD_BARRIER_SERIAL_THREAD);
    if (last)
      __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
    CHECK(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) >= (long)round * THREADS);
    model_pthread_barrier_wait(&barrier);
    CHECK(__atomic_load_n(&serial, __ATOMIC_SEQ_CST) >= round);
  }
  return id;
}

static void barriers(void) {
  CHECK(model_pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  CHECK(model_pthread_barrier_init(&barrier, NULL, THREADS) == 0);
  in_threads(meet);
  CHECK(serial == ROUNDS);
  CHECK(model_pthread_barrier_destroy(&barrier) == 0);
  CHECK(FAILURE_OF(model_pthread_barrier_wait(&barrier)) == SYNCHRONISATION);
  CHECK(model_pthread_barrier_init(&barrier, NULL, 1) == 0);
  CHECK(model_pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
}

/* Once, keys, semaphores. */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag once_c11 = ONCE_FLAG_INIT;
static pthread_key_t key, chained, silent;
static sem_t semaphore;
static long initialised, destroyed;

static void initialise(void) {
  for (int waited = 0; waited < 100; waited++)
    thrd_yield();
  __atomic_fetch_add(&initialised, 1, __ATOMIC_SEQ_CST);
}

static void destroy(void *value) {
  CHECK(value == &destroyed && model_pthread_getspecific(key) == NULL);
  __atomic_fetch_add(&destroyed, 1, __ATOMIC_SEQ_CST);
}

/* Leaves another value behind, for the next iteration. */
static void destroy_chained(void *value) {
  __atomic_fetch_add(&destroyed, 1, __ATOMIC_SEQ_CST);
  if (value == &initialised)
    model_pthread_setspecific(chained, &destroyed);
}

static void *use_once_keys_and_semaphores(void *id) {
  CHECK(model_pthread_once(&once, initialise) == 0);
  CHECK(__atomic_load_n(&initialised, __ATOMIC_SEQ_CST) >= 1);
  model_call_once(&once_c11, initialise);
  CHECK(__atomic_load_n(&initialised, __ATOMIC_SEQ_CST) == 2);
  CHECK(model_pthread_getspecific(key) == NULL && model_pthread_getspecific(7777) == NULL);
  CHECK(model_pthread_setspecific(7777, NULL) == EINVAL);
  CHECK(model_pthread_setspecific(key, &destroyed) == 0 && model_pthread_getspecific(key) == &destroyed);
  CHECK(model_pthread_setspecific(chained, &initialised) == 0);
  CHECK(model_pthread_setspecific(silent, &initialised) == 0);
  for (int round = 0; round < ROUNDS; round++) {
    CHECK(model_sem_wait(&semaphore) == 0);
    counter++;
    CHECK(model_sem_post(&semaphore) == 0);
  }
  if ((long)id == 1)
    model_pthread_exit(id);
  return id;
}

static void once_keys_and_semaphores(void) {
  CHECK(model_pthread_key_create(&key, destroy) == 0 && model_pthread_key_create(&chained, destroy_chained) == 0);
  CHECK(model_pthread_key_create(&silent, destroy) == 0 && key != chained && chained != silent);
  CHECK(model_pthread_key_delete(silent) == 0);
  CHECK(model_sem_init(&semaphore, 0, 1) == 0);
  counter = 0;
  in_threads(use_once_keys_and_semaphores);
  CHECK(initialised == 2 && destroyed == 3L * THREADS && counter == (long)THREADS * ROUNDS);

  int value;
  struct timespec deadline = {0, 0};
  CHECK(model_sem_getvalue(&semaphore, &value) == 0 && value == 1);
  CHECK(model_sem_trywait(&semaphore) == 0);
  CHECK(model_sem_trywait(&semaphore) == -1 && *model___errno_location() == EAGAIN);
  CHECK(model_sem_timedwait(&semaphore, &deadline) == -1 && *model___errno_location() == ETIMEDOUT);
  CHECK(FAILURE_OF(model_sem_init(&semaphore, 0, 1)) == SYNCHRONISATION && model_sem_destroy(&semaphore) == 0);
  CHECK(FAILURE_OF(model_sem_wait(&semaphore)) == SYNCHRONISATION);
  CHECK(model_sem_init(&semaphore, 0, 0x7fffffff) == 0);
  CHECK(FAILURE_OF(model_sem_post(&semaphore)) == SYNCHRONISATION);
}

/* Threads. */

static void *return_argument(void *argument) { return argument; }

static int return_negative(void *argument) {
  if (argument)
    model_thrd_exit(-2);
  return -1;
}

static void threads(void) {
  pthread_t thread;
  CHECK(!model_pthread_equal(model_pthread_self(), 0) && model_pthread_equal(model_pthread_self(), 1));
  CHECK(FAILURE_OF(model_pthread_join(model_pthread_self(), NULL)) == JOIN);
  CHECK(FAILURE_OF(model_pthread_cancel(model_pthread_self())) == UNSUPPORTED);
  CHECK(model_pthread_create(&thread, NULL, return_argument, NULL) == 0);
  CHECK(model_pthread_join(thread, NULL) == 0);
  CHECK(FAILURE_OF(model_pthread_join(thread, NULL)) == JOIN && FAILURE_OF(model_pthread_detach(thread)) == JOIN);
  pthread_attr_t attributes;
  CHECK(model_pthread_attr_init(&attributes) == 0);
  CHECK(model_pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  CHECK(model_pthread_create(&thread, &attributes, return_argument, NULL) == 0);
  CHECK(FAILURE_OF(model_pthread_join(thread, NULL)) == JOIN);

  thrd_t c11;
  int result;
  CHECK(model_thrd_create(&c11, return_negative, NULL) == thrd_success);
  CHECK(model_thrd_join(c11, &result) == thrd_success && result == -1);
  CHECK(model_thrd_create(&c11, return_negative, &result) == thrd_success);
  CHECK(model_thrd_join(c11, &result) == thrd_success && result == -2);

  mtx_t plain, again;
  struct timespec deadline = {0, 0};
  CHECK(model_mtx_init(&plain, mtx_plain) == thrd_success);
  CHECK(model_mtx_init(&again, mtx_recursive | mtx_timed) == thrd_success);
  while (model_mtx_trylock(&plain) != thrd_success)
    ;
  CHECK(model_mtx_trylock(&plain) == thrd_busy && model_mtx_timedlock(&plain, &deadline) == thrd_timedout);
  CHECK(model_mtx_lock(&again) == thrd_success && model_mtx_lock(&again) == thrd_success);
  CHECK(model_mtx_unlock(&again) == thrd_success && model_mtx_unlock(&again) == thrd_success);
  CHECK(FAILURE_OF(model_mtx_unlock(&again)) == UNLOCK_NOT_HELD);
  model_mtx_destroy(&again);
  cnd_t condition;
  CHECK(model_cnd_init(&condition) == thrd_success && model_cnd_signal(&condition) == thrd_success);
  CHECK(model_cnd_timedwait(&condition, &plain, &deadline) == thrd_timedout);
  CHECK(model_mtx_unlock(&plain) == thrd_success);
}

/* The end of the program: handlers run once, last registered first. */

static char order[8];
static int handled;

static void handle_c(void) { order[handled++] = 'c'; }
static void handle_b(void) { order[handled++] = 'b'; model_atexit(handle_c); }
static void handle_a(void) { order[handled++] = 'a'; }

static void *leave(void *id) {
  (void)id;
  model_exit(3);
}

static void ends(void) {
  CHECK(model_atexit(handle_a) == 0 && model_atexit(handle_b) == 0);
  pthread_t thread;
  CHECK(model_pthread_create(&thread, NULL, leave, NULL) == 0 && model_pthread_join(thread, NULL) == 0);
  CHECK(handled == 3 && order[0] == 'b' && order[1] == 'c' && order[2] == 'a');
}

/* Values. */

static void values(void) {
  for (unsigned long choice = 0; choice < 5; choice++) {
    next_choice = choice;
    CHECK(model_porf_nondet_int(-3, 1) == -3 + (int)choice);
    next_choice = choice;
    CHECK(model___VERIFIER_nondet_int() == -0x7fffffff - 1 + (int)choice);
    next_choice = choice;
    CHECK(model_porf_nondet_ulong(~0UL - 4, ~0UL) == ~0UL - 4 + choice);
  }
  next_choice = 0xffffffff;
  CHECK(model_porf_nondet_int(-0x7fffffff - 1, 0x7fffffff) == 0x7fffffff);
  CHECK(FAILURE_OF(model_porf_nondet_int(1, 0)) == 1);
  CHECK(FAILURE_OF(model_porf_nondet_ulong(0, ~0UL)) == UNSUPPORTED);
}

int main(void) {
  locks();
  conditions();
  barriers();
  once_keys_and_semaphores();
  threads();
  ends();
  values();
  return 0;
}
