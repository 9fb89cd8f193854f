//@ about: A thread detaches itself, and main detaches it, too, after it has joined another one. The two threads
//@   write x while they hold a lock that both hold for reading.
//@ why: The second detach is wrong, whichever that is. The first one is not, and so the race of the writes is
//@   found as well: the thread may have detached itself, and written, before the other one has released the lock.
//@   RIGHT: main does not detach it, and each thread has the lock for itself.
//@ all: error any
//@ all [-DRIGHT]: verified

#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void write_x(void) {
#ifdef RIGHT
    pthread_rwlock_wrlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
#endif
    x = 1;
    pthread_rwlock_unlock(&lock);
}

static void *joined(void *unused) {
    write_x();
    return unused;
}

static void *detached(void *unused) {
    pthread_detach(pthread_self());
    write_x();
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, joined, NULL);
    pthread_create(&other, NULL, detached, NULL);
    pthread_join(one, NULL);
#ifndef RIGHT
    pthread_detach(other);
#endif
    return 0;
}
