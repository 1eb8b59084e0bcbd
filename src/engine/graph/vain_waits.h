/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: conditions of waits that did not hold, with the values they read. */
#ifndef ENGINE_GRAPH_VAIN_WAITS_H
#define ENGINE_GRAPH_VAIN_WAITS_H

#include "base/map.h"
#include "base/vector.h"
#include "program/program.h"
#include "semantics/domain.h"

struct vain_waits {
  VECTOR(uint64_t) key;   /* of the last evaluation: the condition, its arguments, what it read */
  bool reads_more;        /* it also read memory that is not part of the graph */
  struct interner *known; /* keys for which a condition did not hold */
};

void vain_waits_create(struct vain_waits *waits);
void vain_waits_release(struct vain_waits *waits);
/* A condition is about to be evaluated. */
void vain_waits_begin(struct vain_waits *waits, const struct function *condition,
                      const struct value arguments[2]);
void vain_waits_add_read(struct vain_waits *waits, uint64_t address, uint64_t value);
/* The condition did not hold. */
void vain_waits_note(struct vain_waits *waits);
/* Is the condition known not to hold if this is its next and last read? */
bool vain_waits_has(struct vain_waits *waits, uint64_t address, uint64_t value);

#endif
