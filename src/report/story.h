/* SPDX-License-Identifier: Apache-2.0 */
/* The story of an execution for a person: one line per step, with source names and with library
 * functions folded into their calls; and the violation at the end. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "semantics/machine.h"

/* One line. Texts live as long as the story. */
struct story_step {
  uint32_t thread;
  struct position at;
  const struct function *function; /* of the user; NULL: none */
  const char *operation; /* "reads", "writes", "buffers", "calls", "acquires", "chooses", … */
  const char *name;      /* of what: "counter", "pthread_mutex_lock(&m)" */
  const char *value;     /* "3", or "" */
  const char *locks;     /* held while it happens: "lock, queue.lock", or "" */
  uint32_t lock_count;
  uint64_t address; /* of the memory it accesses, or of the lock that it acquires or releases; 0:
                       neither */
  uint32_t size;    /* bytes accessed */
  bool is_input;    /* its value was free to choose */
  bool is_old;      /* it reads another write than the newest, or writes before it (machine.h) */
  enum memory_order order; /* of an access */
  /* In an execution of an axiomatic model: which access its read and its write are, 0: none; if the
   * read is old, the write that it takes, 0: the first value. */
  uint64_t read, written, taken;
  bool is_old_read;
};

struct story;
struct blocks;

/* Keeps the last `most` steps (0: all). */
struct story *story_create(const struct program *program, size_t most);
void story_destroy(struct story *story);
/* What the violation at the end needs besides (supposed.h), for its headline. */
void story_suppose(struct story *story, const char *supposed);
const char *story_supposed(const struct story *story); /* "": nothing */
/* Give this to the machine before the execution. */
struct listener *story_listener(struct story *story);

/* The choices of the execution are added to `record` as they are made. Those that are free, by
 * number, are no inputs: nothing depends on their values. Both live as long as the execution. */
struct schedule;
void story_leave_out_choices(struct story *story, const struct schedule *record, const bool *free,
                             size_t count);

/* After the execution, with its last state: gives threads their names and drops accesses to locals
 * that no other thread accesses. To be called before the steps are looked at; story_print does. */
void story_finish(struct story *story, const struct state *state);
size_t story_count(const struct story *story);
const struct story_step *story_step(const struct story *story, size_t index);
size_t story_left_out(const struct story *story); /* steps before the first one kept */

/* The layout. */
struct story_look {
  size_t width; /* of the terminal or page, in characters */
  bool colour;
  bool everything; /* nothing is folded */
};
/* The steps and, if `violation` is not NULL, what they lead to: in one column per thread if there
 * is room for them, else with a heading wherever another thread goes on. */
void story_print(struct text *out, struct story *story, const struct state *state,
                 const struct violation *violation, const struct story_look *look);
/* In one line without end: what is violated, where, and the values that decide it. */
void story_print_headline(struct text *out, const struct story *story, const struct state *state,
                          const struct violation *violation);
/* The variable that a race is about, the same for all elements of an array and all blocks of one
 * name: "table[]", "job->next". */
void story_print_variable(struct text *out, const struct story *story, const struct state *state,
                          const struct violation *violation);
/* Something that was free to choose: "time(NULL) = 5", "clock_gettime(0, &now) chooses 3, 7". */
struct story_input {
  struct position at;
  const char *text; /* names as in describe.h */
};
size_t story_input_count(const struct story *story);
struct story_input story_input(const struct story *story, size_t index);
/* The inputs and the wake-ups without cause, or "none". */
void story_print_inputs(struct text *out, const struct story *story, const struct state *state);
/* The violation: its place, thread and object; for a race both accesses; for a deadlock which
 * thread waits for what, and the holders. `story` may be NULL: then origins of blocks are not
 * known. */
void story_print_violation(struct text *out, const struct story *story, const struct state *state,
                           const struct violation *violation);

/* What blocks are called (blocks.h). */
const struct blocks *story_blocks(const struct story *story);

#endif
