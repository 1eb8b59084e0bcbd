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
  const char *operation;           /* "reads", "writes", "calls", "takes", "chooses", … */
  const char *name;                /* of what: "counter", "pthread_mutex_lock(&m)" */
  const char *value;               /* "3", or "" */
};

struct story;

/* Keeps the last `most` steps (0: all). */
struct story *story_create(const struct program *program, size_t most);
void story_destroy(struct story *story);
/* Give this to the machine before the execution. */
struct observer *story_observer(struct story *story);

size_t story_count(const struct story *story);
const struct story_step *story_step(const struct story *story, size_t index);
size_t story_left_out(const struct story *story); /* steps before the first one kept */

/* The steps, a heading wherever another thread goes on. `state`: the last one, for thread names. */
void story_print(struct text *out, const struct story *story, const struct state *state);
/* What went wrong: where, who, what it concerns; for a race both accesses; for a deadlock who waits
 * for what and who holds it. */
void story_print_violation(struct text *out, const struct state *state,
                           const struct violation *violation);

#endif
