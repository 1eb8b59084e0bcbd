/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of a stream: a recursive mutex that a program takes by flockfile, for more than one call. In a
 * program that does so every use of the stream waits for it. An open stream is known by its
 * descriptor. */
#include "descriptors.h"
#include "heddle.h"
#include "mutex.h"
#include "stream.h"

#include <pthread.h>

static struct mutex locks[MOST_DESCRIPTORS];

/* In an atomic section. */
static struct mutex *lock_of(const struct stream *stream) {
  int number = stream->descriptor;
  if (number < 0 || number >= MOST_DESCRIPTORS) {
    __heddle_unsupported("a lock of a stream with this descriptor");
    number = 0;
  }
  if (locks[number].kind == 0)
    locks[number].kind = PTHREAD_MUTEX_RECURSIVE;
  return &locks[number];
}

void flockfile(struct stream *stream) {
  __library_check_stream(stream);
  __heddle_atomic_begin();
  __library_mutex_take(lock_of(stream), __heddle_self());
  __heddle_atomic_end();
}

static int is_free_for(void *object, heddle_word self) {
  heddle_word owner = ((struct mutex *)object)->owner & ~(heddle_word)MUTEX_BITS;
  return owner == 0 || owner == self;
}

int ftrylockfile(struct stream *stream) {
  int is_free;
  __heddle_atomic_begin();
  struct mutex *lock = lock_of(stream);
  is_free = is_free_for(lock, (heddle_word)__heddle_self());
  if (is_free)
    __library_mutex_take(lock, __heddle_self());
  __heddle_atomic_end();
  return is_free ? 0 : -1;
}

void funlockfile(struct stream *stream) {
  __heddle_atomic_begin();
  if (__library_mutex_give(lock_of(stream), __heddle_self()) != 0)
    __heddle_error("lock", "funlockfile of a stream that the thread has not locked");
  __heddle_atomic_end();
}

void __library_await_stream(const struct stream *stream) {
  if (!__heddle_called("flockfile") && !__heddle_called("ftrylockfile"))
    return;
  __heddle_atomic_begin();
  __heddle_block_until(is_free_for, lock_of(stream), (heddle_word)__heddle_self());
  __heddle_atomic_end();
}
