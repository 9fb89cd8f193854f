//@ about: A synchronisation object is initialised twice. FIXED: it is destroyed in between. STATIC: it is initialised where it is defined, and
//@   then by a call. COPIED: what is initialised the second time is a copy. NEVER: it is used without being initialised.
//@ why: POSIX: initialising one that is initialised already is undefined; a copy is none. That one is initialised by its definition and by a
//@   call, before it is used, is so common that it is let pass: no implementation can tell. A semaphore has no other
//@   initialiser than the call, and so can be told to be none.
//@ all: error invalid-synchronisation line 32
//@ all [-DTYPE=pthread_cond_t -DINIT(o)=pthread_cond_init(o,0) -DDESTROY=pthread_cond_destroy]: error invalid-synchronisation line 32
//@ all [-DTYPE=pthread_rwlock_t -DINIT(o)=pthread_rwlock_init(o,0) -DDESTROY=pthread_rwlock_destroy]: error invalid-synchronisation line 32
//@ all [-DTYPE=pthread_barrier_t -DINIT(o)=pthread_barrier_init(o,0,1) -DDESTROY=pthread_barrier_destroy]: error invalid-synchronisation line 32
//@ all [-DTYPE=pthread_spinlock_t -DINIT(o)=pthread_spin_init(o,0) -DDESTROY=pthread_spin_destroy]: error invalid-synchronisation line 32
//@ all [-DTYPE=sem_t -DINIT(o)=sem_init(o,0,1) -DDESTROY=sem_destroy]: error invalid-synchronisation line 32
//@ all [-DFIXED]: verified
//@ all [-DTYPE=pthread_cond_t -DINIT(o)=pthread_cond_init(o,0) -DDESTROY=pthread_cond_destroy -DFIXED]: verified
//@ all [-DTYPE=pthread_rwlock_t -DINIT(o)=pthread_rwlock_init(o,0) -DDESTROY=pthread_rwlock_destroy -DFIXED]: verified
//@ all [-DTYPE=pthread_barrier_t -DINIT(o)=pthread_barrier_init(o,0,1) -DDESTROY=pthread_barrier_destroy -DFIXED]: verified
//@ all [-DTYPE=pthread_spinlock_t -DINIT(o)=pthread_spin_init(o,0) -DDESTROY=pthread_spin_destroy -DFIXED]: verified
//@ all [-DTYPE=sem_t -DINIT(o)=sem_init(o,0,1) -DDESTROY=sem_destroy -DFIXED]: verified
//@ all [-DSTATIC]: verified
//@ all [-DCOPIED]: verified
//@ all [-DNEVER]: error invalid-synchronisation line 45
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#ifndef TYPE
#define TYPE pthread_mutex_t
#define INIT(object) pthread_mutex_init(object, NULL)
#define DESTROY pthread_mutex_destroy
#endif

static void begin_anew(TYPE *object) {
  INIT(object);
}

struct guarded {
  TYPE object;
  int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
#if defined NEVER
  static sem_t semaphore;
  sem_post(&semaphore);
#elif defined STATIC
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#else
  struct guarded *one = malloc(sizeof *one), *other = malloc(sizeof *other);
  one->value = 1;
  INIT(&one->object);
#ifdef COPIED
  *other = *one;
  begin_anew(&other->object);
  DESTROY(&other->object);
#else
#ifdef FIXED
  DESTROY(&one->object);
#endif
  begin_anew(&one->object);
#endif
  DESTROY(&one->object);
  free(one);
  free(other);
#endif
}
