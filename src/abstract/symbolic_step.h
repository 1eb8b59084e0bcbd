/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of threads on states in which some cells hold symbols and the others numbers. All answers
 * to the choices of a step are tried. Afterwards, the term in each symbolic cell (over the symbols
 * before the step) is recorded, and the cell holds its symbol again. */
#ifndef ABSTRACT_SYMBOLIC_STEP_H
#define ABSTRACT_SYMBOLIC_STEP_H

#include "abstract/cells.h"
#include "abstract/entail.h"
#include "explore/explorer.h"
#include "semantics/footprint.h"

struct liveness;

/* What is asked about a program, and the limits. */
struct question {
  const struct program *program;
  property_set properties;
  const struct limits *limits;
  struct stale_parts *stale_parts; /* receives accesses to parts of addresses */
};

struct symbolic_step {
  struct cells *cells;
  struct value_context *context; /* that of the cells */
  struct explorer explorer;      /* its owner is the symbolic_step */
  struct liveness *liveness;
  struct listener listener;   /* makes cells of bytes that are accessed together */
  struct footprint footprint; /* of the chain of steps that is executed */
  bool has_unknown_size;      /* the last step chose none of the sizes tried */
  bool tries_sizes;           /* some step has chosen a size */
  bool has_looked; /* the explorer has looked at a step since the last one that it took */
  struct premises unresolved; /* terms for which the last step needed numbers */
  /* Tries the numbers that a term can be, if there are few; false: it stays a term. NULL: always
   * stays a term. */
  bool (*choose_number)(struct symbolic_step *symbolic, const struct term *term, uint64_t *bits);
  /* Called when bytes of an object are written. May be NULL. */
  void (*write)(struct symbolic_step *symbolic, const struct place *place, unsigned bytes);
};

/* `domain`: of values, over the context of the cells. */
void symbolic_step_init(struct symbolic_step *symbolic, const struct question *question,
                        const struct domain *domain, struct cells *cells);
void symbolic_step_release(struct symbolic_step *symbolic);

/* Finds the object into which an address points, if its form tells: an address in the object plus
 * an offset. */
bool symbolic_step_find_base(const struct symbolic_step *symbolic, const struct term *term,
                             struct place *place);
/* Chooses the term among `count` numbers from `first` on; false: it is none of them. */
bool symbolic_step_try_numbers(struct symbolic_step *symbolic, const struct term *term,
                               uint64_t first, uint64_t stride, uint64_t count, uint64_t *bits);
/* Havocs the object of an access at an unknown address, for addresses in the object or in the gap
 * around it, where the access is an error. True: done; `place` (may be NULL) is the object. False:
 * the address is elsewhere, or its object is not known. */
bool symbolic_step_havoc(struct symbolic_step *symbolic, struct value address, struct place *place);
/* Moves the assumptions of the state to `facts`. */
void symbolic_step_take_facts(struct symbolic_step *symbolic, struct premises *facts);

/* Normalise a thread's registers and memory, or the variables, after a step: symbolic cells get
 * their symbol, and `bounds` their values. Forgets addresses of other threads' memory, if the
 * cells know extents. Assumes the numbers that it chooses. */
void symbolic_step_close_thread(struct symbolic_step *symbolic, struct thread *thread,
                                struct cell_bounds *bounds);
void symbolic_step_close_variables(struct symbolic_step *symbolic, struct cell_bounds *bounds);

#endif
