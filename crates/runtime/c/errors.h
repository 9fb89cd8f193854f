/* Error numbers, as Linux has them. */

#ifndef PORF_ERRORS_H
#define PORF_ERRORS_H

enum {
  EPERM = 1,
  EAGAIN = 11,
  ENOMEM = 12,
  EBUSY = 16,
  EINVAL = 22,
  ERANGE = 34,
  EDEADLK = 35,
  ENOTSUP = 95,
  ETIMEDOUT = 110,
};

int *__errno_location(void);
#define errno (*__errno_location())

#endif
