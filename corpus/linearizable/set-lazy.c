//@ about: The lazy list (Heller, Herlihy, Luchangco, Moir, Scherer and Shavit, A lazy concurrent
//@   list-based set algorithm, OPODIS 2005), to be compared with spec-set.c: a removal marks its
//@   node and then unlinks it, and contains takes no locks. BROKEN: no validation after locking.
//@   BROKEN_MARK: contains does not look at the mark, and validation does not, either.
//@   BROKEN_ORDER: the accesses acquire and release, but are not seq_cst.
//@ why: Whoever has locked two nodes that are neighbours and not marked may change the link between
//@   them. Links and marks are seq_cst: then the argument for interleavings holds. BROKEN: an add
//@   links behind a node that was removed meanwhile, and its key is not there: a key, its removal,
//@   and an add of the next key, and then contains. BROKEN_MARK: the same. Both under every model.
//@   BROKEN_ORDER: with keys 1 and 2 there, one thread adds 0 and looks for 3, another one adds 3
//@   and looks for 0, and both find nothing: under every model but SC.
//@ linearizable: spec-set.c
//@ sc,tso,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --messages 0]: error
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN_MARK --messages 0]: error
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef BROKEN_ORDER
#define READ memory_order_acquire
#define WRITE memory_order_release
#else
#define READ memory_order_seq_cst
#define WRITE memory_order_seq_cst
#endif

struct node {
  pthread_mutex_t mutex;
  int key;
  atomic_bool marked;
  _Atomic(struct node *) next;
};

typedef struct {
  struct node head;  // before all keys
} set_t;

static struct node *next_of(struct node *node) {
  return atomic_load_explicit(&node->next, READ);
}

static bool is_marked(struct node *node) {
#ifdef BROKEN_MARK
  return false;
#else
  return atomic_load_explicit(&node->marked, READ);
#endif
}

static bool has_key(struct node *node, int key) {
  return node != NULL && node->key == key;
}

/* The last node whose key is less. */
static struct node *find_before(set_t *set, int key) {
  struct node *before = &set->head;
  for (struct node *node = next_of(before); node != NULL && node->key < key; node = next_of(node)) {
    before = node;
  }
  return before;
}

static void unlock(struct node *before, struct node *node) {
  if (node != NULL) pthread_mutex_unlock(&node->mutex);
  pthread_mutex_unlock(&before->mutex);
}

/* Locks the place of a key: the node before, which is returned, and the one behind that, if any. */
static struct node *lock_place(set_t *set, int key, struct node **node) {
  for (;;) {
    struct node *before = find_before(set, key);
    *node = next_of(before);
    pthread_mutex_lock(&before->mutex);
    if (*node != NULL) pthread_mutex_lock(&(*node)->mutex);
#ifdef BROKEN
    return before;
#endif
    bool is_valid = !is_marked(before) && (*node == NULL || !is_marked(*node)) &&
                    next_of(before) == *node && (*node == NULL || (*node)->key >= key);
    if (is_valid) return before;
    unlock(before, *node);
  }
}

int set_contains(set_t *set, int key) {
  struct node *node = next_of(find_before(set, key));
  while (node != NULL && node->key < key) node = next_of(node);
  return has_key(node, key) && !is_marked(node);
}

int set_add(set_t *set, int key) {
  struct node *node;
  struct node *before = lock_place(set, key, &node);
  bool is_new = !has_key(node, key);
  if (is_new) {
    struct node *new = malloc(sizeof *new);
    pthread_mutex_init(&new->mutex, NULL);
    new->key = key;
    atomic_init(&new->marked, false);
    atomic_init(&new->next, node);
    atomic_store_explicit(&before->next, new, WRITE);
  }
  unlock(before, node);
  return is_new;
}

int set_remove(set_t *set, int key) {
  struct node *node;
  struct node *before = lock_place(set, key, &node);
  bool is_there = has_key(node, key);
  if (is_there) {
    atomic_store_explicit(&node->marked, true, WRITE);
    atomic_store_explicit(&before->next, next_of(node), WRITE);
  }
  unlock(before, node);
  return is_there;
}
