//@ about: A bounded buffer as a monitor (C. A. R. Hoare, Monitors: an operating system structuring
//@   concept, CACM 1974), in pthreads' terms (Lampson and Redell, Experience with processes and monitors
//@   in Mesa, CACM 1980): a thread that is woken must look again whether what it waited for is there.
//@   BROKEN_IF: it does not. BROKEN_SIGNAL: the producer signals before it puts the item into the buffer,
//@   not after.
//@ why: A wake-up is a hint: it may be spurious. A thread that then looks and waits again might as well
//@   have gone on waiting. BROKEN_IF: the consumer wakes up spuriously and takes what is not there.
//@   BROKEN_SIGNAL: the signal wakes nobody, then the consumer looks, finds nothing and waits, then the
//@   item comes: no more wake-ups, and main waits for the consumer. All of this is interleaving, so in
//@   every model.
//@ all: verified
//@ all [-DITEMS=2] slow: verified
//@ all [-DBROKEN_IF]: error assertion
//@ all [-DBROKEN_SIGNAL]: error deadlock
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ITEMS
#define ITEMS 1
#endif
#define CAPACITY 1

#ifdef BROKEN_IF
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

static int buffer[CAPACITY];
static int count;  // items in the buffer
static int put_at, get_at;

static void put(int item) {
#ifdef BROKEN_SIGNAL
  pthread_cond_signal(&not_empty);
#endif
  pthread_mutex_lock(&mutex);
  WAIT_WHILE(count == CAPACITY) {
    pthread_cond_wait(&not_full, &mutex);
  }
  assert(count < CAPACITY);
  buffer[put_at] = item;
  put_at = (put_at + 1) % CAPACITY;
  count++;
#ifndef BROKEN_SIGNAL
  pthread_cond_signal(&not_empty);
#endif
  pthread_mutex_unlock(&mutex);
}

static int get(void) {
  pthread_mutex_lock(&mutex);
  WAIT_WHILE(count == 0) {
    pthread_cond_wait(&not_empty, &mutex);
  }
  assert(count > 0);
  int item = buffer[get_at];
  get_at = (get_at + 1) % CAPACITY;
  count--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return item;
}

static void *producer(void *unused) {
  (void)unused;
  for (int i = 1; i <= ITEMS; i++) {
    put(i);
  }
  return NULL;
}

static void *consumer(void *unused) {
  (void)unused;
  for (int i = 1; i <= ITEMS; i++) {
    int item = get();
    assert(item == i);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, producer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 0);
  return 0;
}
