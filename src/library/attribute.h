/* What a pthread_attr_t holds here. Only `detached` has an effect; the others are kept to be asked
 * for. */
#ifndef LIBRARY_ATTRIBUTE_H
#define LIBRARY_ATTRIBUTE_H

#include "heddle.h"

#include <pthread.h>

struct attributes {
  int detached, explicit_scheduling, policy, priority;
  heddle_size guard_size, stack_size;
  void *stack; /* its lowest address */
  int process_scope;
};

_Static_assert(sizeof(struct attributes) <= sizeof(pthread_attr_t), "must fit glibc's type");

#endif
