/* SPDX-License-Identifier: Apache-2.0 */
/* What the attribute objects of condition variables, read-write locks and barriers hold here. */
#ifndef LIBRARY_SIMPLEATTR_H
#define LIBRARY_SIMPLEATTR_H

#include "heddle.h"

#include <pthread.h>

struct simpleattr {
  unsigned char shared;
  unsigned char choice; /* the clock of a condition variable, whom a read-write lock prefers */
};

_Static_assert(sizeof(struct simpleattr) <= sizeof(pthread_condattr_t) &&
                   sizeof(struct simpleattr) <= sizeof(pthread_rwlockattr_t) &&
                   sizeof(struct simpleattr) <= sizeof(pthread_barrierattr_t),
               "must fit glibc's types");

#endif
