//@ about: Pointer arithmetic: differences, comparisons, one past the end, arrays of arrays, pointers to pointers,
//@   offsetof and back from a member to its struct, a linked list through a double pointer.
//@ why: C11 6.5.6.
//@ all: verified
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  char tag;
  struct node *next;
  int value;
};

static void insert(struct node **list, struct node *node) {
  while (*list != NULL && (*list)->value < node->value) list = &(*list)->next;
  node->next = *list;
  *list = node;
}

int main(void) {
  int table[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
  int *first = &table[0][0], *end = first + 12;
  assert(end - first == 12 && &table[2][3] == end - 1 && first < end);
  assert(*(*(table + 1) + 2) == 6 && (char *)&table[1] - (char *)table == (ptrdiff_t)(4 * sizeof(int)));

  struct node nodes[3] = {{'a', NULL, 3}, {'b', NULL, 1}, {'c', NULL, 2}}, *list = NULL;
  for (int i = 0; i < 3; i++) insert(&list, &nodes[i]);
  assert(list == &nodes[1] && list->next == &nodes[2] && list->next->next == &nodes[0] && nodes[0].next == NULL);

  int *member = &nodes[2].value;
  struct node *whole = (struct node *)((char *)member - offsetof(struct node, value));
  assert(whole == &nodes[2] && whole->tag == 'c');

  uintptr_t tagged = (uintptr_t)whole | 1;
  assert(((struct node *)(tagged & ~(uintptr_t)1))->value == 2);
  const char *text = "text";
  assert(text[1] == 'e' && 2 [text] == 'x' && *(text + 3) == 't' && text[4] == 0);
}
