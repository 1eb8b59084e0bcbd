/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses that were made of numbers. Points-to sets follow what is copied or computed from an
 * address, but not what only depends on it: bits that decide a branch, an index of a table, the
 * distance of a shift. Of those an address can be put together again that has no points-to set, or
 * another one. So an access, or a call, goes everywhere if its address is a number that the program
 * computed from other numbers, and either nothing tells where it points, or the program somewhere
 * takes an address apart.
 *
 * Objects are not divided into fields; so as not to confuse a pointer with the numbers beside it,
 * it matters what the compiler takes a register for: a pointer is read where pointers were written.
 * This does not hold for objects that are no larger than a pointer, nor where no pointers were
 * written.
 *
 * Library functions write small numbers beside addresses that they read as numbers: the mark of a
 * mutex beside its owner. They put no address that they use together of such numbers, so for them
 * what passed through a small register of theirs is a part; for the program it is a number. */
#include "analysis/pointers.h"

#include "program/uses.h"
#include "term/walk.h"

#include <string.h>

/* What a node may hold, as a number or as a pointer: a number that was computed from numbers, an
 * address, or a part. */
enum {
  MADE_NUMBER = 1,
  MADE_POINTER = 2,
  ADDRESS_NUMBER = 4,
  ADDRESS_POINTER = 8,
  PART_NUMBER = 16,
  PART_POINTER = 32,
  NUMBERS = MADE_NUMBER | ADDRESS_NUMBER | PART_NUMBER,
  POINTERS = MADE_POINTER | ADDRESS_POINTER | PART_POINTER,
  MADE = MADE_NUMBER | MADE_POINTER,
  PARTS = PART_NUMBER | PART_POINTER,
  PART_SHIFT = 4,
};

/* Bits below this one do not depend on where an object lies. */
enum { LARGEST_TAG = 15, LARGEST_PAGE = 1 << 16 };

enum made_kind {
  NODE_CARRIES,
  NODE_OBJECT,
  NODE_FIELDS,
  NODE_NUMBER,
  NODE_NARROW,
  NODE_POINTER,
  NODE_TERM
};

struct made {
  struct pointers *pointers;
  uint8_t *flags, *kinds; /* per node */
  bool *in_library;       /* per node: a register of a library function? */
  VECTOR(uint32_t) work;
  bool takes_apart;
  uint32_t registers; /* of the function that is looked at */
};

static bool is_empty(const struct made *in, uint32_t node) {
  const uint64_t *set = points_of(in->pointers->points, node);
  return !set || bits_is_empty(set, points_words(in->pointers->points));
}

static unsigned as_part(unsigned flags) {
  return (flags & ~(unsigned)MADE) | (flags & MADE) << PART_SHIFT;
}

static unsigned as_made(unsigned flags) {
  return (flags & ~(unsigned)PARTS) | (flags & PARTS) >> PART_SHIFT;
}

/* What arrives at `to` of what comes from `from`. */
static unsigned converted(const struct made *in, uint32_t from, uint32_t to, unsigned flags) {
  enum made_kind source = in->kinds[from], target = in->kinds[to];
  bool is_whole = source != NODE_FIELDS || is_empty(in, from);
  if (source == NODE_NARROW && (target == NODE_NUMBER || target == NODE_POINTER))
    flags &= ~(unsigned)(MADE_NUMBER | PART_NUMBER);
  if (!in->in_library[to] &&
      (target == NODE_NARROW || target == NODE_NUMBER || target == NODE_POINTER))
    flags = as_made(flags);
  else if (target == NODE_NARROW)
    flags = as_part(flags);
  if (target == NODE_POINTER)
    return (flags & POINTERS) | (is_whole ? (flags & NUMBERS) << 1 : 0);
  if (target == NODE_NUMBER || target == NODE_NARROW)
    return (flags & NUMBERS) | (is_whole ? (flags & POINTERS) >> 1 : 0);
  return target == NODE_TERM ? 0 : flags;
}

static void add(struct made *in, uint32_t node, unsigned flags) {
  if (!(flags & ~in->flags[node]))
    return;
  in->flags[node] |= (uint8_t)flags;
  vector_push(&in->work, node);
}

static void pass_on(uint32_t node, uint32_t other, void *context) {
  struct made *in = context;
  add(in, other, converted(in, node, other, in->flags[node]));
}

static bool is_made(const struct made *in, uint32_t node) { return in->flags[node] & MADE; }

static bool has_objects(const struct made *in, const struct term *term) {
  return pointers_has_objects(in->pointers, in->registers, term);
}

static bool is_sum(const struct term *term) { return term->op == OP_ADD || term->op == OP_SUB; }

/* Does the compiler's type say that the term is a pointer? */
static bool is_pointer(const struct made *in, const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return in->kinds[in->registers + (uint32_t)term->value] == NODE_POINTER;
  if (term->kind == TERM_CONSTANT)
    return pointers_may_be_address(in->pointers->program, term);
  return is_sum(term) && (is_pointer(in, term->operands[0]) || is_pointer(in, term->operands[1]));
}

/* Is it computed from numbers, at least in part? Adding a constant is no computation. */
static bool is_computed(const struct made *in, const struct term *term) {
  if (term->kind != TERM_APPLY || operator_is_comparison((enum operator)term->op) ||
      term->width == 1)
    return false;
  const struct term *a = term->operands[0], *b = term->arity > 1 ? term->operands[1] : NULL;
  if (term->op == OP_ITE)
    return is_computed(in, b) || is_computed(in, term->operands[2]);
  if (term->op == OP_ZEXT || term->op == OP_SEXT || term->op == OP_EXTRACT)
    return is_computed(in, a);
  if (!has_objects(in, term))
    return !b || (!term_is_constant(a) && !term_is_constant(b)) || !is_sum(term);
  if (is_sum(term))
    return !is_pointer(in, a) && !is_pointer(in, b) && is_computed(in, has_objects(in, a) ? a : b);
  bool shifts = term->op == OP_SHL || term->op == OP_LSHR || term->op == OP_ASHR;
  return b && !shifts &&
         ((!has_objects(in, a) && !term_is_constant(a)) ||
          (!has_objects(in, b) && !term_is_constant(b)));
}

static bool mark_register(const struct term *part, void *context) {
  struct made *in = context;
  if (part->kind == TERM_VARIABLE) {
    uint32_t node = in->registers + (uint32_t)part->value;
    unsigned made = in->kinds[node] == NODE_POINTER ? MADE_POINTER : MADE_NUMBER;
    add(in, node, in->in_library[node] && in->kinds[node] == NODE_NARROW ? as_part(made) : made);
  }
  return false;
}

static void mark_registers(struct made *in, const struct term *term) {
  term_any_followed(term, pointers_operands, mark_register, in);
}

/* Of a computation on one register the node is that of the register. */
static void find_computed(const struct term *term, void *context) {
  if (is_computed(context, term))
    mark_registers(context, term);
}

/* The operands that decide what the result holds. In a sum with a pointer it is the pointer,
 * even if the index seems to hold an address because it was read from memory beside one. */
static unsigned deciding_operands(const struct made *in, const struct term *term) {
  unsigned carrying = pointers_operands(term), pointers = 0, objects = 0;
  for (unsigned i = 0; is_sum(term) && i < term->arity; i++) {
    pointers |= (unsigned)is_pointer(in, term->operands[i]) << i;
    objects |= (unsigned)has_objects(in, term->operands[i]) << i;
  }
  return pointers ? pointers : objects ? objects : carrying;
}

/* What a term over several registers holds. */
static unsigned evaluate(const struct made *in, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return pointers_may_be_address(in->pointers->program, term) ? ADDRESS_NUMBER | ADDRESS_POINTER
                                                                : 0;
  if (term->kind == TERM_VARIABLE) {
    uint32_t node = in->registers + (uint32_t)term->value;
    return in->flags[node] | converted(in, node, in->pointers->nothing, in->flags[node]);
  }
  unsigned flags = is_computed(in, term) ? MADE_NUMBER : 0;
  for (unsigned i = 0, deciding = deciding_operands(in, term); i < term->arity; i++)
    if (deciding >> i & 1)
      flags |= evaluate(in, term->operands[i]);
  return flags;
}

static unsigned of_any_kind(unsigned flags) {
  return flags | (flags & NUMBERS) << 1 | (flags & POINTERS) >> 1;
}

static void spread(struct made *in) {
  struct pointers *pointers = in->pointers;
  for (bool changed = true; changed;) {
    while (in->work.count) {
      uint32_t node = vector_pop(&in->work);
      points_visit_links(pointers->points, node, POINT_COPY, pass_on, in);
    }
    vector_each (entry, &pointers->terms) {
      in->registers = entry->registers;
      unsigned flags = of_any_kind(evaluate(in, entry->term));
      bool is_part =
          in->in_library[entry->registers] && entry->term->width < pointers->program->pointer_width;
      add(in, entry->node, is_part ? as_part(flags) : flags);
    }
    changed = in->work.count;
  }
}

/* Does it hold an address as a whole, or a number made of one? */
static bool is_address(const struct made *in, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return pointers_may_be_address(in->pointers->program, term);
  if (term->kind == TERM_VARIABLE)
    return in->flags[in->registers + (uint32_t)term->value] & (ADDRESS_NUMBER | ADDRESS_POINTER);
  if (term->op == OP_SUB && is_address(in, term->operands[1]))
    return false;
  for (unsigned i = 0, carrying = pointers_operands(term); i < term->arity; i++)
    if (carrying >> i & 1 && is_address(in, term->operands[i]))
      return true;
  return false;
}

/* Does the result show nothing of where an object lies: because the operator leaves the address
 * whole, or because it gives only bits that are the same for every place of the object? */
static bool is_harmless(const struct term *term) {
  uint64_t bits = term->arity > 1 && term_is_constant(term->operands[1]) ? term->operands[1]->value
                                                                         : UINT64_MAX >> 1;
  uint64_t others = ~bits & width_mask(term->width);
  if (is_sum(term) || term->op == OP_ITE || term->op == OP_ZEXT || term->op == OP_SEXT)
    return true;
  if (term->op == OP_EXTRACT)
    return !term->low && term->width <= 4;
  if (term->op == OP_UREM)
    return bits <= LARGEST_TAG + 1 && bits;
  if (term->op == OP_AND)
    return bits <= LARGEST_TAG || others < LARGEST_PAGE;
  return (term->op == OP_OR || term->op == OP_XOR) && bits <= LARGEST_TAG;
}

/* Is the address compared with a number that may be anything? */
static bool is_guessed(const struct made *in, const struct term *term) {
  for (unsigned i = 0; i < 2; i++)
    if (is_address(in, term->operands[i]) && !term_is_constant(term->operands[!i]) &&
        is_computed(in, term->operands[!i]))
      return true;
  return false;
}

static void look_for_parts(const struct term *term, void *context) {
  struct made *in = context;
  if (in->takes_apart || term->kind != TERM_APPLY)
    return;
  bool compares = operator_is_comparison((enum operator)term->op);
  if (compares && term->arity == 2)
    in->takes_apart = is_guessed(in, term);
  for (unsigned i = 0; i < term->arity && !in->takes_apart; i++) {
    in->takes_apart = !compares && !is_harmless(term) && is_address(in, term->operands[i]);
    look_for_parts(term->operands[i], context);
  }
}

/* Calls the function on all terms that can be reached. */
static void visit_terms(struct made *in, void (*visit)(const struct term *term, void *context)) {
  const struct program *program = in->pointers->program;
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    in->registers = in->pointers->functions[i].registers;
    for (uint32_t j = 0; in->registers != NO_NODE && j < function->edge_count; j++)
      edge_visit_terms(&function->edges[j], visit, in);
  }
}

static void begin_register(struct made *in, uint32_t node, const struct reg *reg) {
  if (reg->is_pointer) {
    in->kinds[node] = NODE_POINTER;
    add(in, node, is_empty(in, node) ? 0 : ADDRESS_POINTER);
  } else {
    in->kinds[node] = reg->width < in->pointers->program->pointer_width ? NODE_NARROW : NODE_NUMBER;
  }
}

static void note_address(struct made *in, const struct function *function,
                         const struct edge *edge) {
  uint32_t registers = in->pointers->functions[function->number].registers;
  if (edge->op == OPERATION_SELF && edge->get.target != NO_REGISTER)
    add(in, registers + edge->get.target, ADDRESS_NUMBER);
  if (edge->op == OPERATION_ALLOCATE && edge->allocate.target != NO_REGISTER)
    add(in, registers + edge->allocate.target, ADDRESS_NUMBER | ADDRESS_POINTER);
  for (uint32_t i = 0; edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++)
    if (pointers_may_be_address(in->pointers->program, edge->assign.list[i].value))
      add(in, registers + edge->assign.list[i].target, ADDRESS_NUMBER | ADDRESS_POINTER);
}

static void begin_object(struct made *in, uint32_t node, uint64_t size) {
  bool is_small = size <= in->pointers->program->pointer_width / 8;
  in->kinds[node] = is_small ? NODE_OBJECT : NODE_FIELDS;
}

static void begin_allocation(struct made *in, const struct edge *edge) {
  uint64_t object;
  if (edge->op != OPERATION_ALLOCATE ||
      !map_get(&in->pointers->allocations, (uint64_t)(uintptr_t)edge, &object))
    return;
  const struct term *size = edge->allocate.size;
  begin_object(in, (uint32_t)object, size && term_is_constant(size) ? size->value : UINT64_MAX);
}

static void begin(struct made *in) {
  const struct pointers *pointers = in->pointers;
  const struct program *program = pointers->program;
  for (uint32_t i = 0; i < program->object_count; i++)
    begin_object(in, i, program->objects[i].size);
  in->kinds[pointers->record] = NODE_FIELDS;
  for (size_t i = 0; i < pointers->terms.count; i++)
    in->kinds[pointers->terms.items[i].node] = NODE_TERM;
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    uint32_t registers = pointers->functions[i].registers;
    if (registers == NO_NODE)
      continue;
    for (uint32_t j = 0; j < function->register_count; j++) {
      in->in_library[registers + j] = function->is_library;
      begin_register(in, registers + j, &function->registers[j]);
    }
    for (uint32_t j = 0; j < function->edge_count; j++) {
      begin_allocation(in, &function->edges[j]);
      note_address(in, function, &function->edges[j]);
    }
  }
}

static bool point_everywhere(struct pointers *pointers, uint32_t node) {
  bool changed = false;
  for (uint32_t object = 0; object < pointers->object_count; object++)
    if (object >= pointers->record || !pointers->program->objects[object].function)
      changed |= points_add_object(pointers->points, node, object);
  pointers->made[node] = true;
  return changed;
}

/* The nodes of registers that an address flows from. */
static bool open_term(struct made *in, const struct term *term, bool is_call) {
  bool changed = false;
  uint32_t node = in->registers + (uint32_t)term->value;
  if (term->kind == TERM_VARIABLE) {
    in->pointers->made[node] = true;
    changed |= is_call ? pointers_add_held_functions(in->pointers, node)
                       : point_everywhere(in->pointers, node);
  }
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (pointers_operands(term) >> i & 1)
      changed |= open_term(in, term->operands[i], is_call);
  return changed;
}

static bool open_node(struct made *in, uint32_t node, bool is_call) {
  struct pointers *pointers = in->pointers;
  bool is_opened = pointers->made[node];
  if (!is_opened && !(is_made(in, node) && (in->takes_apart || is_empty(in, node))))
    return false;
  bool changed =
      is_call ? pointers_add_held_functions(pointers, node) : point_everywhere(pointers, node);
  pointers->made[node] = true;
  for (size_t i = 0; in->kinds[node] == NODE_TERM && i < pointers->terms.count; i++)
    if (pointers->terms.items[i].node == node) {
      in->registers = pointers->terms.items[i].registers;
      changed |= open_term(in, pointers->terms.items[i].term, is_call);
    }
  return changed;
}

static bool is_call_of(const struct pointers *pointers, const struct function *function,
                       const struct edge *edge, uint64_t *node) {
  return (edge->op == OPERATION_CALL || edge->op == OPERATION_SPAWN) &&
         pointers->functions[function->number].registers != NO_NODE &&
         map_get(&pointers->addresses, (uint64_t)(uintptr_t)edge, node);
}

static bool open_calls(struct made *in, const struct function *function) {
  bool changed = false;
  uint64_t node;
  for (uint32_t i = 0; function->locations && i < function->edge_count; i++)
    if (is_call_of(in->pointers, function, &function->edges[i], &node))
      changed |= open_node(in, (uint32_t)node, true);
  return changed;
}

/* Did that change a points-to set? */
static bool open_nodes(struct made *in) {
  struct pointers *pointers = in->pointers;
  bool changed = false;
  for (size_t i = 0; i < pointers->accesses.count; i++)
    if (pointers->accesses.items[i].address != pointers->nothing)
      changed |= open_node(in, pointers->accesses.items[i].address, false);
  for (uint32_t i = 0; i < pointers->program->function_count; i++)
    changed |= open_calls(in, pointers->program->functions[i]);
  return changed;
}

static bool spread_once(struct pointers *pointers) {
  uint32_t count = points_node_count(pointers->points), known = pointers->made_count;
  struct made in = {.pointers = pointers,
                    .flags = memory_allocate_zeroed(count),
                    .kinds = memory_allocate_zeroed(count),
                    .in_library = memory_allocate_zeroed(count)};
  pointers->made = memory_resize(pointers->made, count * sizeof *pointers->made);
  memset(pointers->made + known, 0, (count - known) * sizeof *pointers->made);
  pointers->made_count = count;
  begin(&in);
  visit_terms(&in, find_computed);
  spread(&in);
  visit_terms(&in, look_for_parts);
  bool changed = open_nodes(&in);
  memory_release(in.flags);
  memory_release(in.kinds);
  memory_release(in.in_library);
  vector_release(&in.work);
  return changed;
}

bool pointers_spread_made(struct pointers *pointers) {
  bool changed = false;
  while (spread_once(pointers)) {
    pointers_solve(pointers);
    changed = true;
  }
  return changed;
}
