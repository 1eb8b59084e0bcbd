/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices of bits. */
#include "semantics/relation.h"

#include "base/memory.h"

struct bit_relation relation_create(size_t count) {
  size_t words = bits_words(count);
  return (struct bit_relation){count, words, bits_create(count * words + 1)};
}

void relation_release(struct bit_relation *relation) {
  memory_release(relation->bits);
  relation->bits = NULL;
}

bool relation_is_empty(const struct bit_relation *relation) {
  return bits_is_empty(relation->bits, relation->count * relation->words);
}

bool relation_is_irreflexive(const struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count; i++)
    if (relation_has(relation, i, i))
      return false;
  return true;
}

void relation_close(struct bit_relation *relation) {
  for (size_t middle = 0; middle < relation->count; middle++)
    for (size_t from = 0; from < relation->count; from++)
      if (relation_has(relation, from, middle))
        bits_join(relation_row(relation, from), relation_row(relation, middle), relation->words);
}

struct bit_relation relation_copy(const struct bit_relation *relation) {
  struct bit_relation fresh = relation_create(relation->count);
  bits_copy(fresh.bits, relation->bits, relation->count * relation->words);
  return fresh;
}

bool relation_is_acyclic(const struct bit_relation *relation) {
  struct bit_relation closed = relation_copy(relation);
  relation_close(&closed);
  bool is_acyclic = relation_is_irreflexive(&closed);
  relation_release(&closed);
  return is_acyclic;
}

void relation_add_identity(struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count; i++)
    relation_add(relation, i, i);
}

struct bit_relation relation_compose(const struct bit_relation *a, const struct bit_relation *b) {
  struct bit_relation result = relation_create(a->count);
  for (size_t from = 0; from < a->count; from++)
    for (size_t middle = 0; middle < a->count; middle++)
      if (relation_has(a, from, middle))
        bits_join(relation_row(&result, from), relation_row(b, middle), a->words);
  return result;
}

struct bit_relation relation_invert(const struct bit_relation *relation) {
  struct bit_relation result = relation_create(relation->count);
  for (size_t i = 0; i < relation->count; i++)
    for (size_t j = 0; j < relation->count; j++)
      if (relation_has(relation, i, j))
        relation_add(&result, j, i);
  return result;
}
