/* SPDX-License-Identifier: Apache-2.0 */
/* Depth-first walks with explicit stacks. Most terms are small, and nearly all walks are over such:
 * the first stack is an array, and what was seen is only remembered once a walk has turned out to
 * be longer. */
#include "term/walk.h"

#include "base/map.h"
#include "base/vector.h"
#include "term/term.h"

#include <assert.h>
#include <string.h>

void term_walk(const struct term *root, bool (*is_done)(const struct term *term, void *context),
               void (*visit)(const struct term *term, void *context), void *context) {
  if (is_done(root, context))
    return;
  VECTOR(const struct term *) stack = {0};
  vector_push(&stack, root);
  while (stack.count) {
    const struct term *term = vector_last(&stack);
    size_t before = stack.count;
    if (!is_done(term, context)) {
      for (unsigned i = 0; i < term->arity; i++)
        if (!is_done(term->operands[i], context))
          vector_push(&stack, term->operands[i]);
      if (stack.count > before)
        continue;
      visit(term, context);
      assert(is_done(term, context));
    }
    stack.count--;
  }
  vector_release(&stack);
}

enum { FEW_PARTS = 48 };

/* The parts that are still to be visited, those in `many` first. */
struct part_stack {
  const struct term *few[FEW_PARTS];
  unsigned few_count, visits;
  VECTOR(const struct term *) many;
  struct map seen;
};

static void push_part(struct part_stack *pending, const struct term *part) {
  if (pending->few_count < FEW_PARTS && !pending->many.count)
    pending->few[pending->few_count++] = part;
  else
    vector_push(&pending->many, part);
}

static const struct term *pop_part(struct part_stack *pending) {
  if (pending->many.count)
    return vector_pop(&pending->many);
  return pending->few_count ? pending->few[--pending->few_count] : NULL;
}

static bool was_seen(struct part_stack *pending, const struct term *part) {
  if (pending->visits < FEW_PARTS) {
    pending->visits++;
    return false;
  }
  if (map_get(&pending->seen, part->id, NULL))
    return true;
  map_set(&pending->seen, part->id, 1);
  return false;
}

static unsigned all_operands(const struct term *part) { return (1u << part->arity) - 1; }

bool term_any(const struct term *root, bool (*accepts)(const struct term *part, void *context),
              void *context) {
  return term_any_followed(root, all_operands, accepts, context);
}

bool term_any_followed(const struct term *root, unsigned (*follows)(const struct term *part),
                       bool (*accepts)(const struct term *part, void *context), void *context) {
  if (root->kind != TERM_APPLY)
    return accepts(root, context);
  struct part_stack pending;
  pending.few_count = pending.visits = 0;
  memset(&pending.many, 0, sizeof pending.many);
  memset(&pending.seen, 0, sizeof pending.seen);
  bool found = false;
  for (const struct term *part = root; part && !found; part = pop_part(&pending)) {
    if (part->kind == TERM_APPLY && was_seen(&pending, part))
      continue;
    found = accepts(part, context);
    unsigned followed = part->kind == TERM_APPLY && !found ? follows(part) : 0;
    for (unsigned i = part->arity; i-- > 0;)
      if (followed >> i & 1)
        push_part(&pending, part->operands[i]);
  }
  vector_release(&pending.many);
  map_release(&pending.seen);
  return found;
}

static bool is_variable(const struct term *part, void *context) {
  return part->kind == TERM_VARIABLE && part->value == *(const uint64_t *)context;
}

bool term_mentions(const struct term *root, uint64_t variable) {
  return term_any(root, is_variable, &variable);
}

static bool fits(const struct term *term, unsigned *left) {
  bool all = *left > 0;
  *left -= all;
  for (unsigned i = 0; all && i < term->arity; i++)
    all = fits(term->operands[i], left);
  return all;
}

bool term_is_small(const struct term *root, unsigned most) { return fits(root, &most); }

struct mapping {
  struct terms *terms;
  const struct term *(*replace)(const struct term *variable, void *context);
  void *context;
  struct map results; /* pointers, by the number of the term */
};

static const struct term *map_small(const struct mapping *mapping, const struct term *term) {
  if (term->kind != TERM_APPLY)
    return term->kind == TERM_VARIABLE ? mapping->replace(term, mapping->context) : term;
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++)
    if (!(operands[i] = map_small(mapping, term->operands[i])))
      return NULL;
  return term_rebuild(mapping->terms, term, operands);
}

static bool is_mapped(const struct term *term, void *context) {
  const struct mapping *mapping = context;
  return map_get(&mapping->results, term->id, NULL);
}

static const struct term *result_of(const struct mapping *mapping, const struct term *term) {
  uint64_t result = 0;
  map_get(&mapping->results, term->id, &result);
  return (const struct term *)(uintptr_t)result;
}

static void map_part(const struct term *term, void *context) {
  struct mapping *mapping = context;
  const struct term *result = term, *operands[3] = {NULL, NULL, NULL};
  if (term->kind == TERM_VARIABLE)
    result = mapping->replace(term, mapping->context);
  for (unsigned i = 0; i < term->arity && result; i++)
    if (!(operands[i] = result_of(mapping, term->operands[i])))
      result = NULL;
  if (term->kind == TERM_APPLY && result)
    result = term_rebuild(mapping->terms, term, operands);
  map_set(&mapping->results, term->id, (uint64_t)(uintptr_t)result);
}

const struct term *
term_map(struct terms *terms, const struct term *root,
         const struct term *(*replace)(const struct term *variable, void *context), void *context) {
  struct mapping mapping = {.terms = terms, .replace = replace, .context = context};
  if (term_is_small(root, FEW_PARTS))
    return map_small(&mapping, root);
  term_walk(root, is_mapped, map_part, &mapping);
  const struct term *result = result_of(&mapping, root);
  map_release(&mapping.results);
  return result;
}
