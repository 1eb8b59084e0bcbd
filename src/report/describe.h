/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: prints parts of a state. Threads get their names last, when it is known how
 * many share a start function: until then they stand as \1number\2 in a text. The same holds for
 * heap blocks (blocks.h). */
#ifndef REPORT_DESCRIBE_H
#define REPORT_DESCRIBE_H

#include "semantics/state.h"

struct blocks;

/* Where a thread is, in the user's code. */
struct site {
  const struct function *function; /* of the user; NULL: none */
  const struct frame *library;     /* the library function it called from there, or NULL */
  struct position at;              /* of that call, if there is one */
  const struct edge *call;         /* the call, if there is one */
};
/* Only as good as the thread's frames: a thread that finished has none. */
struct site describe_site(const struct thread *thread);

/* A term in a frame of a thread. False: it is not one number. */
bool describe_evaluate(const struct state *state, const struct thread *thread,
                       const struct frame *frame, const struct term *term, uint64_t *bits);

/* The function that a CALL edge of the thread's top frame enters, or NULL. */
const struct function *describe_callee(const struct state *state, const struct thread *thread,
                                       const struct edge *edge);

/* What is described, and the origins and names of its blocks (may be NULL). */
struct snapshot {
  const struct state *state;
  const struct blocks *blocks;
};
/* The object a place is in: "queue", "pool" (the block that `pool` points to), "worker 1". */
void describe_object(struct text *out, struct snapshot snapshot, const struct place *place);
/* "counter", "queue.head", "pool->jobs.len", "block(list.c:20)[byte 4]", "worker 1" (its record).
 * Returns the type there, or NULL. */
const struct type *describe_place(struct text *out, struct snapshot snapshot, uint64_t address);
/* A value: pointers by what they point to. `type` may be NULL. */
void describe_value(struct text *out, struct snapshot snapshot, const struct type *type,
                    unsigned width, uint64_t bits);
/* "pthread_mutex_lock(&m)": a frame that was just entered, or whose parameters are unchanged. */
void describe_call(struct text *out, struct snapshot snapshot, const struct thread *thread,
                   const struct frame *frame);

void describe_thread(struct text *out, uint32_t number);
/* Appends `raw` with the names of threads and blocks in place. */
void describe_names(struct text *out, const char *raw, struct snapshot snapshot);

#endif
