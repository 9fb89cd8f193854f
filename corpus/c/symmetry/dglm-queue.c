//@ about: dglm
//@ all: verified
#include <porf.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef BROKEN
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node dummy;
static _Atomic(struct node *) head = &dummy;
static _Atomic(struct node *) tail = &dummy;

static struct node *read_pointer(_Atomic(struct node *) *pointer) {
  return atomic_load_explicit(pointer, memory_order_acquire);
}

// The last step of an insertion, which whoever finds the tail behind may take.
static void advance_tail(struct node *last, struct node *next) {
  atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
}

static void insert(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  while (true) {
    struct node *last = read_pointer(&tail);
    struct node *next = read_pointer(&last->next);
    if (last != read_pointer(&tail)) continue;
    if (next != NULL) {
      porf_help(advance_tail, last, next);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
      porf_main(advance_tail, last, node);
      return;
    }
  }
}

static bool take(int *value) {
  struct node *first, *next;
  do {
    first = read_pointer(&head);
    next = read_pointer(&first->next);
    if (first != read_pointer(&head)) continue;
    if (next == NULL) return false;
  } while (!atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed));
  *value = next->value;
  // Do not leave the tail behind the head.
  if (first == read_pointer(&tail)) porf_help(advance_tail, first, next);
  return true;
}

#include "clients.h"
