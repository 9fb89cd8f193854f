/* Threads, atomics of every size and ordering, thread-local variables, fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct pair {
  int a, b;
};

static atomic_int x;
static _Atomic struct pair whole;
static atomic_bool flag;
static _Atomic(char *) pointer;
static _Atomic float number;
static atomic_uchar byte;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Thread_local int own;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
  int expected = 1;
  own++;
  atomic_fetch_add(&x, 1);
  atomic_compare_exchange_weak(&x, &expected, 3);
  struct pair pair = atomic_load(&whole);
  pair.a += *(int *)argument;
  atomic_store(&whole, pair);
  atomic_store_explicit(&flag, true, memory_order_release);
  atomic_fetch_or(&byte, 3);
  atomic_fetch_xor_explicit(&byte, 1, memory_order_relaxed);
  char *old = 0;
  atomic_compare_exchange_strong_explicit(&pointer, &old, "x", memory_order_acq_rel, memory_order_acquire);
  atomic_exchange(&pointer, old);
  atomic_store(&number, 1.5f);
  atomic_thread_fence(memory_order_acquire);
  atomic_signal_fence(memory_order_seq_cst);
  while (atomic_flag_test_and_set(&lock))
    __asm__ volatile("" ::: "memory");
  atomic_flag_clear(&lock);
  __sync_synchronize();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int arguments[2] = {1, 2};
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, run, &arguments[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(atomic_load_explicit(&x, memory_order_relaxed) > 0);
  fprintf(stderr, "%d %f\n", own, atomic_load(&number));
  return 0;
}
