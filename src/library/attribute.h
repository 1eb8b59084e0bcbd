/* SPDX-License-Identifier: Apache-2.0 */
/* What a pthread_attr_t holds here. Only `detached` has an effect; the others are kept to be asked
 * for. At most 36 bytes: programs that were preprocessed for the other data model have no more. */
#ifndef LIBRARY_ATTRIBUTE_H
#define LIBRARY_ATTRIBUTE_H

#include "heddle.h"

#include <pthread.h>

struct attributes {
  unsigned char detached, explicit_scheduling, policy;
  int priority;
  heddle_size guard_size, stack_size;
  void *stack; /* its lowest address */
};

_Static_assert(sizeof(struct attributes) <= 36, "must fit glibc's types");

#endif
