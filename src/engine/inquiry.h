/* One question after the other to a solver, each under assumptions of its own. When the solver has
 * grown large it makes room for a new one, and what one back end cannot express another is asked.
 */
#ifndef ENGINE_INQUIRY_H
#define ENGINE_INQUIRY_H

#include "base/vector.h"
#include "solver/solver.h"

struct inquiry {
  const char *backend;
  const struct limits *limits;
  uint64_t most_variables; /* of a solver before it makes room */
  struct solver *solver;   /* NULL: none so far */
  VECTOR(int) assumptions; /* of the current question */
  uint64_t checks;
};

void inquiry_release(struct inquiry *inquiry);
/* A new question: nothing is assumed. From here to the check the solver stays the same. */
void inquiry_begin(struct inquiry *inquiry);
void inquiry_assume(struct inquiry *inquiry, const struct term *const *terms, size_t count);
/* Can the assumptions hold? `again`: the question has to be put again, to another back end. */
enum status inquiry_check(struct inquiry *inquiry, bool *satisfiable, bool *again);

#endif
