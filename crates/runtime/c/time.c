/* Time stands still, and to sleep or to yield is to do nothing: any other thread may run at any time anyway. */

#include "intrinsics.h"

struct time {
  long seconds;
  long fraction;
};

static const struct time NOW = {1000000000, 0};

long time(long *seconds) {
  if (seconds)
    *seconds = NOW.seconds;
  return NOW.seconds;
}

long clock(void) { return 0; }

int clock_gettime(int clock, struct time *now) {
  (void)clock;
  *now = NOW;
  return 0;
}

int timespec_get(struct time *now, int base) {
  *now = NOW;
  return base;
}

int gettimeofday(struct time *restrict now, void *restrict zone) {
  (void)zone;
  *now = NOW;
  return 0;
}

int sched_yield(void) { return 0; }

int pthread_yield(void) { return 0; }

u32 sleep(u32 seconds) {
  (void)seconds;
  return 0;
}

int usleep(u32 microseconds) {
  (void)microseconds;
  return 0;
}

int nanosleep(const struct time *length, struct time *remaining) {
  (void)length;
  if (remaining)
    remaining->seconds = remaining->fraction = 0;
  return 0;
}
