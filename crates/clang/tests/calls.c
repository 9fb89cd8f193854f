/* Calls of everything that programs under test usually call. */

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spinlock;
static pthread_barrier_t barrier;
static pthread_key_t key;
static sem_t semaphore;

static void nothing(void) {}
static void *thread(void *argument) {
  pthread_cleanup_push(free, argument);
  pthread_testcancel();
  pthread_cleanup_pop(1);
  pthread_exit(argument);
}
static int c11_thread(void *argument) { thrd_exit(argument != NULL); }
static int compare(const void *one, const void *other) { return memcmp(one, other, 1); }

static void threads(void) {
  pthread_t handle;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_create(&handle, &attributes, thread, NULL);
  pthread_attr_destroy(&attributes);
  pthread_setname_np(handle, "name");
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_join(handle, NULL);
  pthread_detach(pthread_self());
  assert(pthread_equal(pthread_self(), handle));
  pthread_mutexattr_t type;
  pthread_mutexattr_init(&type);
  pthread_mutexattr_settype(&type, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &type);
  pthread_mutexattr_destroy(&type);
  pthread_mutex_lock(&mutex);
  pthread_mutex_trylock(&mutex);
  pthread_mutex_timedlock(&mutex, &(struct timespec){0, 0});
  pthread_cond_init(&condition, NULL);
  pthread_cond_wait(&condition, &mutex);
  pthread_cond_timedwait(&condition, &mutex, &(struct timespec){0, 0});
  pthread_cond_signal(&condition);
  pthread_cond_broadcast(&condition);
  pthread_cond_destroy(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  pthread_rwlock_init(&rwlock, NULL);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_tryrdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_trywrlock(&rwlock);
  pthread_rwlock_destroy(&rwlock);
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  pthread_spin_trylock(&spinlock);
  pthread_spin_unlock(&spinlock);
  pthread_spin_destroy(&spinlock);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  pthread_once(&once, nothing);
  pthread_key_create(&key, free);
  pthread_setspecific(key, pthread_getspecific(key));
  pthread_key_delete(key);
  int value;
  sem_init(&semaphore, 0, 1);
  sem_wait(&semaphore);
  sem_trywait(&semaphore);
  sem_timedwait(&semaphore, &(struct timespec){0, 0});
  sem_post(&semaphore);
  sem_getvalue(&semaphore, &value);
  sem_destroy(&semaphore);
  sched_yield();
}

static void c11_threads(void) {
  static once_flag flag = ONCE_FLAG_INIT;
  thrd_t handle;
  mtx_t lock;
  cnd_t wake;
  tss_t slot;
  thrd_create(&handle, c11_thread, NULL);
  thrd_join(handle, NULL);
  thrd_detach(thrd_current());
  thrd_yield();
  thrd_sleep(&(struct timespec){0, 0}, NULL);
  if (thrd_equal(handle, handle))
    mtx_init(&lock, mtx_plain);
  mtx_lock(&lock);
  mtx_trylock(&lock);
  mtx_timedlock(&lock, &(struct timespec){0, 0});
  cnd_init(&wake);
  cnd_wait(&wake, &lock);
  cnd_timedwait(&wake, &lock, &(struct timespec){0, 0});
  cnd_signal(&wake);
  cnd_broadcast(&wake);
  cnd_destroy(&wake);
  mtx_unlock(&lock);
  mtx_destroy(&lock);
  tss_create(&slot, free);
  tss_set(slot, tss_get(slot));
  tss_delete(slot);
  call_once(&flag, nothing);
}

static void library(char *text, int number) {
  char buffer[64], *end;
  void *object = malloc(strlen(text) + strnlen(text, 3));
  object = realloc(object, 9);
  free(object);
  free(calloc(2, 3));
  free(aligned_alloc(64, 64));
  posix_memalign(&object, 64, 64);
  strcpy(buffer, text);
  strncpy(buffer, text, 9);
  strcat(buffer, text);
  strncat(buffer, text, 9);
  memcpy(buffer, text, (size_t)number);
  memmove(buffer, text, (size_t)number);
  memset(buffer, 0, (size_t)number);
  number += strcmp(buffer, text) + strncmp(buffer, text, 9) + memcmp(buffer, text, 9) + strcasecmp(buffer, text);
  number += strchr(text, 'x') != strrchr(text, 'x') && strstr(text, "x") && memchr(text, 'x', 9);
  free(strdup(text));
  free(strndup(text, 9));
  number += atoi(text) + (int)atol(text) + (int)strtol(text, &end, 0) + (int)strtoul(text, NULL, 0) + abs(number);
  number += (int)strtoll(text, &end, 10);
  number += isdigit(*text) + isalpha(*text) + isspace(*text) + isupper(*text) + tolower(*text) + toupper(*text);
  qsort(buffer, 9, 1, compare);
  bsearch(text, buffer, 9, 1, compare);
  srand(1);
  number += rand();
  errno = number;
  snprintf(buffer, sizeof buffer, "%d", number);
  sprintf(buffer, "%d", number);
  printf("%s %d\n", buffer, number);
  fprintf(stderr, "%d\n", number);
  puts(buffer);
  putchar('x');
  fputs(buffer, stdout);
  fputc('x', stdout);
  perror("x");
  fflush(stdout);
  getenv("HOME");
  usleep(1);
  sleep(1);
  nanosleep(&(struct timespec){0, 0}, NULL);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (time(NULL) == clock() + getpid())
    abort();
  atexit(nothing);
  exit(number);
}

int main(int count, char **arguments) {
  threads();
  c11_threads();
  library(arguments[0], count);
}
