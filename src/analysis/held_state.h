/* SPDX-License-Identifier: Apache-2.0 */
/* Inside analysis/: what the parts of held.h share. held_flow.c follows the threads, held_threads.c
 * knows how they are created and joined, held_locks.c what the library's functions do with locks,
 * held_presets.c which locks are not free when threads come to use them. */
#ifndef ANALYSIS_HELD_STATE_H
#define ANALYSIS_HELD_STATE_H

#include "analysis/held.h"
#include "program/uses.h"

struct loops;

/* Bytes of a lock, from its begin: unless they are 0, it is not free. */
struct held_words {
  uint32_t begin, end;
};
enum { HELD_LOCK_WORDS = 2 }; /* one is empty if there is only one */

/* What is known where a thread stands. */
struct held_state {
  bool is_reached;
  uint64_t locks, read_locks;        /* certainly held */
  uint64_t unready[HELD_LOCK_WORDS]; /* this word may be such that no thread can take the lock */
  uint64_t running;                  /* of main: other threads that may run */
  uint32_t depth;                    /* of atomic sections, at least */
  bool is_alone;                     /* all other threads have finished */
  /* A call that has tried to take a lock, or a question whether the thread is alone (then neither
   * lock is there): the result is in this register. */
  uint32_t tried_register;
  uint64_t tried, tried_read;
};

/* A place in an object that exists once. */
struct held_place {
  uint32_t object;
  int64_t offset;
  uint32_t bytes; /* of a lock: that say who holds it, and what is before them */
  struct held_words words[HELD_LOCK_WORDS];
};

/* A function as it is called by a kind of thread, with these locks held. */
struct held_context {
  uint32_t kind;
  const struct function *function;
  struct held_state entry, exit;
  struct held_state *at;    /* per location */
  VECTOR(uint32_t) callers; /* contexts */
  bool is_waiting;
};

/* Threads that begin in one function and are created by one call. */
struct held_kind {
  const struct function *start;
  const struct function *runner; /* the library's function that calls it */
  const struct edge *call;       /* the edge that creates them, */
  const struct function *caller; /* in this function */
  uint64_t meets;                /* kinds that may run at the same time */
  uint64_t creates;
  bool is_free;     /* created by others than main */
  bool has_handle;  /* its threads' ids are all stored at … */
  bool has_handles; /* (several places, or one that is not known) */
  struct held_place handle;
  bool is_joined; /* a join was taken to end it */
};

/* How many edges call a function, or start a thread there, and one of them. */
struct held_calls {
  const struct edge *edge;
  const struct function *caller;
  uint32_t count;
};

struct held_analysis {
  const struct program *program;
  const struct sharing *sharing;
  const struct offsets *offsets;
  const struct limits *limits;
  struct obstacle obstacle; /* what is in the way */
  size_t words;
  uint64_t *set;         /* scratch */
  struct interner *keys; /* of contexts */
  VECTOR(struct held_context) contexts;
  VECTOR(uint32_t) waiting;
  VECTOR(struct held_kind) kinds;
  VECTOR(struct held_place) locks;
  VECTOR(struct held_access) accesses;
  uint64_t misused;      /* locks that are given back where it is not certain that they are held */
  uint64_t never_joined; /* kinds: joins are not to be trusted */
  bool joins_may_fail;   /* threads may join each other, so that one gets an error */
  struct arena *arena;
  const struct loops **loops;     /* per function; NULL: not needed yet */
  struct held_calls *calls;       /* per function */
  struct held_calls *allocations; /* per object: the edge that allocates it, if one does */
};

/* Fills `calls` and `allocations`. */
void held_find_once(struct held_analysis *held);
/* The objects that a term may point to, in held->set. */
void held_find_pointees(struct held_analysis *held, const struct function *function,
                        const struct term *term);
/* The one place that a term can point to, in an object that exists once; false: there is none. */
bool held_find_place(struct held_analysis *held, const struct function *function,
                     const struct term *term, struct held_place *place);

/* Is it a function that does one of these with a lock, and is not followed then? */
static inline bool held_is_about_lock(const struct function *function) {
  return function->effect != EFFECT_NONE && function->effect != EFFECT_JOINS &&
         function->effect != EFFECT_TRIES_JOIN && function->effect != EFFECT_DETACHES;
}
/* How many bytes of the function's first argument, at least, say who holds the lock, with all that
 * is before them. */
uint32_t held_lock_bytes(const struct program *program, const struct function *function);
/* Which words say that such a lock is free. */
void held_find_words(const struct program *program, const struct function *function,
                     struct held_words words[HELD_LOCK_WORDS]);
/* Is a lock in a variable free when the program begins? */
bool held_begins_free(const struct held_analysis *held, const struct held_place *lock);
/* Changes the state as an edge does that writes to memory or allocates it. */
void held_note_presets(struct held_analysis *held, const struct function *function,
                       const struct edge *edge, struct held_state *state);
/* Every edge is looked at again: there is another lock. */
void held_wait_for_all(struct held_analysis *held);
/* Changes the state as the call does. */
void held_apply_effect(struct held_analysis *held, const struct function *caller,
                       const struct edge *call, enum library_effect effect,
                       struct held_state *state);
/* Is it a function of the library that reads a format, and its arguments if that says so? */
bool held_prints(const struct function *function);
/* Of a call that prints: does the format tell what it accesses? It may read through pointers. */
bool held_is_plain_format(const struct held_analysis *held, const struct edge *call,
                          const struct function *callee, bool *reads_pointers);
/* Does the function print to a buffer, its first argument? */
bool held_prints_to_buffer(const struct function *function);
/* Locks that do not count as another access than those of the library overwrites them while they
 * may be held. */
uint64_t held_find_overwritten(struct held_analysis *held);
/* What a condition that holds tells about the call that has tried to take a lock. */
void held_learn(const struct edge *assume, struct held_state *state);

/* A call of a function that creates a thread: notes it, and sets *created to the kinds that it may
 * be of. False: it is no such function. */
bool held_create_thread(struct held_analysis *held, const struct held_context *context,
                        const struct edge *call, const struct function *callee,
                        const struct held_state *state, uint64_t *created);
/* A call of a function that joins a thread: which of the running ones it ends. */
uint64_t held_join_thread(struct held_analysis *held, const struct held_context *context,
                          const struct edge *call, const struct function *callee,
                          const struct held_state *state);
/* Kinds that were taken to be joined and must not be: then all begins again without that. */
uint64_t held_find_unjoined(struct held_analysis *held);

#endif
