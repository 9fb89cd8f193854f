/* The C library's functions on random small inputs: model and host must agree. */

#define _GNU_SOURCE
#include "host.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

MODEL(strlen);
MODEL(strnlen);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(strncpy);
MODEL(strcat);
MODEL(strncat);
extern char *model_strchr(const char *, int);
extern char *model_strrchr(const char *, int);
extern char *model_strstr(const char *, const char *);
extern char *model_strpbrk(const char *, const char *);
extern void *model_memchr(const void *, int, size_t);
MODEL(strspn);
MODEL(strcspn);
MODEL(strtok_r);
MODEL(strdup);
MODEL(strndup);
MODEL(strtol);
MODEL(strtoul);
MODEL(atoi);
MODEL(atol);
MODEL(abs);
MODEL(labs);
MODEL(rand);
MODEL(srand);
MODEL(rand_r);
MODEL(qsort);
MODEL(bsearch);
MODEL(calloc);
MODEL(realloc);
MODEL(aligned_alloc);
MODEL(posix_memalign);
MODEL(snprintf);
extern int *model___errno_location(void);
#define model_errno (*model___errno_location())

static unsigned long random_state = 1;

static unsigned below(unsigned limit) {
  random_state = random_state * 6364136223846793005UL + 1442695040888963407UL;
  return (unsigned)(random_state >> 33) % limit;
}

static int sign(int number) { return (number > 0) - (number < 0); }

/* A string of up to eight characters out of few, so that searches and comparisons often hit. */
static void random_string(char *string) {
  static const char alphabet[] = "abAB0 \xe9";
  unsigned length = below(9);
  for (unsigned index = 0; index < length; index++)
    string[index] = alphabet[below(sizeof alphabet - 1)];
  string[length] = 0;
}

static void strings(void) {
  for (int round = 0; round < 20000; round++) {
    char one[32], other[32], model[64], host[64];
    random_string(one);
    random_string(other);
    size_t limit = below(12);
    int character = "abAB0 \xe9"[below(8)];
    CHECK(model_strlen(one) == strlen(one));
    CHECK(model_strnlen(one, limit) == strnlen(one, limit));
    CHECK(sign(model_strcmp(one, other)) == sign(strcmp(one, other)));
    CHECK(sign(model_strncmp(one, other, limit)) == sign(strncmp(one, other, limit)));
    CHECK(sign(model_strcasecmp(one, other)) == sign(strcasecmp(one, other)));
    CHECK(sign(model_strncasecmp(one, other, limit)) == sign(strncasecmp(one, other, limit)));
    CHECK(model_strchr(one, character) == strchr(one, character));
    CHECK(model_strrchr(one, character) == strrchr(one, character));
    CHECK(model_memchr(one, character, strlen(one)) == memchr(one, character, strlen(one)));
    other[below(3)] = 0;
    CHECK(model_strstr(one, other) == strstr(one, other));
    CHECK(model_strspn(one, other) == strspn(one, other));
    CHECK(model_strcspn(one, other) == strcspn(one, other));
    CHECK(model_strpbrk(one, other) == strpbrk(one, other));

    memset(model, 'z', sizeof model);
    memset(host, 'z', sizeof host);
    CHECK(model_strcpy(model, one) == model && strcpy(host, one) == host);
    CHECK(model_strcat(model, other) == model && strcat(host, other) == host);
    CHECK(model_strncat(model, one, limit) == model && strncat(host, one, limit) == host);
    CHECK(memcmp(model, host, sizeof model) == 0);
    CHECK(model_strncpy(model, one, limit) == model && strncpy(host, one, limit) == host);
    CHECK(memcmp(model, host, sizeof model) == 0);
    CHECK(model_stpcpy(model, one) - model == stpcpy(host, one) - host);

    char *model_rest, *host_rest;
    char *model_token = model_strtok_r(model, " 0", &model_rest);
    char *host_token = strtok_r(host, " 0", &host_rest);
    while (model_token && host_token) {
      CHECK(strcmp(model_token, host_token) == 0);
      model_token = model_strtok_r(NULL, " 0", &model_rest);
      host_token = strtok_r(NULL, " 0", &host_rest);
    }
    CHECK(!model_token && !host_token);

    char *copy = model_strdup(one);
    CHECK(copy != one && strcmp(copy, one) == 0);
    free(copy);
    copy = model_strndup(one, limit);
    CHECK(strlen(copy) == strnlen(one, limit) && strncmp(copy, one, limit) == 0);
    free(copy);
  }
}

#define CLASS(function)                                                                                      \
  do {                                                                                                       \
    extern int model_##function(int);                                                                        \
    for (int character = -1; character < 256; character++)                                                   \
      CHECK(!model_##function(character) == !(function)(character));                                         \
  } while (0)

static void characters(void) {
  CLASS(isalnum);
  CLASS(isalpha);
  CLASS(isblank);
  CLASS(iscntrl);
  CLASS(isdigit);
  CLASS(isgraph);
  CLASS(islower);
  CLASS(isprint);
  CLASS(ispunct);
  CLASS(isspace);
  CLASS(isupper);
  CLASS(isxdigit);
  extern int model_tolower(int), model_toupper(int);
  for (int character = -1; character < 256; character++) {
    CHECK(model_tolower(character) == tolower(character));
    CHECK(model_toupper(character) == toupper(character));
  }
}

static void check_number(const char *text) {
  static const int bases[] = {0, 2, 8, 10, 16, 36};
  for (unsigned index = 0; index < sizeof bases / sizeof *bases; index++) {
    char *model_end, *host_end;
    model_errno = errno = 0;
    CHECK(model_strtol(text, &model_end, bases[index]) == strtol(text, &host_end, bases[index]));
    CHECK(model_end == host_end && model_errno == errno);
    model_errno = errno = 0;
    CHECK(model_strtoul(text, &model_end, bases[index]) == strtoul(text, &host_end, bases[index]));
    CHECK(model_end == host_end && model_errno == errno);
  }
}

static void numbers(void) {
  static const char *const limits[] = {
      "9223372036854775807",   "9223372036854775808",  "-9223372036854775808", "-9223372036854775809",
      "18446744073709551615",  "18446744073709551616", "-18446744073709551615", "0x", "0xg", "0x7fzz", "-0X1f", "", "-",
      "99999999999999999999999", "08", "0b1"};
  for (unsigned index = 0; index < sizeof limits / sizeof *limits; index++)
    check_number(limits[index]);
  for (int round = 0; round < 20000; round++) {
    char text[16];
    unsigned length = below(10);
    for (unsigned index = 0; index < length; index++)
      text[index] = " -+0x19afz"[below(10)];
    text[length] = 0;
    check_number(text);
    CHECK(model_atoi(text) == atoi(text) && model_atol(text) == atol(text));
  }
  CHECK(model_abs(-3) == 3 && model_abs(INT_MAX) == INT_MAX && model_labs(-LONG_MAX) == LONG_MAX);
  model_srand(7);
  int first = model_rand(), second = model_rand();
  model_srand(7);
  CHECK(first == model_rand() && second == model_rand() && first != second);
  unsigned seed = 7, same = 7;
  CHECK(model_rand_r(&seed) == model_rand_r(&same) && seed == same && seed != 7);
}

static int by_tens(const void *one, const void *other) { return *(const int *)one / 10 - *(const int *)other / 10; }

static void sorting(void) {
  for (int round = 0; round < 5000; round++) {
    int elements[12], counts[100] = {0};
    unsigned count = below(13);
    for (unsigned index = 0; index < count; index++)
      counts[elements[index] = (int)below(100)]++;
    model_qsort(elements, count, sizeof *elements, by_tens);
    for (unsigned index = 0; index < count; index++) {
      CHECK(index == 0 || by_tens(&elements[index - 1], &elements[index]) <= 0);
      CHECK(counts[elements[index]]-- > 0);
    }
    int key = (int)below(100), present = 0;
    for (unsigned index = 0; index < count; index++)
      present |= by_tens(&key, &elements[index]) == 0;
    const int *found = model_bsearch(&key, elements, count, sizeof *elements, by_tens);
    CHECK((found != NULL) == present);
    CHECK(!found || (found >= elements && found < elements + count && by_tens(&key, found) == 0));
  }
}

static void heap(void) {
  unsigned char *object = model_calloc(3, 5);
  for (int index = 0; index < 15; index++) {
    CHECK(object[index] == 0);
    object[index] = (unsigned char)index;
  }
  object = model_realloc(object, 4000);
  for (int index = 0; index < 15; index++)
    CHECK(object[index] == index);
  object = model_realloc(object, 4);
  CHECK(object[3] == 3);
  free(object);
  free(model_realloc(NULL, 3));
  model_errno = 0;
  CHECK(!model_calloc(1UL << 33, 1UL << 33) && model_errno == ENOMEM);
  CHECK(!model_aligned_alloc(3, 8));
  void *aligned = NULL;
  CHECK(model_posix_memalign(&aligned, 256, 8) == 0 && (unsigned long)aligned % 256 == 0);
  free(aligned);
  CHECK(model_posix_memalign(&aligned, 4, 8) == EINVAL);
}

#define SAME_TEXT(size, ...)                                                                                 \
  do {                                                                                                       \
    char model[128], host[128];                                                                              \
    memset(model, 'z', sizeof model);                                                                        \
    memset(host, 'z', sizeof host);                                                                          \
    CHECK(model_snprintf(model, size, __VA_ARGS__) == snprintf(host, size, __VA_ARGS__));                    \
    if (memcmp(model, host, sizeof model) != 0) {                                                            \
      fprintf(stderr, "'%s' instead of '%s'\n", model, host);                                                \
      CHECK(!"the texts agree");                                                                             \
    }                                                                                                        \
  } while (0)

static void random_format(char *format, const char *lengths, const char *conversions) {
  *format++ = '%';
  while (below(2))
    *format++ = "-+ #0"[below(5)];
  if (below(2))
    format += sprintf(format, "%u", 1 + below(12));
  if (below(2))
    format += sprintf(format, ".%u", below(8));
  format += sprintf(format, "%s", lengths);
  *format++ = conversions[below((unsigned)strlen(conversions))];
  strcpy(format, "|");
}

static void texts(void) {
  static const long values[] = {0, 1, -1, 9, 255, -129, 32768, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN};
  char format[64];
  for (int round = 0; round < 40000; round++) {
    long value = values[below(sizeof values / sizeof *values)];
    size_t size = below(4) ? 100 : below(12);
    random_format(format, "", "diuxXo");
    SAME_TEXT(size, format, (int)value);
    random_format(format, "hh", "diuxXo");
    SAME_TEXT(size, format, (int)value);
    random_format(format, "h", "diuxXo");
    SAME_TEXT(size, format, (int)value);
    random_format(format, below(2) ? "l" : below(2) ? "ll" : "z", "diuxXo");
    SAME_TEXT(size, format, value);
    random_format(format, "", "s");
    SAME_TEXT(size, format, "a string");
    SAME_TEXT(size, "%c%5c%-3c|%%", 'a', 'b', 'c');
    /* Multiples of 1/64 have six digits after the point, so that every step is exact. */
    double number = ((double)below(200000) - 100000) / 64;
    random_format(format, "", "f");
    SAME_TEXT(size, format, number);
  }
  SAME_TEXT(100, "%*d %-*d %.*s", 5, 42, 5, 42, 2, "abc");
  SAME_TEXT(100, "%*d %.*d", -5, 42, -1, 42);
  SAME_TEXT(100, "%p", (void *)0x1234);
  SAME_TEXT(100, "%f %f %F", 1.0 / 0.0, -1.0 / 0.0, 1e15);
  SAME_TEXT(100, "%.0f %.0f %.0f %.1f", 0.5, 1.5, 2.5, 0.25);
  SAME_TEXT(100, "%f", 1e20);
  SAME_TEXT(0, "nothing %d", 1);
  int model_count = 0;
  char buffer[16];
  model_snprintf(buffer, sizeof buffer, "abc%n", &model_count);
  CHECK(model_count == 3);
  CHECK(FAILURE_OF(model_snprintf(buffer, sizeof buffer, "%y")) == 6);
}

int main(void) {
  strings();
  characters();
  numbers();
  sorting();
  heap();
  texts();
  return 0;
}
