/* Candidates for what is always true of two threads at certain places: relations between symbolic
 * cells, gathered from what the program compares and copies. They are terms over the symbols of the
 * variables and of roles 0 and 1; with a candidate the one with both roles exchanged is one too. */
#ifndef ENGINE_MODULAR_CANDIDATES_H
#define ENGINE_MODULAR_CANDIDATES_H

#include "engine/modular/entail.h"
#include "engine/modular/views.h"

struct candidates {
  struct cells *cells;
  struct terms *terms;
  struct premises list;
  struct map known;               /* ids of terms in the list */
  struct map relations;           /* pairs of cells that are compared or copied */
  VECTOR(uint64_t) pairs;         /* the same, as cell << 32 | other cell */
  VECTOR(struct bound) constants; /* what cells are compared with */
  bool is_signed, is_unsigned;    /* the program compares so */
  bool inherits; /* also what follows for copies: tried when everything else was not enough */
};

void candidates_init(struct candidates *candidates, struct cells *cells);
void candidates_release(struct candidates *candidates);
/* Gathers from all steps known so far; true if there is something new. */
bool candidates_gather(struct candidates *candidates, const struct views *views);
/* The term with every role r of symbols replaced by role to[r]. */
const struct term *candidates_recast(const struct cells *cells, struct terms *terms,
                                     const struct term *term, const unsigned to[ROLES]);

#endif
