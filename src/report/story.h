/* What an execution did, told to a person: one line per step that matters, under source names, with
 * what happens inside library functions folded into their call; and what is wrong in the end. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "semantics/machine.h"

/* One line. Texts live as long as the story. */
struct story_step {
  uint32_t thread;
  struct position at;
  const struct function *function; /* of the user; NULL: none */
  const char *operation;           /* "reads", "writes", "buffers", "calls", "takes", "chooses", … */
  const char *name;                /* of what: "counter", "pthread_mutex_lock(&m)" */
  const char *value;               /* "3", or "" */
};

struct story;

/* Keeps the last `most` steps (0: all). */
struct story *story_create(const struct program *program, size_t most);
void story_destroy(struct story *story);
/* Give this to the machine before the execution. */
struct observer *story_observer(struct story *story);

/* After the execution, with its last state: gives threads their names and drops accesses to locals
 * that turned out to concern nobody else. To be called before the steps are
 * looked at; story_print does. */
void story_finish(struct story *story, const struct state *state);
size_t story_count(const struct story *story);
const struct story_step *story_step(const struct story *story, size_t index);
size_t story_left_out(const struct story *story); /* steps before the first one kept */

/* The steps, a heading wherever another thread goes on. */
void story_print(struct text *out, struct story *story, const struct state *state);
/* What went wrong: where, who, what it concerns; for a race both accesses; for a deadlock who waits
 * for what and who holds it. `story` may be NULL: then it is not known where blocks come from. */
void story_print_violation(struct text *out, const struct story *story, const struct state *state,
                           const struct violation *violation);

/* Where a heap block was allocated or freed. */
struct story_mark {
  uint32_t thread;
  struct position at;
  const char *function; /* of the library */
  uint32_t nth;         /* from 1, of those at this place */
};
/* The last one at this address; NULL: none. */
const struct story_mark *story_find_mark(const struct story *story, uint64_t block, bool freed);

#endif
