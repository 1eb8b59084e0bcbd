/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of threads: kept and validated, but only the detach state matters to a program here.
 * Error numbers are those POSIX demands or glibc returns. */
#define _GNU_SOURCE
#include "attribute.h"
#include "thread.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>

enum { STACK_SIZE = 8 << 20, STACK_LEAST = 16384, GUARD_SIZE = 4096 };

static struct attributes *of(pthread_attr_t *attributes) { return (struct attributes *)attributes; }

static const struct attributes *of_constant(const pthread_attr_t *attributes) {
  return (const struct attributes *)attributes;
}

int pthread_attr_init(pthread_attr_t *attributes) {
  __heddle_fill(attributes, 0, sizeof(struct attributes));
  of(attributes)->guard_size = GUARD_SIZE;
  of(attributes)->stack_size = STACK_SIZE;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
  *state = of_constant(attributes)->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
  if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE)
    return EINVAL;
  of(attributes)->detached = state == PTHREAD_CREATE_DETACHED;
  return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size) {
  *size = of_constant(attributes)->guard_size;
  return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size) {
  of(attributes)->guard_size = size;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters) {
  parameters->sched_priority = of_constant(attributes)->priority;
  return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters) {
  int priority = parameters->sched_priority, policy = of(attributes)->policy;
  if (priority < sched_get_priority_min(policy) || priority > sched_get_priority_max(policy))
    return EINVAL;
  of(attributes)->priority = priority;
  return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy) {
  *policy = of_constant(attributes)->policy;
  return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) {
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
    return EINVAL;
  of(attributes)->policy = (unsigned char)policy;
  return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherit) {
  *inherit =
      of_constant(attributes)->explicit_scheduling ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED;
  return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit) {
  if (inherit != PTHREAD_EXPLICIT_SCHED && inherit != PTHREAD_INHERIT_SCHED)
    return EINVAL;
  of(attributes)->explicit_scheduling = inherit == PTHREAD_EXPLICIT_SCHED;
  return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope) {
  (void)attributes;
  *scope = PTHREAD_SCOPE_SYSTEM;
  return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope) {
  (void)attributes;
  if (scope == PTHREAD_SCOPE_PROCESS)
    return ENOTSUP;
  return scope == PTHREAD_SCOPE_SYSTEM ? 0 : EINVAL;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
  *size = of_constant(attributes)->stack_size;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
  if (size < STACK_LEAST)
    return EINVAL;
  of(attributes)->stack_size = size;
  return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size) {
  *stack = of_constant(attributes)->stack;
  *size = of_constant(attributes)->stack_size;
  return 0;
}

int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size) {
  if (size < STACK_LEAST)
    return EINVAL;
  of(attributes)->stack = stack;
  of(attributes)->stack_size = size;
  return 0;
}

/* The old pair names the highest address of the stack. */
int pthread_attr_getstackaddr(const pthread_attr_t *attributes, void **end) {
  *end = (char *)of_constant(attributes)->stack + of_constant(attributes)->stack_size;
  return 0;
}

int pthread_attr_setstackaddr(pthread_attr_t *attributes, void *end) {
  of(attributes)->stack = (char *)end - of(attributes)->stack_size;
  return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *set) {
  (void)attributes, (void)size, (void)set;
  return 0;
}

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  struct thread *other = (struct thread *)thread;
  unsigned state = __atomic_load_n(&other->state, __ATOMIC_SEQ_CST);
  if (thread_is_over(state)) {
    __heddle_error("memory", "use of a thread that was joined, or detached and has ended");
    return ESRCH;
  }
  pthread_attr_init(attributes);
  of(attributes)->detached = (state & THREAD_DETACHED) != 0;
  return 0;
}

int pthread_getattr_default_np(pthread_attr_t *attributes) { return pthread_attr_init(attributes); }
