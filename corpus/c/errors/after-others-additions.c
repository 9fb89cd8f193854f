//@ about: Two threads detach themselves and count. The first one is detached once more, and the second one is joined.
//@ why: The join is a mistake of main and of the second thread. The two detachments of the first thread are one that comes before it if the
//@   second thread counts after the first, since its addition then reads from the other. Additions whose results nobody reads are not ordered in
//@   interleavings, which show one order for both: with --keep-going, the join is then seen only after others. FIXED: each thread is detached once.
//@ all: error invalid-join
//@ all [-DFIXED]: verified
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *leave(void *unused) {
#ifndef FIXED
  pthread_detach(pthread_self());
#endif
  atomic_fetch_add(&count, 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, leave, NULL);
  pthread_create(&second, NULL, leave, NULL);
  pthread_detach(first);
  pthread_join(second, NULL);
}
