/* Which locks a thread holds.

   The table is thread-local, so keeping it makes no events. It is what lets an unlock be a single store: the thread
   knows that it holds the lock, what kind of lock it is, and how often it has locked it. */

#ifndef PORF_HELD_H
#define PORF_HELD_H

#include "intrinsics.h"

enum { MAX_HELD = 32 };

/* In place of a number of effects: unlocking does not cancel locking. */
static const u64 NO_PAIR = ~0UL;

struct held {
  const void *lock;
  u32 kind;  /* for the owner of the lock to choose */
  u32 depth; /* how often it is locked */
  /* How many effects the thread had had before it locked it, and right after: if there are no more when it unlocks it,
     nobody who waits for locks can tell whether it ever did. */
  u64 effects_before, effects_after;
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

/* `effects_before` is how many there were before the lock was touched. */
static void hold(const void *lock, u32 kind, u64 effects_before) {
  if (held_count == MAX_HELD)
    __porf_fail(FAIL_UNSUPPORTED, "a thread holds more than 32 locks");
  held_locks[held_count].lock = lock;
  held_locks[held_count].kind = kind;
  held_locks[held_count].depth = 1;
  held_locks[held_count].effects_before = effects_before;
  struct held *held = &held_locks[held_count];
  held_count++;
  held->effects_after = __porf_effects() + 1; /* this one included */
}

static _Bool has_done_nothing_since(const struct held *held) { return held->effects_after == __porf_effects(); }

/* Forgets an entry; the pointers to other entries are stale then. */
static void forget(struct held *entry) {
  held_count--;
  *entry = held_locks[held_count];
}

#endif
