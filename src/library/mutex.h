/* SPDX-License-Identifier: Apache-2.0 */
/* What a pthread_mutex_t or mtx_t holds here: glibc's own layout as far as static initialisers can
 * tell, that is the place of `kind`. All zero is a free normal mutex. A program that was
 * preprocessed for the other data model has its kind in `other_kind`, and on LP64 an object of only
 * 32 bytes.
 *
 * `owner` is 0 if it is free, else the address of the holder's record with MUTEX_* bits in it, or
 * such a bit alone. Everything a lock or unlock needs in the common case is in this one word. */
#ifndef LIBRARY_MUTEX_H
#define LIBRARY_MUTEX_H

#include "thread.h"

struct mutex {
  unsigned mark;  /* of initialisation: initialised.h */
  unsigned count; /* how often the holder of a recursive mutex locked it again */
#if __SIZEOF_POINTER__ == 8
  int unused_owner;
  int other_kind, kind;
  int ceiling;
  heddle_word owner;
#else
  heddle_word owner;
  int kind, other_kind;
  int ceiling;
#endif
};

_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "must fit glibc's type");
_Static_assert(__builtin_offsetof(struct mutex, kind) ==
                   __builtin_offsetof(pthread_mutex_t, __data.__kind),
               "static initialisers set the kind");

enum {
  MUTEX_AGAIN = 1,     /* locked more than once: see `count` */
  MUTEX_DESTROYED = 2, /* alone */
  MUTEX_DIRTY = 4,     /* robust: the last holder died. Alone: given up for good */
  MUTEX_BITS = 7,
};

/* Of `kind`: a type in the low bits, as glibc's static initialisers have it. */
enum { KIND_TYPE = 3, KIND_ROBUST = 16 };

static inline int mutex_type(const struct mutex *mutex) {
  return (mutex->kind | mutex->other_kind) & KIND_TYPE;
}

/* Makes it a free mutex. Each field is written by itself: an access of another size would overlap
 * with later ones, which memory models do not define. */
static inline void mutex_begin(struct mutex *mutex, unsigned mark, int kind, int ceiling) {
  mutex->mark = mark;
  mutex->count = 0;
  mutex->other_kind = 0;
  mutex->kind = kind;
  mutex->ceiling = ceiling;
  mutex->owner = 0;
}

/* Takes the mutex, waiting if need be. Returns an error number. In an atomic section. */
int __library_mutex_take(struct mutex *mutex, struct thread *self);
/* Gives it back, or reports the misuse. Returns an error number. */
int __library_mutex_give(struct mutex *mutex, struct thread *self);
static inline int mutex_is_held(const struct mutex *mutex, const struct thread *self) {
  return (mutex->owner & ~(heddle_word)MUTEX_BITS) == (heddle_word)self;
}

#endif
