/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed point over all edges. A slot is a register, a result of a function, or all that an object
 * contains; it has no offset yet, one, or several.
 *
 * Beside that it is known which slots hold addresses, or numbers derived from some. As objects are
 * not divided into fields, it matters there what the compiler takes a value for: a pointer is read
 * where pointers were written (see also made.c). The library copies anything. */
#include "analysis/offsets.h"

#include "analysis/pointers.h"
#include "base/bits.h"
#include "program/access.h"

#include <string.h>

enum { MOST_CALLEES = 64 };

enum offset_kind { OFFSET_NONE, OFFSET_ONE, OFFSET_ANY };

/* Of HOLDS_*: as a number, and as what the compiler takes for a pointer. */
enum {
  POINTER_SHIFT = 2,
  AS_NUMBER = HOLDS_ADDRESS | HOLDS_DERIVED,
  AS_POINTER = AS_NUMBER << POINTER_SHIFT,
  ANY_ADDRESS = HOLDS_ADDRESS | HOLDS_ADDRESS << POINTER_SHIFT,
  ANY_DERIVED = HOLDS_DERIVED | HOLDS_DERIVED << POINTER_SHIFT,
  LARGEST_TAG = 15,
};

struct offset {
  enum offset_kind kind;
  unsigned holds;
  int64_t bytes;
};

static const struct offset no_offset = {OFFSET_NONE, 0, 0}, any_offset = {OFFSET_ANY, 0, 0},
                           begin = {OFFSET_ONE, ANY_ADDRESS, 0};

struct offsets {
  const struct program *program;
  const struct sharing *sharing;
  struct offset *slots;
  uint32_t *registers, *results; /* the first slots, per function; objects come first */
  bool *is_scalar;               /* per object: it has no room for more than a pointer */
  size_t words;
  uint64_t *set; /* scratch */
  bool changed;
  struct obstacle obstacle; /* it fails */
};

static struct offset join(struct offset a, struct offset b) {
  struct offset both = any_offset;
  if (a.kind == OFFSET_NONE)
    both = b;
  else if (b.kind == OFFSET_NONE || (a.kind == b.kind && a.bytes == b.bytes))
    both = a;
  both.holds = a.holds | b.holds;
  return both;
}

static void add(struct offsets *in, uint32_t slot, struct offset offset) {
  struct offset old = in->slots[slot], new = join(old, offset);
  if (old.kind == new.kind && old.bytes == new.bytes &&old.holds == new.holds)
    return;
  in->slots[slot] = new;
  in->changed = true;
}

static void add_to_register(struct offsets *in, const struct function *function, uint32_t number,
                            struct offset offset) {
  if (number == NO_REGISTER)
    return;
  if (!function->is_library) {
    offset.holds = (offset.holds | offset.holds >> POINTER_SHIFT) & AS_NUMBER;
    offset.holds <<= function->registers[number].is_pointer ? POINTER_SHIFT : 0;
  }
  add(in, in->registers[function->number] + number, offset);
}

static void find_pointees(struct offsets *in, const struct function *function,
                          const struct term *term) {
  bits_clear(in->set, in->words);
  sharing_add_pointees(in->sharing, function, term, in->set);
}

static struct offset of_address(const struct program *program, uint64_t address) {
  uint32_t near[2];
  unsigned count = pointers_near(program, address, near);
  if (!count)
    return no_offset;
  const struct object *object = &program->objects[near[0]];
  if (count > 1 || address < object->address || address - object->address > object->size)
    return (struct offset){OFFSET_ANY, ANY_ADDRESS, 0};
  return (struct offset){OFFSET_ONE, ANY_ADDRESS, (int64_t)(address - object->address)};
}

/* Is it a number that is added to, and no address? */
static bool is_number(const struct offsets *in, const struct term *term) {
  return term_is_constant(term) && !pointers_may_be_address(in->program, term);
}

static struct offset find_offset(const struct offsets *in, const struct function *function,
                                 const struct term *term);

static struct offset of_sum(const struct offsets *in, const struct function *function,
                            const struct term *term) {
  const struct term *a = term->operands[0], *b = term->operands[1];
  if (term->op == OP_ADD && is_number(in, a)) {
    const struct term *swapped = a;
    a = b;
    b = swapped;
  }
  struct offset offset = find_offset(in, function, a), other = find_offset(in, function, b);
  if (offset.kind == OFFSET_NONE && other.kind == OFFSET_NONE)
    return no_offset;
  if (offset.kind != OFFSET_ONE || !is_number(in, b))
    return any_offset;
  int64_t number = width_signed(b->value, b->width);
  offset.bytes += term->op == OP_ADD ? number : -number;
  return offset;
}

static struct offset find_offset(const struct offsets *in, const struct function *function,
                                 const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return term->width < in->program->pointer_width ? no_offset
                                                    : of_address(in->program, term->value);
  if (term->kind == TERM_VARIABLE && sharing_is_made(in->sharing, function, (uint32_t)term->value))
    return any_offset;
  if (term->kind == TERM_VARIABLE)
    return in->slots[in->registers[function->number] + (uint32_t)term->value];
  if (operator_is_comparison((enum operator)term->op) || term->width == 1)
    return no_offset;
  if (term->op == OP_ITE)
    return join(find_offset(in, function, term->operands[1]),
                find_offset(in, function, term->operands[2]));
  if (term->op == OP_ADD || term->op == OP_SUB)
    return of_sum(in, function, term);
  for (unsigned i = 0; i < term->arity; i++)
    if (find_offset(in, function, term->operands[i]).kind != OFFSET_NONE)
      return any_offset;
  return no_offset;
}

static bool is_sum(const struct term *term) { return term->op == OP_ADD || term->op == OP_SUB; }

bool offsets_tells_alignment(const struct term *term) {
  uint64_t most = term->arity > 1 && term_is_constant(term->operands[1]) ? term->operands[1]->value
                                                                         : UINT64_MAX;
  return (term->op == OP_AND && most <= LARGEST_TAG) ||
         (term->op == OP_UREM && most <= LARGEST_TAG + 1 && most && !(most & (most - 1))) ||
         (term->op == OP_EXTRACT && !term->low && term->width <= 4);
}

/* Does the term tell only what is above an address? */
static bool tells_tag(const struct term *term) {
  uint64_t bits = term->arity > 1 && term_is_constant(term->operands[1]) ? term->operands[1]->value
                                                                         : OFFSETS_ADDRESS_BITS;
  return (term->op == OP_AND && !(bits & OFFSETS_ADDRESS_BITS)) ||
         (term->op == OP_LSHR && bits < 64 && OFFSETS_ADDRESS_BITS >> bits == 0) ||
         (term->op == OP_EXTRACT && OFFSETS_ADDRESS_BITS >> term->low == 0);
}

/* Are bits of tags all that an operator with this number changes? */
static bool is_tag(const struct term *term, uint64_t bits) {
  uint64_t changed = (term->op == OP_AND ? ~bits : bits) & OFFSETS_ADDRESS_BITS;
  return (changed & width_mask(term->width)) <= LARGEST_TAG;
}

/* Does the operator leave an address what it is, at most with another tag, or as part of a wider
 * number? */
static bool keeps_address(const struct offsets *in, const struct term *term) {
  bool is_tagged = term->arity > 1 && term_is_constant(term->operands[1]) &&
                   is_tag(term, term->operands[1]->value);
  switch (term->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_ITE:
  case OP_ZEXT:
  case OP_SEXT:
    return true;
  case OP_AND:
  case OP_XOR:
    return is_tagged;
  case OP_OR:
    return is_tagged || !term_is_constant(term->operands[1]);
  case OP_EXTRACT:
    return !term->low && term->width >= in->program->pointer_width;
  default:
    return false;
  }
}

static unsigned derived(unsigned holds) {
  return (holds & ANY_DERIVED) | (holds & ANY_ADDRESS) << 1;
}

/* What is added to an address leads to another element. */
static unsigned holds_of_sum(const struct term *term, const unsigned held[2]) {
  bool is_first = held[0] & ANY_ADDRESS, is_second = held[1] & ANY_ADDRESS;
  bool is_pointer = held[0] & AS_POINTER & ANY_ADDRESS;
  if (term->op == OP_SUB && is_second)
    return is_first ? 0 /* a distance */ : derived(held[0] | held[1]);
  if (is_first && is_second && is_pointer == ((held[1] & AS_POINTER & ANY_ADDRESS) != 0))
    return derived(held[0] | held[1]);
  return is_first && (!is_second || is_pointer) ? held[0] : held[1];
}

static unsigned find_holds(const struct offsets *in, const struct function *function,
                           const struct term *term) {
  unsigned held[3] = {0, 0, 0}, all = 0;
  if (term->kind == TERM_CONSTANT)
    return pointers_may_be_address(in->program, term) ? ANY_ADDRESS : 0;
  if (term->kind == TERM_VARIABLE)
    return in->slots[in->registers[function->number] + (uint32_t)term->value].holds;
  if (operator_is_comparison((enum operator)term->op))
    return 0;
  for (unsigned i = term->op == OP_ITE; i < term->arity; i++)
    all |= held[i] = find_holds(in, function, term->operands[i]);
  if (term->op == OP_ITE || !(all & ANY_ADDRESS))
    return all;
  if (offsets_tells_alignment(term) || tells_tag(term))
    return 0;
  if (!keeps_address(in, term))
    return derived(all);
  return is_sum(term) || term->op == OP_OR ? holds_of_sum(term, held) : all;
}

static struct offset evaluate(const struct offsets *in, const struct function *function,
                              const struct term *term) {
  struct offset offset = find_offset(in, function, term);
  offset.holds = find_holds(in, function, term);
  return offset;
}

/* What is held by all that an address points to. `size` bytes of it: parts of addresses may be
 * anything. */
static struct offset load(struct offsets *in, const struct function *function,
                          const struct term *address, uint32_t size) {
  struct offset all = no_offset;
  find_pointees(in, function, address);
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    if (points_in(in->set, i))
      all = join(all, in->slots[i]);
  if (all.kind != OFFSET_NONE && size != in->program->pointer_width / 8)
    return (struct offset){OFFSET_ANY, all.holds, 0};
  return all;
}

/* What an access to `size` bytes reads of an object that holds something as numbers and pointers.
 */
static unsigned read_holds(const struct offsets *in, const struct function *function,
                           uint32_t target, uint32_t object, uint32_t size) {
  unsigned holds = in->slots[object].holds, width = in->program->pointer_width / 8;
  bool is_scalar = in->is_scalar[object];
  if (function->is_library || target == NO_REGISTER)
    return holds;
  if (size < width)
    return (holds & HOLDS_DERIVED) |
           (is_scalar && holds & ANY_ADDRESS ? (unsigned)HOLDS_DERIVED : 0u);
  if (is_scalar)
    return holds;
  if (function->registers[target].is_pointer)
    return holds & AS_POINTER ? holds & AS_POINTER : holds;
  return holds & AS_NUMBER;
}

static struct offset load_into(struct offsets *in, const struct function *function,
                               const struct term *address, uint32_t size, uint32_t target) {
  struct offset all = load(in, function, address, size);
  all.holds = 0; /* the set is that of the address */
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    if (points_in(in->set, i))
      all.holds |= read_holds(in, function, target, i, size);
  return all;
}

static void store(struct offsets *in, const struct function *function, const struct term *address,
                  struct offset value, uint32_t size) {
  if (value.kind == OFFSET_NONE && !value.holds)
    return;
  if (size != in->program->pointer_width / 8)
    value = (struct offset){OFFSET_ANY, value.holds, 0};
  find_pointees(in, function, address);
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    if (points_in(in->set, i))
      add(in, i, value);
}

static void bind(struct offsets *in, const struct function *callee, uint32_t position,
                 struct offset value) {
  if (position < callee->parameter_count)
    add_to_register(in, callee, callee->parameters[position], value);
}

static void add_call(struct offsets *in, const struct function *f, const struct edge *e) {
  const struct function *callees[MOST_CALLEES];
  size_t count = sharing_callees(in->sharing, e, callees, MOST_CALLEES);
  if (count > MOST_CALLEES) {
    obstacle_note(&in->obstacle, obstacle_any_function, f, e);
    return;
  }
  for (size_t c = 0; c < count; c++) {
    const struct function *callee = callees[c];
    if (!callee->locations)
      continue;
    uint32_t positional = callee->parameter_count - (callee->is_variadic ? 1 : 0);
    for (uint32_t i = 0; i < positional && i < e->call.argument_count; i++)
      bind(in, callee, i, evaluate(in, f, e->call.arguments[i]));
    if (callee->is_variadic && e->call.variadic_area)
      bind(in, callee, positional, evaluate(in, f, e->call.variadic_area));
    for (uint32_t i = 0; i < callee->result_count && i < e->call.result_count; i++)
      add_to_register(in, f, e->call.results[i], in->slots[in->results[callee->number] + i]);
  }
}

static void add_spawn(struct offsets *in, const struct function *f, const struct edge *e) {
  const struct function *started[MOST_CALLEES];
  size_t count = sharing_started(in->sharing, e, started, MOST_CALLEES);
  if (count > MOST_CALLEES)
    obstacle_note(&in->obstacle, obstacle_any_function, f, e);
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    bind(in, started[i], 0, begin);
    bind(in, started[i], 1, evaluate(in, f, e->spawn.arguments[0]));
    bind(in, started[i], 2, evaluate(in, f, e->spawn.arguments[1]));
  }
  add_to_register(in, f, e->spawn.target, begin);
}

static void add_memory_edge(struct offsets *in, const struct function *f, const struct edge *e) {
  uint32_t word = in->program->pointer_width / 8;
  struct edge_access access;
  if (e->op == OPERATION_COPY)
    store(in, f, e->copy.target, load(in, f, e->copy.source, word), word);
  if (!edge_value_access(e, &access))
    return;
  struct offset old = no_offset;
  if (access.kind != EDGE_WRITE)
    old = load_into(in, f, access.address, access.size, access.loaded);
  add_to_register(in, f, access.loaded, old);
  if (!access.stored)
    return;
  struct offset value = evaluate(in, f, access.stored);
  if (access.kind == EDGE_UPDATE && e->rmw.op != RMW_EXCHANGE)
    value = (struct offset){join(value, old).kind == OFFSET_NONE ? OFFSET_NONE : OFFSET_ANY,
                            value.holds | old.holds, 0};
  store(in, f, access.address, value, access.size);
}

static void add_edge(struct offsets *in, const struct function *f, const struct edge *e) {
  if (e->op == OPERATION_ASSIGN) {
    for (uint32_t i = 0; i < e->assign.count; i++)
      add_to_register(in, f, e->assign.list[i].target, evaluate(in, f, e->assign.list[i].value));
  } else if (e->op == OPERATION_NONDET) {
    if (e->nondet.source != NONDET_UNINITIALISED && e->nondet.source != NONDET_LAYOUT)
      add_to_register(in, f, e->nondet.target, any_offset);
  } else if (e->op == OPERATION_CALL) {
    add_call(in, f, e);
  } else if (e->op == OPERATION_RETURN) {
    for (uint32_t i = 0; i < e->ret.count && i < f->result_count; i++)
      add(in, in->results[f->number] + i, evaluate(in, f, e->ret.values[i]));
  } else if (e->op == OPERATION_SPAWN) {
    add_spawn(in, f, e);
  } else if (e->op == OPERATION_WAIT) {
    bind(in, e->wait.condition, 0, evaluate(in, f, e->wait.object));
    bind(in, e->wait.condition, 1, evaluate(in, f, e->wait.argument));
  } else if (e->op == OPERATION_SELF) {
    add_to_register(in, f, e->get.target, begin);
  } else if (e->op == OPERATION_ALLOCATE) {
    add_to_register(in, f, e->allocate.target, begin);
  } else if (e->op == OPERATION_SETJMP) {
    add_to_register(in, f, e->setjmp.target, any_offset);
  } else {
    add_memory_edge(in, f, e);
  }
}

static void add_initial(struct offsets *in, const struct object *object, uint32_t slot) {
  size_t word = in->program->pointer_width / 8;
  if (!object->bytes || object->function)
    return;
  for (uint64_t at = 0; at + word <= object->size; at++) {
    uint64_t bits = 0;
    memcpy(&bits, object->bytes + at, word);
    add(in, slot, of_address(in->program, bits));
  }
}

static bool *find_scalars(const struct offsets *in) {
  const struct program *program = in->program;
  uint64_t width = program->pointer_width / 8;
  bool *found = memory_allocate_zeroed(sharing_object_count(in->sharing) * sizeof *found);
  uint32_t number;
  for (uint32_t i = 0; i < program->object_count; i++)
    found[i] = program->objects[i].size <= width;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; j < program->functions[i]->edge_count; j++) {
      const struct edge *edge = &program->functions[i]->edges[j];
      if (edge->op == OPERATION_ALLOCATE && sharing_find_allocation(in->sharing, edge, &number))
        found[number] =
            term_is_constant(edge->allocate.size) && edge->allocate.size->value <= width;
    }
  return found;
}

static void number_slots(struct offsets *in) {
  const struct program *program = in->program;
  uint32_t next = sharing_object_count(in->sharing);
  in->registers = memory_allocate(program->function_count * sizeof *in->registers);
  in->results = memory_allocate(program->function_count * sizeof *in->results);
  for (uint32_t i = 0; i < program->function_count; i++) {
    in->registers[i] = next;
    in->results[i] = next + program->functions[i]->register_count;
    next = in->results[i] + program->functions[i]->result_count;
  }
  in->slots = memory_allocate_zeroed(next * sizeof *in->slots);
  in->is_scalar = find_scalars(in);
  in->words = bits_words(sharing_object_count(in->sharing));
  in->set = bits_create(in->words);
}

struct offsets *offsets_create(const struct program *program, const struct sharing *sharing,
                               struct obstacle *obstacle) {
  struct offsets *in = memory_allocate_zeroed(sizeof *in);
  in->program = program;
  in->sharing = sharing;
  number_slots(in);
  for (uint32_t i = 0; i < program->object_count; i++)
    add_initial(in, &program->objects[i], i);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    add_initial(in, &program->thread_locals[i], sharing_record(sharing));
  do {
    in->changed = false;
    for (uint32_t i = 0; i < program->function_count; i++)
      for (uint32_t j = 0;
           program->functions[i]->locations && j < program->functions[i]->edge_count; j++)
        add_edge(in, program->functions[i], &program->functions[i]->edges[j]);
  } while (in->changed && !in->obstacle.what);
  if (!in->obstacle.what)
    return in;
  if (obstacle)
    *obstacle = in->obstacle;
  offsets_destroy(in);
  return NULL;
}

void offsets_destroy(struct offsets *offsets) {
  if (!offsets)
    return;
  memory_release(offsets->slots);
  memory_release(offsets->registers);
  memory_release(offsets->results);
  memory_release(offsets->set);
  memory_release(offsets->is_scalar);
  memory_release(offsets);
}

bool offsets_of(const struct offsets *offsets, const struct function *function,
                const struct term *term, int64_t *offset) {
  struct offset found = evaluate(offsets, function, term);
  *offset = found.bytes;
  return found.kind == OFFSET_ONE;
}

unsigned offsets_holds(const struct offsets *offsets, const struct function *function,
                       const struct term *term) {
  unsigned holds = find_holds(offsets, function, term);
  return (holds | holds >> POINTER_SHIFT) & AS_NUMBER;
}

bool offsets_cuts(struct offsets *offsets, const struct function *function,
                  const struct edge *edge) {
  bool cuts = false;
  if (edge->op != OPERATION_LOAD || edge->load.size >= offsets->program->pointer_width / 8)
    return false;
  find_pointees(offsets, function, edge->load.address);
  for (uint32_t i = 0, count = sharing_object_count(offsets->sharing); i < count && !cuts; i++)
    cuts = points_in(offsets->set, i) && offsets->is_scalar[i] &&
           offsets->slots[i].holds & ANY_ADDRESS;
  return cuts;
}
