//@ about: treiber
//@ all: verified
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void insert(int value) {
  struct node *node = malloc(sizeof *node), *first;
  node->value = value;
  do {
    first = atomic_load_explicit(&top, memory_order_relaxed);
    node->next = first;
  } while (!atomic_compare_exchange_strong_explicit(&top, &first, node, PUBLISH, memory_order_relaxed));
}

static bool take(int *value) {
  struct node *first;
  do {
    first = atomic_load_explicit(&top, memory_order_acquire);
    if (first == NULL) return false;
  } while (!atomic_compare_exchange_strong_explicit(&top, &first, first->next, memory_order_relaxed,
                                                    memory_order_relaxed));
  *value = first->value;
  return true;
}

#define LIFO
#include "clients.h"
