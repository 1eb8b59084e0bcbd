/* SPDX-License-Identifier: Apache-2.0 */
/* Arbitrary values as addresses. A pointer that comes from an input can point to every object that
 * other code could pass on: program objects, thread records, and everything reachable from them. An
 * arbitrary value added to an address counts as an index, so it stays in the object: p + i is
 * arbitrary only if neither of them otherwise points to an object. */
#include "analysis/pointers.h"

#include "term/walk.h"

#include <string.h>

struct spread {
  struct pointers *pointers;
  bool *is_term; /* nodes whose term decides */
  bool changed;
};

struct registers_of_term {
  const struct pointers *pointers;
  uint32_t registers;
};

static bool may_point(const struct term *part, void *context) {
  const struct registers_of_term *in = context;
  if (part->kind == TERM_CONSTANT)
    return pointers_may_be_address(in->pointers->program, part);
  return part->kind == TERM_VARIABLE &&
         points_of(in->pointers->points, in->registers + (uint32_t)part->value);
}

bool pointers_has_objects(const struct pointers *pointers, uint32_t registers,
                          const struct term *term) {
  return term_any_followed(term, pointers_operands, may_point,
                           &(struct registers_of_term){pointers, registers});
}

static bool sum_is_wild(const struct pointers *pointers, uint32_t registers,
                        const struct term *term) {
  bool wild[2], objects[2];
  for (unsigned i = 0; i < 2; i++) {
    wild[i] = pointers_is_wild(pointers, registers, term->operands[i]);
    objects[i] = pointers_has_objects(pointers, registers, term->operands[i]);
  }
  return (wild[0] && wild[1]) || (wild[0] && !objects[1]) || (wild[1] && !objects[0]);
}

bool pointers_is_wild(const struct pointers *pointers, uint32_t registers,
                      const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return false;
  if (term->kind == TERM_VARIABLE)
    return pointers->wild[registers + (uint32_t)term->value];
  if (term->op == OP_ADD || term->op == OP_SUB)
    return sum_is_wild(pointers, registers, term);
  for (unsigned i = 0, carrying = pointers_operands(term); i < term->arity; i++)
    if (carrying >> i & 1 && pointers_is_wild(pointers, registers, term->operands[i]))
      return true;
  return false;
}

static void make_wild(uint32_t node, uint32_t other, void *context) {
  struct spread *spread = context;
  (void)node;
  if (spread->pointers->wild[other] || spread->is_term[other])
    return;
  spread->pointers->wild[other] = true;
  spread->changed = true;
}

static void write_anything(uint32_t node, uint32_t value, void *context) {
  struct spread *spread = context;
  (void)node;
  points_link(spread->pointers->points, POINT_COPY, value, spread->pointers->anything);
}

static void spread_once(struct spread *spread) {
  struct pointers *pointers = spread->pointers;
  vector_each (entry, &pointers->terms) {
    if (!pointers->wild[entry->node] && pointers_is_wild(pointers, entry->registers, entry->term))
      pointers->wild[entry->node] = spread->changed = true;
  }
  for (uint32_t node = 0, count = points_node_count(pointers->points); node < count; node++) {
    if (!pointers->wild[node])
      continue;
    points_visit_links(pointers->points, node, POINT_COPY, make_wild, spread);
    points_visit_links(pointers->points, node, POINT_LOAD, make_wild, spread);
  }
}

/* Fills `wild`, as far as the present constraints tell. */
static void find_wild(struct pointers *pointers) {
  uint32_t count = points_node_count(pointers->points);
  memory_release(pointers->wild);
  pointers->wild = memory_allocate_zeroed(count * sizeof *pointers->wild);
  struct spread spread = {.pointers = pointers,
                          .is_term = memory_allocate_zeroed(count * sizeof(bool))};
  for (size_t i = 0; i < pointers->terms.count; i++)
    spread.is_term[pointers->terms.items[i].node] = true;
  for (size_t i = 0; i < pointers->arbitrary.count; i++)
    pointers->wild[pointers->arbitrary.items[i]] = true;
  do {
    spread.changed = false;
    spread_once(&spread);
  } while (spread.changed);
  memory_release(spread.is_term);
}

static void note_watch(uint32_t node, uint32_t watch, void *context) {
  bool *is_watched = context;
  (void)node;
  (void)watch;
  *is_watched = true;
}

bool pointers_add_held_functions(struct pointers *pointers, uint32_t node) {
  bool changed = false;
  for (uint32_t object = 0; object < pointers->record; object++) {
    if (!pointers->program->objects[object].function)
      continue;
    bool is_held = false;
    for (uint32_t i = 0, count = points_node_count(pointers->points); i < count && !is_held; i++)
      is_held = points_in(points_of(pointers->points, i), object);
    if (is_held)
      changed |= points_add_object(pointers->points, node, object);
  }
  return changed;
}

/* Lets calls of arbitrary addresses go to every function whose address any node holds. */
static bool call_anything(struct pointers *pointers, uint32_t node) {
  bool is_watched = false;
  points_visit_links(pointers->points, node, POINT_WATCH, note_watch, &is_watched);
  return is_watched && pointers_add_held_functions(pointers, node);
}

struct seen {      /* what was linked already */
  bool *written;   /* per node that is an address */
  uint64_t *links; /* objects that `anything` flows to */
  uint32_t count;
};

/* Lets writes to arbitrary addresses reach what is exposed now. Did that change anything? */
static bool apply_wild(struct pointers *pointers, struct spread *spread, struct seen *seen,
                       uint64_t *exposed) {
  bool changed = false;
  uint32_t count = points_node_count(pointers->points);
  seen->written = memory_resize(seen->written, count * sizeof(bool));
  memset(seen->written + seen->count, 0, (count - seen->count) * sizeof(bool));
  seen->count = count;
  for (uint32_t node = 0; node < count; node++) {
    if (!pointers->wild[node])
      continue;
    changed |= call_anything(pointers, node);
    if (seen->written[node])
      continue;
    seen->written[node] = true;
    points_visit_links(pointers->points, node, POINT_STORE, write_anything, spread);
    changed = true;
  }
  pointers_exposed(pointers, exposed);
  for (uint32_t object = 0; object < pointers->object_count; object++) {
    if (!points_in(exposed, object) || points_in(seen->links, object))
      continue;
    bits_add(seen->links, object);
    points_link(pointers->points, POINT_COPY, pointers->anything, object);
    changed = true;
  }
  return changed;
}

void pointers_spread_arbitrary(struct pointers *pointers) {
  struct spread spread = {.pointers = pointers};
  uint64_t *exposed = bits_create(points_words(pointers->points));
  struct seen seen = {.links = bits_create(points_words(pointers->points))};
  find_wild(pointers);
  while (pointers->arbitrary.count && apply_wild(pointers, &spread, &seen, exposed)) {
    pointers_solve(pointers);
    find_wild(pointers);
  }
  memory_release(seen.written);
  memory_release(seen.links);
  memory_release(exposed);
}
