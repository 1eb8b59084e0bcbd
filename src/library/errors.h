/* SPDX-License-Identifier: Apache-2.0 */
/* The error numbers of Linux that the models return or set, and the place of errno. */
#ifndef LIBRARY_ERRORS_H
#define LIBRARY_ERRORS_H

enum {
  ERROR_PERM = 1,
  ERROR_NOENT = 2,
  ERROR_SRCH = 3,
  ERROR_INTR = 4,
  ERROR_IO = 5,
  ERROR_2BIG = 7,
  ERROR_BADF = 9,
  ERROR_CHILD = 10,
  ERROR_AGAIN = 11,
  ERROR_NOMEM = 12,
  ERROR_ACCES = 13,
  ERROR_BUSY = 16,
  ERROR_EXIST = 17,
  ERROR_INVAL = 22,
  ERROR_MFILE = 24,
  ERROR_FBIG = 27,
  ERROR_NOSPC = 28,
  ERROR_PIPE = 32,
  ERROR_DOM = 33,
  ERROR_RANGE = 34,
  ERROR_DEADLK = 35,
  ERROR_NAMETOOLONG = 36,
  ERROR_NOMSG = 42,
  ERROR_IDRM = 43,
  ERROR_OVERFLOW = 75,
  ERROR_MSGSIZE = 90,
  ERROR_CONNRESET = 104,
  ERROR_TIMEDOUT = 110,
};

int *__errno_location(void);

#endif
