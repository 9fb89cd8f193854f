/* The interface between programs and verifiers: porf.h, genmc.h, and the names of SV-COMP. */

#include "intrinsics.h"

/* Assumptions and errors. */

void porf_assume(_Bool condition) { __porf_assume(condition); }

_Noreturn void porf_error(const char *message) { __porf_fail(FAIL_ERROR, message); }

void __VERIFIER_assume(int condition) { __porf_assume(condition); }

/* SV-COMP's programs define it with a call of abort(), which counts as an assumption there. */
void assume_abort_if_not(int condition) { __porf_assume(condition); }

_Noreturn void __VERIFIER_error(void) { __porf_fail(FAIL_ERROR, "__VERIFIER_error() is called"); }

_Noreturn void reach_error(void) { __porf_fail(FAIL_ERROR, "reach_error() is called"); }

void __VERIFIER_assert(int condition) {
  if (!condition)
    __porf_fail(FAIL_ASSERTION, "__VERIFIER_assert");
}

/* Atomic blocks exclude each other: one lock for all of them. */

static u64 atomic_block;
static _Thread_local u32 atomic_depth;

void porf_atomic_begin(void) {
  if (atomic_depth++ == 0)
    __porf_wait_rmw64(&atomic_block, ~0UL, WAIT_EQUAL, 0, OP_ADD, __porf_self() + 1);
}

void porf_atomic_end(void) {
  if (atomic_depth == 0)
    __porf_fail(FAIL_SYNCHRONISATION, "the end of an atomic block without its beginning");
  if (--atomic_depth == 0)
    __atomic_store_n(&atomic_block, 0, __ATOMIC_RELEASE);
}

void __VERIFIER_atomic_begin(void) { porf_atomic_begin(); }

void __VERIFIER_atomic_end(void) { porf_atomic_end(); }

/* Nondeterministic values with a range: all of them. */

static u64 choose_from(u64 low, u64 high, _Bool empty) {
  if (empty)
    __porf_fail(FAIL_ERROR, "a nondeterministic value from an empty range");
  if (high - low + 1 == 0)
    __porf_fail(FAIL_UNSUPPORTED, "a nondeterministic value from all values of 64 bits");
  return __porf_nondet(low, high);
}

_Bool porf_nondet_bool(void) { return __porf_nondet(0, 1) != 0; }

int porf_nondet_int(int low, int high) { return (int)choose_from((u64)low, (u64)high, low > high); }

u32 porf_nondet_uint(u32 low, u32 high) { return (u32)choose_from(low, high, low > high); }

long porf_nondet_long(long low, long high) { return (long)choose_from((u64)low, (u64)high, low > high); }

u64 porf_nondet_ulong(u64 low, u64 high) { return choose_from(low, high, low > high); }

/* Nondeterministic values without a range: all of them where they are few, else some around 0, unless assumptions give them a
   range. */

_Bool __VERIFIER_nondet_bool(void) { return __porf_nondet(0, 1) != 0; }
_Bool __VERIFIER_nondet__Bool(void) { return __porf_nondet(0, 1) != 0; }
char __VERIFIER_nondet_char(void) { return (char)__porf_nondet((u64)-128, 127); }
signed char __VERIFIER_nondet_schar(void) { return (signed char)__porf_nondet((u64)-128, 127); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)__porf_nondet(0, 255); }
short __VERIFIER_nondet_short(void) { return (short)__porf_nondet_some((u64)-0x8000, 0x7fff); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)__porf_nondet_some(0, 0xffff); }
int __VERIFIER_nondet_int(void) { return (int)__porf_nondet_some((u64)-0x80000000L, 0x7fffffff); }
u32 __VERIFIER_nondet_uint(void) { return (u32)__porf_nondet_some(0, 0xffffffff); }
u32 __VERIFIER_nondet_unsigned(void) { return __VERIFIER_nondet_uint(); }
u32 __VERIFIER_nondet_unsigned_int(void) { return __VERIFIER_nondet_uint(); }
u32 __VERIFIER_nondet_u32(void) { return __VERIFIER_nondet_uint(); }
long __VERIFIER_nondet_long(void) { return (long)__porf_nondet_some(1UL << 63, ~0UL >> 1); }
long long __VERIFIER_nondet_longlong(void) { return __VERIFIER_nondet_long(); }
u64 __VERIFIER_nondet_ulong(void) { return __porf_nondet_some(0, ~0UL); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return __VERIFIER_nondet_ulong(); }
size_t __VERIFIER_nondet_size_t(void) { return __VERIFIER_nondet_ulong(); }
long __VERIFIER_nondet_loff_t(void) { return __VERIFIER_nondet_long(); }
float __VERIFIER_nondet_float(void) { return (float)__VERIFIER_nondet_long(); }
double __VERIFIER_nondet_double(void) { return (double)__VERIFIER_nondet_long(); }

/* There is one address that a pointer out of nowhere can hold. */
void *__VERIFIER_nondet_pointer(void) {
  __porf_choose_some(1);
  return NULL;
}

/* Helping: see porf.h. */

void porf_begin_main(const void *function, u64 a, u64 b, u64 c, u64 d) {
  __porf_annotate(ANNOTATION_MAIN, function, a, b, c, d);
}

void porf_end_main(void) { __porf_annotate(ANNOTATION_END, NULL, 0, 0, 0, 0); }

_Bool porf_begin_help(const void *function, u64 a, u64 b, u64 c, u64 d) {
  return __porf_annotate(ANNOTATION_HELPING, function, a, b, c, d);
}

/* GenMC: threads. */

long __VERIFIER_spawn(void *(*function)(void *), void *argument) { return (long)spawn(function, argument) + 1; }

long __VERIFIER_spawn_symmetric(void *(*function)(void *), void *argument, long like) {
  if (like)
    porf_symmetric();
  return __VERIFIER_spawn(function, argument);
}

long __VERIFIER_thread_create(const void *attributes, void *(*function)(void *), void *argument) {
  (void)attributes;
  return __VERIFIER_spawn(function, argument);
}

void *__VERIFIER_join(long thread) {
  void *result = NULL;
  pthread_join((u64)thread, &result);
  return result;
}

void __VERIFIER_join_symmetric(long thread) { pthread_join((u64)thread, NULL); }

void *__VERIFIER_thread_join(long thread) { return __VERIFIER_join(thread); }

_Noreturn void __VERIFIER_thread_exit(void *result) { pthread_exit(result); }

long __VERIFIER_thread_self(void) { return (long)pthread_self(); }

u32 __VERIFIER_tid(void) { return (u32)__porf_self(); }

/* GenMC: loops. The annotation promises that an iteration whose condition does not hold changes nothing: going on with
   the next one is waiting. */

void __VERIFIER_loop_begin(void) {}

void __VERIFIER_spin_start(void) {}

void __VERIFIER_spin_end(int condition) { __porf_assume(condition); }

void __VERIFIER_potential_spin_end(void) {}

/* A bound for the loop behind the call, or around it: the passes know. */
void __VERIFIER_loop_bound(int bound) { (void)bound; }

/* GenMC: hazard pointers. What is retired is never freed, so protection has nothing to do. */

void *__VERIFIER_hp_alloc(void) { return __porf_malloc(sizeof(void *), sizeof(void *)); }

void *__VERIFIER_hp_protect(void *hazard, void *location) {
  (void)hazard;
  return __atomic_load_n((void **)location, __ATOMIC_ACQUIRE);
}

void __VERIFIER_hp_clear(void *hazard) { (void)hazard; }

void __VERIFIER_hp_free(void *hazard) { __porf_free(hazard); }

void __VERIFIER_hp_retire(void *object) { (void)object; }
