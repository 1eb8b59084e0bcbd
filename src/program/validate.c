/* SPDX-License-Identifier: Apache-2.0 */
/* Checks every invariant of program.h that can be checked, so that a mistake of the front end stops
 * where it happens and not in an engine. That exactly one of several assumptions holds is tested on
 * random values. */
#include "base/hash.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/address.h"
#include "program/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct validation {
  const struct program *program;
  const struct function *function;
  const struct edge *edge;
  struct map seen; /* terms whose variables were checked in this function */
};

#define require(in, holds, ...) ((holds) ? (void)0 : invalid((in), __VA_ARGS__))

__attribute__((format(printf, 2, 3))) static _Noreturn void invalid(const struct validation *in,
                                                                    const char *format, ...) {
  struct text at = {0};
  if (in->edge)
    program_print_position(&at, in->program, in->edge->at);
  fprintf(stderr, "heddle: invalid program: ");
  if (in->function)
    fprintf(stderr, "function %s: ", in->function->name);
  if (in->edge)
    fprintf(stderr, "edge %u -> %u (%s) %s: ", in->edge->from, in->edge->to,
            in->edge->op < OPERATION_COUNT ? operation_name(in->edge->op) : "?", text_get(&at));
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  abort();
}

static void check_variables(struct validation *in, const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    require(in, term->value < in->function->register_count, "term uses register %u of %u",
            (unsigned)term->value, in->function->register_count);
    require(in, in->function->registers[term->value].width == term->width,
            "term uses register %u with width %u, not %u", (unsigned)term->value, term->width,
            in->function->registers[term->value].width);
  }
  if (term->kind != TERM_APPLY || map_get(&in->seen, term->id, NULL))
    return;
  map_set(&in->seen, term->id, 1);
  for (unsigned i = 0; i < term->arity; i++)
    check_variables(in, term->operands[i]);
}

/* `width` 0: any. */
static void check_term(struct validation *in, const struct term *term, unsigned width,
                       const char *what) {
  require(in, term != NULL, "%s is missing", what);
  require(in, !width || term->width == width, "%s has width %u, not %u", what, term->width, width);
  check_variables(in, term);
}

static void check_pointer(struct validation *in, const struct term *term, const char *what) {
  check_term(in, term, in->program->pointer_width, what);
}

static void check_target(struct validation *in, uint32_t target, unsigned width) {
  require(in, target < in->function->register_count, "target register %u does not exist", target);
  require(in, !width || in->function->registers[target].width == width,
          "target register %u has width %u, not %u", target, in->function->registers[target].width,
          width);
}

static void check_access(struct validation *in, const struct term *address, uint32_t size,
                         enum memory_order order) {
  check_pointer(in, address, "address");
  require(in, size >= 1 && size <= 8, "an access of %u bytes", size);
  require(in, order <= ORDER_SEQ_CST, "memory order %d", (int)order);
}

static void check_fits(struct validation *in, unsigned width, uint32_t size) {
  require(in, width <= size * 8, "%u bits in an access of %u bytes", width, size);
}

static void check_assign(struct validation *in, const struct edge *edge) {
  require(in, edge->assign.count > 0, "assigns nothing");
  for (uint32_t i = 0; i < edge->assign.count; i++) {
    const struct assignment *one = &edge->assign.list[i];
    check_term(in, one->value, 0, "value");
    check_target(in, one->target, one->value->width);
    for (uint32_t k = 0; k < i; k++)
      require(in, edge->assign.list[k].target != one->target, "register %u is assigned twice",
              one->target);
  }
}

static void check_call(struct validation *in, const struct edge *edge) {
  require(in, !edge->call.callee != !edge->call.address, "not either a callee or an address");
  if (edge->call.callee)
    require(in,
            edge->call.callee->number < in->program->function_count &&
                in->program->functions[edge->call.callee->number] == edge->call.callee,
            "the callee is not of this program");
  else
    check_pointer(in, edge->call.address, "address");
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    check_term(in, edge->call.arguments[i], 0, "argument");
  for (uint32_t i = 0; i < edge->call.result_count; i++)
    if (edge->call.results[i] != NO_REGISTER)
      check_target(in, edge->call.results[i], 0);
  if (edge->call.variadic_area)
    check_pointer(in, edge->call.variadic_area, "variadic area");
}

static bool only_reads(const struct function *function, unsigned depth) {
  if (!function->locations || depth > 16)
    return false;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    bool fine = edge->op == OPERATION_SKIP || edge->op == OPERATION_ASSIGN ||
                edge->op == OPERATION_ASSUME || edge->op == OPERATION_CHECK ||
                edge->op == OPERATION_NONDET || edge->op == OPERATION_RETURN ||
                edge->op == OPERATION_LOAD || edge->op == OPERATION_SELF ||
                edge->op == OPERATION_ALONE || edge->op == OPERATION_UNSUPPORTED ||
                (edge->op == OPERATION_CALL && edge->call.callee &&
                 only_reads(edge->call.callee, depth + 1));
    if (!fine)
      return false;
  }
  return true;
}

static void check_wait(struct validation *in, const struct edge *edge) {
  require(in, edge->wait.condition != NULL, "waits for nothing");
  require(in, edge->wait.condition->result_count == 1, "condition %s without a result",
          edge->wait.condition->name);
  require(in, only_reads(edge->wait.condition, 0), "condition %s does more than read",
          edge->wait.condition->name);
  check_pointer(in, edge->wait.object, "object");
  check_pointer(in, edge->wait.argument, "argument");
}

static void check_memory_edge(struct validation *in, const struct edge *edge) {
  unsigned pointer_width = in->program->pointer_width;
  enum operation op = edge->op;
  if (op == OPERATION_LOAD) {
    check_access(in, edge->load.address, edge->load.size, edge->load.order);
    check_target(in, edge->load.target, 0);
    check_fits(in, in->function->registers[edge->load.target].width, edge->load.size);
  } else if (op == OPERATION_STORE) {
    check_access(in, edge->store.address, edge->store.size, edge->store.order);
    check_term(in, edge->store.value, 0, "value");
    check_fits(in, edge->store.value->width, edge->store.size);
  } else if (op == OPERATION_RMW) {
    check_access(in, edge->rmw.address, edge->rmw.size, edge->rmw.order);
    check_term(in, edge->rmw.operand, 0, "operand");
    check_target(in, edge->rmw.target, edge->rmw.operand->width);
    check_fits(in, edge->rmw.operand->width, edge->rmw.size);
    require(in, edge->rmw.op <= RMW_FSUB, "operator %d", (int)edge->rmw.op);
  } else if (op == OPERATION_CAS) {
    check_access(in, edge->cas.address, edge->cas.size, edge->cas.order);
    check_term(in, edge->cas.expected, 0, "expected value");
    check_term(in, edge->cas.desired, edge->cas.expected->width, "desired value");
    check_fits(in, edge->cas.expected->width, edge->cas.size);
    check_target(in, edge->cas.old, edge->cas.expected->width);
    check_target(in, edge->cas.success, 1);
  } else if (op == OPERATION_ALLOCATE) {
    check_pointer(in, edge->allocate.size, "size");
    if (edge->allocate.replaced)
      check_pointer(in, edge->allocate.replaced, "replaced block");
    check_target(in, edge->allocate.target, pointer_width);
    require(in,
            edge->allocate.alignment &&
                !(edge->allocate.alignment & (edge->allocate.alignment - 1)),
            "alignment %u", edge->allocate.alignment);
    require(in, edge->allocate.name != NULL, "a block without a name");
  } else if (op == OPERATION_FREE) {
    check_pointer(in, edge->free.address, "address");
  } else if (op == OPERATION_BLOCK_SIZE) {
    check_pointer(in, edge->block_size.address, "address");
    check_target(in, edge->block_size.target, pointer_width);
  } else if (op == OPERATION_COPY) {
    check_pointer(in, edge->copy.target, "target");
    check_pointer(in, edge->copy.source, "source");
    check_pointer(in, edge->copy.size, "size");
  } else {
    /* FILL */
    check_pointer(in, edge->fill.target, "target");
    check_term(in, edge->fill.byte, 0, "byte");
    check_pointer(in, edge->fill.size, "size");
  }
}

static void check_thread_edge(struct validation *in, const struct edge *edge) {
  unsigned pointer_width = in->program->pointer_width;
  enum operation op = edge->op;
  if (op == OPERATION_SPAWN) {
    check_pointer(in, edge->spawn.function, "function");
    check_pointer(in, edge->spawn.arguments[0], "argument");
    check_pointer(in, edge->spawn.arguments[1], "argument");
    check_target(in, edge->spawn.target, pointer_width);
  } else if (op == OPERATION_EXIT) {
    check_term(in, edge->exit.code, 0, "exit code");
  } else if (op == OPERATION_SELF) {
    check_target(in, edge->get.target, pointer_width);
  } else if (op == OPERATION_ALONE || op == OPERATION_PRINTING || op == OPERATION_WATCHING ||
             op == OPERATION_REUSED) {
    check_target(in, edge->get.target, 0);
  } else if (op == OPERATION_WAIT) {
    check_wait(in, edge);
  } else if (op == OPERATION_HOLD) {
    check_pointer(in, edge->hold.object, "object");
  } else if (op == OPERATION_SETJMP) {
    check_pointer(in, edge->setjmp.buffer, "buffer");
    check_target(in, edge->setjmp.target, 0);
  } else if (op == OPERATION_LONGJMP) {
    check_pointer(in, edge->longjmp.buffer, "buffer");
    check_term(in, edge->longjmp.value, 0, "value");
  } else {
    /* PRINT */
    check_pointer(in, edge->print.address, "address");
    check_pointer(in, edge->print.size, "size");
  }
}

static void check_check(struct validation *in, const struct edge *edge) {
  check_term(in, edge->check.condition, 1, "condition");
  require(in, edge->check.property < PROPERTY_COUNT, "property %d", (int)edge->check.property);
  require(in, edge->check.message != NULL, "a check without a message");
}

static void check_return(struct validation *in, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->ret.count; i++)
    check_term(in, edge->ret.values[i], 0, "result");
}

static void check_nondet(struct validation *in, const struct edge *edge) {
  check_target(in, edge->nondet.target, 0);
  require(in, edge->nondet.name != NULL, "a choice without a name");
  require(in, (edge->nondet.source == NONDET_LAYOUT) == (edge->nondet.layout != NULL),
          "a question without a kind");
}

static void check_edge(struct validation *in, const struct edge *edge) {
  switch (edge->op) {
  case OPERATION_SKIP:
  case OPERATION_FINISH:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
    break;
  case OPERATION_FENCE:
    require(in, edge->fence.order <= ORDER_SEQ_CST, "memory order %d", (int)edge->fence.order);
    break;
  case OPERATION_ASSIGN:
    check_assign(in, edge);
    break;
  case OPERATION_ASSUME:
    check_term(in, edge->assume.condition, 1, "condition");
    break;
  case OPERATION_CHECK:
    check_check(in, edge);
    break;
  case OPERATION_NONDET:
    check_nondet(in, edge);
    break;
  case OPERATION_CALL:
    check_call(in, edge);
    break;
  case OPERATION_RETURN:
    check_return(in, edge);
    break;
  case OPERATION_UNSUPPORTED:
    require(in, edge->unsupported.what != NULL, "nothing named");
    break;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_RMW:
  case OPERATION_CAS:
  case OPERATION_ALLOCATE:
  case OPERATION_FREE:
  case OPERATION_BLOCK_SIZE:
  case OPERATION_COPY:
  case OPERATION_FILL:
    check_memory_edge(in, edge);
    break;
  case OPERATION_SPAWN:
  case OPERATION_EXIT:
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_WAIT:
  case OPERATION_HOLD:
  case OPERATION_SETJMP:
  case OPERATION_LONGJMP:
  case OPERATION_PRINT:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
    check_thread_edge(in, edge);
    break;
  case OPERATION_COUNT:
    require(in, false, "no operation");
  }
}

/* The value of a term when every register has a random value derived from `seed`. */
static uint64_t sample(const struct term *term, uint64_t seed, struct map *known) {
  uint64_t result;
  if (term->kind == TERM_CONSTANT)
    return term->value;
  if (map_get(known, term->id, &result))
    return result;
  if (term->kind == TERM_VARIABLE) { /* small and close to each other half of the time */
    result = hash_combine(seed, term->value);
    result = (seed & 1 ? result % 5 : result) & width_mask(term->width);
  } else {
    struct operation_on_bits on = {.op = (enum operator)term->op,
                                   .width = term->width,
                                   .operand_width = term->operands[term->op == OP_ITE]->width,
                                   .low = term->low};
    on.a = sample(term->operands[0], seed, known);
    on.b = term->arity > 1 ? sample(term->operands[1], seed, known) : 0;
    on.c = term->arity > 2 ? sample(term->operands[2], seed, known) : 0;
    result = operator_apply(&on);
  }
  map_set(known, term->id, result);
  return result;
}

static void check_branch(struct validation *in, const struct location *location) {
  const struct edge *edges = in->function->edges + location->first_edge;
  for (uint64_t seed = 0; seed < 4; seed++) {
    struct map known = {0};
    uint32_t holding = 0;
    for (uint32_t i = 0; i < location->edge_count; i++)
      holding += (uint32_t)sample(edges[i].assume.condition, seed, &known);
    map_release(&known);
    in->edge = edges;
    require(in, holding == 1, "%u of the %u assumptions here hold for some values", holding,
            location->edge_count);
  }
}

static void check_locations(struct validation *in) {
  const struct function *function = in->function;
  uint32_t next = 0;
  for (uint32_t at = 0; at < function->location_count; at++) {
    const struct location *location = &function->locations[at];
    in->edge = NULL;
    require(in, location->edge_count == 0 || location->first_edge == next,
            "the edges of location %u are not where they should be", at);
    require(in, location->edge_count <= function->edge_count - next, "location %u: too many edges",
            at);
    for (uint32_t i = 0; i < location->edge_count; i++) {
      in->edge = &function->edges[next + i];
      require(in, in->edge->from == at, "stands with the edges of location %u", at);
      require(in, in->edge->to < function->location_count, "target out of range");
      require(in, !in->edge->at.line || in->edge->at.file < in->program->file_count,
              "file %u does not exist", in->edge->at.file);
      require(in, location->edge_count == 1 || in->edge->op == OPERATION_ASSUME,
              "one of several, but no assumption");
      check_edge(in, in->edge);
    }
    if (location->edge_count > 1)
      check_branch(in, location);
    next += location->edge_count;
  }
  in->edge = NULL;
  require(in, next == function->edge_count, "%u edges belong to no location",
          function->edge_count - next);
}

/* Every cycle goes through a loop head: without them, a depth-first search meets no location that
 * is still open. */
static void check_loops(struct validation *in) {
  enum { UNSEEN, OPEN, DONE };
  struct visit {
    uint32_t location, edge;
  };
  const struct function *function = in->function;
  unsigned char *colour = memory_allocate_zeroed(function->location_count);
  VECTOR(struct visit) path = {0};
  for (uint32_t root = 0; root < function->location_count; root++) {
    if (colour[root] == UNSEEN && !function->locations[root].loop_head) {
      colour[root] = OPEN;
      vector_push(&path, (struct visit){root, 0});
    }
    while (path.count) {
      struct visit *top = &vector_last(&path);
      const struct location *location = &function->locations[top->location];
      if (top->edge == location->edge_count) {
        colour[top->location] = DONE;
        path.count--;
        continue;
      }
      uint32_t to = function->edges[location->first_edge + top->edge++].to;
      if (function->locations[to].loop_head)
        continue;
      require(in, colour[to] != OPEN, "a loop through location %u has no loop head", to);
      if (colour[to] == UNSEEN) {
        colour[to] = OPEN;
        vector_push(&path, (struct visit){to, 0});
      }
    }
  }
  vector_release(&path);
  memory_release(colour);
}

static void check_function(struct validation *in) {
  const struct function *function = in->function;
  for (uint32_t i = 0; i < function->register_count; i++) {
    unsigned width = function->registers[i].width;
    require(in, width >= 1 && width <= 64, "register %u has width %u", i, width);
    require(in, !function->registers[i].is_float || width == 32 || width == 64,
            "float register %u has width %u", i, width);
    require(in, function->registers[i].name != NULL, "register %u has no name", i);
  }
  for (uint32_t i = 0; i < function->parameter_count; i++)
    require(in, !function->locations || function->parameters[i] < function->register_count,
            "parameter %u is no register", i);
  for (uint32_t i = 0; i < function->result_count; i++)
    require(in, function->result_widths[i] >= 1 && function->result_widths[i] <= 64,
            "result %u has width %u", i, function->result_widths[i]);
  require(in, !function->is_variadic || !function->locations || function->parameter_count > 0,
          "variadic without a parameter for the area");
  if (function->address)
    require(in, program_function_at(in->program, function->address) == function,
            "not found at its address");
  if (!function->locations) {
    require(in, function->edge_count == 0, "edges without locations");
    return;
  }
  require(in, function->entry < function->location_count, "entry out of range");
  check_locations(in);
  check_loops(in);
}

static void check_objects(struct validation *in) {
  struct address_range range = address_of_program_objects(in->program->data_model);
  uint64_t free_from = range.start;
  for (uint32_t i = 0; i < in->program->object_count; i++) {
    const struct object *object = &in->program->objects[i];
    require(in, object->name != NULL, "object %u has no name", i);
    require(in, object->address >= free_from && object->address <= range.end,
            "object %s is too close to the one before or out of range", object->name);
    require(in, object->size <= range.end - object->address, "object %s is too large",
            object->name);
    require(in, object->alignment && object->address % object->alignment == 0,
            "object %s is not aligned", object->name);
    require(in, !object->is_thread_local, "object %s is thread-local", object->name);
    require(in, !object->function || object->function->address == object->address,
            "function %s is elsewhere", object->name);
    free_from = object->address + object->size + ADDRESS_GAP;
  }
  free_from = in->program->record_size;
  for (uint32_t i = 0; i < in->program->thread_local_count; i++) {
    const struct object *object = &in->program->thread_locals[i];
    require(in, object->is_thread_local, "object %s is not thread-local", object->name);
    require(in, object->address >= free_from, "thread-local %s overlaps", object->name);
    require(in, object->alignment && object->address % object->alignment == 0,
            "thread-local %s is not aligned", object->name);
    free_from = object->address + object->size;
  }
  require(in, in->program->thread_local_end >= free_from, "thread-locals beyond their end");
}

void program_validate(const struct program *program) {
  struct validation in = {.program = program};
  require(&in, program->pointer_width == (program->data_model == DATA_MODEL_LP64 ? 64 : 32),
          "pointers of %u bits", program->pointer_width);
  require(&in, program->start && program->start->locations, "no function to start in");
  check_objects(&in);
  for (uint32_t i = 0; i < program->function_count; i++) {
    in.function = program->functions[i];
    in.edge = NULL;
    require(&in, in.function->number == i, "number %u, not %u", in.function->number, i);
    check_function(&in);
    map_release(&in.seen);
  }
}
