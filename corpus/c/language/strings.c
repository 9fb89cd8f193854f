//@ about: The functions of string.h that programs use, on ordinary and on empty strings and at their limits.
//@ why: C11 7.24; each assertion is the definition applied by hand.
//@ all: verified
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char buffer[16] = "abc";
  assert(strlen(buffer) == 3 && strlen("") == 0 && strnlen("abcdef", 4) == 4);
  assert(strcmp("abc", buffer) == 0 && strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strcmp("", "a") < 0);
  assert(strncmp("abcx", "abcy", 3) == 0 && strncmp("abcx", "abcy", 4) < 0 && strncmp("a", "b", 0) == 0);
  assert(strcmp("\xff", "a") > 0);  // compared as unsigned char

  strcpy(buffer, "hello");
  strcat(buffer, ", you");
  assert(strcmp(buffer, "hello, you") == 0);
  strncat(buffer, "there", 2);
  assert(strcmp(buffer, "hello, youth") == 0);
  strncpy(buffer, "ab", 5);
  assert(memcmp(buffer, "ab\0\0\0, youth", 12) == 0);

  const char *text = "a/b/c";
  assert(strchr(text, '/') == text + 1 && strrchr(text, '/') == text + 3 && strchr(text, 'x') == NULL);
  assert(strchr(text, 0) == text + 5 && strstr(text, "b/") == text + 2 && strstr(text, "") == text);
  assert(strstr(text, "c/") == NULL && memchr(text, 'c', 4) == NULL && memchr(text, 'c', 5) == text + 4);

  char overlap[] = "12345678";
  memmove(overlap + 2, overlap, 5);
  assert(strcmp(overlap, "12123458") == 0);
  memmove(overlap, overlap + 2, 6);
  assert(strcmp(overlap, "12345858") == 0);

  char *copy = strdup("copy");
  assert(copy[4] == 0 && strcmp(copy, "copy") == 0);
  free(copy);
  assert(atoi(" -42x") == -42 && strtol("ff", NULL, 16) == 255);
}
