//@ about: A sorted linked list as a set (T. L. Harris, A Pragmatic Implementation of Non-Blocking Linked-Lists,
//@   DISC 2001, with M. M. Michael's unlinking, SPAA 2002): a removal first marks the next pointer of its node,
//@   then unlinks it. One thread removes 2 from {2}, the other inserts 3 behind it. BROKEN removes without marking;
//@   BROKEN_ORDER links a new node relaxed.
//@ why: The mark makes an insertion behind a removed node fail and start again, so 3 stays in the set and 2 is
//@   gone; without it the node of 3 hangs on the removed one, in every model. A restart follows a changed pointer,
//@   so the loops end. BROKEN_ORDER lets the other thread read the key of a node that nothing has published.
//@ all: verified
//@ all [-DBROKEN]: error assertion
//@ sc,tso,pso,ra [-DBROKEN_ORDER]: verified
//@ rc11 [-DBROKEN_ORDER]: error data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN_ORDER
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  int key;
  atomic_uintptr_t next;  // the pointer; its lowest bit is the mark: this node is removed
};

static struct node tail = {.key = 100};
static struct node two = {.key = 2, .next = (uintptr_t)&tail};
static struct node head = {.key = 0, .next = (uintptr_t)&two};
static struct node three;

static struct node *pointer(uintptr_t link) { return (struct node *)(link & ~(uintptr_t)1); }

static bool replace(atomic_uintptr_t *link, uintptr_t from, uintptr_t to, memory_order order) {
  return atomic_compare_exchange_strong_explicit(link, &from, to, order, memory_order_relaxed);
}

/* The first node whose key is not less than the given one, and the node before it. Unlinks removed nodes on the way. */
static struct node *search(int key, struct node **before) {
restart:
  *before = &head;
  struct node *node = pointer(atomic_load_explicit(&head.next, memory_order_acquire));
  for (;;) {
    uintptr_t next = atomic_load_explicit(&node->next, memory_order_acquire);
    if (next & 1) {
      if (!replace(&(*before)->next, (uintptr_t)node, next & ~(uintptr_t)1, memory_order_release)) goto restart;
    } else {
      if (node->key >= key) return node;
      *before = node;
    }
    node = pointer(next);
  }
}

static bool insert(struct node *new, int key) {
  for (;;) {
    struct node *before, *behind = search(key, &before);
    if (behind->key == key) return false;
    new->key = key;
    atomic_store_explicit(&new->next, (uintptr_t)behind, memory_order_relaxed);
    if (replace(&before->next, (uintptr_t)behind, (uintptr_t)new, LINK)) return true;
  }
}

static bool remove_key(int key) {
  for (;;) {
    struct node *before, *node = search(key, &before);
    if (node->key != key) return false;
    uintptr_t next = atomic_load_explicit(&node->next, memory_order_acquire);
    if (next & 1) continue;
#ifndef BROKEN
    if (!replace(&node->next, next, next | 1, memory_order_release)) continue;
#endif
    if (!replace(&before->next, (uintptr_t)node, next, memory_order_release)) search(key, &before);
    return true;
  }
}

static void *remover(void *unused) {
  (void)unused;
  bool removed = remove_key(2);
  assert(removed);
  struct node *before, *found = search(3, &before);
  assert(found->key == 3 || found->key == 100);
  return NULL;
}

static void *inserter(void *unused) {
  (void)unused;
  bool inserted = insert(&three, 3);
  assert(inserted);
  return NULL;
}

int main(void) {
  pthread_t removing, inserting;
  struct node *before;
  pthread_create(&removing, NULL, remover, NULL);
  pthread_create(&inserting, NULL, inserter, NULL);
  pthread_join(removing, NULL);
  pthread_join(inserting, NULL);
  assert(search(3, &before)->key == 3);
  assert(search(2, &before)->key != 2);
}
