/* sprintf and its relatives: text into memory.

   Conversions: d i u o x X c s p f F e E g G a A % and n, with flags, width, precision and length. Floating-point numbers are
   shown with f, whatever the conversion, and correctly up to about 15 digits. */

#include "intrinsics.h"

struct output {
  char *buffer;
  size_t size;
  size_t length; /* of the whole text, even where it does not fit */
};

static void put(struct output *output, char character) {
  if (output->length + 1 < output->size)
    output->buffer[output->length] = character;
  output->length++;
}

static void put_repeated(struct output *output, char character, long times) {
  for (; times > 0; times--)
    put(output, character);
}

struct conversion {
  _Bool left, plus, space, alternative, zero;
  long width;
  long precision; /* -1: none */
  char length;    /* of the argument: 'H' for hh, 'h', 0, 'l', 'L' */
};

/* A number in pieces: the prefix (sign or 0x), and the digits in the buffer from `digits` on. */
enum { DIGITS_MAX = 384 };

struct number {
  char prefix[3];
  char buffer[DIGITS_MAX];
  int digits;
};

static void put_padded(struct output *output, const struct conversion *how, const char *prefix, const char *text,
                       long length, long zeros) {
  long prefix_length = 0;
  while (prefix[prefix_length])
    prefix_length++;
  long padding = how->width - prefix_length - zeros - length;
  if (!how->left)
    put_repeated(output, ' ', padding);
  for (long index = 0; index < prefix_length; index++)
    put(output, prefix[index]);
  put_repeated(output, '0', zeros);
  for (long index = 0; index < length; index++)
    put(output, text[index]);
  if (how->left)
    put_repeated(output, ' ', padding);
}

static void put_number(struct output *output, const struct conversion *how, const struct number *number,
                       _Bool zero_padded, long minimum_digits) {
  long length = DIGITS_MAX - number->digits;
  long prefix_length = number->prefix[0] ? (number->prefix[1] ? 2 : 1) : 0;
  long zeros = minimum_digits - length;
  if (zero_padded && zeros < how->width - prefix_length - length)
    zeros = how->width - prefix_length - length;
  if (zeros < 0)
    zeros = 0;
  put_padded(output, how, number->prefix, number->buffer + number->digits, length, zeros);
}

static void add_digits(struct number *number, u64 value, u32 base, _Bool upper_case) {
  for (; value != 0; value /= base) {
    u64 digit = value % base;
    number->buffer[--number->digits] = (char)(digit < 10 ? '0' + digit : (upper_case ? 'A' : 'a') + digit - 10);
  }
}

static void set_sign(struct number *number, const struct conversion *how, _Bool negative) {
  number->prefix[0] = negative ? '-' : how->plus ? '+' : how->space ? ' ' : 0;
  number->prefix[1] = 0;
}

static void put_integer(struct output *output, const struct conversion *how, u64 magnitude, _Bool negative, char kind) {
  struct number number;
  number.digits = DIGITS_MAX;
  number.prefix[0] = 0;
  u32 base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  add_digits(&number, magnitude, base, kind == 'X');
  long minimum = how->precision < 0 ? 1 : how->precision;
  if (kind == 'd') {
    set_sign(&number, how, negative);
  } else if (how->alternative && base == 16 && magnitude != 0) {
    number.prefix[0] = '0';
    number.prefix[1] = kind;
    number.prefix[2] = 0;
  } else if (how->alternative && base == 8 && minimum <= DIGITS_MAX - number.digits) {
    minimum = DIGITS_MAX - number.digits + 1;
  }
  put_number(output, how, &number, how->zero && !how->left && how->precision < 0, minimum);
}

static void put_double(struct output *output, const struct conversion *how, double value) {
  struct number number;
  number.digits = DIGITS_MAX;
  _Bool negative = value < 0 || (value == 0 && 1 / value < 0);
  set_sign(&number, how, negative);
  if (negative)
    value = -value;
  if (value != value || value - value != 0) {
    const char *name = value != value ? "nan" : "inf";
    put_padded(output, how, number.prefix, name, 3, 0);
    return;
  }
  long precision = how->precision < 0 ? 6 : how->precision;
  long shown = precision > 18 ? 18 : precision;
  u64 scale = 1;
  for (long index = 0; index < shown; index++)
    scale *= 10;
  /* Digits above the 18th are lost to zeros. */
  long shifted = 0;
  for (; value >= 1e18; shifted++)
    value /= 10;
  u64 whole = (u64)value;
  double scaled = (value - (double)whole) * (double)scale;
  u64 fraction = (u64)scaled;
  double rest = scaled - (double)fraction;
  if (rest > 0.5 || (rest == 0.5 && (scale == 1 ? whole : fraction) % 2 == 1))
    fraction++;
  if (fraction >= scale) {
    fraction -= scale;
    whole++;
  }
  if (precision > 0 || how->alternative) {
    int end = DIGITS_MAX - (int)shown;
    add_digits(&number, fraction, 10, 0);
    while (number.digits > end)
      number.buffer[--number.digits] = '0';
    number.buffer[--number.digits] = '.';
  }
  for (; shifted > 0; shifted--)
    number.buffer[--number.digits] = '0';
  if (whole == 0)
    number.buffer[--number.digits] = '0';
  add_digits(&number, whole, 10, 0);
  put_number(output, how, &number, how->zero && !how->left, 0);
  put_repeated(output, '0', precision - shown);
}

static u64 narrowed(u64 value, char length) {
  switch (length) {
  case 'H': return (unsigned char)value;
  case 'h': return (unsigned short)value;
  case 0: return (u32)value;
  default: return value;
  }
}

static long sign_extended(u64 value, char length) {
  switch (length) {
  case 'H': return (signed char)value;
  case 'h': return (short)value;
  case 0: return (int)value;
  default: return (long)value;
  }
}

static const char *read_number(const char *format, long *number) {
  for (*number = 0; isdigit((unsigned char)*format); format++)
    if (*number < 1000000)
      *number = *number * 10 + (*format - '0');
  return format;
}

static const char *read_flags(const char *format, struct conversion *how) {
  for (;; format++) {
    switch (*format) {
    case '-': how->left = 1; break;
    case '+': how->plus = 1; break;
    case ' ': how->space = 1; break;
    case '#': how->alternative = 1; break;
    case '0': how->zero = 1; break;
    default: return format;
    }
  }
}

static const char *read_length(const char *format, struct conversion *how) {
  if (format[0] == 'h' && format[1] == 'h') {
    how->length = 'H';
    return format + 2;
  }
  if (format[0] == 'l' && format[1] == 'l') {
    how->length = 'l';
    return format + 2;
  }
  switch (*format) {
  case 'h': how->length = 'h'; return format + 1;
  case 'l':
  case 'j':
  case 'z':
  case 't': how->length = 'l'; return format + 1;
  case 'L': how->length = 'L'; return format + 1;
  default: return format;
  }
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments) {
  struct output output = {buffer, size, 0};
  while (*format) {
    if (*format != '%') {
      put(&output, *format++);
      continue;
    }
    struct conversion how = {0};
    how.precision = -1;
    format = read_flags(format + 1, &how);
    if (*format == '*') {
      how.width = va_arg(arguments, int);
      format++;
      if (how.width < 0) {
        how.left = 1;
        how.width = -how.width;
      }
    } else {
      format = read_number(format, &how.width);
    }
    if (*format == '.') {
      format++;
      if (*format == '*') {
        how.precision = va_arg(arguments, int);
        if (how.precision < 0)
          how.precision = -1;
        format++;
      } else {
        format = read_number(format, &how.precision);
      }
    }
    format = read_length(format, &how);
    char kind = *format;
    if (kind)
      format++;
    switch (kind) {
    case 'd':
    case 'i': {
      u64 bits = how.length == 'l' ? va_arg(arguments, u64) : va_arg(arguments, u32);
      long value = sign_extended(bits, how.length);
      put_integer(&output, &how, value < 0 ? -(u64)value : (u64)value, value < 0, 'd');
      break;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      u64 bits = how.length == 'l' ? va_arg(arguments, u64) : va_arg(arguments, u32);
      put_integer(&output, &how, narrowed(bits, how.length), 0, kind);
      break;
    }
    case 'p':
      how.alternative = 1;
      put_integer(&output, &how, (u64)va_arg(arguments, void *), 0, 'x');
      break;
    case 'c': {
      char character = (char)va_arg(arguments, int);
      put_padded(&output, &how, "", &character, 1, 0);
      break;
    }
    case 's': {
      const char *string = va_arg(arguments, const char *);
      if (!string)
        string = "(null)";
      size_t length = how.precision < 0 ? strlen(string) : strnlen(string, (size_t)how.precision);
      put_padded(&output, &how, "", string, (long)length, 0);
      break;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      if (how.length == 'L')
        __porf_fail(FAIL_UNSUPPORTED, "a long double is formatted");
      put_double(&output, &how, va_arg(arguments, double));
      break;
    case 'n': *va_arg(arguments, int *) = (int)output.length; break;
    case '%': put(&output, '%'); break;
    default: __porf_fail(FAIL_UNSUPPORTED, "a conversion that the model of printf does not know");
    }
  }
  if (size > 0)
    buffer[output.length < size ? output.length : size - 1] = 0;
  return (int)output.length;
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments) {
  return vsnprintf(buffer, ~0UL, format, arguments);
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}

int sprintf(char *restrict buffer, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsprintf(buffer, format, arguments);
  va_end(arguments);
  return length;
}
