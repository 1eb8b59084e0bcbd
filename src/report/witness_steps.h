/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: the steps of a witness, for the writers of both formats. */
#ifndef REPORT_WITNESS_STEPS_H
#define REPORT_WITNESS_STEPS_H

#include "base/text.h"
#include "program/program.h"

struct witness_task;

enum witness_kind {
  WITNESS_AT,     /* something another thread can notice happens in this line */
  WITNESS_START,  /* the thread begins in function `name` */
  WITNESS_ENTER,  /* calls `name`, a function of the user */
  WITNESS_RETURN, /* leaves `function` */
  WITNESS_CREATE, /* makes thread `created` */
  WITNESS_RESULT, /* `name` returned the arbitrary `value` */
};

/* Threads are counted in the order of their creation; main is 0. */
struct witness_step {
  enum witness_kind kind;
  uint32_t thread, created;
  struct position at;
  const struct function *function; /* of the user, in which it happens */
  const char *name;
  char value[32]; /* a C constant */
};

/* The steps, and where it ends: one place, or the two of a race. */
struct witness_story {
  const struct program *program;
  const struct witness_step *steps;
  size_t step_count;
  struct witness_step targets[2];
  size_t target_count;
};

/* What both formats say about themselves. */
struct witness_header {
  const struct witness_task *task;
  const char *const *hashes; /* of the task's files */
  char created[32];          /* ISO 8601 */
  char uuid[40];
};

/* `story` NULL: a correctness witness. */
void witness_print_graphml(struct text *out, const struct witness_header *header,
                           const struct witness_story *story);
void witness_print_yaml(struct text *out, const struct witness_header *header,
                        const struct witness_story *story);

#endif
