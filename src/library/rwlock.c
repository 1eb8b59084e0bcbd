/* SPDX-License-Identifier: Apache-2.0 */
/* Read-write locks. As in glibc, readers may pass waiting writers unless the lock was made to
 * prefer writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP).
 *
 * Misuse, from POSIX.1-2017: a thread that locks again what it holds may deadlock unless both are
 * read locks; unlocking what the thread does not hold, destroying a lock that is held or waited for
 * and using one that was destroyed are undefined. These are lock errors; where they are not
 * checked, a thread that holds the write lock gets EDEADLK and one that holds a read lock and wants
 * to write waits forever. Which read locks a thread holds is in a table of its own. */
#define _GNU_SOURCE
#include "initialised.h"
#include "simpleattr.h"
#include "thread.h"

#include <errno.h>

struct rwlock {
  heddle_word writer; /* record of the thread that holds it for writing, or DESTROYED */
  unsigned readers;
  unsigned writers_waiting; /* counted only if they are preferred */
#if __SIZEOF_POINTER__ == 8
  unsigned mark; /* of initialisation */
  unsigned unused[7];
  unsigned prefers_writers;
  unsigned unused_end;
#else
  unsigned mark;
  unsigned unused[2];
  unsigned char prefers_writers;
  unsigned char unused_bytes[3];
  unsigned unused_end;
#endif
};

_Static_assert(sizeof(struct rwlock) == sizeof(pthread_rwlock_t), "must overlay glibc's type");
_Static_assert(__builtin_offsetof(struct rwlock, prefers_writers) ==
                   __builtin_offsetof(pthread_rwlock_t, __data.__flags),
               "static initialisers set the preference");

enum { DESTROYED = 2, READ_LOCKS = 8 };

static _Thread_local struct rwlock *read_locks[READ_LOCKS]; /* without gaps, rest null */

static int holds_for_reading(const struct rwlock *lock) {
  for (unsigned i = 0; i < READ_LOCKS && read_locks[i]; i++)
    if (read_locks[i] == lock)
      return 1;
  return 0;
}

static void add_read_lock(struct rwlock *lock) {
  unsigned i = 0;
  while (i < READ_LOCKS && read_locks[i])
    i++;
  if (i == READ_LOCKS)
    __heddle_unsupported("more than 8 read locks held by one thread");
  read_locks[i] = lock;
  lock->readers++;
  __heddle_acquired(lock);
}

/* Did the thread hold it for reading? */
static int remove_read_lock(struct rwlock *lock) {
  unsigned i = 0;
  while (i < READ_LOCKS && read_locks[i] && read_locks[i] != lock)
    i++;
  if (i == READ_LOCKS || !read_locks[i])
    return 0;
  unsigned last = i;
  while (last + 1 < READ_LOCKS && read_locks[last + 1])
    last++;
  if (last != i)
    read_locks[i] = read_locks[last];
  read_locks[last] = 0;
  lock->readers--;
  __heddle_released(lock);
  return 1;
}

static int is_readable(const struct rwlock *lock) {
  return !lock->writer && !lock->writers_waiting;
}

static int is_writable(const struct rwlock *lock) { return !lock->writer && !lock->readers; }

/* Is there nothing to wait for, be it that the lock succeeds or fails? */
static WAITS_FOR_HOLDER int read_is_decided(void *object, heddle_word self) {
  struct rwlock *lock = object;
  return lock->writer == self || lock->writer == DESTROYED || is_readable(lock);
}

static WAITS_FOR_HOLDER int write_is_decided(void *object, heddle_word self) {
  struct rwlock *lock = object;
  return lock->writer == self || lock->writer == DESTROYED || is_writable(lock);
}

/* Why a lock is impossible although there was nothing to wait for. In an atomic section. */
static int refuse(const struct rwlock *lock, heddle_word self) {
  heddle_word writer = lock->writer;
  if (writer == DESTROYED) {
    __heddle_error("lock", "lock of a destroyed read-write lock");
    return EINVAL;
  }
  if (writer == self) {
    __heddle_error("lock", "lock of a read-write lock that the thread holds for writing");
    return EDEADLK;
  }
  return 0;
}

TAKES_SHARED_LOCK int pthread_rwlock_rdlock(pthread_rwlock_t *object) {
  struct rwlock *lock = (struct rwlock *)object;
  heddle_word self = (heddle_word)__heddle_self();
  __heddle_atomic_begin();
  __heddle_block_until(read_is_decided, lock, self);
  int refused = refuse(lock, self);
  if (!refused)
    add_read_lock(lock);
  __heddle_atomic_end();
  return refused;
}

static void take_for_writing(struct rwlock *lock, heddle_word self) {
  lock->writer = self;
  __heddle_acquired(lock);
}

TAKES_LOCK int pthread_rwlock_wrlock(pthread_rwlock_t *object) {
  struct rwlock *lock = (struct rwlock *)object;
  heddle_word self = (heddle_word)__heddle_self();
  __heddle_atomic_begin();
  if (lock->readers && holds_for_reading(lock))
    __heddle_error("lock", "write lock of a read-write lock that the thread holds for reading");
  if (!write_is_decided(lock, self) && lock->prefers_writers) {
    lock->writers_waiting++;
    __heddle_block_until(write_is_decided, lock, self);
    lock->writers_waiting--;
  } else {
    __heddle_block_until(write_is_decided, lock, self);
  }
  int refused = refuse(lock, self);
  if (!refused)
    take_for_writing(lock, self);
  __heddle_atomic_end();
  return refused;
}

/* Why a try fails, without being ordered with who holds the lock. A thread that holds the write
 * lock gets the number `held`, others `otherwise`. */
static int fail_to_try(const struct rwlock *lock, int held, int otherwise) {
  heddle_word writer = seen_unordered(lock->writer);
  if (writer == DESTROYED)
    return refuse(lock, 0);
  return writer == (heddle_word)__heddle_self() ? held : otherwise;
}

static int try_read(pthread_rwlock_t *object, int held, int otherwise) {
  struct rwlock *lock = (struct rwlock *)object;
  int refused = 0;
  __heddle_atomic_begin();
  if (!seen_unordered(lock->writer) && !seen_unordered(lock->writers_waiting) && is_readable(lock))
    add_read_lock(lock);
  else
    refused = fail_to_try(lock, held, otherwise);
  __heddle_atomic_end();
  return refused;
}

static int try_write(pthread_rwlock_t *object, int held, int otherwise) {
  struct rwlock *lock = (struct rwlock *)object;
  int refused = 0;
  __heddle_atomic_begin();
  if (!seen_unordered(lock->writer) && !seen_unordered(lock->readers) && is_writable(lock))
    take_for_writing(lock, (heddle_word)__heddle_self());
  else
    refused = fail_to_try(lock, held, otherwise);
  __heddle_atomic_end();
  return refused;
}

TRIES_SHARED_LOCK int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return try_read(lock, EBUSY, EBUSY);
}

TRIES_LOCK int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return try_write(lock, EBUSY, EBUSY);
}

/* A time-out can come at any time, so a thread that would wait returns at once. */
TRIES_SHARED_LOCK int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock,
                                                 const struct timespec *until) {
  return try_read(lock, EDEADLK, time_is_invalid(until) ? EINVAL : ETIMEDOUT);
}

TRIES_LOCK int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
  return try_write(lock, EDEADLK, time_is_invalid(until) ? EINVAL : ETIMEDOUT);
}

TRIES_SHARED_LOCK int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                                                 const struct timespec *until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_rwlock_timedrdlock(lock, until);
}

TRIES_LOCK int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                          const struct timespec *until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_rwlock_timedwrlock(lock, until);
}

GIVES_LOCK int pthread_rwlock_unlock(pthread_rwlock_t *object) {
  struct rwlock *lock = (struct rwlock *)object;
  int refused = 0;
  __heddle_atomic_begin();
  if (lock->writer == (heddle_word)__heddle_self()) {
    lock->writer = 0;
    __heddle_released(lock);
  } else if (!remove_read_lock(lock)) {
    __heddle_error("lock", "unlock of a read-write lock that the thread does not hold");
    refused = EPERM;
  }
  __heddle_atomic_end();
  return refused;
}

int pthread_rwlock_init(pthread_rwlock_t *object, const pthread_rwlockattr_t *attributes) {
  const struct simpleattr *wanted = (const struct simpleattr *)attributes;
  struct rwlock *lock = (struct rwlock *)object;
  unsigned mark = mark_of(lock);
  if (mark && lock->mark == mark && lock->writer != DESTROYED)
    __heddle_error("lock", "initialisation of a read-write lock that is initialised already");
  int prefers = wanted && wanted->choice == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
  lock->mark = mark; /* field by field, as a mutex: mutex.h */
  lock->readers = 0;
  lock->writers_waiting = 0;
  lock->prefers_writers = prefers ? 2 : 0;
  lock->writer = 0;
  return 0;
}

DESTROYS_LOCK int pthread_rwlock_destroy(pthread_rwlock_t *object) {
  struct rwlock *lock = (struct rwlock *)object;
  int refused = 0;
  __heddle_atomic_begin();
  if (is_writable(lock)) {
    lock->writer = DESTROYED;
  } else if (lock->writer == DESTROYED) {
    __heddle_error("lock", "destroy of a destroyed read-write lock");
    refused = EINVAL;
  } else {
    __heddle_error("lock", "destroy of a locked read-write lock");
    refused = EBUSY;
  }
  __heddle_atomic_end();
  return refused;
}
