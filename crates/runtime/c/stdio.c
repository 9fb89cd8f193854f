/* Output. Its arguments are evaluated, and a replay shows the text; nothing of it makes an event. printf is the
   machine's own. What these functions return is never an error, and no length. */

#include "intrinsics.h"

typedef struct output_stream {
  int descriptor;
} FILE;

static FILE standard_streams[3] = {{0}, {1}, {2}};

FILE *const stdin = &standard_streams[0];
FILE *const stdout = &standard_streams[1];
FILE *const stderr = &standard_streams[2];

int vprintf(const char *restrict format, va_list arguments) {
  __porf_vprint(format, arguments);
  return 0;
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  (void)stream;
  return vprintf(format, arguments);
}

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stream, format, arguments);
  va_end(arguments);
  return 0;
}

int dprintf(int descriptor, const char *restrict format, ...) {
  (void)descriptor;
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  return 0;
}

int puts(const char *string) {
  __porf_print("%s\n", string);
  return 0;
}

int fputs(const char *restrict string, FILE *restrict stream) {
  (void)stream;
  __porf_print("%s", string);
  return 0;
}

int putchar(int character) {
  __porf_print("%c", character);
  return (unsigned char)character;
}

int fputc(int character, FILE *stream) {
  (void)stream;
  return putchar(character);
}

int putc(int character, FILE *stream) { return fputc(character, stream); }

void perror(const char *prefix) { __porf_print("%s: error\n", prefix); }

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)stream;
  (void)buffer;
  (void)mode;
  (void)size;
  return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer) {
  (void)stream;
  (void)buffer;
}
