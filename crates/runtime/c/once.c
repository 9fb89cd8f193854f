/* pthread_once and call_once: 0 is not yet, 1 is running, 2 is done. */

#include "intrinsics.h"

enum { ONCE_FRESH = 0, ONCE_RUNNING = 1, ONCE_DONE = 2 };

int pthread_once(u32 *control, void (*routine)(void)) {
  u32 seen = ONCE_FRESH;
  if (__atomic_compare_exchange_n(control, &seen, ONCE_RUNNING, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    routine();
    __atomic_store_n(control, ONCE_DONE, __ATOMIC_RELEASE);
  } else if (seen == ONCE_RUNNING) {
    __porf_wait_rmw32(control, ~0U, WAIT_EQUAL, ONCE_DONE, OP_OR, 0);
  }
  return 0;
}
