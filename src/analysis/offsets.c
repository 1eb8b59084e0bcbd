/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed point over all edges. A slot is a register, a result of a function, or all that an object
 * contains; it has no offset yet, one, or several.
 *
 * Beside that it is known which slots hold addresses, or numbers derived from some. As objects are
 * not divided into fields, it matters there what the compiler takes a value for: a pointer is read
 * where pointers were written (see also made.c). The library copies anything. */
#include "analysis/offsets.h"

#include "analysis/pointers.h"
#include "analysis/spacing.h"
#include "base/bits.h"
#include "base/number.h"
#include "program/access.h"
#include "program/type.h"

#include <string.h>

enum { MOST_CALLEES = 64 };

enum offset_kind { OFFSET_NONE, OFFSET_ONE, OFFSET_ANY };

/* What a slot holds: bits for what it holds as a number, and for what it holds by a pointer
 * type. */
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
  struct spacing at; /* of OFFSET_ANY, each of these; OFFSET_NONE: none */
};

static const struct offset no_offset = {OFFSET_NONE, 0, {0, 0}},
                           any_offset = {OFFSET_ANY, 0, {0, 1}},
                           begin = {OFFSET_ONE, ANY_ADDRESS, {0, 0}};

struct offsets {
  const struct program *program;
  const struct sharing *sharing;
  struct offset *slots;
  uint32_t *registers, *results; /* the first slots, per function; objects come first */
  bool *is_scalar, *is_small;    /* per object: it has no room for more than a pointer, for one */
  struct spacings *addresses;    /* per object: where it may hold some, … */
  bool *has_parts;               /* … or only parts of some, which were copied there */
  bool *has_data;                /* … some that the library has not stored for itself */
  size_t words;
  uint64_t *set, *meant; /* scratch */
  bool changed;
  bool is_complete;         /* what has no offset will get none, and may be anything */
  struct obstacle obstacle; /* it fails */
};

static struct offset join(struct offset a, struct offset b) {
  struct offset both = any_offset;
  if (a.kind == OFFSET_NONE) {
    both = b;
  } else if (b.kind == OFFSET_NONE) {
    both = a;
  } else {
    both.at = spacing_join(a.at, b.at);
    both.kind = both.at.every ? OFFSET_ANY : OFFSET_ONE;
  }
  both.holds = a.holds | b.holds;
  return both;
}

static void add(struct offsets *in, uint32_t slot, struct offset offset) {
  struct offset old = in->slots[slot], new = join(old, offset);
  if (old.kind == new.kind &&
      old.at.bytes == new.at.bytes &&old.at.every == new.at.every &&old.holds == new.holds)
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

static struct offset of_address(const struct program *program, uint64_t address) {
  uint32_t near[2];
  unsigned count = pointers_near(program, address, near);
  if (!count)
    return no_offset;
  const struct object *object = &program->objects[near[0]];
  if (count > 1 || address < object->address || address - object->address > object->size)
    return (struct offset){OFFSET_ANY, ANY_ADDRESS, any_offset.at};
  return (struct offset){OFFSET_ONE, ANY_ADDRESS, {(int64_t)(address - object->address), 0}};
}

/* Is the term a number that is added to an address, and not the address? */
static bool is_number(const struct offsets *in, const struct term *term) {
  return term_is_constant(term) && !pointers_may_be_address(in->program, term);
}

static struct offset find_offset(const struct offsets *in, const struct function *function,
                                 const struct term *term);

static unsigned find_holds(const struct offsets *in, const struct function *function,
                           const struct term *term);

static bool is_made(const struct offsets *in, const struct function *function,
                    const struct term *term) {
  bool found =
      term->kind == TERM_VARIABLE && sharing_is_made(in->sharing, function, (uint32_t)term->value);
  for (unsigned i = 0; i < term->arity && !found; i++)
    found = is_made(in, function, term->operands[i]);
  return found;
}

/* Is it a number that depends on no address? */
static bool is_plain(const struct offsets *in, const struct function *function,
                     const struct term *term) {
  return is_number(in, term) || (!find_holds(in, function, term) && !is_made(in, function, term));
}

/* An index may be what was read beside an address, but then it leads to no other object. */
static const struct term *without_index(const struct offsets *in, const struct function *function,
                                        const struct term *term) {
  while (!function->is_library && term->kind == TERM_APPLY && term->op == OP_ADD) {
    bool is_first = is_plain(in, function, term->operands[0]);
    if (is_first == is_plain(in, function, term->operands[1]))
      break;
    term = term->operands[is_first];
  }
  return term;
}

static void find_pointees(struct offsets *in, const struct function *function,
                          const struct term *term) {
  bits_clear(in->set, in->words);
  sharing_add_pointees(in->sharing, function, without_index(in, function, term), in->set);
}

static struct offset of_sum(const struct offsets *in, const struct function *function,
                            const struct term *term) {
  const struct term *a = term->operands[0], *b = term->operands[1];
  if (term->op == OP_ADD && is_plain(in, function, a)) {
    const struct term *swapped = a;
    a = b;
    b = swapped;
  }
  struct offset offset = find_offset(in, function, a), other = find_offset(in, function, b);
  if (offset.kind == OFFSET_NONE && other.kind == OFFSET_NONE)
    return no_offset;
  if (offset.kind == OFFSET_NONE && !in->is_complete && is_plain(in, function, b))
    return no_offset;
  if (offset.kind == OFFSET_NONE || !is_plain(in, function, b))
    return any_offset;
  if (is_number(in, b)) {
    int64_t number = width_signed(b->value, b->width);
    offset.at = spacing_move(offset.at, term->op == OP_ADD ? number : -number);
    return offset;
  }
  offset.kind = OFFSET_ANY;
  offset.at = spacing_join(offset.at, (struct spacing){offset.at.bytes, spacing_of_number(b)});
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

/* Does the term depend only on bits above those of addresses? */
static bool tells_tag(const struct term *term) {
  uint64_t bits = term->arity > 1 && term_is_constant(term->operands[1]) ? term->operands[1]->value
                                                                         : OFFSETS_ADDRESS_BITS;
  return (term->op == OP_AND && !(bits & OFFSETS_ADDRESS_BITS)) ||
         (term->op == OP_LSHR && bits < 64 && OFFSETS_ADDRESS_BITS >> bits == 0) ||
         (term->op == OP_EXTRACT && OFFSETS_ADDRESS_BITS >> term->low == 0);
}

/* Does an operator with this number change only bits of tags? */
static bool is_tag(const struct term *term, uint64_t bits) {
  uint64_t changed = (term->op == OP_AND ? ~bits : bits) & OFFSETS_ADDRESS_BITS;
  return (changed & width_mask(term->width)) <= LARGEST_TAG;
}

/* Does the operator leave an address whole? It may change the tag, or make the address part of a
 * wider number. */
static bool keeps_address(const struct offsets *in, const struct term *term) {
  bool is_tagged = term->arity > 1 && term_is_constant(term->operands[1]) &&
                   is_tag(term, term->operands[1]->value);
  switch (term->op) {
  case OP_ADD:
  case OP_SUB: /* of a part, it makes a number */
    return term->width >= in->program->pointer_width;
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
    return (struct offset){OFFSET_ANY, all.holds, any_offset.at};
  return all;
}

/* Finds the place of an access through the address. False: it is not known yet. */
static bool find_place(const struct offsets *in, const struct function *function,
                       const struct term *address, struct spacing *at) {
  struct offset offset = find_offset(in, function, address);
  *at = offset.kind == OFFSET_NONE ? any_offset.at : offset.at;
  return offset.kind != OFFSET_NONE || in->is_complete;
}

/* Does an access to `size` bytes read an address, or part of one? */
static bool reads_part(const struct offsets *in, const struct function *function, uint32_t object,
                       struct spacing at, uint32_t size) {
  bool is_in_record = object == sharing_record(in->sharing) && !at.every &&
                      at.bytes < (int64_t)in->program->record_size;
  /* Where the place is not known at all, C lets only characters be parts of an address. */
  bool is_typed =
      at.every == 1 && size > 1 && size < in->program->pointer_width / 8 && !in->is_scalar[object];
  if (is_typed || (is_in_record && !function->is_library))
    return false; /* of a record, only the library knows what is there */
  return in->slots[object].holds & ANY_ADDRESS &&
         spacing_meet(&in->addresses[object], at, size, in->program->pointer_width / 8);
}

/* The library moves what it does not know as a whole or byte by byte: a number of another size is
 * no part of an address. */
static bool is_library_number(const struct offsets *in, const struct function *function,
                              uint32_t size) {
  return function->is_library && size > 1 && size < in->program->pointer_width / 8;
}

/* What an access to `size` bytes reads from an object that holds addresses as numbers or
 * pointers. */
static unsigned read_holds(const struct offsets *in, const struct function *function,
                           uint32_t target, uint32_t object, struct spacing at, uint32_t size) {
  unsigned holds = in->slots[object].holds, width = in->program->pointer_width / 8;
  bool is_scalar = in->is_scalar[object], meets = reads_part(in, function, object, at, size);
  if (!meets || is_library_number(in, function, size))
    holds &= ANY_DERIVED;
  if (function->is_library || target == NO_REGISTER)
    return holds;
  if (size < width)
    return (holds & HOLDS_DERIVED) | (meets ? (unsigned)HOLDS_DERIVED : 0u);
  if (is_scalar)
    return holds;
  if (function->registers[target].is_pointer)
    return holds & AS_POINTER ? holds & AS_POINTER : holds;
  return holds & AS_NUMBER;
}

static struct offset load_into(struct offsets *in, const struct function *function,
                               const struct term *address, uint32_t size, uint32_t target) {
  struct offset all = load(in, function, address, size);
  struct spacing at;
  all.holds = 0; /* the set is that of the address */
  if (!find_place(in, function, address, &at))
    return all;
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    if (points_in(in->set, i))
      all.holds |= read_holds(in, function, target, i, at, size);
  return all;
}

static void add_address(struct offsets *in, uint32_t object, struct spacing at, bool is_part) {
  in->changed |= spacing_add(&in->addresses[object], at) || (is_part && !in->has_parts[object]);
  in->has_parts[object] |= is_part;
}

/* Does the library take the address for one in the record of a thread, by its types? Points-to sets
 * have there what else is beside the number of a thread in memory. */
static bool is_in_record(const struct offsets *in, const struct function *function,
                         const struct term *address) {
  while (address->kind == TERM_APPLY && address->op == OP_ADD)
    address = address->operands[0];
  if (!function->is_library || address->kind != TERM_VARIABLE)
    return false;
  const struct type *type = function->registers[address->value].type;
  return type && type->kind == TYPE_POINTER && type->element &&
         type->element->kind == TYPE_STRUCT && type->element->size == in->program->record_size &&
         !strcmp(type->element->name, "thread");
}

/* Also sets in->meant: without what only an arbitrary number may happen to point to. */
static void find_targets(struct offsets *in, const struct function *function,
                         const struct term *address) {
  bits_clear(in->meant, in->words);
  sharing_add_copied(in->sharing, function, without_index(in, function, address), in->meant);
  find_pointees(in, function, address);
  uint32_t record = sharing_record(in->sharing);
  if (points_in(in->set, record) && is_in_record(in, function, address)) {
    bits_clear(in->set, in->words);
    bits_add(in->set, record);
    bits_add(in->meant, record);
  }
}

static void add_data(struct offsets *in, uint32_t object) {
  in->changed |= !in->has_data[object];
  in->has_data[object] = true;
}

static void store(struct offsets *in, const struct function *function, const struct term *address,
                  struct offset value, uint32_t size) {
  bool is_word = size == in->program->pointer_width / 8;
  if (is_library_number(in, function, size))
    value.holds &= ANY_DERIVED;
  if (value.kind == OFFSET_NONE && !value.holds)
    return;
  if (!is_word)
    value = (struct offset){OFFSET_ANY, value.holds, any_offset.at};
  struct spacing at;
  if (!find_place(in, function, address, &at))
    return;
  if (!is_word)
    at = any_offset.at;
  find_targets(in, function, address);
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    if (points_in(in->set, i) && !(is_word && in->is_small[i])) {
      add(in, i, value);
      /* A number that happens to be the address of something says where it lies all the same. */
      bool is_address = value.holds & ANY_ADDRESS && points_in(in->meant, i);
      if (is_address)
        add_address(in, i, at, false);
      if (is_address && !(function->is_library && is_word))
        add_data(in, i);
    }
}

/* May a copy from there leave out a part of an address in the object? It ends inside of a word. */
static bool cuts_address(const struct offsets *in, const struct edge *e, struct spacing from,
                         uint32_t object) {
  uint64_t width = in->program->pointer_width / 8;
  if (!term_is_constant(e->copy.size))
    return true;
  uint64_t rest = e->copy.size->value % width;
  struct spacing end = spacing_move(from, (int64_t)(e->copy.size->value - rest));
  return rest && spacing_meet(&in->addresses[object], end, rest, width);
}

/* Notes a copy: addresses keep their distances from each other. */
static void copy(struct offsets *in, const struct function *f, const struct edge *e) {
  struct offset value = load(in, f, e->copy.source, in->program->pointer_width / 8);
  struct spacing from, to;
  struct spacings all = {0};
  bool is_part = false, has_data = !f->is_library;
  bool is_known = find_place(in, f, e->copy.source, &from);
  if (!find_place(in, f, e->copy.target, &to) || !is_known)
    return;
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    for (uint32_t k = 0; points_in(in->set, i) && k < in->addresses[i].count; k++) {
      /* The library copies bytes that it was given, not parts of its own pointers beside them. */
      is_part |=
          in->has_parts[i] || (cuts_address(in, e, from, i) && (!f->is_library || in->has_data[i]));
      struct spacing moved = spacing_move(in->addresses[i].list[k], to.bytes - from.bytes);
      uint64_t every = number_divisor(from.every, to.every);
      spacing_add(&all, spacing_join(moved, (struct spacing){moved.bytes, every}));
      has_data |= in->has_data[i];
    }
  if (value.kind == OFFSET_NONE && !value.holds)
    return;
  find_pointees(in, f, e->copy.target);
  for (uint32_t i = 0, count = sharing_object_count(in->sharing); i < count; i++)
    if (points_in(in->set, i)) {
      add(in, i, value);
      for (uint32_t k = 0; k < all.count; k++)
        add_address(in, i, all.list[k], is_part);
      if (all.count && has_data)
        add_data(in, i);
    }
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
  struct edge_access access;
  if (e->op == OPERATION_COPY)
    copy(in, f, e);
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
                            value.holds | old.holds, any_offset.at};
  if (access.kind == EDGE_UPDATE && f->is_library && access.size < in->program->pointer_width / 8)
    value.holds &= ANY_DERIVED;
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

/* Adds the initial contents of a variable. `begins`: its offset in the object that the slot
 * stands for. */
static void add_initial(struct offsets *in, const struct object *object, uint32_t slot,
                        uint64_t begins) {
  size_t word = in->program->pointer_width / 8;
  if (!object->bytes || object->function)
    return;
  for (uint64_t at = 0; at + word <= object->size; at++) {
    uint64_t bits = 0;
    memcpy(&bits, object->bytes + at, word);
    struct offset value = of_address(in->program, bits);
    add(in, slot, value);
    if (value.holds && (begins + at) % word == 0) { /* numbers side by side make others by chance */
      add_data(in, slot);
      add_address(in, slot, (struct spacing){(int64_t)(begins + at), 0}, false);
    }
  }
}

static void note_size(struct offsets *in, uint32_t object, uint64_t size) {
  in->is_scalar[object] = size <= in->program->pointer_width / 8;
  in->is_small[object] = size < in->program->pointer_width / 8;
}

static void find_sizes(struct offsets *in) {
  const struct program *program = in->program;
  uint32_t count = sharing_object_count(in->sharing), number;
  in->is_scalar = memory_allocate_zeroed(count * sizeof *in->is_scalar);
  in->is_small = memory_allocate_zeroed(count * sizeof *in->is_small);
  in->addresses = memory_allocate_zeroed(count * sizeof *in->addresses);
  in->has_parts = memory_allocate_zeroed(count * sizeof *in->has_parts);
  in->has_data = memory_allocate_zeroed(count * sizeof *in->has_data);
  for (uint32_t i = 0; i < program->object_count; i++)
    note_size(in, i, program->objects[i].size);
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; j < program->functions[i]->edge_count; j++) {
      const struct edge *edge = &program->functions[i]->edges[j];
      if (edge->op == OPERATION_ALLOCATE && term_is_constant(edge->allocate.size) &&
          sharing_find_allocation(in->sharing, edge, &number))
        note_size(in, number, edge->allocate.size->value);
    }
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
  find_sizes(in);
  in->words = bits_words(sharing_object_count(in->sharing));
  in->set = bits_create(in->words);
  in->meant = bits_create(in->words);
}

static void complete(struct offsets *in) {
  const struct program *program = in->program;
  do {
    in->changed = false;
    for (uint32_t i = 0; i < program->function_count; i++)
      for (uint32_t j = 0;
           program->functions[i]->locations && j < program->functions[i]->edge_count; j++)
        add_edge(in, program->functions[i], &program->functions[i]->edges[j]);
  } while (in->changed && !in->obstacle.what);
}

struct offsets *offsets_create(const struct program *program, const struct sharing *sharing,
                               struct obstacle *obstacle) {
  struct offsets *in = memory_allocate_zeroed(sizeof *in);
  in->program = program;
  in->sharing = sharing;
  number_slots(in);
  for (uint32_t i = 0; i < program->object_count; i++)
    add_initial(in, &program->objects[i], i, 0);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    add_initial(in, &program->thread_locals[i], sharing_record(sharing),
                program->thread_locals[i].address);
  complete(in);
  in->is_complete = true;
  complete(in);
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
  memory_release(offsets->meant);
  memory_release(offsets->is_scalar);
  memory_release(offsets->is_small);
  memory_release(offsets->addresses);
  memory_release(offsets->has_parts);
  memory_release(offsets->has_data);
  memory_release(offsets);
}

bool offsets_of(const struct offsets *offsets, const struct function *function,
                const struct term *term, int64_t *offset) {
  struct offset found = evaluate(offsets, function, term);
  *offset = found.at.bytes;
  return found.kind == OFFSET_ONE;
}

unsigned offsets_holds(const struct offsets *offsets, const struct function *function,
                       const struct term *term) {
  unsigned holds = find_holds(offsets, function, term);
  return (holds | holds >> POINTER_SHIFT) & AS_NUMBER;
}

bool offsets_cuts(struct offsets *offsets, const struct function *function, const struct edge *edge,
                  bool *is_alone) {
  bool cuts = false;
  struct edge_access access;
  struct spacing at;
  *is_alone = false;
  if (!edge_value_access(edge, &access) || access.size >= offsets->program->pointer_width / 8)
    return false;
  find_place(offsets, function, access.address, &at);
  find_pointees(offsets, function, access.address);
  for (uint32_t i = 0, count = sharing_object_count(offsets->sharing); i < count; i++)
    if (points_in(offsets->set, i) && reads_part(offsets, function, i, at, access.size)) {
      cuts = true;
      *is_alone |= offsets->has_parts[i];
    }
  return cuts;
}

bool offsets_mixes(struct offsets *offsets, const struct function *function,
                   const struct edge *edge) {
  unsigned read = 0, written = 0;
  find_pointees(offsets, function, edge->copy.source);
  for (uint32_t i = 0, count = sharing_object_count(offsets->sharing); i < count; i++)
    read |= points_in(offsets->set, i) ? offsets->slots[i].holds : 0;
  find_pointees(offsets, function, edge->copy.target);
  for (uint32_t i = 0, count = sharing_object_count(offsets->sharing); i < count; i++)
    written |= points_in(offsets->set, i) ? offsets->slots[i].holds : 0;
  return read & ANY_DERIVED && written & ANY_ADDRESS;
}
