/* SPDX-License-Identifier: Apache-2.0 */
/* Concretizes the choices of a step, and normalises the resulting state. */
#include "abstract/symbolic_step.h"

#include "abstract/own_address.h"
#include "program/address.h"

#include "analysis/liveness.h"
#include "analysis/reuse.h"
#include "semantics/open.h"
#include "semantics/value_state.h"
#include "semantics/violate.h"

enum { MOST_SIZES = 17, LARGEST_SIZE = 1 << 16 }; /* that are tried */

static bool is_number(uint64_t cell) { return cell < 256; }

static bool is_assumed(const struct symbolic_step *symbolic, const struct term *fact) {
  const struct state *state = symbolic->explorer.state;
  for (size_t i = 0; i < state->facts.count; i++)
    if (value_term_by_id(symbolic->context, state->facts.items[i]) == fact)
      return true;
  return false;
}

/* Decides a condition on symbols: tries both answers, unless one is assumed already. */
static bool decide_condition(struct symbolic_step *symbolic, const struct term *condition) {
  struct terms *terms = symbolic->context->terms;
  const struct term *opposite = term_apply(terms, OP_NOT, condition, NULL, NULL);
  if (term_is_constant(condition))
    return condition->value;
  if (is_assumed(symbolic, condition) || is_assumed(symbolic, opposite))
    return is_assumed(symbolic, condition);
  bool holds = answers_next(&symbolic->explorer.answers, 2) == 0;
  value_assume(symbolic->context, symbolic->explorer.state, holds ? condition : opposite);
  return holds;
}

/* Finds a number for a term that depends only on conditions: it has one value for each way to
 * decide them. */
static bool find_number(struct symbolic_step *symbolic, const struct term *term, uint64_t *bits) {
  if (term->width == 1) {
    *bits = decide_condition(symbolic, term);
    return true;
  }
  *bits = term->value;
  if (term->kind != TERM_APPLY)
    return term->kind == TERM_CONSTANT;
  if (term->op == OP_ITE)
    return find_number(symbolic,
                       term->operands[decide_condition(symbolic, term->operands[0]) ? 1 : 2], bits);
  uint64_t operands[3] = {0, 0, 0};
  for (unsigned i = 0; i < term->arity; i++)
    if (!find_number(symbolic, term->operands[i], &operands[i]))
      return false;
  *bits = term_apply_to_bits(term, operands);
  return true;
}

/* Does a number depend on more than conditions? */
static bool has_input(const struct term *term) {
  if (term->width == 1 || term->kind == TERM_CONSTANT)
    return false;
  bool found = term->kind == TERM_VARIABLE;
  for (unsigned i = term->op == OP_ITE; term->kind == TERM_APPLY && i < term->arity; i++)
    found |= has_input(term->operands[i]);
  return found;
}

/* A factor of the term, as long as it does not overflow. */
static uint64_t factor_of(const struct term *term) {
  if (term->kind != TERM_APPLY)
    return 1;
  const struct term *second = term->arity > 1 ? term->operands[1] : NULL;
  if (term->op == OP_ZEXT || term->op == OP_SEXT)
    return factor_of(term->operands[0]);
  if (term->op == OP_SHL && term_is_constant(second) && second->value < 32)
    return factor_of(term->operands[0]) << second->value;
  for (unsigned i = 0; term->op == OP_MUL && i < 2; i++)
    if (term_is_constant(term->operands[i]) && term->operands[i]->value)
      return factor_of(term->operands[1 - i]) * term->operands[i]->value;
  return 1;
}

bool symbolic_step_try_numbers(struct symbolic_step *symbolic, const struct term *term,
                               uint64_t first, uint64_t stride, uint64_t count, uint64_t *bits) {
  struct terms *terms = symbolic->context->terms;
  uint64_t choice = answers_next(&symbolic->explorer.answers, count + 1);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t number = (first + i * stride) & width_mask(term->width);
    const struct term *is_it =
        term_apply(terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
    if (choice == i) {
      *bits = number;
      value_assume(symbolic->context, symbolic->explorer.state, is_it);
    } else if (choice == count) {
      value_assume(symbolic->context, symbolic->explorer.state,
                   term_apply(terms, OP_NOT, is_it, NULL, NULL));
    }
  }
  return choice < count;
}

/* Chooses a size that is not a number: tries the smallest sizes of a header with a number of
 * elements. With the last answer, the size stays unknown. */
static bool choose_size(struct symbolic_step *symbolic, const struct term *term, uint64_t *bits) {
  const struct term *elements = term;
  uint64_t header = 0;
  for (unsigned i = 0; term->kind == TERM_APPLY && term->op == OP_ADD && i < 2; i++)
    if (term_is_constant(term->operands[i])) {
      header = term->operands[i]->value;
      elements = term->operands[1 - i];
    }
  uint64_t factor = factor_of(elements), element = factor ? factor : 1;
  uint64_t count = header > LARGEST_SIZE ? 0 : (LARGEST_SIZE - header) / element + 1;
  count = count > MOST_SIZES ? MOST_SIZES : count;
  bool is_found = symbolic_step_try_numbers(symbolic, term, header, element, count, bits);
  symbolic->tries_sizes = true;
  symbolic->has_unknown_size |= !is_found;
  return is_found;
}

static bool find_some_number(struct symbolic_step *symbolic, const struct term *term,
                             uint64_t *bits) {
  if (term->width == 1 || !has_input(term))
    return find_number(symbolic, term, bits);
  if (symbolic->explorer.machine.now.is_sizing)
    return choose_size(symbolic, term, bits);
  return symbolic->choose_number && symbolic->choose_number(symbolic, term, bits);
}

static bool concretize(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                       uint64_t *bits) {
  struct symbolic_step *symbolic = ((struct answers *)chooser)->owner;
  const struct term *term = value_to_term(symbolic->context, value, width);
  if (!term || only_looks || (width > 1 && cells_is_long(term)))
    return false;
  bool is_number = find_some_number(symbolic, term, bits);
  if (!is_number)
    vector_push(&symbolic->unresolved, term);
  return is_number;
}

bool symbolic_step_find_base(const struct symbolic_step *symbolic, const struct term *term,
                             struct place *place) {
  if (term_is_constant(term))
    return state_find_place(symbolic->explorer.state, term->value, place) && place->content &&
           !place_has_open_end(place);
  if (term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB))
    return false;
  struct place other;
  bool first = symbolic_step_find_base(symbolic, term->operands[0], place);
  bool second = term->op == OP_ADD && symbolic_step_find_base(symbolic, term->operands[1], &other);
  if (second && !first)
    *place = other;
  return first != second;
}

/* Assumes that the address is in the object, or so near that no other object is there; false: it
 * is neither. */
static bool lies_near(struct symbolic_step *symbolic, const struct term *address,
                      const struct place *place) {
  struct terms *terms = symbolic->context->terms;
  uint64_t first = place->address - ADDRESS_GAP, size = place->size + 2 * ADDRESS_GAP;
  const struct term *offset =
      term_apply(terms, OP_SUB, address, term_constant(terms, address->width, first), NULL);
  return decide_condition(symbolic, term_apply(terms, OP_ULT, offset,
                                               term_constant(terms, address->width, size), NULL));
}

bool symbolic_step_havoc(struct symbolic_step *symbolic, struct value address,
                         struct place *place) {
  const struct term *term =
      value_to_term(symbolic->context, address, symbolic->cells->program->pointer_width);
  struct place found;
  if (!term || !symbolic_step_find_base(symbolic, term, &found) ||
      (found.variable && found.variable->function) || !lies_near(symbolic, term, &found))
    return false;
  if (!found.variable || !found.variable->is_constant) {
    domain_value.content_init(symbolic->context, found.content, found.size, NULL, true);
    state_note_change(symbolic->explorer.state, &found);
  }
  if (place)
    *place = found;
  return true;
}

/* Does an end of the access cut a cell that may hold an address and does not hold a number? */
static bool cuts_symbol(const struct symbolic_step *symbolic, const struct place *place,
                        uint64_t address, uint64_t size) {
  const struct cells *cells = symbolic->cells;
  vector_each (cell, &cells->list) {
    uint64_t end = cell->address + cell->width / 8;
    bool is_cut = (cell->address < address && address < end) ||
                  (cell->address < address + size && address + size < end);
    if (!is_cut || cell->kind == CELL_REGISTER || cell->width < cells->program->pointer_width ||
        cell->address < place->address || end > place->address + place->size)
      continue;
    const uint64_t *bytes = (const uint64_t *)place->content + (cell->address - place->address);
    for (uint32_t j = 0; j < cell->width / 8; j++)
      if (!is_number(bytes[j]))
        return true;
  }
  return false;
}

/* Notes an access to a part of an address that became a symbol. */
static void notice_part(const struct symbolic_step *symbolic, const struct state *state,
                        const struct event *event, const struct place *place) {
  const struct thread *thread = state_thread(state, event->thread);
  if (!thread || !thread->frames.count || !event->edge || !place->content ||
      !(stale_addresses_derived(state->program, thread_top(thread)->function, event->edge) &
        DERIVES_BY_ACCESS) ||
      !cuts_symbol(symbolic, place, event->address, event->size))
    return;
  stale_parts_note(symbolic->explorer.machine.stale_parts, state->program,
                   user_edge(thread, event->edge), REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS);
}

/* Makes cells of bytes that are accessed together. */
static void notice_access(struct listener *listener, const struct state *state,
                          const struct event *event) {
  struct symbolic_step *symbolic =
      (struct symbolic_step *)((char *)listener - offsetof(struct symbolic_step, listener));
  struct place place;
  if ((event->kind != EVENT_READ && event->kind != EVENT_WRITE) ||
      !state_find_place(state, event->address, &place))
    return;
  if (event->kind == EVENT_READ && state->program->reuse)
    notice_part(symbolic, state, event, &place);
  if (event->size > 8)
    return;
  uint32_t cell =
      cells_memory(symbolic->cells, place.thread ? CELL_MEMORY : CELL_VARIABLE,
                   place.thread ? place.thread->number : MAIN, event->address, event->size);
  /* library models keep in memory which threads may continue */
  const struct thread *thread = state_thread(state, event->thread);
  if (symbolic->cells->keeps_decisive && thread && thread_top(thread)->function->is_library)
    cells_note_decisive(symbolic->cells, cell);
  if (event->kind == EVENT_WRITE && symbolic->write)
    symbolic->write(symbolic, &place, event->size);
}

static void prepare(void *owner, uint32_t mover) {
  struct symbolic_step *symbolic = owner;
  symbolic->context->running = mover;
  symbolic->context->choices.count = 0;
  if (symbolic->has_looked) /* the answers belong to a step that was only looked at */
    symbolic->explorer.answers.next = 0;
  symbolic->has_looked = symbolic->has_unknown_size = false;
  symbolic->unresolved.count = 0;
}

static void prepare_look(void *owner, uint32_t mover) {
  struct symbolic_step *symbolic = owner;
  answers_begin(&symbolic->explorer.answers);
  prepare(owner, mover);
  symbolic->has_looked = true;
}

void symbolic_step_init(struct symbolic_step *symbolic, const struct question *question,
                        const struct domain *domain, struct cells *cells) {
  *symbolic = (struct symbolic_step){.cells = cells,
                                     .context = &cells->context,
                                     .liveness = liveness_create(question->program),
                                     .listener.event = notice_access};
  footprint_init(&symbolic->footprint);
  symbolic->explorer = (struct explorer){.machine = {.domain = domain,
                                                     .domain_context = &cells->context,
                                                     .stale_parts = question->stale_parts},
                                         .owner = symbolic,
                                         .prepare = prepare,
                                         .prepare_look = prepare_look};
  machine_listen(&symbolic->explorer.machine, &symbolic->listener);
  machine_listen(&symbolic->explorer.machine, &symbolic->footprint.listener);
  explorer_init(&symbolic->explorer, question->program, question->properties, question->limits,
                concretize);
  cells->context.state = &symbolic->explorer.state;
  cells->context.keeps_all = true;
}

void symbolic_step_release(struct symbolic_step *symbolic) {
  explorer_release(&symbolic->explorer);
  liveness_destroy(symbolic->liveness);
  vector_release(&symbolic->footprint.list);
  vector_release(&symbolic->unresolved);
}

void symbolic_step_take_facts(struct symbolic_step *symbolic, struct premises *facts) {
  struct state *state = symbolic->explorer.state;
  for (size_t i = 0; i < state->facts.count; i++) {
    const struct term *fact = value_term_by_id(symbolic->context, state->facts.items[i]);
    if (!cells_is_long(fact))
      vector_push(facts, fact);
  }
  state->facts.count = 0;
  state->packed_facts = CHANGED;
}

static struct value term_value(struct symbolic_step *symbolic, const struct term *term) {
  if (term_is_constant(term))
    return (struct value){term->value, VALUE_KNOWN};
  return (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(symbolic->context, term)};
}

/* The part of a state that belongs to a thread, or the variables. */
struct part {
  struct symbolic_step *symbolic;
  uint32_t own; /* thread whose memory may be referred to; NO_THREAD: none */
  enum cell_kind kind;
  struct cell_bounds *bounds;
  VECTOR(uint64_t) marks; /* by bound: the mark of the address of a record (own_address.h) */
};

/* The number that choose_number finds for a term; otherwise the term itself. */
static const struct term *pinned(struct symbolic_step *symbolic, const struct term *term) {
  uint64_t bits;
  if (term_is_constant(term) || cells_is_long(term) || !symbolic->choose_number ||
      !symbolic->choose_number(symbolic, term, &bits))
    return term;
  return term_constant(symbolic->context->terms, term->width, bits);
}

/* Does a cell stay a number although it holds many? Addresses do if numbers are chosen, except
 * those inside an object with a symbolic end: a pointer may walk through it. */
static bool is_kept_apart(const struct symbolic_step *symbolic, unsigned width, uint64_t number) {
  struct place place;
  return symbolic->choose_number && width == symbolic->cells->program->pointer_width &&
         state_find_place(symbolic->explorer.state, number, &place) &&
         !(place_has_open_end(&place) && place.offset);
}

static void note_number(struct symbolic_step *symbolic, uint32_t cell, unsigned width,
                        uint64_t value) {
  symbolic->cells->list.items[cell].was_number = true;
  cells_note_address(symbolic->cells, cell, value);
  if (!is_kept_apart(symbolic, width, value))
    cells_note_number(symbolic->cells, cell, value);
}

/* The value of a symbolic cell, without addresses that mean something else to other threads. */
static const struct term *shareable(struct cells *cells, const struct term *term) {
  const struct term *own = term_is_constant(term) && term->width == cells->program->pointer_width
                               ? own_address_symbol(cells, term->value)
                               : NULL;
  if (own)
    return own;
  return cells_is_long(term) || cells_mentions_foreign(cells, term, NO_THREAD)
             ? cells_input(cells, term->width)
             : term;
}

/* Notes that a cell that is not symbolic holds a term. If the cell is exact, so are the cells of
 * unresolved addresses: what was read there could be anything. */
static void note_term(struct symbolic_step *symbolic, uint32_t cell, const struct term *term) {
  struct cells *cells = symbolic->cells;
  for (size_t i = 0; cells->list.items[cell].is_exact && i < symbolic->unresolved.count; i++)
    cells_make_exact(cells, symbolic->unresolved.items[i]);
  cells_note_term(cells, cell, term);
}

static void close_register(struct part *part, struct value *value, uint32_t number,
                           unsigned width) {
  struct symbolic_step *symbolic = part->symbolic;
  const struct cell *cell = &symbolic->cells->list.items[number];
  const struct term *term = value_to_term(symbolic->context, *value, width);
  if (!term || cells_mentions_foreign(symbolic->cells, term, part->own))
    term = cells_input(symbolic->cells, width);
  if (!cell->is_symbolic && !term_is_constant(term)) {
    term = pinned(symbolic, term);
    *value = term_value(symbolic, term);
  }
  if (!cell->is_symbolic && !term_is_constant(term))
    note_term(symbolic, number, term);
  if (cell->is_symbolic) {
    struct bound bound = {number, shareable(symbolic->cells, term)};
    vector_push(part->bounds, bound);
    *value = term_value(symbolic, cell->symbols[0]);
  } else if (term_is_constant(term)) {
    note_number(symbolic, number, width, term->value);
  }
}

static void close_registers(struct part *part, struct thread *thread) {
  struct symbolic_step *symbolic = part->symbolic;
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct live_registers live = liveness_at(symbolic->liveness, frame->function, frame->location);
    for (uint32_t j = 0; j < live.count; j++) {
      uint32_t reg = live.registers[j];
      uint32_t cell =
          cells_register(symbolic->cells, thread->number, (uint32_t)i, frame->function, reg);
      close_register(part, &thread->registers.items[frame->first_register + reg], cell,
                     frame->function->registers[reg].width);
    }
  }
}

/* The number of bytes, from the first one on, that are consecutive bytes of one term. */
static unsigned length_of_term(const uint64_t *bytes, uint64_t left) {
  unsigned length = 1;
  while (length < 8 && length < left && bytes[length] == bytes[0] + length)
    length++;
  return length;
}

static void forget_foreign(struct part *part, uint64_t *bytes, uint64_t size) {
  struct symbolic_step *symbolic = part->symbolic;
  unsigned width = symbolic->cells->program->pointer_width / 8;
  uint64_t number = 0;
  unsigned numbers = 0;
  for (uint64_t i = 0; i < size; i++) {
    numbers = is_number(bytes[i]) ? numbers + 1 : 0;
    number = number >> 8 | (bytes[i] & 0xff) << (8 * (width - 1));
    bool is_foreign = numbers >= width && cells_is_foreign(symbolic->cells, number, part->own);
    const struct term *own = is_foreign && part->kind == CELL_VARIABLE && (i + 1) % width == 0
                                 ? own_address_symbol(symbolic->cells, number)
                                 : NULL;
    if (own)
      domain_value.content_write(symbolic->context, bytes, size, i + 1 - width, width,
                                 term_value(symbolic, own));
    else if (is_foreign)
      domain_value.content_init(symbolic->context, &bytes[i + 1 - width], width, NULL, true);
    if (is_foreign)
      numbers = 0;
    if (value_cell_has_term(bytes[i]) &&
        cells_mentions_foreign(symbolic->cells, value_cell_term(symbolic->context, bytes[i]),
                               part->own))
      domain_value.content_init(symbolic->context, &bytes[i], 1, NULL, true);
  }
}

static bool is_own_symbol(const struct part *part, uint64_t address, const uint64_t *bytes) {
  const struct term *term = value_cell_term(part->symbolic->context, bytes[0]);
  unsigned role;
  uint64_t mark;
  if (term->kind == TERM_APPLY &&
      !(term = own_address_of_record(part->symbolic->cells, term, &mark)))
    return false;
  if (term->kind != TERM_VARIABLE)
    return false;
  uint32_t number = cells_of_variable(part->symbolic->cells, term, &role);
  if (number == NO_CELL)
    return false;
  const struct cell *cell = &part->symbolic->cells->list.items[number];
  return cell->kind == part->kind && cell->address + (bytes[0] & 0xff) == address;
}

/* Replaces the bytes of a term by a number if one can be chosen. */
static bool pin_bytes(struct part *part, uint64_t *bytes, unsigned length) {
  struct symbolic_step *symbolic = part->symbolic;
  const struct term *term = value_cell_term(symbolic->context, bytes[0]);
  const struct term *number =
      (bytes[0] & 0xff) || term->width != 8 * length ? term : pinned(symbolic, term);
  if (!term_is_constant(number))
    return false;
  domain_value.content_write(symbolic->context, bytes, length, 0, length,
                             term_value(symbolic, number));
  return true;
}

static void find_symbolic(struct part *part, uint64_t address, uint64_t *bytes, uint64_t size) {
  struct cells *cells = part->symbolic->cells;
  unsigned length = 1;
  for (uint64_t i = 0; i < size; i += length) {
    length = 1;
    if (!value_cell_has_term(bytes[i]) || is_own_symbol(part, address + i, &bytes[i]))
      continue;
    length = length_of_term(&bytes[i], size - i);
    const struct term *term = value_cell_term(part->symbolic->context, bytes[i]);
    if (pin_bytes(part, &bytes[i], length))
      continue;
    uint32_t cell = cells_memory(cells, part->kind, part->own, address + i, length);
    uint64_t mark;
    if (part->kind == CELL_VARIABLE && term->width == 8 * length && !(bytes[i] & 0xff) &&
        own_address_of_record(cells, term, &mark))
      cells_note_record(cells, cell);
    else
      note_term(part->symbolic, cell, term);
  }
}

/* Records the value of a cell that is symbolic, or that holds the address of a record. */
static void bind_cell(struct part *part, uint32_t number, const struct place *place) {
  struct symbolic_step *symbolic = part->symbolic;
  const struct cell *cell = &symbolic->cells->list.items[number];
  unsigned size = cell->width / 8;
  if (size > place->size - place->offset || !place->content)
    return;
  struct value value =
      domain_value.content_read(symbolic->context, place->content, place->size, place->offset, size,
                                NULL, &symbolic->explorer.answers.chooser);
  const struct term *term = value_to_term(symbolic->context, value, cell->width);
  if (!cell->is_symbolic && term && term_is_constant(term)) {
    note_number(symbolic, number, cell->width, term->value);
    return;
  }
  uint64_t mark = 0;
  const struct term *record =
      !cell->is_symbolic && term ? own_address_of_record(symbolic->cells, term, &mark) : NULL;
  if (!cell->is_symbolic && !record)
    cells_make_symbolic(symbolic->cells, number);
  else if (record)
    term = record;
  struct bound bound = {
      number, shareable(symbolic->cells, term ? term : cells_input(symbolic->cells, cell->width))};
  vector_push(part->bounds, bound);
  vector_push(&part->marks, record ? mark : 0);
}

static void give_symbol(struct part *part, uint32_t number, uint64_t mark) {
  struct symbolic_step *symbolic = part->symbolic;
  const struct cell *cell = &symbolic->cells->list.items[number];
  struct place place;
  state_find_place(symbolic->explorer.state, cell->address, &place);
  domain_value.content_write(
      symbolic->context, place.content, place.size, place.offset, cell->width / 8,
      term_value(symbolic, own_address_with_mark(symbolic->cells, cell->symbols[0], mark)));
  state_note_change(symbolic->explorer.state, &place);
}

static void count_number(struct part *part, uint32_t number, const struct place *place) {
  const struct cell *cell = &part->symbolic->cells->list.items[number];
  uint64_t bits = 0;
  unsigned size = cell->width / 8;
  if (!place->content || size > place->size - place->offset)
    return;
  const uint64_t *bytes = (const uint64_t *)place->content + place->offset;
  for (unsigned i = 0; i < size; i++) {
    if (!is_number(bytes[i]))
      return;
    bits |= bytes[i] << (8 * i);
  }
  note_number(part->symbolic, number, cell->width, bits);
}

/* Cells may overlap: no symbol is written before all of them have been read. */
static void close_cells(struct part *part) {
  struct cells *cells = part->symbolic->cells;
  size_t first = part->bounds->count;
  for (uint32_t i = 0; i < cells->list.count; i++) {
    const struct cell *cell = &cells->list.items[i];
    struct place place;
    if (cell->kind != part->kind || (cell->kind == CELL_MEMORY && cell->thread != part->own) ||
        !state_find_place(part->symbolic->explorer.state, cell->address, &place))
      continue;
    if (cell->is_symbolic || cell->holds_records)
      bind_cell(part, i, &place);
    else
      count_number(part, i, &place);
  }
  for (size_t i = first; i < part->bounds->count; i++)
    give_symbol(part, part->bounds->items[i].cell, part->marks.items[i - first]);
  vector_release(&part->marks);
}

static void note_end(struct part *part, const struct memory_object *object) {
  struct cells *cells = part->symbolic->cells;
  uint32_t end = cells_memory(cells, part->kind, part->own, object->address + OPEN_END, OPEN_FIELD);
  cells->list.items[end].is_end = true;
}

static void close_objects(struct part *part, const struct memory_objects *objects, bool finds) {
  vector_each (object, objects) {
    uint64_t *bytes = (uint64_t *)object->content;
    if (!bytes)
      continue;
    if (finds && object->extent)
      note_end(part, object);
    if (finds)
      find_symbolic(part, object->address, bytes, object->size);
    else if (cells_know_extents(part->symbolic->cells))
      forget_foreign(part, bytes, object->size);
  }
}

void symbolic_step_close_thread(struct symbolic_step *symbolic, struct thread *thread,
                                struct cell_bounds *bounds) {
  struct part part = {symbolic, thread->number, CELL_MEMORY, bounds, {0}};
  thread->packed = CHANGED;
  close_registers(&part, thread);
  close_objects(&part, &thread->stack, false);
  close_objects(&part, &thread->heap, false);
  close_cells(&part);
  close_objects(&part, &thread->stack, true);
  close_objects(&part, &thread->heap, true);
}

void symbolic_step_close_variables(struct symbolic_step *symbolic, struct cell_bounds *bounds) {
  struct state *state = symbolic->explorer.state;
  const struct program *program = state->program;
  struct part part = {symbolic, NO_THREAD, CELL_VARIABLE, bounds, {0}};
  for (size_t i = 0; i < state->chunk_count; i++)
    state->packed_chunks[i] = CHANGED;
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < program->object_count; i++) {
      const struct object *object = &program->objects[i];
      uint64_t *bytes = (uint64_t *)(state->variables + state->variable_offsets[i]);
      if (object->is_constant || object->function)
        continue;
      if (pass)
        find_symbolic(&part, object->address, bytes, object->size);
      else if (cells_know_extents(symbolic->cells))
        forget_foreign(&part, bytes, object->size);
    }
    if (!pass)
      close_cells(&part);
  }
}
