/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices of bits, and a recursive descent through expressions that computes as it reads. */
#include "semantics/relation.h"

#include "base/memory.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

struct bit_relation relation_create(size_t count) {
  size_t words = (count + 63) / 64;
  return (struct bit_relation){count, words,
                               memory_allocate_zeroed((count * words + 1) * sizeof(uint64_t))};
}

void relation_release(struct bit_relation *relation) {
  memory_release(relation->bits);
  relation->bits = NULL;
}

bool relation_is_empty(const struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count * relation->words; i++)
    if (relation->bits[i])
      return false;
  return true;
}

bool relation_is_irreflexive(const struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count; i++)
    if (relation_has(relation, i, i))
      return false;
  return true;
}

static void close_transitively(struct bit_relation *relation) {
  for (size_t middle = 0; middle < relation->count; middle++)
    for (size_t from = 0; from < relation->count; from++)
      if (relation_has(relation, from, middle))
        for (size_t i = 0; i < relation->words; i++)
          relation->bits[from * relation->words + i] |=
              relation->bits[middle * relation->words + i];
}

static struct bit_relation copy(const struct bit_relation *relation) {
  struct bit_relation fresh = relation_create(relation->count);
  memcpy(fresh.bits, relation->bits, relation->count * relation->words * sizeof(uint64_t));
  return fresh;
}

bool relation_is_acyclic(const struct bit_relation *relation) {
  struct bit_relation closed = copy(relation);
  close_transitively(&closed);
  bool is_acyclic = relation_is_irreflexive(&closed);
  relation_release(&closed);
  return is_acyclic;
}

static void add_identity(struct bit_relation *relation) {
  for (size_t i = 0; i < relation->count; i++)
    relation_add(relation, i, i);
}

static struct bit_relation compose(const struct bit_relation *a, const struct bit_relation *b) {
  struct bit_relation result = relation_create(a->count);
  for (size_t from = 0; from < a->count; from++)
    for (size_t middle = 0; middle < a->count; middle++)
      if (relation_has(a, from, middle))
        for (size_t i = 0; i < a->words; i++)
          result.bits[from * a->words + i] |= b->bits[middle * a->words + i];
  return result;
}

static struct bit_relation invert(const struct bit_relation *relation) {
  struct bit_relation result = relation_create(relation->count);
  for (size_t i = 0; i < relation->count; i++)
    for (size_t j = 0; j < relation->count; j++)
      if (relation_has(relation, i, j))
        relation_add(&result, j, i);
  return result;
}

struct expression_reader {
  struct relation_names *names;
  const char *at;
};

static struct bit_relation read_union(struct expression_reader *reader);

static void skip_spaces(struct expression_reader *reader) {
  while (*reader->at == ' ')
    reader->at++;
}

static bool takes(struct expression_reader *reader, const char *symbol) {
  skip_spaces(reader);
  if (strncmp(reader->at, symbol, strlen(symbol)) != 0)
    return false;
  reader->at += strlen(symbol);
  return true;
}

static struct bit_relation read_name(struct expression_reader *reader) {
  skip_spaces(reader);
  const char *start = reader->at;
  while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
    reader->at++;
  size_t length = (size_t)(reader->at - start);
  assert(length);
  struct bit_relation relation = relation_create(reader->names->count);
  if (length == 2 && memcmp(start, "id", 2) == 0) {
    add_identity(&relation);
    return relation;
  }
  bool found = reader->names->find(reader->names, start, length, &relation);
  assert(found);
  (void)found;
  return relation;
}

/* Sets are relations already: brackets only show that one is meant. */
static struct bit_relation read_group(struct expression_reader *reader) {
  bool is_set = takes(reader, "[");
  if (!is_set && !takes(reader, "("))
    return read_name(reader);
  struct bit_relation relation = read_union(reader);
  bool is_closed = takes(reader, is_set ? "]" : ")");
  assert(is_closed);
  (void)is_closed;
  return relation;
}

static struct bit_relation read_postfix(struct expression_reader *reader) {
  struct bit_relation relation = read_group(reader);
  for (;;) {
    if (takes(reader, "^-1")) {
      struct bit_relation inverse = invert(&relation);
      relation_release(&relation);
      relation = inverse;
    } else if (takes(reader, "+")) {
      close_transitively(&relation);
    } else if (takes(reader, "*")) {
      close_transitively(&relation);
      add_identity(&relation);
    } else if (takes(reader, "?")) {
      add_identity(&relation);
    } else {
      return relation;
    }
  }
}

static struct bit_relation read_sequence(struct expression_reader *reader) {
  struct bit_relation relation = read_postfix(reader);
  while (takes(reader, ";")) {
    struct bit_relation next = read_postfix(reader), both = compose(&relation, &next);
    relation_release(&relation);
    relation_release(&next);
    relation = both;
  }
  return relation;
}

static struct bit_relation read_intersection(struct expression_reader *reader) {
  struct bit_relation relation = read_sequence(reader);
  for (;;) {
    bool keeps = takes(reader, "&");
    if (!keeps && !takes(reader, "\\"))
      return relation;
    struct bit_relation other = read_sequence(reader);
    for (size_t i = 0; i < relation.count * relation.words; i++)
      relation.bits[i] &= keeps ? other.bits[i] : ~other.bits[i];
    relation_release(&other);
  }
}

static struct bit_relation read_union(struct expression_reader *reader) {
  struct bit_relation relation = read_intersection(reader);
  while (takes(reader, "|")) {
    struct bit_relation other = read_intersection(reader);
    for (size_t i = 0; i < relation.count * relation.words; i++)
      relation.bits[i] |= other.bits[i];
    relation_release(&other);
  }
  return relation;
}

struct bit_relation relation_evaluate(struct relation_names *names, const char *expression) {
  struct expression_reader reader = {names, expression};
  struct bit_relation relation = read_union(&reader);
  skip_spaces(&reader);
  assert(!*reader.at);
  return relation;
}
