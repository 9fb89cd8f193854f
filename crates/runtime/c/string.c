/* <string.h> and <strings.h>, a byte at a time. memcpy, memmove, memset and memcmp are the machine's own. */

#include "intrinsics.h"

static int lower(int character);

size_t strlen(const char *string) {
  size_t length = 0;
  while (string[length])
    length++;
  return length;
}

size_t strnlen(const char *string, size_t limit) {
  size_t length = 0;
  while (length < limit && string[length])
    length++;
  return length;
}

int strcmp(const char *one, const char *other) {
  while (*one && *one == *other) {
    one++;
    other++;
  }
  return (unsigned char)*one - (unsigned char)*other;
}

int strncmp(const char *one, const char *other, size_t limit) {
  for (; limit > 0; limit--, one++, other++)
    if (*one != *other || !*one)
      return (unsigned char)*one - (unsigned char)*other;
  return 0;
}

int strcasecmp(const char *one, const char *other) {
  while (*one && lower((unsigned char)*one) == lower((unsigned char)*other)) {
    one++;
    other++;
  }
  return lower((unsigned char)*one) - lower((unsigned char)*other);
}

int strncasecmp(const char *one, const char *other, size_t limit) {
  for (; limit > 0; limit--, one++, other++) {
    int difference = lower((unsigned char)*one) - lower((unsigned char)*other);
    if (difference != 0 || !*one)
      return difference;
  }
  return 0;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  while ((*to = *from)) {
    to++;
    from++;
  }
  return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
  stpcpy(to, from);
  return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = strnlen(from, size);
  memcpy(to, from, length);
  memset(to + length, 0, size - length);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  size_t length = strnlen(from, limit);
  memcpy(end, from, length);
  end[length] = 0;
  return to;
}

char *strchr(const char *string, int character) {
  for (;; string++) {
    if (*string == (char)character)
      return (char *)string;
    if (!*string)
      return NULL;
  }
}

char *strrchr(const char *string, int character) {
  const char *last = NULL;
  for (;; string++) {
    if (*string == (char)character)
      last = string;
    if (!*string)
      return (char *)last;
  }
}

char *strstr(const char *string, const char *wanted) {
  size_t length = strlen(wanted);
  for (;; string++) {
    if (strncmp(string, wanted, length) == 0)
      return (char *)string;
    if (!*string)
      return NULL;
  }
}

static size_t span(const char *string, const char *set, _Bool inside) {
  size_t length = 0;
  while (string[length] && (strchr(set, string[length]) != NULL) == inside)
    length++;
  return length;
}

size_t strspn(const char *string, const char *set) { return span(string, set, 1); }

size_t strcspn(const char *string, const char *set) { return span(string, set, 0); }

char *strpbrk(const char *string, const char *set) {
  string += strcspn(string, set);
  return *string ? (char *)string : NULL;
}

char *strtok_r(char *restrict string, const char *restrict separators, char **restrict rest) {
  char *token = string ? string : *rest;
  token += strspn(token, separators);
  if (!*token) {
    *rest = token;
    return NULL;
  }
  char *end = token + strcspn(token, separators);
  *rest = *end ? end + 1 : end;
  *end = 0;
  return token;
}

void *memchr(const void *object, int byte, size_t size) {
  const unsigned char *bytes = object;
  for (size_t index = 0; index < size; index++)
    if (bytes[index] == (unsigned char)byte)
      return (void *)(bytes + index);
  return NULL;
}

void bzero(void *object, size_t size) { memset(object, 0, size); }

char *strndup(const char *string, size_t limit) {
  size_t length = strnlen(string, limit);
  char *copy = __porf_malloc(length + 1, 16);
  if (copy) {
    memcpy(copy, string, length);
    copy[length] = 0;
  }
  return copy;
}

char *strdup(const char *string) { return strndup(string, strlen(string)); }

char *strerror(int error) {
  (void)error;
  return (char *)"error";
}
