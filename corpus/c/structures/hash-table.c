//@ about: A hash table of fixed size with open addressing, whose slots are pointers that an insertion sets by
//@   compare-exchange (after C. Click, A Lock-Free Hash Table, JavaOne 2007; nothing is removed, nothing grows).
//@   Two threads insert the same key and one other key that collides with it. With BROKEN an insertion publishes
//@   its entry relaxed.
//@ why: A slot is set once. Of two insertions of the same key, one finds the other's entry, in its compare-exchange
//@   or before, so exactly one succeeds; the other keys find the next slots. A lookup acquires the entry. With
//@   BROKEN the comparison of the keys reads the other thread's entry unordered.
//@ all: verified
//@ sc,tso,pso,ra [-DBROKEN]: verified
//@ rc11 [-DBROKEN]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

#define SLOTS 4u

struct entry {
  unsigned key;
  int value;
};

static _Atomic(struct entry *) slots[SLOTS];

/* Whether the entry went in; not if its key is there already. */
static bool insert(struct entry *entry) {
  for (unsigned i = 0; i < SLOTS; i++) {
    _Atomic(struct entry *) *slot = &slots[(entry->key + i) % SLOTS];
    struct entry *there = atomic_load_explicit(slot, memory_order_acquire);
    if (there == NULL &&
        atomic_compare_exchange_strong_explicit(slot, &there, entry, PUBLISH, memory_order_acquire)) {
      return true;
    }
    if (there->key == entry->key) return false;
  }
  return false;
}

static struct entry *lookup(unsigned key) {
  for (unsigned i = 0; i < SLOTS; i++) {
    struct entry *there = atomic_load_explicit(&slots[(key + i) % SLOTS], memory_order_acquire);
    if (there == NULL) return NULL;
    if (there->key == key) return there;
  }
  return NULL;
}

struct work {
  struct entry common, own;
  bool inserted;
};

static void *insert_both(void *argument) {
  struct work *work = argument;
  work->common.key = 1;  // written here, so that publishing it matters
  work->own.value = 20;
  work->inserted = insert(&work->common);
  bool inserted = insert(&work->own);
  assert(inserted);
  struct entry *found = lookup(1);
  assert(found != NULL && found->value == 10);
  return NULL;
}

int main(void) {
  static struct work first = {.common = {.value = 10}, .own = {.key = 1 + SLOTS}};
  static struct work second = {.common = {.value = 10}, .own = {.key = 1 + 2 * SLOTS}};
  pthread_t one, two;
  pthread_create(&one, NULL, insert_both, &first);
  pthread_create(&two, NULL, insert_both, &second);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(first.inserted != second.inserted);
  assert(lookup(1) == (first.inserted ? &first.common : &second.common));
  assert(lookup(1 + SLOTS) == &first.own && lookup(1 + 2 * SLOTS) == &second.own);
  assert(lookup(2) == NULL);
}
