/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates for invariants: relations between symbolic cells, collected from comparisons and
 * copies in the program. They are terms over the symbols of variables and of role 0. With
 * `has_roles`, symbols of threads may also have role 1, and each candidate comes with the one in
 * which both roles are exchanged. */
#ifndef ENGINE_CANDIDATES_H
#define ENGINE_CANDIDATES_H

#include "engine/entail.h"
#include "engine/symbolic_step.h"

struct candidates {
  struct cells *cells;
  struct terms *terms;
  bool has_roles;
  struct premises list;
  struct map known;             /* ids of terms in the list */
  struct map relations;         /* pairs of cells that are compared or copied */
  VECTOR(uint64_t) pairs;       /* the same, as cell << 32 | other cell */
  struct cell_bounds constants; /* what cells are compared with */
  struct cell_bounds ends;      /* of these, what stands in the program, said of the cell alone */
  struct cell_bounds steps;     /* what is added to a cell */
  struct cell_bounds origins;   /* what cells that lead to the end of an object are computed from */
  VECTOR(uint32_t) counters;    /* cells that are counted up or down */
  bool is_signed, is_unsigned;  /* the program compares so */
  bool relates_counters;        /* also any two counters */
  bool inherits; /* also what follows for copies: tried when everything else was not enough */
  bool implies;  /* then also that one variable is a number if another one is */
};

void candidates_init(struct candidates *candidates, struct cells *cells, bool has_roles);
void candidates_release(struct candidates *candidates);
/* Gathers from a step: what it takes, and what it leaves in the cells of its thread, in others, and
 * in those of a thread it created (or NULL). */
void candidates_note_step(struct candidates *candidates, const struct premises *facts,
                          const struct cell_bounds *own, const struct cell_bounds *others,
                          const struct cell_bounds *created);
/* One more, unless it is not about cells only, or there are too many. */
void candidates_add(struct candidates *candidates, const struct term *term);
/* Which thread's record a cell holds that holds addresses of records. These are tried from the
 * start: without them, steps of threads that do not hold a lock would seem possible and cost
 * precision. */
void candidates_add_records(struct candidates *candidates);
/* Does it say that one counter is the sum of two? */
bool candidate_is_sum(const struct term *term);
/* Does it compare two counters? */
bool candidate_compares_counters(const struct candidates *candidates, const struct term *term);
/* Makes candidates of what was gathered. */
void candidates_derive(struct candidates *candidates);
/* The term with every role r of symbols replaced by role to[r]. */
const struct term *candidates_recast(const struct cells *cells, struct terms *terms,
                                     const struct term *term, const unsigned to[ROLES]);

#endif
