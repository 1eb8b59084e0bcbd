/* Questions to a solver that is renewed now and then. */
#include "engine/inquiry.h"

#include <string.h>

static void drop_solver(struct inquiry *inquiry) {
  if (inquiry->solver)
    solver_destroy(inquiry->solver);
  inquiry->solver = NULL;
}

void inquiry_release(struct inquiry *inquiry) {
  drop_solver(inquiry);
  vector_release(&inquiry->assumptions);
}

void inquiry_begin(struct inquiry *inquiry) {
  inquiry->assumptions.count = 0;
  if (inquiry->solver && solver_get_statistics(inquiry->solver).variables > inquiry->most_variables)
    drop_solver(inquiry);
  if (inquiry->solver)
    return;
  inquiry->solver = solver_create(inquiry->backend);
  solver_set_limits(inquiry->solver, inquiry->limits);
}

void inquiry_assume(struct inquiry *inquiry, const struct term *const *terms, size_t count) {
  for (size_t i = 0; i < count; i++)
    vector_push(&inquiry->assumptions, solver_literal(inquiry->solver, terms[i]));
}

enum status inquiry_check(struct inquiry *inquiry, bool *satisfiable, bool *again) {
  inquiry->checks++;
  enum status status = solver_check(inquiry->solver, inquiry->assumptions.items,
                                    inquiry->assumptions.count, satisfiable);
  *again = status == STATUS_UNSUPPORTED && strcmp(inquiry->backend, "z3") != 0;
  if (*again) {
    inquiry->backend = "z3";
    drop_solver(inquiry);
  }
  return status;
}
