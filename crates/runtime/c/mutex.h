/* Mutexes as the condition variables and C11 threads see them. */

#ifndef PORF_MUTEX_H
#define PORF_MUTEX_H

#include "intrinsics.h"
#include "life.h"

/* The layout of pthread_mutex_t in glibc, whose static initialisers put the kind at offset 16. The word holds the
   kind in its low half and the owner's thread id plus 1, 0 if it is free, in its high half. */
typedef struct {
  life life;
  u64 unused;
  u64 word;
} pthread_mutex_t;

enum mutex_kind { MUTEX_NORMAL = 0, MUTEX_RECURSIVE = 1, MUTEX_ERRORCHECK = 2, MUTEX_ADAPTIVE = 3 };

int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);

/* Whether an attempt to lock may fail for no reason. */
enum try_strength { STRONG, WEAK };
static int mutex_try_lock(pthread_mutex_t *mutex, enum try_strength strength);

/* Unlocks a held mutex whatever its depth, and locks it again to the same depth; for condition variables. */
static u32 mutex_release_fully(pthread_mutex_t *mutex);
static void mutex_reacquire(pthread_mutex_t *mutex, u32 depth);

#endif
