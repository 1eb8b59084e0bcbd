/* SPDX-License-Identifier: Apache-2.0 */
/* Cells, their symbols, and growing precision. */
#include "abstract/cells.h"

#include "base/hash.h"
#include "program/address.h"
#include "semantics/value_state.h"
#include "term/walk.h"

#include <string.h>

/* A cell that holds more numbers becomes symbolic. */
enum { MOST_NUMBERS = 5 };
enum { MOST_DECISIVE_NUMBERS = 16 };
enum { MOST_EXACT_NUMBERS = 200 };
enum { LONGEST_TERM = 500 }; /* nodes, written out */

struct key {
  uint64_t address;
  uint32_t kind, thread, depth, function, reg, width;
};

void cells_init(struct cells *cells, const struct program *program) {
  *cells =
      (struct cells){.program = program, .keys = interner_create(), .most_numbers = MOST_NUMBERS};
  value_context_init(&cells->context, NULL);
}

void cells_release(struct cells *cells) {
  interner_destroy(cells->keys);
  vector_release(&cells->list);
  vector_release(&cells->of_variable);
  map_release(&cells->seen);
  value_context_release(&cells->context);
}

static uint32_t find_cell(struct cells *cells, const struct cell *cell) {
  struct key key = {cell->address, (uint32_t)cell->kind, cell->thread, cell->depth, cell->function,
                    cell->reg,     cell->width};
  bool added;
  uint32_t number = interner_add(cells->keys, &key, sizeof key, &added);
  if (added)
    vector_push(&cells->list, *cell);
  return number;
}

uint32_t cells_memory(struct cells *cells, enum cell_kind kind, uint32_t thread, uint64_t address,
                      uint32_t bytes) {
  struct cell cell = {.kind = kind,
                      .thread = kind == CELL_VARIABLE ? MAIN : thread,
                      .address = address,
                      .width = bytes * 8};
  return find_cell(cells, &cell);
}

uint32_t cells_register(struct cells *cells, uint32_t thread, uint32_t depth,
                        const struct function *function, uint32_t reg) {
  struct cell cell = {.kind = CELL_REGISTER,
                      .thread = thread,
                      .depth = depth,
                      .function = function->number,
                      .reg = reg,
                      .width = function->registers[reg].width};
  return find_cell(cells, &cell);
}

const struct term *cells_input(struct cells *cells, unsigned width) {
  struct value_context *context = &cells->context;
  vector_push(&context->symbols, (struct symbol){NULL, NO_THREAD, width});
  return term_variable(context->terms, width, context->symbols.count - 1);
}

static const struct term *make_symbol(struct cells *cells, uint32_t cell, unsigned role) {
  const struct term *symbol = cells_input(cells, cells->list.items[cell].width);
  vector_ensure(&cells->of_variable, symbol->value);
  cells->of_variable.items[symbol->value] = (uint64_t)cell * ROLES + role + 1;
  return symbol;
}

bool cells_is_common(const struct cell *cell) {
  return cell->kind == CELL_VARIABLE || (cell->kind == CELL_SELF && cell->thread == MAIN);
}

static void make_symbols(struct cells *cells, uint32_t cell) {
  struct cell *made = &cells->list.items[cell];
  for (unsigned role = 0; role < ROLES && !made->symbols[role]; role++)
    made->symbols[role] =
        role && cells_is_common(made) ? made->symbols[0] : make_symbol(cells, cell, role);
}

static void make_symbolic(struct cells *cells, uint32_t cell) {
  struct cell *made = &cells->list.items[cell];
  if (made->is_symbolic)
    return;
  made->is_symbolic = true;
  cells->grew |= !cells->begins_symbolic || made->was_number || made->kind != CELL_REGISTER;
  make_symbols(cells, cell);
}

void cells_note_record(struct cells *cells, uint32_t cell) {
  struct cell *noted = &cells->list.items[cell];
  cells->grew |= !noted->holds_records;
  noted->holds_records = noted->is_inexact = true;
  make_symbols(cells, cell);
}

uint32_t cells_self(struct cells *cells, uint32_t thread) {
  struct cell cell = {.kind = CELL_SELF,
                      .thread = thread,
                      .width = cells->program->pointer_width,
                      .is_inexact = true};
  uint32_t number = find_cell(cells, &cell);
  make_symbolic(cells, number);
  return number;
}

struct exactness {
  struct cells *cells;
  bool grew;
};

static void ask_for_numbers(const struct term *variable, void *context) {
  struct exactness *exactness = context;
  unsigned role;
  uint32_t number = cells_of_variable(exactness->cells, variable, &role);
  struct cell *cell = number == NO_CELL ? NULL : &exactness->cells->list.items[number];
  if (!cell || cell->is_exact || cell->is_inexact)
    return;
  cell->is_exact = true;
  cell->is_symbolic = false;
  exactness->grew = exactness->cells->grew = true;
}

bool cells_make_exact(struct cells *cells, const struct term *term) {
  struct exactness exactness = {cells, false};
  value_variables(term, ask_for_numbers, &exactness);
  return exactness.grew;
}

/* The cell cannot be exact: it holds too many numbers, or an input. */
static void give_up_numbers(struct cells *cells, uint32_t cell) {
  cells->list.items[cell].is_exact = false;
  cells->list.items[cell].is_inexact = true;
  cells_make_symbolic(cells, cell);
}

void cells_note_term(struct cells *cells, uint32_t cell, const struct term *term) {
  if (!cells->list.items[cell].is_exact)
    cells_make_symbolic(cells, cell);
  else if (!cells_make_exact(cells, term) && !cells->grew)
    give_up_numbers(cells, cell); /* numbers found after the precision grew do not count */
}

/* Finds a cell whose symbol, plus or minus something, is the term, and which held an address. */
static bool find_held(const struct cells *cells, const struct term *term, unsigned depth,
                      uint64_t *number) {
  unsigned role;
  uint64_t other;
  if (term->kind == TERM_VARIABLE) {
    uint32_t cell = cells_of_variable(cells, term, &role);
    *number = cell == NO_CELL ? 0 : cells->list.items[cell].held;
    return *number;
  }
  if (term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB) || !depth)
    return false;
  bool first = find_held(cells, term->operands[0], depth - 1, number);
  bool second =
      term->op == OP_ADD && find_held(cells, term->operands[1], depth - 1, first ? &other : number);
  return first != second;
}

bool cells_base(void *context, struct value value,
                bool (*accepts)(const void *visitor, uint64_t number), const void *visitor,
                uint64_t *number) {
  enum { DEEPEST = 8 };
  const struct cells *cells =
      (const struct cells *)((const char *)context - offsetof(struct cells, context));
  if (domain_value.base(context, value, accepts, visitor, number))
    return true;
  const struct term *term = value_to_term(context, value, cells->program->pointer_width);
  return term && find_held(cells, term, DEEPEST, number) && accepts(visitor, *number);
}

void cells_note_address(struct cells *cells, uint32_t cell, uint64_t number) {
  struct cell *noted = &cells->list.items[cell];
  uint32_t thread;
  bool heap;
  if (!noted->held && noted->width == cells->program->pointer_width &&
      address_find_thread(cells->program->data_model, number, &thread, &heap))
    noted->held = number;
}

void cells_note_number(struct cells *cells, uint32_t cell, uint64_t number) {
  struct cell *noted = &cells->list.items[cell];
  struct {
    uint64_t cell, number;
  } pair = {cell, number};
  uint64_t key = hash_bytes(&pair, sizeof pair);
  if (noted->is_symbolic || map_get(&cells->seen, key, NULL))
    return;
  map_set(&cells->seen, key, 1);
  if (noted->is_exact) {
    if (++noted->numbers > MOST_EXACT_NUMBERS)
      give_up_numbers(cells, cell);
    return;
  }
  bool is_kept = cells->keeps_decisive && noted->is_decisive && !noted->is_computed;
  if (++noted->numbers <= (is_kept ? MOST_DECISIVE_NUMBERS : cells->most_numbers))
    return;
  noted->is_computed |= is_kept;
  make_symbolic(cells, cell);
}

void cells_make_symbolic(struct cells *cells, uint32_t cell) {
  cells_note_computed(cells, cell);
  make_symbolic(cells, cell);
}

void cells_note_decisive(struct cells *cells, uint32_t cell) {
  struct cell *noted = &cells->list.items[cell];
  cells->grew |=
      cells->keeps_decisive && !noted->is_decisive && noted->is_symbolic && !noted->is_computed;
  noted->is_decisive = true;
}

void cells_note_computed(struct cells *cells, uint32_t cell) {
  cells->list.items[cell].is_computed = true;
}

void cells_settle(struct cells *cells) {
  for (size_t i = 0; i < cells->list.count && cells->keeps_decisive; i++) {
    struct cell *cell = &cells->list.items[i];
    cell->is_symbolic &= !cell->is_decisive || cell->is_computed;
  }
}

static void grow_to(struct cells *cells, uint64_t *end, uint64_t reached) {
  cells->grew |= reached > *end;
  if (reached > *end)
    *end = reached;
}

void cells_note_extent(struct cells *cells, const struct thread *thread) {
  grow_to(cells, &cells->stack_end[thread->number], thread->stack_end);
  grow_to(cells, &cells->heap_end[thread->number], thread->heap_end);
}

bool cells_know_extents(const struct cells *cells) {
  return cells->stack_end[0] || cells->stack_end[1] || cells->heap_end[0] || cells->heap_end[1];
}

uint32_t cells_of_variable(const struct cells *cells, const struct term *variable, unsigned *role) {
  uint64_t number = variable->value;
  uint64_t code = number < cells->of_variable.count ? cells->of_variable.items[number] : 0;
  *role = code ? (unsigned)((code - 1) % ROLES) : 0;
  return code ? (uint32_t)((code - 1) / ROLES) : NO_CELL;
}

bool cells_is_long(const struct term *term) { return !term_is_small(term, LONGEST_TERM); }

bool cells_is_foreign(const struct cells *cells, uint64_t number, uint32_t own) {
  uint32_t thread;
  bool heap;
  if (!address_find_thread(cells->program->data_model, number, &thread, &heap) || thread == own ||
      thread > WORKER)
    return false;
  return number <= (heap ? cells->heap_end : cells->stack_end)[thread];
}

struct foreign_mention {
  const struct cells *cells;
  uint32_t own;
  bool found;
};

static void look_at(void *visitor, uint64_t number) {
  struct foreign_mention *mention = visitor;
  mention->found |= cells_is_foreign(mention->cells, number, mention->own);
}

bool cells_mentions_foreign(const struct cells *cells, const struct term *term, uint32_t own) {
  struct foreign_mention mention = {cells, own, false};
  if (!cells_know_extents(cells))
    return false;
  value_term_numbers(term, look_at, &mention);
  return mention.found;
}
