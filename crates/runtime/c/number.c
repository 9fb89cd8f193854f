/* Numbers in <stdlib.h>: from text, absolute values, and pseudo-random ones. */

#include "errors.h"
#include "intrinsics.h"

static int digit_value(char character) {
  if (isdigit((unsigned char)character))
    return character - '0';
  if (isalpha((unsigned char)character))
    return lower((unsigned char)character) - 'a' + 10;
  return 99;
}

struct parsed {
  u64 magnitude;
  _Bool negative;
  _Bool overflow;
};

static struct parsed parse_integer(const char *text, char **end, int base) {
  struct parsed parsed = {0, 0, 0};
  const char *at = text;
  while (isspace((unsigned char)*at))
    at++;
  if (*at == '-' || *at == '+')
    parsed.negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && lower((unsigned char)at[1]) == 'x' && digit_value(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  const char *digits = at;
  for (; digit_value(*at) < base; at++) {
    parsed.overflow |= __builtin_mul_overflow(parsed.magnitude, (u64)base, &parsed.magnitude);
    parsed.overflow |= __builtin_add_overflow(parsed.magnitude, (u64)digit_value(*at), &parsed.magnitude);
  }
  if (end)
    *end = (char *)(at == digits ? text : at);
  return parsed;
}

static const u64 LONG_LIMIT = 1UL << 63;

long strtol(const char *restrict text, char **restrict end, int base) {
  struct parsed parsed = parse_integer(text, end, base);
  u64 largest = parsed.negative ? LONG_LIMIT : LONG_LIMIT - 1;
  if (parsed.overflow || parsed.magnitude > largest) {
    errno = ERANGE;
    parsed.magnitude = largest;
  }
  return (long)(parsed.negative ? -parsed.magnitude : parsed.magnitude);
}

u64 strtoul(const char *restrict text, char **restrict end, int base) {
  struct parsed parsed = parse_integer(text, end, base);
  if (parsed.overflow) {
    errno = ERANGE;
    return ~0UL;
  }
  return parsed.negative ? -parsed.magnitude : parsed.magnitude;
}

long long strtoll(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}

/* The names that glibc's header gives them from C23 on. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }

u64 __isoc23_strtoul(const char *restrict text, char **restrict end, int base) { return strtoul(text, end, base); }

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) {
  return strtol(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}

int atoi(const char *text) { return (int)strtol(text, NULL, 10); }

long atol(const char *text) { return strtol(text, NULL, 10); }

long long atoll(const char *text) { return strtol(text, NULL, 10); }

int abs(int number) { return number < 0 ? -number : number; }

long labs(long number) { return number < 0 ? -number : number; }

long long llabs(long long number) { return number < 0 ? -number : number; }

/* A linear congruential generator, a sequence of its own for each thread: no events, and the same in every run. */

enum { RAND_LIMIT = 0x7fffffff };

static _Thread_local u64 random_state = 1;

static u64 next_random(u64 state) { return state * 6364136223846793005UL + 1442695040888963407UL; }

int rand(void) {
  random_state = next_random(random_state);
  return (int)(random_state >> 33 & RAND_LIMIT);
}

void srand(u32 seed) { random_state = seed; }

int rand_r(u32 *seed) {
  u64 state = next_random(*seed);
  *seed = (u32)(state >> 32);
  return (int)(*seed & RAND_LIMIT);
}

long random(void) { return rand(); }

void srandom(u32 seed) { srand(seed); }
