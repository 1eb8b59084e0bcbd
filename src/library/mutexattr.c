/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of mutexes, and initialisation with them. Type and robustness matter; the protocol,
 * the ceiling and sharing between processes are kept to be asked for. */
#define _GNU_SOURCE
#include "mutexattr.h"
#include "initialised.h"
#include "mutex.h"

#include <errno.h>

int pthread_mutex_init(pthread_mutex_t *object, const pthread_mutexattr_t *attributes) {
  struct mutex *mutex = (struct mutex *)object;
  const struct mutexattr *wanted = (const struct mutexattr *)attributes;
  unsigned mark = mark_of(mutex);
  if (mark && mutex->mark == mark && mutex->owner != MUTEX_DESTROYED)
    __heddle_error("lock", "initialisation of a mutex that is initialised already");
  int kind = wanted ? wanted->type | (wanted->flags & MUTEXATTR_ROBUST ? KIND_ROBUST : 0) : 0;
  mutex_begin(mutex, mark, kind, wanted ? wanted->ceiling : 0);
  return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *object, int *ceiling) {
  *ceiling = ((const struct mutex *)object)->ceiling;
  return 0;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *object, int ceiling, int *old) {
  struct mutex *mutex = (struct mutex *)object;
  if (ceiling < 1 || ceiling > 99)
    return EINVAL;
  int refused = pthread_mutex_lock(object);
  if (refused)
    return refused;
  *old = mutex->ceiling;
  mutex->ceiling = ceiling;
  return pthread_mutex_unlock(object);
}

static struct mutexattr *of(pthread_mutexattr_t *attributes) {
  return (struct mutexattr *)attributes;
}

static const struct mutexattr *of_constant(const pthread_mutexattr_t *attributes) {
  return (const struct mutexattr *)attributes;
}

static void set_flag(pthread_mutexattr_t *attributes, unsigned char flag, int wanted) {
  unsigned char flags = of(attributes)->flags;
  of(attributes)->flags = (unsigned char)(wanted ? flags | flag : flags & ~flag);
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  __heddle_fill(attributes, 0, sizeof *attributes);
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type) {
  *type = of_constant(attributes)->type;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
    return EINVAL;
  of(attributes)->type = (unsigned char)type;
  return 0;
}

int pthread_mutexattr_getkind_np(const pthread_mutexattr_t *attributes, int *type);
int pthread_mutexattr_getkind_np(const pthread_mutexattr_t *attributes, int *type) {
  return pthread_mutexattr_gettype(attributes, type);
}

int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attributes, int type);
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attributes, int type) {
  return pthread_mutexattr_settype(attributes, type);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust) {
  *robust = of_constant(attributes)->flags & MUTEXATTR_ROBUST ? PTHREAD_MUTEX_ROBUST
                                                              : PTHREAD_MUTEX_STALLED;
  return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  if (robust != PTHREAD_MUTEX_ROBUST && robust != PTHREAD_MUTEX_STALLED)
    return EINVAL;
  set_flag(attributes, MUTEXATTR_ROBUST, robust == PTHREAD_MUTEX_ROBUST);
  return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared) {
  *shared = of_constant(attributes)->flags & MUTEXATTR_SHARED ? PTHREAD_PROCESS_SHARED
                                                              : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  if (shared != PTHREAD_PROCESS_SHARED && shared != PTHREAD_PROCESS_PRIVATE)
    return EINVAL;
  set_flag(attributes, MUTEXATTR_SHARED, shared == PTHREAD_PROCESS_SHARED);
  return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol) {
  *protocol = of_constant(attributes)->protocol;
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
    return EINVAL;
  of(attributes)->protocol = (unsigned char)protocol;
  return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling) {
  *ceiling = of_constant(attributes)->ceiling;
  if (*ceiling == 0) /* not set: the least priority of SCHED_FIFO */
    *ceiling = 1;
  return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling) {
  if (ceiling < 1 || ceiling > 99)
    return EINVAL;
  of(attributes)->ceiling = (unsigned char)ceiling;
  return 0;
}
