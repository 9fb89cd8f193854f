//@ about: Symmetric threads go through memory of their own by pointers, which they compare and subtract; keep bits in the
//@   low ends of aligned addresses; sort; and hand out what they have allocated. None of that distinguishes them. With OUTSIDE they
//@   subtract pointers to memory of both.
//@ why: What is said of two places in one thread's memory is the same for all. Three threads take nodes off a list by exchanging its
//@   head; who comes first is all that differs, 3! = 6 ways, which are one up to symmetry.
//@ all: verified executions=6
//@ all [--symmetry]: verified executions=1
//@ all [-DOUTSIDE --symmetry]: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int numbers[4];
};

static _Atomic(struct node *) head;

static int by_size(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

static void *work(void *unused) {
  struct node *node = malloc(sizeof *node);
  int *end = node->numbers + 4, sum = 0;
  for (int *number = node->numbers; number < end; number++) *number = (int)(end - number);
  qsort(node->numbers, 4, sizeof *node->numbers, by_size);
  for (int *number = end; number > node->numbers;) sum += *--number;
  assert(sum == 10 && node->numbers[0] == 1);
  uintptr_t tagged = (uintptr_t)node | 1;
  assert((tagged & 1) == 1 && ((uintptr_t)node & 7) == 0);
  struct node *untagged = (struct node *)(tagged & ~(uintptr_t)1), copy;
  assert(untagged == node && untagged);
  copy.next = untagged;
  struct node moved = copy;
  node->next = atomic_exchange(&head, moved.next);
#ifdef OUTSIDE
  assert(!node->next || (char *)node - (char *)node->next > 0);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  int count = 0;
  for (struct node *node = head, *next; node; node = next, count++) {
    next = node->next;
    free(node);
  }
  assert(count == 3);
}
