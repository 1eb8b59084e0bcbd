/* SPDX-License-Identifier: Apache-2.0 */
/* The passes: what happens to a program between lowering and the first execution. They run in the
 * order of one table (pass.c), which says of each what it does and why verdicts stay the same.
 * After the last one a program is never written again, but for what an engine cuts from its own
 * copy (cutting.h), and with four exceptions between searches: `heddle orders` changes the orders
 * of slots (slots.h), reuse is found anew if more addresses come back than was thought, all passes
 * run again if fields of the library do not have the values that were expected, and undefined
 * functions may keep functions (callbacks.h).
 */
#ifndef TRANSFORM_PASS_H
#define TRANSFORM_PASS_H

#include "program/program.h"
#include "semantics/memory_model.h"

struct order_slots;
struct reuse;

/* What is asked of the passes, and what they found. */
struct transform {
  const char *last;               /* the name of the last pass to run; NULL: all of them */
  const char *left_out;           /* that of a pass that is not needed, or NULL */
  bool has_slots;                 /* make slots, for `heddle orders` … */
  enum memory_model memory_model; /* … under this model */
  bool keeps_addresses;           /* the program is written as C, with addresses of its own */
  bool reuses_addresses;          /* addresses come back while something remembers them … */
  unsigned parts;                 /* … also those of these kinds (of REUSE_*) */
  bool expects_fields;            /* fields of the library keep their values; see folding.h */
  /* Out: */
  struct program *program;
  struct order_slots *slots;
  struct reuse *reuse;
  /* As they were before the first pass: */
  struct program *lowered;
  struct function *lowered_functions; /* copies; the program refers to the functions themselves */
};

struct pass {
  const char *name;
  const char *what;  /* it does, for a user */
  const char *sound; /* why verdicts stay the same */
  /* NULL: it is not part of transform_run, as it needs answers of engines (cutting.h). */
  void (*run)(struct program *program, struct transform *transform);
  bool (*is_wanted)(const struct transform *transform); /* NULL: always */
  bool can_be_left_out;                                 /* it only makes programs smaller */
};

/* All passes in the order in which they run; ends with a NULL name. */
extern const struct pass transform_passes[];
/* Is it the name of a pass? "lowering" also counts: it stands for no pass at all. */
bool transform_knows(const char *name);
/* Is it the name of one that can be left out? */
bool transform_can_leave_out(const char *name);
/* Runs the passes. `transform` owns the program from then on. */
void transform_run(struct program *program, struct transform *transform);
/* Between two runs of engines: addresses of these kinds come back as well, and with FIELDS_DIFFER
 * nothing is expected of fields. False: this is so already, or no address may come back. */
bool transform_again(struct transform *transform, unsigned kinds);
void transform_release(struct transform *transform);

#endif
