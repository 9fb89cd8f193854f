//@ about: A lock that two threads take by exchange, and the usual ways of backing off between attempts. UP, DOWN,
//@   PARTS: yield now and then, by a counter. STAGES: pause, then yield, then sleep. EXPONENTIAL: pause twice as
//@   long each time. VOLATILE: pause by counting. STRUCT: the state of the back-off is in a structure of the stack,
//@   which functions change.  SLEEPS: sleep longer each time. RANDOM: pause for a random time, by a
//@   thread-local seed. POWERS: pause 1 << step times. LOOKS: looks whether the lock is free first, so that
//@   iterations end in several places. COUNTS: counts its attempts in a structure, for nobody.
//@   Backing off is not all in the others. GIVES_UP: the thread leaves after some attempts. USED: the counter is
//@   looked at after the loop. READS: backing off reads what another thread writes. DIVIDES: the counter divides
//@   when it is 0. SHIFTS: the counter shifts when it is too large. OVERFLOWS: the counter does
//@   not fit, which is an error with --signed-overflow only.
//@ why: Backing off does nothing, so each attempt is as the one before, and counts are those of the lock without
//@   back-off: one for each order of the threads, 2. The thread that comes second awaits that the lock is free, so
//@   none is blocked. LOOKS: the second one has seen the lock free at the beginning or after the first one: 2 in either
//@   order. GIVES_UP and USED: the second thread finds the lock taken as often as one likes. READS: the
//@   second thread reads the variable before the first one writes it, or after that. DIVIDES, SHIFTS,
//@   OVERFLOWS: the second thread finds the lock taken.
//@ all [-DUP]: verified executions=2 blocked=0
//@ all [-DDOWN]: verified executions=2 blocked=0
//@ all [-DPARTS]: verified executions=2 blocked=0
//@ all [-DSTAGES]: verified executions=2 blocked=0
//@ all [-DEXPONENTIAL]: verified executions=2 blocked=0
//@ all [-DVOLATILE]: verified executions=2 blocked=0
//@ all [-DSTRUCT]: verified executions=2 blocked=0
//@ all [-DSLEEPS]: verified executions=2 blocked=0
//@ all [-DRANDOM]: verified executions=2 blocked=0
//@ all [-DPOWERS]: verified executions=2 blocked=0
//@ all [-DLOOKS]: verified executions=4 blocked=0
//@ all [-DCOUNTS]: verified executions=2 blocked=0
//@ all [-DUP --unroll 3]: verified executions=2 blocked=0
//@ all [-DEXPONENTIAL --unroll 3]: verified executions=2 blocked=0
//@ all [-DGIVES_UP]: error assertion
//@ all [-DUSED]: error assertion
//@ all [-DREADS]: error assertion
//@ all [-DDIVIDES]: error division
//@ all [-DSHIFTS]: error shift
//@ all [-DOVERFLOWS --unroll 3]: verified executions=2 blocked=0
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static atomic_int held, told;
static int entered;

static bool is_taken(void) {
  return atomic_exchange_explicit(&held, 1, memory_order_acquire);
}

static void pause_once(void) {
  __asm__ volatile("pause");
}

#if defined UP

static void lock(void) {
  int spins = 0;
  while (is_taken())
    if (++spins > 100) {
      sched_yield();
      spins = 0;
    }
}

#elif defined DOWN

static void lock(void) {
  int left = 100;
  while (is_taken()) {
    if (--left == 0) {
      sched_yield();
      left = 100;
    }
    pause_once();
  }
}

#elif defined PARTS

static void lock(void) {
  unsigned spins = 0;
  while (is_taken())
    if (spins++ % 64 == 0)
      sched_yield();
}

#elif defined STAGES

static void lock(void) {
  int spins = 0;
  while (is_taken()) {
    if (spins < 10)
      __builtin_ia32_pause();
    else if (spins < 20)
      sched_yield();
    else
      usleep(1000);
    spins++;
  }
}

#elif defined EXPONENTIAL

static void lock(void) {
  int delay = 1;
  while (is_taken()) {
    for (int i = 0; i < delay; i++)
      pause_once();
    if (delay < 1024)
      delay *= 2;
  }
}

#elif defined VOLATILE

static void lock(void) {
  int delay = 1;
  while (is_taken()) {
    for (volatile int i = 0; i < delay; i++)
      ;
    delay += delay;
  }
}

#elif defined STRUCT

struct back_off {
  unsigned now, most;
};

static void back_off_init(struct back_off *it, unsigned most) {
  it->now = 1;
  it->most = most;
}

static void back_off_pause(struct back_off *it) {
  for (unsigned i = 0; i < it->now; i++)
    pause_once();
  it->now = it->now < it->most ? it->now * 2 : it->most;
}

static void lock(void) {
  struct back_off back_off;
  back_off_init(&back_off, 64);
  while (is_taken())
    back_off_pause(&back_off);
}

#elif defined SLEEPS

static void lock(void) {
  struct timespec length = {0, 1000};
  while (is_taken()) {
    nanosleep(&length, NULL);
    length.tv_nsec *= 2;
  }
}

#elif defined RANDOM

static _Thread_local unsigned seed = 1;

static unsigned next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 17;
  seed ^= seed << 5;
  return seed;
}

static void lock(void) {
  while (is_taken())
    for (unsigned i = next_random() % 64; i > 0; i--)
      pause_once();
}

#elif defined POWERS

struct back_off {
  unsigned step;
};

static void back_off_snooze(struct back_off *it) {
  if (it->step <= 6)
    for (unsigned i = 0; i < 1u << it->step; i++)
      pause_once();
  else
    sched_yield();
  if (it->step <= 10)
    it->step++;
}

static void lock(void) {
  struct back_off back_off = {0};
  while (is_taken())
    back_off_snooze(&back_off);
}

#elif defined LOOKS

static void lock(void) {
  int spins = 0;
  for (;;)
    if (!atomic_load_explicit(&held, memory_order_relaxed)) {
      if (!is_taken())
        return;
      if (spins < 100)
        spins++;
      else
        sched_yield();
    }
}

#elif defined COUNTS

static void lock(void) {
  struct {
    int taken, attempts;
  } state = {0, 0};
  for (;;) {
    state.taken = is_taken();
    if (!state.taken)
      return;
    state.attempts++;
  }
}

#elif defined GIVES_UP

static void lock(void) {
  int spins = 0;
  while (is_taken())
    if (++spins > 3)
      assert(0);
}

#elif defined USED

static void lock(void) {
  int spins = 0;
  while (is_taken())
    if (++spins > 3)
      sched_yield();
  assert(spins < 5);
}

#elif defined READS

static void lock(void) {
  int spins = 0;
  while (is_taken())
    if (++spins == 2)
      assert(!atomic_load(&told));
}

#elif defined DIVIDES

static void lock(void) {
  int left = 3;
  while (is_taken()) {
    if (100 / left > 40)
      sched_yield();
    left--;
  }
}

#elif defined SHIFTS

static void lock(void) {
  unsigned step = 30;
  while (is_taken())
    for (unsigned i = 0; i < 1u << step++; i += 1u << 29)
      pause_once();
}

#elif defined OVERFLOWS

static void lock(void) {
  int spins = 0x7ffffffe;
  while (is_taken())
    if (++spins < 0)
      sched_yield();
}

#endif

static void *thread(void *unused) {
  (void)unused;
  lock();
  entered++;
  atomic_store(&told, 1);
  atomic_store_explicit(&held, 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(entered == 2);
  return 0;
}
