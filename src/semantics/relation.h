/* SPDX-License-Identifier: Apache-2.0 */
/* Relations over the actions of a small graph, as matrices of bits, and expressions over them:
 *
 *   a | b   union            a & b   intersection        a \ b   difference
 *   a ; b   composition      a+      transitive closure  a*      … and reflexive
 *   a?      or identity      a^-1    inverse             [S]     identity on a set
 *
 * `;` binds stronger than `&` and `\`, these stronger than `|`; parentheses group. Meant to be
 * obviously right, not fast. */
#ifndef SEMANTICS_RELATION_H
#define SEMANTICS_RELATION_H

#include "base/bits.h"

struct bit_relation {
  size_t count, words; /* elements, and words of a row */
  uint64_t *bits;
};

struct bit_relation relation_create(size_t count);
void relation_release(struct bit_relation *relation);
static inline uint64_t *relation_row(const struct bit_relation *relation, size_t from) {
  return relation->bits + from * relation->words;
}
static inline bool relation_has(const struct bit_relation *relation, size_t from, size_t to) {
  return bits_has(relation_row(relation, from), to);
}
static inline void relation_add(struct bit_relation *relation, size_t from, size_t to) {
  bits_add(relation_row(relation, from), to);
}
bool relation_is_empty(const struct bit_relation *relation);
bool relation_is_irreflexive(const struct bit_relation *relation);
bool relation_is_acyclic(const struct bit_relation *relation);

struct bit_relation relation_copy(const struct bit_relation *relation);
void relation_add_identity(struct bit_relation *relation);
/* Makes it transitive. */
void relation_close(struct bit_relation *relation);
struct bit_relation relation_compose(const struct bit_relation *a, const struct bit_relation *b);
struct bit_relation relation_invert(const struct bit_relation *relation);

/* What names stand for. */
struct relation_names {
  /* Fills a relation that is empty; of a set it adds (i, i) for its elements. False: there is no
   * such name. */
  bool (*find)(struct relation_names *names, const char *name, size_t length,
               struct bit_relation *relation);
  /* The expression a name is defined by; NULL: it is one of the relations that are given. */
  const char *(*define)(struct relation_names *names, const char *name, size_t length);
  size_t count; /* elements */
};
/* The value of an expression; the caller releases it. Asserts that it is well formed. */
struct bit_relation relation_evaluate(struct relation_names *names, const char *expression);

enum relation_demand { DEMAND_NONE, DEMAND_ACYCLIC, DEMAND_IRREFLEXIVE, DEMAND_EMPTY };

/* A pair is in a relation that is given, or is not. */
struct relation_fact {
  const char *name;
  size_t length; /* of the name */
  size_t from, to;
  bool holds;
};

/* Receives the facts of one violation: the demand is not met as long as all of them hold. */
typedef void relation_listener(void *context, const struct relation_fact *facts, size_t count);

struct relation_pair {
  size_t from, to;
  bool is_related; /* relation_explain_pairs fills this in */
};
/* Explains, for each of the pairs that is in the value of the expression, why it is. */
void relation_explain_pairs(struct relation_names *names, const char *expression,
                            struct relation_pair *pairs, size_t count, relation_listener *listener,
                            void *context);
/* Explains why the value of the expression is not as demanded, in up to `most` ways, with short
 * cycles. Differences may only take away relations that are given. Returns how many ways. */
size_t relation_explain(struct relation_names *names, const char *expression,
                        enum relation_demand demand, size_t most, relation_listener *listener,
                        void *context);

#endif
