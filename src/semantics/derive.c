/* SPDX-License-Identifier: Apache-2.0 */
/* Marks the objects whose addresses are used in computations. All operators are treated alike: if
 * an operand is the address of an object and the result is not, a derived number was computed. That
 * covers hashes, but neither pointer arithmetic nor tags. Comparisons reveal only one bit, and the
 * lowest bits only the alignment of the object. Memory accesses that read a part of an address
 * count as well. */
#include "semantics/derive.h"

#include "analysis/reuse.h"
#include "base/memory.h"
#include "program/address.h"
#include "program/uses.h"
#include "semantics/evaluate.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

enum { ALIGNMENT_BITS = 4 }; /* the lowest: equal for all blocks */

struct derivation {
  struct machine *machine;
  struct state *state;
  struct thread *thread;
  const struct edge *edge;
  struct value result; /* of the operator that is looked at … */
  bool is_address;     /* … which may be an address */
  const struct edge
      *access; /* the access that cuts an address; NULL: an operator computes with it */
};

static unsigned kind_of(const struct memory_object *object) {
  return !object->allocation                 ? REUSE_RECORDS
         : object->allocation->allocate.heap ? REUSE_BLOCKS
                                             : REUSE_SLOTS;
}

static bool has_reuse(const struct program *program) {
  return stale_addresses_has(program, REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS);
}

struct sought {
  const struct state *state;
  const struct memory_object *object;
  bool found;
};

static void compare_number(void *visitor, uint64_t number) {
  struct sought *sought = visitor;
  struct thread *owner;
  sought->found |= state_find_remembered(sought->state, number, &owner) == sought->object;
}

/* Is the result still a number that remembers the object? */
static bool result_remembers(const struct derivation *in, const struct memory_object *object) {
  struct sought sought = {in->state, object, false};
  uint64_t bits;
  if (!in->is_address ||
      !in->machine->domain->known(in->machine->domain_context, in->result, &bits))
    return false;
  compare_number(&sought, bits);
  return sought.found;
}

/* The alignment of addresses of such objects. */
static uint64_t alignment_of(const struct memory_object *object) {
  return object->allocation ? object->allocation->allocate.alignment : ADDRESS_GAP;
}

static void note_inside(const struct machine *machine, const struct thread *thread,
                        const struct edge *edge) {
  stale_parts_note(machine->stale_parts, machine->program, user_edge(thread, edge), REUSE_INSIDE);
}

/* Only the object's own address at this offset equals the number, unless the offset is so large
 * that another object could begin there: then notes that. */
static void look_inside(const struct derivation *in, const struct memory_object *object,
                        uint64_t number) {
  if (object->allocation && memory_object_offset(object, number) >= alignment_of(object))
    note_inside(in->machine, in->thread, in->edge);
}

/* The number is an operand. */
static void lose_number(void *visitor, uint64_t number) {
  struct derivation *in = visitor;
  struct thread *owner = in->thread;
  struct memory_object *object = state_find_remembered(in->state, number, &owner);
  bool comes_back = object && stale_addresses_has(in->state->program, kind_of(object));
  if (object && !comes_back) {
    if (in->access)
      stale_parts_note(in->machine->stale_parts, in->state->program,
                       user_edge(in->thread, in->access), kind_of(object));
    return;
  }
  if (!has_reuse(in->state->program) || (object && result_remembers(in, object)))
    return;
  if (object || owner != in->thread)
    tell_dependence(in->machine);
  if (object)
    look_inside(in, object, number);
  if (!object || object->has_derived)
    return;
  object->has_derived = true;
  owner->packed = CHANGED;
}

/* Notes the number if it is an address in the memory of a thread, as most are not. */
static inline void lose_bits(struct derivation *in, uint64_t bits) {
  if (bits >= address_of_threads(in->machine->program->data_model))
    lose_number(in, bits);
}

static void lose_value(struct derivation *in, struct value value) {
  const struct domain *domain = in->machine->domain;
  if (domain->has_extra)
    domain->references(in->machine->domain_context, value, lose_number, in);
  else
    lose_bits(in, value.bits);
}

/* Are both operands addresses in one object, so that the difference is a distance within it? */
static bool is_distance(const struct derivation *in, const struct value operands[2]) {
  const struct memory_object *objects[2];
  for (unsigned i = 0; i < 2; i++) {
    struct thread *owner;
    uint64_t bits;
    if (!in->machine->domain->known(in->machine->domain_context, operands[i], &bits))
      return false;
    objects[i] = state_find_remembered(in->state, bits, &owner);
  }
  return objects[0] && objects[0] == objects[1];
}

/* Does the term tell at most how something is aligned: some of the lowest bits of a register? */
static bool is_alignment(const struct term *term) {
  uint64_t most = UINT64_C(1) << ALIGNMENT_BITS;
  const struct term *whole = term->operands[0];
  while (whole->kind == TERM_APPLY &&
         ((whole->op == OP_EXTRACT && !whole->low) || whole->op == OP_ZEXT))
    whole = whole->operands[0];
  if (whole->kind != TERM_VARIABLE || (term->op == OP_EXTRACT && term->low))
    return false;
  const struct term *second = term->arity > 1 ? term->operands[1] : NULL;
  bool is_small = second && term_is_constant(second) && second->value <= most;
  return (term->op == OP_AND && is_small && second->value < most) ||
         (term->op == OP_UREM && is_small) ||
         (term->op == OP_EXTRACT && term->width <= ALIGNMENT_BITS);
}

static void look_at_operator(struct derivation *in, const struct term *term) {
  struct value operands[3] = {{0, 0}, {0, 0}, {0, 0}};
  unsigned pointer_width = in->machine->program->pointer_width;
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = evaluate(in->machine, in->thread, term->operands[i]);
  if (term->op == OP_SUB && is_distance(in, operands))
    return;
  in->result = evaluate(in->machine, in->thread, term);
  in->is_address = term->width >= pointer_width;
  for (unsigned i = 0; i < term->arity; i++)
    if (term->operands[i]->width >= pointer_width)
      lose_value(in, operands[i]);
}

static void look_at_comparison(const struct derivation *in, const struct term *term) {
  struct value operands[2];
  if (term->operands[0]->width < in->machine->program->pointer_width)
    return;
  for (unsigned i = 0; i < 2; i++)
    operands[i] = evaluate(in->machine, in->thread, term->operands[i]);
  note_compared(in->machine, in->state, in->thread, in->edge, operands, term->op == OP_EQ);
}

static void look_at_term(const struct term *term, void *context) {
  struct derivation *in = context;
  if (term->kind != TERM_APPLY || is_alignment(term))
    return;
  if (operator_is_comparison((enum operator)term->op))
    look_at_comparison(in, term);
  else if (term->op != OP_ITE)
    look_at_operator(in, term);
  for (unsigned i = 0; i < term->arity; i++)
    look_at_term(term->operands[i], in);
}

/* The content from an offset on. Without extra, the contents begin with the bytes; marks of bytes
 * that were never written follow. */
static const unsigned char *content_at(const struct domain *domain, const struct place *place,
                                       uint64_t offset) {
  return place->content + (domain->has_extra ? domain->content_size(offset) : offset);
}

/* Loses the addresses in memory that lie across the byte at an offset: some of their bytes come
 * before it, some after it. */
static void look_across(struct derivation *in, const struct place *place, uint64_t offset) {
  const struct domain *domain = in->machine->domain;
  unsigned width = in->machine->program->pointer_width / 8;
  if (!offset || offset >= place->size)
    return;
  uint64_t start = offset < width - 1 ? 0 : offset - (width - 1);
  uint64_t end = place->size - offset < width - 1 ? place->size : offset + (width - 1);
  if (end - start < width)
    return;
  const unsigned char *content = content_at(domain, place, start);
  if (domain->has_extra)
    domain->content_references(in->machine->domain_context, content, end - start, width,
                               lose_number, in);
  else
    for (; start + width <= end; start++, content++)
      lose_bits(in, pointer_in(content, width));
}

/* The same for the thread's own stores that wait to become visible. */
static void look_across_waiting(struct derivation *in, uint64_t address) {
  uint32_t width = in->machine->program->pointer_width / 8;
  for (size_t i = 0; i < in->thread->buffer.count; i++) {
    const struct buffered_store *store = &in->thread->buffer.items[i];
    if (store->size >= width && store->address < address && address < store->address + store->size)
      lose_value(in, store->value);
  }
}

/* Notes an address in the word, aligned as pointers are, that lies across the byte at an offset.
 * Other places would show numbers that only look like addresses. */
static void notice_across(struct derivation *in, const struct place *place, uint64_t offset) {
  const struct domain *domain = in->machine->domain;
  unsigned width = in->machine->program->pointer_width / 8;
  uint64_t before = (place->address + offset) & (width - 1), start = offset - before;
  if (!before || before > offset || start > place->size || place->size - start < width)
    return;
  const unsigned char *content = content_at(domain, place, start);
  if (domain->has_extra) {
    domain->content_references(in->machine->domain_context, content, width, width, lose_number, in);
    return;
  }
  lose_bits(in, pointer_in(content, width));
}

/* An address is not looked for where it is not aligned, so it counts as cut when it goes there. */
static void notice_misaligned(struct derivation *in, const struct edge *edge,
                              const struct place *place, uint64_t size) {
  uint64_t width = in->machine->program->pointer_width / 8;
  if (edge->op == OPERATION_STORE && size >= width)
    lose_value(in, evaluate(in->machine, in->thread, edge->store.value));
  for (uint64_t i = 1; edge->op == OPERATION_COPY && i < size; i++)
    notice_across(in, place, place->offset + i);
}

void note_cut(struct machine *machine, struct state *state, struct thread *thread,
              const struct edge *edge, const struct place *place, uint64_t size) {
  uint64_t width = machine->program->pointer_width / 8, start = place->address + place->offset;
  struct derivation in = {.machine = machine, .state = state, .thread = thread, .edge = edge};
  if (!place->content)
    return;
  if (has_reuse(machine->program)) {
    look_across(&in, place, place->offset);
    look_across(&in, place, place->offset + size);
  }
  in.access = edge;
  bool is_aligned = !(start & (width - 1));
  if (!is_aligned)
    notice_across(&in, place, place->offset);
  if (is_aligned || (start ^ (start + size)) >= width) /* it does not end in the same word */
    notice_across(&in, place, place->offset + size);
  if (thread->buffer.count) {
    look_across_waiting(&in, start);
    look_across_waiting(&in, start + size);
  }
  if (!is_aligned)
    notice_misaligned(&in, edge, place, size);
}

/* The answer to a question about layout tells something of the addresses. */
static void look_at_question(struct derivation *in, const struct edge *edge) {
  struct value values[2] = {evaluate(in->machine, in->thread, edge->nondet.address), {0, 0}};
  if (edge->nondet.other)
    values[1] = evaluate(in->machine, in->thread, edge->nondet.other);
  in->is_address = false;
  if (edge->nondet.layout->kind == LAYOUT_PART) /* see note_cut */
    return;
  if (edge->nondet.layout->kind == LAYOUT_ORDER) {
    note_compared(in->machine, in->state, in->thread, in->edge, values, false);
    return;
  }
  if (edge->nondet.other && is_distance(in, values))
    return;
  lose_value(in, values[0]);
  if (edge->nondet.other)
    lose_value(in, values[1]);
}

void note_derived(struct machine *machine, struct state *state, struct thread *thread,
                  const struct edge *edge) {
  unsigned sort = stale_addresses_derived(machine->program, thread_top(thread)->function, edge);
  struct derivation derivation = {
      .machine = machine, .state = state, .thread = thread, .edge = edge};
  if (machine->now.is_waiting ||
      machine->now.is_looking) /* what a condition computes is not kept */
    return;
  if (sort & DERIVES_BY_OPERATOR)
    edge_visit_terms(edge, look_at_term, &derivation);
  if (sort & DERIVES_BY_OPERATOR && edge->op == OPERATION_NONDET)
    look_at_question(&derivation, edge);
}

void note_compared(struct machine *machine, const struct state *state, const struct thread *thread,
                   const struct edge *edge, const struct value values[2], bool for_equality) {
  const struct memory_object *objects[2];
  uint64_t offsets[2], alignment = ADDRESS_GAP;
  for (unsigned i = 0; i < 2; i++) {
    struct thread *owner;
    uint64_t bits;
    if (!machine->domain->known(machine->domain_context, values[i], &bits) ||
        !(objects[i] = state_find_remembered(state, bits, &owner)) || !objects[i]->allocation)
      return;
    offsets[i] = memory_object_offset(objects[i], bits);
    if (alignment > alignment_of(objects[i]))
      alignment = alignment_of(objects[i]);
  }
  bool is_stale = objects[0]->life == OBJECT_DEAD || objects[1]->life == OBJECT_DEAD;
  bool can_be_equal = offsets[0] != offsets[1] && (offsets[0] - offsets[1]) % alignment == 0;
  if (objects[0] != objects[1] && is_stale && kind_of(objects[0]) == kind_of(objects[1]) &&
      stale_addresses_has(machine->program, kind_of(objects[0])) && (can_be_equal || !for_equality))
    note_inside(machine, thread, edge);
}

void note_derived_result(struct machine *machine, struct state *state, struct thread *thread,
                         const struct edge *edge, unsigned width, const struct value operands[2],
                         struct value result) {
  struct derivation derivation = {.machine = machine,
                                  .state = state,
                                  .thread = thread,
                                  .edge = edge,
                                  .result = result,
                                  .is_address = true};
  if (width < machine->program->pointer_width)
    return;
  for (unsigned i = 0; i < 2; i++)
    lose_value(&derivation, operands[i]);
}
