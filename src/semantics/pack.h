/* States as bytes: equal states are equal bytes. Registers that are not read any more are left out,
 * so unpacking gives a state that behaves the same, not the same state. */
#ifndef SEMANTICS_PACK_H
#define SEMANTICS_PACK_H

#include "semantics/state.h"

struct liveness;

struct packed {
  unsigned char *items;
  size_t count, capacity;
};

/* Overwrites `out`. */
void state_pack(const struct state *state, const struct liveness *liveness, struct packed *out);
/* Overwrites `state`, which belongs to the same program and domain. */
void state_unpack(struct state *state, const struct liveness *liveness, const unsigned char *bytes,
                  size_t size);

#endif
