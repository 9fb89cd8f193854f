//@ about: A lock for readers and writers as a monitor in which readers let waiting writers go first
//@   (Butenhof, Programming with POSIX Threads, 1997, section 7.1.2), as an implementation of the
//@   specification rwlock. BROKEN: a writer that leaves wakes up only one of those who wait.
//@   BROKEN_IF: a writer looks only once whether it may enter.
//@ why: Everything happens under the mutex, and whoever leaves wakes up all that may go on. BROKEN:
//@   the one woken up is a reader, and another reader sleeps on although nobody writes: two readers
//@   and a writer under every model. BROKEN_IF: a wake-up that is spurious, or that comes when
//@   another writer was faster, lets a writer in: two writers under every model. A thread that
//@   reads and reads again before it has unlocked may wait for a writer that waits for it: no
//@   client of this lock may do so, though the specification allows it.
//@ implements: rwlock
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --threads 3 --calls 1 --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_IF --messages 0]: error
#include <pthread.h>

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t readers_may, writers_may;
  int readers, waiting_writers;
  int writing;
} rw_t;

void rw_read_lock(rw_t *lock) {
  pthread_mutex_lock(&lock->mutex);
  while (lock->writing || lock->waiting_writers > 0) {
    pthread_cond_wait(&lock->readers_may, &lock->mutex);
  }
  lock->readers++;
  pthread_mutex_unlock(&lock->mutex);
}

void rw_read_unlock(rw_t *lock) {
  pthread_mutex_lock(&lock->mutex);
  if (--lock->readers == 0) pthread_cond_signal(&lock->writers_may);
  pthread_mutex_unlock(&lock->mutex);
}

void rw_write_lock(rw_t *lock) {
  pthread_mutex_lock(&lock->mutex);
  lock->waiting_writers++;
#ifdef BROKEN_IF
  if (lock->writing || lock->readers > 0) pthread_cond_wait(&lock->writers_may, &lock->mutex);
#else
  while (lock->writing || lock->readers > 0) pthread_cond_wait(&lock->writers_may, &lock->mutex);
#endif
  lock->waiting_writers--;
  lock->writing = 1;
  pthread_mutex_unlock(&lock->mutex);
}

void rw_write_unlock(rw_t *lock) {
  pthread_mutex_lock(&lock->mutex);
  lock->writing = 0;
  if (lock->waiting_writers > 0) {
    pthread_cond_signal(&lock->writers_may);
  } else {
#ifdef BROKEN
    pthread_cond_signal(&lock->readers_may);
#else
    pthread_cond_broadcast(&lock->readers_may);
#endif
  }
  pthread_mutex_unlock(&lock->mutex);
}
