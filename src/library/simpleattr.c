/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of condition variables, read-write locks and barriers: validated and kept. Only a
 * read-write lock's preference for writers has an effect. */
#define _GNU_SOURCE
#include "simpleattr.h"

#include <errno.h>
#include <time.h>

static int set_shared(unsigned char *field, int shared) {
  if (shared != PTHREAD_PROCESS_SHARED && shared != PTHREAD_PROCESS_PRIVATE)
    return EINVAL;
  *field = (unsigned char)shared;
  return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes) {
  __heddle_fill(attributes, 0, sizeof *attributes);
  return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared) {
  *shared = ((const struct simpleattr *)attributes)->shared;
  return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared) {
  return set_shared(&((struct simpleattr *)attributes)->shared, shared);
}

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock) {
  *clock = ((const struct simpleattr *)attributes)->choice;
  return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  ((struct simpleattr *)attributes)->choice = (unsigned char)clock;
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) {
  __heddle_fill(attributes, 0, sizeof *attributes);
  return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared) {
  *shared = ((const struct simpleattr *)attributes)->shared;
  return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) {
  return set_shared(&((struct simpleattr *)attributes)->shared, shared);
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind) {
  *kind = ((const struct simpleattr *)attributes)->choice;
  return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) {
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    return EINVAL;
  ((struct simpleattr *)attributes)->choice = (unsigned char)kind;
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes) {
  __heddle_fill(attributes, 0, sizeof *attributes);
  return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes) {
  (void)attributes;
  return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared) {
  *shared = ((const struct simpleattr *)attributes)->shared;
  return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared) {
  return set_shared(&((struct simpleattr *)attributes)->shared, shared);
}
