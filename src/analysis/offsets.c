/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed point over all edges. A slot is a register, a result of a function, or all that an object
 * contains; it has no offset yet, one, or several. */
#include "analysis/offsets.h"

#include "analysis/pointers.h"

#include <string.h>

enum { MOST_CALLEES = 64 };

enum offset_kind { OFFSET_NONE, OFFSET_ONE, OFFSET_ANY };

struct offset {
  enum offset_kind kind;
  int64_t bytes;
};

static const struct offset no_offset = {OFFSET_NONE, 0}, any_offset = {OFFSET_ANY, 0},
                           begin = {OFFSET_ONE, 0};

struct offsets {
  const struct program *program;
  const struct sharing *sharing;
  struct offset *slots;
  uint32_t *registers, *results; /* the first slots, per function; objects come first */
  size_t words;
  uint64_t *set; /* scratch */
  bool changed, fails;
};

static struct offset join(struct offset a, struct offset b) {
  if (a.kind == OFFSET_NONE)
    return b;
  if (b.kind == OFFSET_NONE || (a.kind == b.kind && a.bytes == b.bytes))
    return a;
  return any_offset;
}

static void add(struct offsets *in, uint32_t slot, struct offset offset) {
  struct offset old = in->slots[slot], new = join(old, offset);
  if (old.kind == new.kind && old.bytes == new.bytes)
    return;
  in->slots[slot] = new;
  in->changed = true;
}

static void add_to_register(struct offsets *in, const struct function *function, uint32_t number,
                            struct offset offset) {
  if (number != NO_REGISTER)
    add(in, in->registers[function->number] + number, offset);
}

static void find_pointees(struct offsets *in, const struct function *function,
                          const struct term *term) {
  memset(in->set, 0, in->words * sizeof *in->set);
  sharing_add_pointees(in->sharing, function, term, in->set);
}

static struct offset of_address(const struct program *program, uint64_t address) {
  uint32_t near[2];
  unsigned count = pointers_near(program, address, near);
  if (!count)
    return no_offset;
  const struct object *object = &program->objects[near[0]];
  if (count > 1 || address < object->address || address - object->address > object->size)
    return any_offset;
  return (struct offset){OFFSET_ONE, (int64_t)(address - object->address)};
}

/* Is it a number that is added to, and no address? */
static bool is_number(const struct offsets *in, const struct term *term) {
  return term_is_constant(term) && !pointers_may_be_address(in->program, term);
}

static struct offset evaluate(const struct offsets *in, const struct function *function,
                              const struct term *term);

static struct offset of_sum(const struct offsets *in, const struct function *function,
                            const struct term *term) {
  const struct term *a = term->operands[0], *b = term->operands[1];
  if (term->op == OP_ADD && is_number(in, a)) {
    const struct term *swapped = a;
    a = b;
    b = swapped;
  }
  struct offset offset = evaluate(in, function, a), other = evaluate(in, function, b);
  if (offset.kind == OFFSET_NONE && other.kind == OFFSET_NONE)
    return no_offset;
  if (offset.kind != OFFSET_ONE || !is_number(in, b))
    return any_offset;
  int64_t number = width_signed(b->value, b->width);
  offset.bytes += term->op == OP_ADD ? number : -number;
  return offset;
}

static struct offset evaluate(const struct offsets *in, const struct function *function,
                              const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return term->width < in->program->pointer_width ? no_offset
                                                    : of_address(in->program, term->value);
  if (term->kind == TERM_VARIABLE)
    return in->slots[in->registers[function->number] + (uint32_t)term->value];
  if (operator_is_comparison((enum operator)term->op) || term->width == 1)
    return no_offset;
  if (term->op == OP_ITE)
    return join(evaluate(in, function, term->operands[1]),
                evaluate(in, function, term->operands[2]));
  if (term->op == OP_ADD || term->op == OP_SUB)
    return of_sum(in, function, term);
  for (unsigned i = 0; i < term->arity; i++)
    if (evaluate(in, function, term->operands[i]).kind != OFFSET_NONE)
      return any_offset;
  return no_offset;
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
  return all.kind == OFFSET_NONE || size == in->program->pointer_width / 8 ? all : any_offset;
}

static void store(struct offsets *in, const struct function *function, const struct term *address,
                  struct offset value, uint32_t size) {
  if (value.kind == OFFSET_NONE)
    return;
  if (size != in->program->pointer_width / 8)
    value = any_offset;
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
    in->fails = true;
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
  in->fails |= count > MOST_CALLEES;
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    bind(in, started[i], 0, begin);
    bind(in, started[i], 1, evaluate(in, f, e->spawn.arguments[0]));
    bind(in, started[i], 2, evaluate(in, f, e->spawn.arguments[1]));
  }
  add_to_register(in, f, e->spawn.target, begin);
}

static void add_memory_edge(struct offsets *in, const struct function *f, const struct edge *e) {
  uint32_t word = in->program->pointer_width / 8;
  if (e->op == OPERATION_LOAD) {
    add_to_register(in, f, e->load.target, load(in, f, e->load.address, e->load.size));
  } else if (e->op == OPERATION_STORE) {
    store(in, f, e->store.address, evaluate(in, f, e->store.value), e->store.size);
  } else if (e->op == OPERATION_RMW) {
    struct offset operand = evaluate(in, f, e->rmw.operand);
    struct offset old = load(in, f, e->rmw.address, e->rmw.size);
    add_to_register(in, f, e->rmw.target, old);
    if (e->rmw.op != RMW_EXCHANGE)
      operand = join(operand, old).kind == OFFSET_NONE ? no_offset : any_offset;
    store(in, f, e->rmw.address, operand, e->rmw.size);
  } else if (e->op == OPERATION_CAS) {
    add_to_register(in, f, e->cas.old, load(in, f, e->cas.address, e->cas.size));
    store(in, f, e->cas.address, evaluate(in, f, e->cas.desired), e->cas.size);
  } else if (e->op == OPERATION_COPY) {
    store(in, f, e->copy.target, load(in, f, e->copy.source, word), word);
  }
}

static void add_edge(struct offsets *in, const struct function *f, const struct edge *e) {
  if (e->op == OPERATION_ASSIGN) {
    for (uint32_t i = 0; i < e->assign.count; i++)
      add_to_register(in, f, e->assign.list[i].target, evaluate(in, f, e->assign.list[i].value));
  } else if (e->op == OPERATION_NONDET) {
    if (e->nondet.source != NONDET_UNINITIALISED)
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
  in->words = (sharing_object_count(in->sharing) + 63) / 64;
  in->set = memory_allocate(in->words * sizeof *in->set);
}

struct offsets *offsets_create(const struct program *program, const struct sharing *sharing) {
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
  } while (in->changed && !in->fails);
  if (!in->fails)
    return in;
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
  memory_release(offsets);
}

bool offsets_of(const struct offsets *offsets, const struct function *function,
                const struct term *term, int64_t *offset) {
  struct offset found = evaluate(offsets, function, term);
  *offset = found.bytes;
  return found.kind == OFFSET_ONE;
}
