/* SPDX-License-Identifier: Apache-2.0 */
/* What a pthread_mutexattr_t holds here, for the calls that initialise a mutex with it. */
#ifndef LIBRARY_MUTEXATTR_H
#define LIBRARY_MUTEXATTR_H

#include <pthread.h>

struct mutexattr {
  unsigned char type, flags, protocol, ceiling;
};

enum { MUTEXATTR_ROBUST = 1, MUTEXATTR_SHARED = 2 };

_Static_assert(sizeof(struct mutexattr) == sizeof(pthread_mutexattr_t),
               "must overlay glibc's type");

#endif
