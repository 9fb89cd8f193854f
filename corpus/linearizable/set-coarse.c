//@ about: A sorted linked list under one mutex (Herlihy and Shavit, The Art of Multiprocessor
//@   Programming, section 9.4), to be compared with spec-set.c. UNLOCKED: contains does not lock;
//@   links are atomic, and removed nodes are not freed. BROKEN: add looks in one critical section
//@   and links in another one.
//@ why: The critical sections are the linearization. UNLOCKED: changes follow each other, and each
//@   is one write. A look that has seen one change has seen all before it, so it comes between two
//@   changes, also under weak models. BROKEN: a key is there twice: two threads add it, both
//@   successfully, under every model.
//@ linearizable: spec-set.c
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --messages 0]: error
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int key;
  _Atomic(struct node *) next;
};

typedef struct {
  pthread_mutex_t mutex;
  _Atomic(struct node *) first;
} set_t;

static struct node *follow(_Atomic(struct node *) *link) {
  return atomic_load_explicit(link, memory_order_acquire);
}

/* The link to the first node whose key is not less. */
static _Atomic(struct node *) *find(set_t *set, int key) {
  _Atomic(struct node *) *link = &set->first;
  for (struct node *node = follow(link); node != NULL && node->key < key; node = follow(link)) {
    link = &node->next;
  }
  return link;
}

static int is_at(_Atomic(struct node *) *link, int key) {
  struct node *node = follow(link);
  return node != NULL && node->key == key;
}

int set_contains(set_t *set, int key) {
#ifdef UNLOCKED
  return is_at(find(set, key), key);
#else
  pthread_mutex_lock(&set->mutex);
  int found = is_at(find(set, key), key);
  pthread_mutex_unlock(&set->mutex);
  return found;
#endif
}

int set_add(set_t *set, int key) {
  struct node *node = malloc(sizeof *node);
  node->key = key;
  pthread_mutex_lock(&set->mutex);
  _Atomic(struct node *) *link = find(set, key);
  int added = !is_at(link, key);
#ifdef BROKEN
  pthread_mutex_unlock(&set->mutex);
  pthread_mutex_lock(&set->mutex);
#endif
  if (added) {
    atomic_init(&node->next, follow(link));
    atomic_store_explicit(link, node, memory_order_release);
  }
  pthread_mutex_unlock(&set->mutex);
  if (!added) free(node);
  return added;
}

int set_remove(set_t *set, int key) {
  pthread_mutex_lock(&set->mutex);
  _Atomic(struct node *) *link = find(set, key);
  int removed = is_at(link, key);
  // The node is not freed: with UNLOCKED somebody may be there.
  if (removed) atomic_store_explicit(link, follow(&follow(link)->next), memory_order_release);
  pthread_mutex_unlock(&set->mutex);
  return removed;
}
