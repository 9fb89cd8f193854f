//@ about: The sequential set that concurrent sets are compared with: keys are 0 to KEYS - 1, and
//@   calls say whether they have found or changed something. A set of zeros is empty.
//@ why: It is no program of its own. It is run one call after the other, in the order of a
//@   linearization.
#ifndef KEYS
#define KEYS 16
#endif

typedef struct {
  _Bool has[KEYS];
} set_t;

/* Whether the key was not there before. */
int set_add(set_t *set, int key) {
  int added = !set->has[key];
  set->has[key] = 1;
  return added;
}

/* Whether the key was there before. */
int set_remove(set_t *set, int key) {
  int removed = set->has[key];
  set->has[key] = 0;
  return removed;
}

int set_contains(set_t *set, int key) {
  return set->has[key];
}
