/* SPDX-License-Identifier: Apache-2.0 */
/* An and-inverter graph: Boolean functions made of two-input ANDs and negation, where equal
 * functions of equal inputs are, as far as cheap rules see, one node. Grows only. */
#ifndef SOLVER_AIG_H
#define SOLVER_AIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node's number times two, plus one if negated. Node 0 is the constant. */
typedef uint32_t aig_edge;

#define AIG_FALSE ((aig_edge)0)
#define AIG_TRUE ((aig_edge)1)

static inline aig_edge aig_not(aig_edge a) { return a ^ 1u; }
static inline aig_edge aig_not_if(aig_edge a, bool condition) { return a ^ (aig_edge)condition; }
static inline uint32_t aig_node(aig_edge a) { return a >> 1; }
static inline bool aig_is_negated(aig_edge a) { return a & 1u; }
static inline bool aig_is_constant(aig_edge a) { return a <= AIG_TRUE; }

struct aig;
struct aig *aig_create(void);
void aig_destroy(struct aig *aig);
size_t aig_count(const struct aig *aig); /* of nodes, the constant included */

aig_edge aig_input(struct aig *aig);
aig_edge aig_and(struct aig *aig, aig_edge a, aig_edge b);
aig_edge aig_or(struct aig *aig, aig_edge a, aig_edge b);
aig_edge aig_xor(struct aig *aig, aig_edge a, aig_edge b);
aig_edge aig_mux(struct aig *aig, aig_edge condition, aig_edge then, aig_edge otherwise);

bool aig_is_and(const struct aig *aig, uint32_t node);
aig_edge aig_operand(const struct aig *aig, uint32_t node, unsigned which); /* 0 or 1, of an AND */
/* How many other nodes use this one, counted up to 255. */
unsigned aig_uses(const struct aig *aig, uint32_t node);

/* Is the AND `node` the negation of `condition ? then : otherwise`? An exclusive or is the case
 * where `otherwise` is the negation of `then`. */
bool aig_match_mux(const struct aig *aig, uint32_t node, aig_edge *condition, aig_edge *then,
                   aig_edge *otherwise);

#endif
