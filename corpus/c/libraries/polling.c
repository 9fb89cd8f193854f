//@ about: Loops that poll bags and look at something else as well: a flag that ends the loop, or a second bag.
//@ why: Such a thread may not wait for the bag alone. FLAG: nobody puts anything into the bag, and the loop ends when
//@   the flag is set. Otherwise two threads put a value into the second bag. One is taken by a thread that then puts a
//@   value into the first bag, which the polling thread takes, or it takes the value that is left in the second bag.
//@   That makes 2 * 2 executions. NEVER: a loop that finds nothing in either bag spins for ever.
//@ sc,tso,pso,ra,rc11,cpp20 [-DFLAG --library bag]: verified executions=1
//@ sc,rc11 [-DBAGS --library bag]: verified executions=4
//@ sc,rc11 [-DBAGS -DNEVER --library bag]: error livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef long bag_t;
void bag_put(bag_t *bag, int value);
int bag_take(bag_t *bag);
int bag_try_take(bag_t *bag);

static bag_t first, second;
static atomic_int flag;

static void *giver(void *unused) {
  (void)unused;
#ifdef FLAG
  atomic_store(&flag, 1);
#elif !defined NEVER
  bag_put(&second, 2);
#endif
  return NULL;
}

static void *carrier(void *unused) {
  (void)unused;
#if defined BAGS && !defined NEVER
  bag_take(&second);
  bag_put(&first, 1);
#endif
  return NULL;
}

static void *poller(void *unused) {
  (void)unused;
#ifdef FLAG
  while (!atomic_load(&flag) && bag_try_take(&first) < 0) {}
#else
  int value;
  do {
    value = bag_try_take(&first);
    if (value < 0) value = bag_try_take(&second);
  } while (value < 0);
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, poller, NULL);
  pthread_create(&threads[1], NULL, carrier, NULL);
  pthread_create(&threads[2], NULL, giver, NULL);
#ifdef BAGS
  pthread_create(&threads[3], NULL, giver, NULL);
  pthread_join(threads[3], NULL);
#endif
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
}
