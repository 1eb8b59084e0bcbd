/* SPDX-License-Identifier: Apache-2.0 */
/* Collects candidates. */
#include "abstract/candidates.h"

#include "term/walk.h"

enum { MOST_CANDIDATES = 600 };
enum { MOST_COUNTERS = 8 }; /* of which sums are compared */

void candidates_init(struct candidates *candidates, struct cells *cells, bool has_roles) {
  *candidates =
      (struct candidates){.cells = cells, .terms = cells->context.terms, .has_roles = has_roles};
}

void candidates_release(struct candidates *candidates) {
  vector_release(&candidates->list);
  vector_release(&candidates->pairs);
  vector_release(&candidates->constants);
  vector_release(&candidates->ends);
  vector_release(&candidates->steps);
  vector_release(&candidates->origins);
  vector_release(&candidates->counters);
  map_release(&candidates->known);
  map_release(&candidates->relations);
}

struct cast_of_roles {
  const struct cells *cells;
  const unsigned *to;
};

static const struct term *recast_symbol(const struct term *symbol, void *context) {
  const struct cast_of_roles *cast = context;
  unsigned role;
  uint32_t cell = cells_of_variable(cast->cells, symbol, &role);
  return cell == NO_CELL ? symbol : cast->cells->list.items[cell].symbols[cast->to[role]];
}

const struct term *candidates_recast(const struct cells *cells, struct terms *terms,
                                     const struct term *term, const unsigned to[ROLES]) {
  return term_map(terms, term, recast_symbol, &(struct cast_of_roles){cells, to});
}

static const unsigned exchange[ROLES] = {1, 0, 2};

static void add_relation(struct candidates *candidates, const struct term *term) {
  if (term_is_constant(term) || candidates->list.count >= MOST_CANDIDATES ||
      cells_mentions_foreign(candidates->cells, term, NO_THREAD) ||
      map_get(&candidates->known, term->id, NULL))
    return;
  map_set(&candidates->known, term->id, 1);
  vector_push(&candidates->list, term);
  if (candidates->has_roles)
    add_relation(candidates,
                 candidates_recast(candidates->cells, candidates->terms, term, exchange));
}

static void add_applied(struct candidates *candidates, enum operator op, const struct term *a,
                        const struct term *b, bool both) {
  const struct term *term = term_apply(candidates->terms, op, a, b, NULL);
  add_relation(candidates, term);
  if (both)
    add_relation(candidates, term_apply(candidates->terms, OP_NOT, term, NULL, NULL));
}

static void add_comparisons(struct candidates *candidates, const struct term *a,
                            const struct term *b) {
  add_applied(candidates, OP_EQ, a, b, true);
  if (a->width == 1)
    return;
  if (candidates->is_signed) {
    add_applied(candidates, OP_SLT, a, b, true);
    add_applied(candidates, OP_SLE, a, b, true);
  }
  if (candidates->is_unsigned || !candidates->is_signed) {
    add_applied(candidates, OP_ULT, a, b, true);
    add_applied(candidates, OP_ULE, a, b, true);
  }
}

/* The cell of a symbol of role 0; NO_CELL: the term is something else. */
static uint32_t cell_of(const struct candidates *candidates, const struct term *term) {
  unsigned role;
  return term->kind == TERM_VARIABLE ? cells_of_variable(candidates->cells, term, &role) : NO_CELL;
}

/* The variable from which a term differs by the constant `by`; NULL: it has another form. */
static const struct term *shifted_by(const struct term *term, uint64_t *by) {
  *by = 0;
  while (term->kind == TERM_APPLY && (term->op == OP_ADD || term->op == OP_SUB)) {
    bool is_second = term->op == OP_ADD && term_is_constant(term->operands[0]);
    const struct term *constant = term->operands[!is_second];
    if (!term_is_constant(constant))
      return NULL;
    *by += term->op == OP_ADD ? constant->value : -constant->value;
    term = term->operands[is_second];
  }
  return term->kind == TERM_VARIABLE ? term : NULL;
}

static const struct term *shifted(const struct term *term) {
  uint64_t by;
  return shifted_by(term, &by);
}

static const struct term *constant_like(struct candidates *candidates, const struct term *term,
                                        uint64_t value) {
  return term_constant(candidates->terms, term->width, value & width_mask(term->width));
}

struct only {
  const struct candidates *candidates;
  bool cells;
};

static void is_cell(const struct term *variable, void *context) {
  struct only *only = context;
  only->cells &= cell_of(only->candidates, variable) != NO_CELL;
}

static bool has_only_cells(const struct candidates *candidates, const struct term *term) {
  struct only only = {candidates, true};
  value_variables(term, is_cell, &only);
  return only.cells;
}

void candidates_add(struct candidates *candidates, const struct term *term) {
  if (!cells_is_long(term) && has_only_cells(candidates, term))
    add_relation(candidates, term);
}

void candidates_add_records(struct candidates *candidates) {
  const struct cells *cells = candidates->cells;
  for (size_t i = 0; cells->created_self && i < cells->list.count; i++) {
    const struct term *symbol = cells->list.items[i].symbols[0];
    if (!cells->list.items[i].holds_records)
      continue;
    add_applied(candidates, OP_EQ, symbol, cells->list.items[cells->worker_self].symbols[0], true);
    add_applied(candidates, OP_EQ, symbol, cells->list.items[cells->main_self].symbols[0], true);
  }
}

bool candidate_is_sum(const struct term *term) {
  if (term->kind != TERM_APPLY || term->op != OP_EQ)
    return false;
  const struct term *a = term->operands[0], *b = term->operands[1];
  const struct term *sum = a->kind == TERM_APPLY ? a : b;
  return sum->kind == TERM_APPLY && sum->op == OP_ADD && !term_is_constant(sum->operands[0]) &&
         !term_is_constant(sum->operands[1]);
}

static void relate_cells(struct candidates *candidates, uint32_t a, uint32_t b) {
  if (a == NO_CELL || b == NO_CELL || a == b ||
      candidates->cells->list.items[a].width != candidates->cells->list.items[b].width)
    return;
  uint64_t key = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
  if (map_get(&candidates->relations, key, NULL))
    return;
  map_set(&candidates->relations, key, 1);
  vector_push(&candidates->pairs, key);
}

static void note_once(struct cell_bounds *bounds, struct bound bound) {
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i].cell == bound.cell && bounds->items[i].term == bound.term)
      return;
  vector_push(bounds, bound);
}

static void compare_with(struct candidates *candidates, uint32_t cell,
                         const struct term *constant) {
  if (cell != NO_CELL)
    note_once(&candidates->constants, (struct bound){cell, constant});
}

/* Notes a constant with which a cell, or a cell plus a constant, is compared. */
static void gather_end(struct candidates *candidates, const struct term *term,
                       const struct term *constant) {
  uint64_t by;
  uint32_t cell = cell_of(candidates, shifted_by(term, &by));
  compare_with(candidates, cell, constant);
  if (cell != NO_CELL)
    note_once(&candidates->ends,
              (struct bound){cell, constant_like(candidates, term, constant->value - by)});
}

/* Is the term the distance of a pointer that walks through an object from its start? */
static bool is_offset(const struct candidates *candidates, const struct term *term) {
  const struct term *pointer = term->kind == TERM_APPLY ? shifted(term) : NULL;
  uint32_t cell = pointer ? cell_of(candidates, pointer) : NO_CELL;
  return cell != NO_CELL && candidates->cells->list.items[cell].held;
}

static void gather_comparison(struct candidates *candidates, const struct term *term) {
  const struct term *a = term->operands[0], *b = term->operands[1];
  candidates->is_signed |= term->op == OP_SLT || term->op == OP_SLE;
  candidates->is_unsigned |= term->op == OP_ULT || term->op == OP_ULE;
  if (has_only_cells(candidates, term)) {
    add_relation(candidates, term);
    add_relation(candidates, term_apply(candidates->terms, OP_NOT, term, NULL, NULL));
    if (term->op == OP_ULT && is_offset(candidates, a))
      add_applied(candidates, OP_ULE, a, b,
                  false); /* <=: the pointer may also be one past the last element */
  }
  const struct term *x = shifted(a), *y = shifted(b);
  if (x && y)
    relate_cells(candidates, cell_of(candidates, x), cell_of(candidates, y));
  if (x && term_is_constant(b))
    gather_end(candidates, a, b);
  if (y && term_is_constant(a))
    gather_end(candidates, b, a);
}

static void gather_fact(struct candidates *candidates, const struct term *term) {
  if (term->kind != TERM_APPLY)
    return;
  if (term->op == OP_EQ || term->op == OP_ULT || term->op == OP_ULE || term->op == OP_SLT ||
      term->op == OP_SLE)
    gather_comparison(candidates, term);
  for (unsigned i = 0; i < term->arity; i++)
    gather_fact(candidates, term->operands[i]);
}

static void count_up(struct candidates *candidates, uint32_t cell) {
  for (size_t i = 0; i < candidates->counters.count; i++)
    if (candidates->counters.items[i] == cell)
      return;
  if (candidates->counters.count < MOST_COUNTERS)
    vector_push(&candidates->counters, cell);
}

/* A counter with steps of two, four or eight stays a multiple of its step. */
static void add_multiple(struct candidates *candidates, const struct term *symbol, uint64_t step) {
  uint64_t below = (step & -step) - 1;
  if (below)
    add_applied(candidates, OP_EQ,
                term_apply(candidates->terms, OP_AND, symbol,
                           constant_like(candidates, symbol, below), NULL),
                constant_like(candidates, symbol, 0), false);
}

/* Notes the value that a step leaves in a cell: a copy, the value of another cell plus a bit, or a
 * number. */
static void gather_bound(struct candidates *candidates, const struct bound *bound) {
  const struct term *symbol = candidates->cells->list.items[bound->cell].symbols[0];
  uint64_t by;
  const struct term *from = shifted_by(bound->term, &by);
  if (bound->term == symbol)
    return;
  if (from) {
    relate_cells(candidates, bound->cell, cell_of(candidates, from));
    if (from != bound->term && cell_of(candidates, from) != NO_CELL)
      count_up(candidates, bound->cell);
    if (by)
      note_once(&candidates->steps,
                (struct bound){bound->cell, constant_like(candidates, from, by)});
    if (by && from == symbol)
      add_multiple(candidates, symbol, by);
    if (has_only_cells(candidates, bound->term) && from != symbol)
      add_applied(candidates, OP_EQ, symbol, bound->term, false);
  } else if (term_is_constant(bound->term)) {
    compare_with(candidates, bound->cell, bound->term);
  }
}

static void gather_bounds(struct candidates *candidates, const struct cell_bounds *bounds) {
  for (size_t i = 0; i < bounds->count; i++)
    gather_bound(candidates, &bounds->items[i]);
}

static const struct bound *bound_at(const struct cell_bounds *const lists[2], size_t index) {
  return index < lists[0]->count ? &lists[0]->items[index]
                                 : &lists[1]->items[index - lists[0]->count];
}

/* Relates two cells to which a step gives values that differ by a constant. */
static void gather_likeness(struct candidates *candidates, const struct bound *a,
                            const struct bound *b) {
  const struct term *from = shifted(a->term);
  struct terms *terms = candidates->terms;
  const struct cell *cells = candidates->cells->list.items;
  if (!from || from != shifted(b->term) || cells[a->cell].width != cells[b->cell].width)
    return;
  relate_cells(candidates, a->cell, b->cell);
  const struct term *distance = term_apply(terms, OP_SUB, a->term, b->term, NULL);
  if (term_is_constant(distance))
    add_applied(candidates, OP_EQ, cells[a->cell].symbols[0],
                term_apply(terms, OP_ADD, cells[b->cell].symbols[0], distance, NULL), false);
}

struct received {
  const struct candidates *candidates;
  const struct cell_bounds *bounds;
};

static const struct term *receiver_of(const struct term *symbol, void *context) {
  const struct received *received = context;
  const struct cell_bounds *bounds = received->bounds;
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i].term == symbol)
      return received->candidates->cells->list.items[bounds->items[i].cell].symbols[0];
  return symbol;
}

/* The term in which cells that receive values in a step replace these values. */
static const struct term *said_after(const struct candidates *candidates, const struct term *term,
                                     const struct cell_bounds *bounds) {
  return term_map(candidates->terms, term, receiver_of, &(struct received){candidates, bounds});
}

/* A cell that leads to the end of an object originates from `origin`. */
static void add_origin(struct candidates *candidates, uint32_t cell, const struct term *origin) {
  const struct term *symbol = candidates->cells->list.items[cell].symbols[0];
  if (origin == symbol || cells_is_long(origin) || !has_only_cells(candidates, origin))
    return;
  add_applied(candidates, OP_EQ, symbol, origin, false);
  note_once(&candidates->origins, (struct bound){cell, origin});
}

/* A cell leads to the end of an object: so does the source of its copy, from another origin. */
static void trace_copy(struct candidates *candidates, uint32_t cell, uint32_t from) {
  struct cell *source = &candidates->cells->list.items[from];
  candidates->cells->grew |= !source->is_end;
  source->is_end = true;
  for (size_t i = 0, count = candidates->origins.count; i < count; i++)
    if (candidates->origins.items[i].cell == from)
      add_origin(candidates, cell, candidates->origins.items[i].term);
}

static void gather_ends(struct candidates *candidates, const struct cell_bounds *own,
                        const struct cell_bounds *others) {
  for (size_t i = 0; i < own->count; i++) {
    struct bound bound = own->items[i];
    const struct cell *cell = &candidates->cells->list.items[bound.cell];
    if (!cell->is_end || bound.term == cell->symbols[0] || term_is_constant(bound.term))
      continue;
    uint32_t from = cell_of(candidates, bound.term);
    add_origin(candidates, bound.cell, bound.term);
    add_origin(candidates, bound.cell, said_after(candidates, bound.term, own));
    add_origin(candidates, bound.cell, said_after(candidates, bound.term, others));
    if (from != NO_CELL)
      trace_copy(candidates, bound.cell, from);
  }
}

void candidates_note_step(struct candidates *candidates, const struct premises *facts,
                          const struct cell_bounds *own, const struct cell_bounds *others,
                          const struct cell_bounds *created) {
  const struct cell_bounds *all[2] = {others, own};
  for (size_t i = 0; i < facts->count; i++) {
    gather_fact(candidates, facts->items[i]);
    gather_fact(candidates, said_after(candidates, facts->items[i], own));
  }
  for (size_t i = 0; i < all[0]->count + all[1]->count; i++)
    for (size_t j = 0; j < i; j++)
      gather_likeness(candidates, bound_at(all, i), bound_at(all, j));
  gather_bounds(candidates, others);
  gather_bounds(candidates, own);
  gather_ends(candidates, own, others);
  if (created)
    gather_bounds(candidates, created);
}

/* Compares the copy of a cell with everything that the cell is compared with. */
static void add_for_copy(struct candidates *candidates, uint32_t from, uint32_t to) {
  size_t pairs = candidates->pairs.count, constants = candidates->constants.count;
  for (size_t i = 0; i < constants; i++)
    if (candidates->constants.items[i].cell == from)
      compare_with(candidates, to, candidates->constants.items[i].term);
  for (size_t i = 0; i < pairs; i++) {
    uint32_t a = (uint32_t)(candidates->pairs.items[i] >> 32),
             b = (uint32_t)candidates->pairs.items[i];
    if (a == from || b == from)
      relate_cells(candidates, to, a == from ? b : a);
  }
}

static bool are_related(const struct candidates *candidates, uint32_t a, uint32_t b) {
  uint64_t key = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
  return a == b || map_get(&candidates->relations, key, NULL);
}

/* Beyond the value with which a counter or its copy is compared, the counter gets by at most one
 * step. */
static void add_last_steps(struct candidates *candidates) {
  struct terms *terms = candidates->terms;
  for (size_t i = 0; i < candidates->steps.count; i++)
    for (size_t j = 0; j < candidates->ends.count; j++) {
      struct bound step = candidates->steps.items[i], end = candidates->ends.items[j];
      if (step.term->width != end.term->width || !are_related(candidates, step.cell, end.cell))
        continue;
      compare_with(candidates, step.cell, end.term);
      compare_with(candidates, step.cell, term_apply(terms, OP_ADD, end.term, step.term, NULL));
    }
}

/* The step by which the cell, or a cell that it copies, always grows; 0: there is none. */
static uint64_t step_of(const struct candidates *candidates, uint32_t cell) {
  for (size_t i = 0; i < candidates->steps.count; i++)
    if (are_related(candidates, candidates->steps.items[i].cell, cell))
      return candidates->steps.items[i].term->value;
  return 0;
}

/* A pointer has moved by as many steps as a narrower counter says. */
static void add_walk(struct candidates *candidates, uint32_t pointer, uint32_t counter) {
  struct terms *terms = candidates->terms;
  const struct cell *at = &candidates->cells->list.items[pointer];
  const struct cell *by = &candidates->cells->list.items[counter];
  uint64_t step = step_of(candidates, pointer), count = step_of(candidates, counter);
  if (!by->is_symbolic || by->width >= at->width || !step || !count || step % count)
    return;
  const struct term *wide = term_convert(terms, OP_SEXT, at->width, by->symbols[0]);
  const struct term *far =
      term_apply(terms, OP_MUL, wide, constant_like(candidates, wide, step / count), NULL);
  const struct term *start = constant_like(candidates, wide, at->held);
  add_applied(candidates, OP_EQ, at->symbols[0], term_apply(terms, OP_ADD, far, start, NULL),
              false);
}

static void add_walks(struct candidates *candidates) {
  const struct cells *cells = candidates->cells;
  for (uint32_t i = 0; i < cells->list.count; i++)
    for (size_t j = 0; cells->list.items[i].held && cells->list.items[i].is_symbolic &&
                       j < candidates->steps.count;
         j++)
      add_walk(candidates, i, candidates->steps.items[j].cell);
}

static void add_relations(struct candidates *candidates) {
  const struct cell *cells = candidates->cells->list.items;
  if (candidates->inherits)
    add_last_steps(candidates);
  for (size_t i = 0, count = candidates->pairs.count; candidates->inherits && i < count; i++) {
    uint64_t pair = candidates->pairs.items[i];
    add_for_copy(candidates, (uint32_t)(pair >> 32), (uint32_t)pair);
    add_for_copy(candidates, (uint32_t)pair, (uint32_t)(pair >> 32));
  }
  for (size_t i = 0; i < candidates->constants.count; i++) {
    struct bound compared = candidates->constants.items[i];
    add_comparisons(candidates, cells[compared.cell].symbols[0], compared.term);
  }
  for (size_t i = 0; i < candidates->pairs.count; i++) {
    uint64_t pair = candidates->pairs.items[i];
    add_comparisons(candidates, cells[pair >> 32].symbols[0], cells[(uint32_t)pair].symbols[0]);
  }
}

/* Cells of two threads may always differ if both are related to the same variable of the
 * program. */
static void add_differences(struct candidates *candidates) {
  const struct cell *cells = candidates->cells->list.items;
  for (size_t i = 0; i < candidates->pairs.count; i++)
    for (size_t j = i; j < candidates->pairs.count; j++) {
      uint32_t a[2] = {(uint32_t)(candidates->pairs.items[i] >> 32),
                       (uint32_t)candidates->pairs.items[i]};
      uint32_t b[2] = {(uint32_t)(candidates->pairs.items[j] >> 32),
                       (uint32_t)candidates->pairs.items[j]};
      for (unsigned k = 0; k < 4; k++) {
        uint32_t common = a[k & 1], x = a[!(k & 1)], y = b[!(k >> 1)];
        if (common != b[k >> 1] || cells[common].kind != CELL_VARIABLE ||
            cells[x].kind == CELL_VARIABLE || cells[y].kind == CELL_VARIABLE)
          continue;
        add_relation(candidates,
                     term_apply(candidates->terms, OP_NOT,
                                term_apply(candidates->terms, OP_EQ, cells[x].symbols[0],
                                           cells[y].symbols[1], NULL),
                                NULL, NULL));
      }
    }
}

/* Two variables may be counted together, such as under a lock: between both steps, one of them is
 * ahead by one step. */
static void add_steps_ahead(struct candidates *candidates) {
  struct terms *terms = candidates->terms;
  const struct cell *cells = candidates->cells->list.items;
  for (size_t i = 0; i < candidates->pairs.count; i++) {
    uint32_t a = (uint32_t)(candidates->pairs.items[i] >> 32);
    uint32_t b = (uint32_t)candidates->pairs.items[i];
    for (size_t j = 0; j < candidates->steps.count; j++) {
      struct bound step = candidates->steps.items[j];
      if ((step.cell != a && step.cell != b) || cells[a].kind != CELL_VARIABLE ||
          cells[b].kind != CELL_VARIABLE)
        continue;
      uint32_t other = step.cell == a ? b : a;
      add_applied(candidates, OP_EQ, cells[step.cell].symbols[0],
                  term_apply(terms, OP_ADD, cells[other].symbols[0], step.term, NULL), false);
    }
  }
}

/* The number with which a counter is compared counts as a counter, too. */
static void add_ends(struct candidates *candidates) {
  for (size_t i = 0; i < candidates->pairs.count; i++) {
    uint32_t a = (uint32_t)(candidates->pairs.items[i] >> 32);
    uint32_t b = (uint32_t)candidates->pairs.items[i];
    const struct cell *cells = candidates->cells->list.items;
    for (size_t j = 0, count_now = candidates->counters.count; j < count_now; j++)
      if (candidates->counters.items[j] == a || candidates->counters.items[j] == b) {
        uint32_t other = candidates->counters.items[j] == a ? b : a;
        if (cells[other].kind == CELL_VARIABLE)
          count_up(candidates, other);
      }
  }
}

/* A counter may be the sum of two others, such as counters of single threads. */
static void add_sums(struct candidates *candidates) {
  add_ends(candidates);
  const struct cell *cells = candidates->cells->list.items;
  size_t count = candidates->counters.count;
  const uint32_t *list = candidates->counters.items;
  for (size_t sum = 0; sum < count; sum++)
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < i; j++) {
        const struct cell *a = &cells[list[i]], *b = &cells[list[j]], *c = &cells[list[sum]];
        if (sum == i || sum == j || a->width != b->width || a->width != c->width)
          continue;
        add_applied(candidates, OP_EQ, c->symbols[0],
                    term_apply(candidates->terms, OP_ADD, a->symbols[0], b->symbols[0], NULL),
                    false);
      }
}

bool candidate_compares_counters(const struct candidates *candidates, const struct term *term) {
  if (term->kind == TERM_APPLY && term->op == OP_NOT)
    term = term->operands[0];
  if (term->kind != TERM_APPLY || (term->op != OP_EQ && term->op != OP_SLT && term->op != OP_SLE &&
                                   term->op != OP_ULT && term->op != OP_ULE))
    return false;
  unsigned found = 0;
  for (size_t i = 0; i < candidates->counters.count; i++)
    for (unsigned j = 0; j < 2; j++)
      found += cell_of(candidates, term->operands[j]) == candidates->counters.items[i];
  return found == 2;
}

/* Adds candidates that relate each pair of counters, as one may count the same as the other. */
static void relate_counters(struct candidates *candidates) {
  for (size_t i = 0; i < candidates->counters.count; i++)
    for (size_t j = 0; j < i; j++)
      relate_cells(candidates, candidates->counters.items[i], candidates->counters.items[j]);
}

/* A variable may be a certain number whenever another one is, such as 0 while a flag is not set. */
static void add_implications(struct candidates *candidates) {
  struct terms *terms = candidates->terms;
  const struct cell *cells = candidates->cells->list.items;
  size_t count = candidates->constants.count;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++) {
      struct bound if_so = candidates->constants.items[i], then = candidates->constants.items[j];
      if (if_so.cell == then.cell || cells[if_so.cell].kind != CELL_VARIABLE ||
          cells[then.cell].kind != CELL_VARIABLE)
        continue;
      const struct term *premise =
          term_apply(terms, OP_EQ, cells[if_so.cell].symbols[0], if_so.term, NULL);
      const struct term *goal =
          term_apply(terms, OP_EQ, cells[then.cell].symbols[0], then.term, NULL);
      add_applied(candidates, OP_OR, term_apply(terms, OP_NOT, premise, NULL, NULL), goal, false);
    }
}

void candidates_derive(struct candidates *candidates) {
  if (candidates->relates_counters)
    relate_counters(candidates);
  add_relations(candidates);
  if (candidates->has_roles) {
    add_differences(candidates);
    add_steps_ahead(candidates);
  } else {
    add_sums(candidates);
  }
  if (candidates->implies)
    add_implications(candidates);
  add_walks(candidates);
}
