/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: parts of the explanation of a violation, for shorter forms. Thread names
 * stand in the texts as in describe.h. */
#ifndef REPORT_TELL_H
#define REPORT_TELL_H

#include "base/vector.h"
#include "report/blocks.h"
#include "report/describe.h"
#include "semantics/machine.h"

/* "reads", "writes", …: what a racing access does. */
const char *tell_access_verb(const struct edge *edge);
/* The condition of the assertion that failed. False: it is another violation. */
bool tell_assertion(struct text *out, struct snapshot snapshot, const struct violation *violation);
/* Which memory a wrong access or free concerns: " of pool->jobs.len", ", 8 bytes before buffer".
 * False: that is not known. */
bool tell_address(struct text *out, struct snapshot snapshot, const struct violation *violation);
/* Where the block of a wrong access or free was allocated and freed; NULL: not known, or it was
 * not. */
void tell_block(struct snapshot snapshot, const struct violation *violation,
                const struct block_mark **allocated, const struct block_mark **freed);
/* "waits for lock, held by worker 2". False: the thread does not wait. */
bool tell_waiting(struct text *out, struct snapshot snapshot, uint32_t thread);
/* Where a thread stands, seen from the user's code: the call of the library function it is in, else
 * `at`. */
struct position tell_position(const struct state *state, uint32_t thread, struct position at);

/* The last thing a thread does: what a story in columns ends with. */
struct ending {
  uint32_t thread;
  struct position at;
  const char *text;  /* "assertion 'x == 1' fails", "waits for lock", "reads x: data race" */
  const char *locks; /* it holds, or "" */
  uint32_t lock_count;
};
struct endings {
  VECTOR(struct ending) list;
};
/* Texts go to the arena, with thread names in place. */
void tell_endings(struct endings *endings, struct arena *arena, struct snapshot snapshot,
                  const struct violation *violation);

#endif
