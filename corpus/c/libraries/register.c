//@ about: The classical shapes on two registers: the shipped specification of sequentially consistent registers.
//@   CODE: with seq_cst variables.
//@ why: Each read has two possible sources and each pair of writes two orders. Of these combinations sequential
//@   consistency forbids one, whatever the memory model is: 3 of 4 for two choices, 7 of 8 for WRC, 15 of 16 for
//@   IRIW. Under SC, seq_cst variables have as many.
//@ sc,tso,pso,ra,rc11,cpp20 [-DSB --library register]: verified executions=3
//@ sc,tso,pso,ra,rc11,cpp20 [-DMP --library register]: verified executions=3
//@ sc,tso,pso,ra,rc11,cpp20 [-DLB --library register]: verified executions=3
//@ sc,tso,pso,ra,rc11,cpp20 [-DIRIW --library register]: verified executions=15
//@ sc,tso,pso,ra,rc11,cpp20 [-DTWO_PLUS_TWO_W --library register]: verified executions=3
//@ sc,tso,pso,ra,rc11,cpp20 [-DWRC --library register]: verified executions=7
//@ sc,tso,pso,ra,rc11,cpp20 [-DCORR --library register]: verified executions=3
//@ sc,tso,pso,ra,rc11,cpp20 [-DSHAPE_R --library register]: verified executions=3
//@ sc,tso,pso,ra,rc11,cpp20 [-DSHAPE_S --library register]: verified executions=3
//@ sc [-DSB -DCODE]: verified executions=3
//@ sc [-DMP -DCODE]: verified executions=3
//@ sc [-DLB -DCODE]: verified executions=3
//@ sc [-DIRIW -DCODE]: verified executions=15
//@ sc [-DTWO_PLUS_TWO_W -DCODE]: verified executions=3
//@ sc [-DWRC -DCODE]: verified executions=7
//@ sc [-DCORR -DCODE]: verified executions=3
//@ sc [-DSHAPE_R -DCODE]: verified executions=3
//@ sc [-DSHAPE_S -DCODE]: verified executions=3
#include <pthread.h>
#include <stdatomic.h>
#ifdef CODE
typedef atomic_int reg_t;
static void reg_set(reg_t *r, int v) { atomic_store(r, v); }
static int reg_get(reg_t *r) { return atomic_load(r); }
#else
typedef int reg_t;
void reg_set(reg_t *r, int v);
int reg_get(reg_t *r);
#endif
static reg_t x, y;
#define THREAD(name, code) static void *name(void *unused) { code return 0; }
#define W(r, v) reg_set(&r, v);
#define R(r) reg_get(&r);
#if defined SB
THREAD(a, W(x, 1) R(y)) THREAD(b, W(y, 1) R(x))
#define THREADS {a, b}
#elif defined MP
THREAD(a, W(x, 1) W(y, 1)) THREAD(b, R(y) R(x))
#define THREADS {a, b}
#elif defined LB
THREAD(a, R(x) W(y, 1)) THREAD(b, R(y) W(x, 1))
#define THREADS {a, b}
#elif defined IRIW
THREAD(a, W(x, 1)) THREAD(b, W(y, 1)) THREAD(c, R(x) R(y)) THREAD(d, R(y) R(x))
#define THREADS {a, b, c, d}
#elif defined TWO_PLUS_TWO_W
THREAD(a, W(x, 1) W(y, 2)) THREAD(b, W(y, 1) W(x, 2))
#define THREADS {a, b}
#elif defined WRC
THREAD(a, W(x, 1)) THREAD(b, R(x) W(y, 1)) THREAD(c, R(y) R(x))
#define THREADS {a, b, c}
#elif defined CORR
THREAD(a, W(x, 1)) THREAD(b, R(x) R(x))
#define THREADS {a, b}
#elif defined SHAPE_R
THREAD(a, W(x, 1) W(y, 1)) THREAD(b, W(y, 2) R(x))
#define THREADS {a, b}
#elif defined SHAPE_S
THREAD(a, W(x, 2) W(y, 1)) THREAD(b, R(y) W(x, 1))
#define THREADS {a, b}
#endif
int main(void) {
  void *(*functions[])(void *) = THREADS;
  enum { N = sizeof functions / sizeof *functions };
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, functions[i], 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
