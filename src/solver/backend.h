/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of back ends; solver.c does the rest. */
#ifndef SOLVER_BACKEND_H
#define SOLVER_BACKEND_H

#include "base/status.h"
#include "base/vector.h"
#include "solver/statistics.h"

#include <stdbool.h>
#include <stddef.h>

struct limits;
struct term;

/* The first member of every back end's own struct. */
struct backend {
  const struct backend_ops *ops;
  struct solver_statistics statistics; /* kept by the back end, but for checks and seconds */
  char reason[128];                    /* set with every status but STATUS_OK */
  VECTOR(int) failed; /* the assumptions used, to be filled by an unsatisfiable check */
};

struct backend_ops {
  const char *name;
  struct backend *(*create)(void);
  void (*destroy)(struct backend *backend);
  /* The literal of a one-bit term, or a fresh one for NULL. May be STATUS_UNSUPPORTED. */
  enum status (*literal)(struct backend *backend, const struct term *term, int *literal);
  void (*add_clause)(struct backend *backend, const int *literals, size_t count);
  /* As solver_check. `limits` may be NULL. */
  enum status (*check)(struct backend *backend, const struct limits *limits, const int *assumptions,
                       size_t count, bool *satisfiable);
  /* The model of the last check, if that was satisfiable; false and 0 where it says nothing. */
  bool (*value)(const struct backend *backend, int literal);
  uint64_t (*variable)(const struct backend *backend, const struct term *variable);
};

extern const struct backend_ops backend_sat, backend_z3;

#endif
