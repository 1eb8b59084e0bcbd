/* SPDX-License-Identifier: Apache-2.0 */
/* Paths: sets of executions of a thread, split at undecided branches and merged where they join. */
#include "engine/order/symbolic.h"

#include <string.h>

struct thread_path *order_path_copy(struct symbolic *symbolic, struct thread_path *path,
                                    uint32_t register_count) {
  struct thread_path *copy = arena_copy(symbolic->arena, path, sizeof *path);
  copy->registers =
      arena_copy(symbolic->arena, path->registers, register_count * sizeof *path->registers);
  copy->memory =
      arena_copy(symbolic->arena, path->memory, path->memory_count * sizeof *path->memory);
  /* Contents are shared now: neither may change them in place. */
  copy->number = symbolic->next_path++;
  path->number = symbolic->next_path++;
  return copy;
}

void order_path_set_contents(struct symbolic *symbolic, struct thread_path *path,
                             struct instance *instance, struct contents *contents) {
  if (instance->number >= path->memory_count) {
    size_t count = symbolic->instances.count;
    struct contents **memory = arena_allocate(symbolic->arena, count * sizeof *memory);
    if (path->memory_count)
      memcpy(memory, path->memory, path->memory_count * sizeof *memory);
    path->memory = memory;
    path->memory_count = count;
  }
  path->memory[instance->number] = contents;
}

static struct contents *initial_contents(struct symbolic *symbolic,
                                         const struct instance *instance) {
  struct contents *contents = arena_allocate(
      symbolic->arena, sizeof *contents + (size_t)instance->size * sizeof(struct lane));
  for (uint64_t i = 0; i < instance->size && !instance->arbitrary; i++)
    contents->lanes[i].term =
        term_constant(symbolic->terms, 8, instance->bytes ? instance->bytes[i] : 0);
  return contents;
}

/* The lanes of a private instance, to be changed in place. */
struct lane *order_path_lanes(struct symbolic *symbolic, struct thread_path *path,
                              struct instance *instance) {
  struct contents *contents =
      instance->number < path->memory_count ? path->memory[instance->number] : NULL;
  if (contents == symbolic->untouched)
    contents = NULL;
  if (contents && contents->owner == path->number)
    return contents->lanes;
  struct contents *own =
      contents ? arena_copy(symbolic->arena, contents,
                            sizeof *contents + (size_t)instance->size * sizeof(struct lane))
               : initial_contents(symbolic, instance);
  own->owner = path->number;
  order_path_set_contents(symbolic, path, instance, own);
  return own->lanes;
}

enum { MOST_PARTS = 256 };

/* Parts of a guard, each once. */
struct parts {
  const struct term *items[MOST_PARTS];
  size_t count;
};

static bool has_part(const struct parts *parts, const struct term *term) {
  for (size_t i = 0; i < parts->count; i++)
    if (parts->items[i] == term)
      return true;
  return false;
}

static bool add_part(struct parts *parts, const struct term *term) {
  if (term_is_true(term) || has_part(parts, term))
    return true;
  if (parts->count == MOST_PARTS)
    return false;
  parts->items[parts->count++] = term;
  return true;
}

/* The conjunction with the highest number, which no other one can be part of; NULL: there is none.
 */
static const struct term *highest(const struct parts *parts) {
  const struct term *found = NULL;
  for (size_t i = 0; i < parts->count; i++) {
    const struct term *term = parts->items[i];
    if (term->kind == TERM_APPLY && term->op == OP_AND && (!found || term->id > found->id))
      found = term;
  }
  return found;
}

static bool split_part(struct parts *parts, const struct term *term) {
  size_t at = 0;
  while (parts->items[at] != term)
    at++;
  parts->items[at] = parts->items[--parts->count];
  return add_part(parts, term->operands[0]) && add_part(parts, term->operands[1]);
}

static void move_common(struct parts *a, struct parts *b, struct parts *common) {
  size_t kept = 0;
  for (size_t i = 0; i < a->count; i++) {
    const struct term *term = a->items[i];
    if (!has_part(b, term) || !add_part(common, term)) {
      a->items[kept++] = term;
      continue;
    }
    for (size_t j = 0; j < b->count; j++)
      if (b->items[j] == term)
        b->items[j--] = b->items[--b->count];
  }
  a->count = kept;
}

/* Takes guards apart into what both say and what only one says. Guards are long and most of them is
 * the same term: what came about later is taken apart first, until both have come to that. */
static void compare_guards(const struct term *a, const struct term *b, struct parts *common,
                           struct parts *only_a, struct parts *only_b) {
  bool fits = add_part(only_a, a) && add_part(only_b, b);
  for (;;) {
    move_common(only_a, only_b, common);
    const struct term *of_a = highest(only_a), *of_b = highest(only_b);
    if (!fits || (!of_a && !of_b))
      break;
    bool first = of_a && (!of_b || of_a->id > of_b->id);
    fits = first ? split_part(only_a, of_a) : split_part(only_b, of_b);
  }
  if (fits)
    return;
  *common = (struct parts){.count = 0}; /* dropping any part would change what they say */
  *only_a = (struct parts){.items = {a}, .count = 1};
  *only_b = (struct parts){.items = {b}, .count = 1};
}

enum { MOST_VISITS = 256 };

/* Is it one of the conjuncts? Terms are graphs: a budget of visits bounds the search. */
static bool has_conjunct(const struct term *term, const struct term *wanted, unsigned *budget) {
  if (term == wanted)
    return true;
  if (term->kind != TERM_APPLY || term->op != OP_AND || !*budget)
    return false;
  --*budget;
  return has_conjunct(term->operands[1], wanted, budget) ||
         has_conjunct(term->operands[0], wanted, budget);
}

bool guard_implies(const struct term *stronger, const struct term *weaker) {
  if (term_is_true(weaker) || stronger == weaker)
    return true;
  unsigned budget = MOST_VISITS;
  if (has_conjunct(stronger, weaker, &budget))
    return true;
  return weaker->kind == TERM_APPLY && weaker->op == OP_AND &&
         guard_implies(stronger, weaker->operands[0]) &&
         guard_implies(stronger, weaker->operands[1]);
}

static const struct term *conjoin(struct symbolic *symbolic, const struct parts *parts) {
  const struct term *result = always(symbolic);
  for (size_t i = 0; i < parts->count; i++)
    result = term_apply(symbolic->terms, OP_AND, result, parts->items[i], NULL);
  return result;
}

static const struct term *lane_byte(struct symbolic *symbolic, struct lane lane) {
  return term_extract(symbolic->terms, lane.index * 8, 8, lane.term);
}

/* How many lanes from here on are one whole term. */
static uint64_t whole_run(const struct lane *lanes, uint64_t left) {
  const struct term *term = lanes[0].term;
  if (!term || lanes[0].index || term->width % 8 || term->width / 8u > left)
    return 0;
  for (uint64_t i = 1; i < term->width / 8u; i++)
    if (lanes[i].term != term || lanes[i].index != i)
      return 0;
  return term->width / 8u;
}

/* So many lanes as one term, if they are one, or constants; else NULL. */
static const struct term *run_value(struct symbolic *symbolic, const struct lane *lanes,
                                    uint64_t run) {
  if (whole_run(lanes, run) == run)
    return lanes[0].term;
  uint64_t bits = 0;
  for (uint64_t i = 0; i < run; i++) {
    if (!lanes[i].term || !term_is_constant(lanes[i].term) || run > sizeof bits)
      return NULL;
    bits |= (lanes[i].term->value >> (8 * lanes[i].index) & 0xff) << (8 * i);
  }
  return term_constant(symbolic->terms, (unsigned)run * 8, bits);
}

/* Arbitrary bytes get their variable when they meet a value. */
static void name_arbitrary_byte(struct symbolic *symbolic, struct lane *lane) {
  if (!lane->term)
    *lane = (struct lane){order_fresh(symbolic, 8), 0, lane->exact};
}

/* Two paths on their way to be one. */
struct junction {
  struct symbolic *symbolic;
  const struct thread_path *a, *b, *joined;
  const struct term *select; /* where it is a */
};

static void merge_lanes(const struct junction *junction, struct lane *a, struct lane *b,
                        struct lane *out, uint64_t size) {
  struct symbolic *symbolic = junction->symbolic;
  const struct term *select = junction->select;
  for (uint64_t i = 0; i < size;) {
    if (a[i].term == b[i].term && a[i].index == b[i].index) {
      out[i] = a[i];
      out[i].exact =
          lock_joined_stamp(junction->a, a[i].exact, junction->b, b[i].exact, junction->joined);
      i++;
      continue;
    }
    uint64_t run = whole_run(&a[i], size - i);
    if (!run)
      run = whole_run(&b[i], size - i);
    const struct term *whole_a = run ? run_value(symbolic, &a[i], run) : NULL;
    const struct term *whole_b = run ? run_value(symbolic, &b[i], run) : NULL;
    const struct term *merged;
    if (whole_a && whole_b) {
      merged = order_choose(symbolic, select, whole_a, whole_b);
    } else {
      run = 1;
      name_arbitrary_byte(symbolic, &a[i]);
      name_arbitrary_byte(symbolic, &b[i]);
      merged = order_choose(symbolic, select, lane_byte(symbolic, a[i]), lane_byte(symbolic, b[i]));
    }
    for (uint64_t j = 0; j < run; j++, i++)
      out[i] = (struct lane){
          merged, (uint32_t)j,
          lock_joined_stamp(junction->a, a[i].exact, junction->b, b[i].exact, junction->joined)};
  }
}

/* Contents nobody has looked at are the initial ones; of what only one path allocated, its own. */
static struct contents *merge_contents(const struct junction *junction,
                                       const struct instance *instance, struct contents *a,
                                       struct contents *b) {
  struct symbolic *symbolic = junction->symbolic;
  if (a == b)
    return a;
  if ((!a || !b) && instance->allocation && instance->owner == junction->a->thread)
    return a ? a : b;
  if (!a || a == symbolic->untouched)
    a = initial_contents(symbolic, instance);
  if (!b || b == symbolic->untouched)
    b = initial_contents(symbolic, instance);
  struct contents *merged = arena_allocate(
      symbolic->arena, sizeof *merged + (size_t)instance->size * sizeof(struct lane));
  merged->owner = junction->joined->number;
  merge_lanes(junction, a->lanes, b->lanes, merged->lanes, instance->size);
  return merged;
}

struct thread_path *order_path_merge(struct symbolic *symbolic, struct thread_path *a,
                                     struct thread_path *b, struct live_registers live,
                                     uint32_t register_count) {
  if (a->atomic_depth != b->atomic_depth || (a->atomic_depth && a->node != b->node))
    return NULL;
  struct parts of_both = {.count = 0}, of_a = {.count = 0}, of_b = {.count = 0};
  compare_guards(a->guard, b->guard, &of_both, &of_a, &of_b);
  const struct term *common = conjoin(symbolic, &of_both);
  const struct term *only_a = conjoin(symbolic, &of_a);
  const struct term *only_b = conjoin(symbolic, &of_b);
  const struct term *either = order_or(symbolic, only_a, only_b);
  struct thread_path *merged = arena_allocate(symbolic->arena, sizeof *merged);
  merged->number = symbolic->next_path++;
  merged->guard = term_apply(symbolic->terms, OP_AND, common, either, NULL);
  merged->has_created = a->has_created && b->has_created;
  merged->atomic_depth = a->atomic_depth;
  merged->node = a->node;
  merged->thread = a->thread;
  merged->section = a->section;
  merged->registers = arena_allocate(symbolic->arena, register_count * sizeof *merged->registers);
  for (uint32_t i = 0; i < live.count; i++) {
    uint32_t number = live.registers[i];
    const struct term *va = a->registers[number], *vb = b->registers[number];
    merged->registers[number] =
        !va || !vb ? (va ? va : vb) : order_choose(symbolic, only_a, va, vb);
  }
  struct thread_path *longer = a->memory_count >= b->memory_count ? a : b;
  merged->memory_count = longer->memory_count;
  merged->memory = arena_allocate(symbolic->arena, merged->memory_count * sizeof *merged->memory);
  lock_join(symbolic, a, b, merged);
  struct junction junction = {symbolic, a, b, merged, only_a};
  for (size_t i = 0; i < merged->memory_count; i++)
    merged->memory[i] = merge_contents(&junction, symbolic->instances.items[i],
                                       i < a->memory_count ? a->memory[i] : NULL,
                                       i < b->memory_count ? b->memory[i] : NULL);
  return merged;
}
