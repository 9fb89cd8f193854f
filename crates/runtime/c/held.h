/* Which locks a thread holds.

   The table is thread-local, so keeping it makes no events. It is what lets an unlock be a single store: the thread
   knows that it holds the lock, what kind of lock it is, and how often it has locked it. */

#ifndef PORF_HELD_H
#define PORF_HELD_H

#include "intrinsics.h"

enum { MAX_HELD = 32 };

struct held {
  const void *lock;
  u32 kind;  /* for the owner of the lock to choose */
  u32 depth; /* how often it is locked */
};

static _Thread_local struct held held_locks[MAX_HELD];
static _Thread_local u32 held_count;

/* The entry of a lock that the calling thread holds, or null. */
static struct held *find_held(const void *lock) {
  for (u32 index = held_count; index > 0; index--)
    if (held_locks[index - 1].lock == lock)
      return &held_locks[index - 1];
  return NULL;
}

static void hold(const void *lock, u32 kind) {
  if (held_count == MAX_HELD)
    __porf_fail(FAIL_UNSUPPORTED, "a thread holds more than 32 locks");
  held_locks[held_count].lock = lock;
  held_locks[held_count].kind = kind;
  held_locks[held_count].depth = 1;
  held_count++;
}

/* Forgets an entry; the pointers to other entries are stale then. */
static void forget(struct held *entry) {
  held_count--;
  *entry = held_locks[held_count];
}

#endif
