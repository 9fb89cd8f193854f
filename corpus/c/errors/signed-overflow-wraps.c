//@ about: Without the option, signed arithmetic wraps as the machine's does. Atomic additions wrap in any case (C11
//@   7.17.7.5: no undefined results).
//@ why: Two's complement.
//@ all: verified
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

static int largest = INT_MAX;
static atomic_int atomic_largest = INT_MAX;

int main(void) {
  int next = largest + 1;
  assert(next == INT_MIN);
  assert(atomic_fetch_add(&atomic_largest, 1) == INT_MAX);
  assert(atomic_load(&atomic_largest) == INT_MIN);
}
