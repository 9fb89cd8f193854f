//@ about: A reader-writer lock on one counter, as Linux had on x86 until 2014: the counter starts at a
//@   bias, a reader takes one, a writer takes all of it. BROKEN: a reader's unlock does not release.
//@ why: A writer that succeeds has found the whole bias there, so it has read from, or through rmws behind,
//@   every unlock before; a reader that succeeds likewise every writer's unlock. BROKEN: the writer does
//@   not know that the reader has finished reading, so its writes race with the reads under RC11. In the
//@   other models an rmw is strong whatever its ordering says.
//@ all: verified
//@ rc11 [-DBROKEN]: error data-race
//@ all [-DBROKEN]: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define BIAS 0x100000

#ifdef BROKEN
#define READ_UNLOCK memory_order_relaxed
#else
#define READ_UNLOCK memory_order_release
#endif

static atomic_int available = BIAS;

static void read_lock(void) {
  while (atomic_fetch_sub_explicit(&available, 1, memory_order_acquire) <= 0) {
    // A writer is here: give it back and wait until it has gone.
    atomic_fetch_add_explicit(&available, 1, memory_order_relaxed);
    while (atomic_load_explicit(&available, memory_order_relaxed) <= 0) {
    }
  }
}

static void read_unlock(void) {
  atomic_fetch_add_explicit(&available, 1, READ_UNLOCK);
}

static void write_lock(void) {
  while (atomic_fetch_sub_explicit(&available, BIAS, memory_order_acquire) != BIAS) {
    // Somebody is here: give it back and wait until all have gone.
    atomic_fetch_add_explicit(&available, BIAS, memory_order_relaxed);
    while (atomic_load_explicit(&available, memory_order_relaxed) != BIAS) {
    }
  }
}

static void write_unlock(void) {
  atomic_fetch_add_explicit(&available, BIAS, memory_order_release);
}

static int low, high;  // equal whenever nobody writes

static void *writer(void *unused) {
  (void)unused;
  write_lock();
  low++;
  high++;
  write_unlock();
  return NULL;
}

static void *reader(void *unused) {
  (void)unused;
  read_lock();
  assert(low == high);
  read_unlock();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, reader, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(low == 1 && high == 1);
  return 0;
}
