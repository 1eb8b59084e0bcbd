/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of threads on states in which some cells hold symbols and the others numbers. All answers
 * to the choices of a step are tried. Afterwards, the term in each symbolic cell (over the symbols
 * before the step) is recorded, and the cell holds its symbol again. */
#ifndef ENGINE_SYMBOLIC_STEP_H
#define ENGINE_SYMBOLIC_STEP_H

#include "engine/cells.h"
#include "engine/entail.h"
#include "explore/explorer.h"
#include "semantics/footprint.h"

struct liveness;

/* After a step the cell holds this term over what symbols stood for before it. */
struct bound {
  uint32_t cell;
  const struct term *term;
};
struct cell_bounds {
  struct bound *items;
  size_t count, capacity;
};

struct symbolic_step {
  struct cells *cells;
  struct value_context *context; /* that of the cells */
  struct explorer explorer;      /* its owner is the symbolic */
  struct liveness *liveness;
  struct observer observer;   /* sees which bytes are used together */
  struct footprint footprint; /* of the chain of steps that is executed */
  bool has_unknown_size;      /* the last step did: a size that is not one of those tried */
  bool tries_sizes;           /* some step did */
  bool has_looked;            /* at a step that is not taken, since the last one that was */
  struct premises unresolved; /* terms that the last step had to have numbers for */
  /* Tries the numbers that a term can be, as far as they are few; false: it stays a term. NULL:
   * they all do. */
  bool (*choose_number)(struct symbolic_step *symbolic, const struct term *term, uint64_t *bits);
  /* Bytes of an object are written. NULL: nobody wants to know. */
  void (*write)(struct symbolic_step *symbolic, const struct place *place, unsigned bytes);
};

/* `domain`: of values, over the context of the cells. */
void symbolic_step_init(struct symbolic_step *symbolic, const struct program *program,
                        property_set properties, const struct limits *limits,
                        const struct domain *domain, struct cells *cells);
void symbolic_step_release(struct symbolic_step *symbolic);

/* The object that a term is an address in, as far as its form tells: one with an offset added. */
bool symbolic_step_find_base(const struct symbolic_step *symbolic, const struct term *term,
                             struct place *place);
/* An access at an unknown address of an object: all of it is forgotten, where the address is in it
 * or in the gap around it, where such an access is an error. Both is tried; beyond there may be
 * another object. False: it is there, or the object is not known; else it is `place` (NULL: nobody
 * asks). */
bool symbolic_step_havoc(struct symbolic_step *symbolic, struct value address, struct place *place);
/* Moves what was assumed from the state to `facts`. */
void symbolic_step_take_facts(struct symbolic_step *symbolic, struct premises *facts);

/* A thread's registers and memory, and the variables of the program, after a step. Addresses of
 * another thread's memory are forgotten where cells know such. Assumes what numbers it chooses. */
void symbolic_step_close_thread(struct symbolic_step *symbolic, struct thread *thread,
                                struct cell_bounds *bounds);
void symbolic_step_close_variables(struct symbolic_step *symbolic, struct cell_bounds *bounds);

#endif
