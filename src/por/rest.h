/* What is left of a function from a location on, for any thread: collected once. Effects are kept
 * in parts, by the waits that every path to them passes. */
#ifndef POR_REST_H
#define POR_REST_H

#include "base/vector.h"
#include "por/effects.h"

struct liveness;

/* Over registers that keep their value; a number, or relative to a term or the thread's record. */
struct settled {
  enum { SETTLED_NUMBER, SETTLED_TERM, SETTLED_SELF } kind;
  const struct term *term;
  uint64_t offset; /* or the number */
};

/* A wait, as in leads.h. */
struct rest_guard {
  const struct function *condition;
  struct settled object, argument;
};

struct rest_item {
  const struct term *pointer; /* NULL: the thread's record */
  struct span span;
};

struct rest_part {
  uint64_t guards; /* bits: positions in rest.guards */
  struct future_draft *fixed;
  VECTOR(struct rest_item) items;
  VECTOR(const struct edge *) calls; /* indirect, of settled addresses */
};

struct rest {
  bool *settled; /* per register: live here and never defined again */
  VECTOR(struct rest_part) parts;
  VECTOR(struct rest_guard) guards;
  bool has_lead; /* the frame, if it is the thread's last and in no section, passes it first */
  struct rest_guard lead;
};

struct rests;
struct rests *rests_create(const struct program *program, const struct sharing *sharing,
                           const struct futures *futures, const struct liveness *liveness,
                           bool has_guards);
void rests_destroy(struct rests *rests);
struct effects *rests_effects(const struct rests *rests);
const struct rest *rest_at(struct rests *rests, const struct function *function, uint32_t location);
/* Does a term of the function keep its value from there on? */
bool rest_is_settled(const struct rest *rest, const struct term *term);

#endif
