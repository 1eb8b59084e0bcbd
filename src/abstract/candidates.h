/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates for invariants: relations between symbolic cells, collected from comparisons and
 * copies in the program. They are terms over the symbols of variables and of role 0. With
 * `has_roles`, symbols of threads may also have role 1, and each candidate comes with the one in
 * which both roles are exchanged. */
#ifndef ABSTRACT_CANDIDATES_H
#define ABSTRACT_CANDIDATES_H

#include "abstract/entail.h"
#include "abstract/symbolic_step.h"

struct candidates {
  struct cells *cells;
  struct terms *terms;
  bool has_roles;
  struct premises list;
  struct map known;             /* ids of terms in the list */
  struct map relations;         /* pairs of cells that are compared or copied, … */
  VECTOR(uint64_t) pairs;       /* … also as a list: cell << 32 | other cell */
  struct cell_bounds constants; /* by cell: constants with which it is compared, … */
  struct cell_bounds ends;      /* … those of them that are in the program as such */
  struct cell_bounds steps;     /* by cell: constants that are added to it */
  struct cell_bounds
      origins; /* by cell that leads to the end of an object: the term it is computed from */
  VECTOR(uint32_t) counters;   /* cells that are counted up or down */
  bool is_signed, is_unsigned; /* the program has comparisons of this kind */
  bool relates_counters;       /* relates also any two counters */
  bool inherits; /* compares also copies: tried when everything else was not enough, … */
  bool implies;  /* … and then also implications: one variable is a number if another one is */
};

void candidates_init(struct candidates *candidates, struct cells *cells, bool has_roles);
void candidates_release(struct candidates *candidates);
/* Gathers what a step assumes, and what it leaves in cells of its thread, in others, and in cells
 * of a thread that it created (or NULL). */
void candidates_note_step(struct candidates *candidates, const struct premises *facts,
                          const struct cell_bounds *own, const struct cell_bounds *others,
                          const struct cell_bounds *created);
/* Adds a candidate, unless it has inputs or there are too many. */
void candidates_add(struct candidates *candidates, const struct term *term);
/* Candidates for the thread whose record a cell holds. They are tried from the start: without
 * them, threads that do not hold a lock seem to take steps, which costs precision. */
void candidates_add_records(struct candidates *candidates);
/* Is the candidate that a counter is the sum of two? */
bool candidate_is_sum(const struct term *term);
/* Does the candidate compare two counters? */
bool candidate_compares_counters(const struct candidates *candidates, const struct term *term);
/* Derives candidates from what was gathered. */
void candidates_derive(struct candidates *candidates);
/* The term with the role to[r] instead of each role r of a symbol. */
const struct term *candidates_recast(const struct cells *cells, struct terms *terms,
                                     const struct term *term, const unsigned to[ROLES]);

#endif
