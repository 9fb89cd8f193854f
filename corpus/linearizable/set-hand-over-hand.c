//@ about: A sorted list with a mutex in each node, locked hand over hand (Bayer and Schkolnick,
//@   Concurrency of operations on B-trees, Acta Informatica 1977; Herlihy and Shavit, section 9.5),
//@   to be compared with spec-set.c. A removed node is freed. BROKEN: a walk lets a node go before
//@   it locks the next one.
//@ why: Nobody overtakes on the list, and whoever changes a link holds the nodes on both sides of
//@   it. Links are no atomic variables. BROKEN: the next node is removed and freed before it is
//@   locked, under every model.
//@ linearizable: spec-set.c
//@ sc,tso,ra,rc11,cpp20 [--messages 0]: holds
//@ sc,tso,ra,rc11,cpp20 [-DBROKEN --messages 0]: error
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int key;
  struct node *next;
};

typedef struct {
  struct node head;  // before all keys
} set_t;

static void lock(struct node *node) {
  if (node != NULL) pthread_mutex_lock(&node->mutex);
}

static void unlock(struct node *node) {
  if (node != NULL) pthread_mutex_unlock(&node->mutex);
}

/* The last node whose key is less, and the one behind it, both locked. */
static struct node *find(set_t *set, int key, struct node **node) {
  struct node *before = &set->head;
  lock(before);
  *node = before->next;
  lock(*node);
  while (*node != NULL && (*node)->key < key) {
    unlock(before);
    before = *node;
    *node = before->next;
#ifdef BROKEN
    unlock(before);
    lock(*node);
    lock(before);
#else
    lock(*node);
#endif
  }
  return before;
}

int set_contains(set_t *set, int key) {
  struct node *node;
  struct node *before = find(set, key, &node);
  int found = node != NULL && node->key == key;
  unlock(node);
  unlock(before);
  return found;
}

int set_add(set_t *set, int key) {
  struct node *node;
  struct node *before = find(set, key, &node);
  int is_new = node == NULL || node->key != key;
  if (is_new) {
    struct node *new = malloc(sizeof *new);
    pthread_mutex_init(&new->mutex, NULL);
    new->key = key;
    new->next = node;
    before->next = new;
  }
  unlock(node);
  unlock(before);
  return is_new;
}

int set_remove(set_t *set, int key) {
  struct node *node;
  struct node *before = find(set, key, &node);
  int is_there = node != NULL && node->key == key;
  if (is_there) before->next = node->next;
  unlock(node);
  unlock(before);
  if (is_there) {
    pthread_mutex_destroy(&node->mutex);
    free(node);
  }
  return is_there;
}
