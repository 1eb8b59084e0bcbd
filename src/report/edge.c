/* SPDX-License-Identifier: Apache-2.0 */
/* Prints an edge as text. */
#include "base/text.h"
#include "program/program.h"
#include "report/show.h"

#include <inttypes.h>
#include <string.h>

struct names {
  const struct program *program;
  const struct function *function;
};

/* Several registers can carry the name of one variable. */
static bool is_ambiguous(const struct function *function, uint32_t number) {
  for (uint32_t i = 0; i < function->register_count; i++)
    if (i != number && strcmp(function->registers[i].name, function->registers[number].name) == 0)
      return true;
  return false;
}

static void add_register(struct text *out, const struct function *function, uint32_t number) {
  if (number == NO_REGISTER)
    text_add(out, "_");
  else if (!*function->registers[number].name)
    text_format(out, "%%%u", number);
  else if (is_ambiguous(function, number))
    text_format(out, "%s#%u", function->registers[number].name, number);
  else
    text_add(out, function->registers[number].name);
}

static void name_variable(struct text *out, uint64_t number, void *context) {
  const struct names *names = context;
  add_register(out, names->function, (uint32_t)number);
}

static bool name_constant(struct text *out, const struct term *constant, void *context) {
  const struct names *names = context;
  if (constant->width != names->program->pointer_width)
    return false;
  const struct object *object = program_find_object(names->program, constant->value);
  if (!object)
    return false;
  text_format(out, "%s%s", object->function ? "" : "&", object->name);
  if (constant->value != object->address)
    text_format(out, "+%" PRIu64, constant->value - object->address);
  return true;
}

static void add_term(struct text *out, const struct names *names, const struct term *term) {
  struct names copy = *names;
  struct term_names how = {name_variable, name_constant, &copy};
  term_print_named(out, term, &how);
}

static void add_terms(struct text *out, const struct names *names, const struct term *const *terms,
                      uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    text_add(out, i ? ", " : "");
    add_term(out, names, terms[i]);
  }
}

static void add_target(struct text *out, const struct names *names, uint32_t target) {
  add_register(out, names->function, target);
  text_add(out, " = ");
}

static const char *order_text(enum memory_order order) {
  static const char *const texts[] = {"",         " relaxed", " acquire",
                                      " release", " acq_rel", " seq_cst"};
  return texts[order];
}

static const char *rmw_text(enum rmw_operator op) {
  static const char *const texts[] = {"exchange", "add", "sub",  "and",  "nand", "or",  "xor",
                                      "max",      "min", "umax", "umin", "fadd", "fsub"};
  return texts[op];
}

static void add_assignments(struct text *out, const struct names *names, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->assign.count; i++) {
    text_add(out, i ? ", " : "");
    add_target(out, names, edge->assign.list[i].target);
    add_term(out, names, edge->assign.list[i].value);
  }
}

static void add_call(struct text *out, const struct names *names, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->call.result_count; i++) {
    text_add(out, i ? ", " : "");
    add_register(out, names->function, edge->call.results[i]);
  }
  text_add(out, edge->call.result_count ? " = call " : "call ");
  if (edge->call.callee) {
    text_add(out, edge->call.callee->name);
  } else {
    text_add(out, "*(");
    add_term(out, names, edge->call.address);
    text_add(out, ")");
  }
  text_add(out, "(");
  add_terms(out, names, edge->call.arguments, edge->call.argument_count);
  if (edge->call.variadic_area) {
    text_add(out, edge->call.argument_count ? ", ... at " : "... at ");
    add_term(out, names, edge->call.variadic_area);
  }
  text_add(out, ")");
}

/* "WORD BYTES bytes at ADDRESS" */
static void add_access(struct text *out, const struct names *names, const char *word, uint32_t size,
                       const struct term *address, enum memory_order order) {
  text_format(out, "%s%s %u byte%s at ", word, order_text(order), size, size == 1 ? "" : "s");
  add_term(out, names, address);
}

static void add_memory_edge(struct text *out, const struct names *names, const struct edge *edge) {
  enum operation op = edge->op;
  if (op == OPERATION_LOAD) {
    add_target(out, names, edge->load.target);
    add_access(out, names, "load", edge->load.size, edge->load.address, edge->load.order);
  } else if (op == OPERATION_STORE) {
    add_access(out, names, "store", edge->store.size, edge->store.address, edge->store.order);
    text_add(out, ": ");
    add_term(out, names, edge->store.value);
  } else if (op == OPERATION_RMW) {
    add_target(out, names, edge->rmw.target);
    text_format(out, "%s ", rmw_text(edge->rmw.op));
    add_access(out, names, "rmw", edge->rmw.size, edge->rmw.address, edge->rmw.order);
    text_add(out, ": ");
    add_term(out, names, edge->rmw.operand);
  } else if (op == OPERATION_CAS) {
    add_register(out, names->function, edge->cas.old);
    text_add(out, ", ");
    add_target(out, names, edge->cas.success);
    add_access(out, names, "compare-exchange", edge->cas.size, edge->cas.address, edge->cas.order);
    text_add(out, ": ");
    add_term(out, names, edge->cas.expected);
    text_add(out, " → ");
    add_term(out, names, edge->cas.desired);
  } else if (op == OPERATION_ALLOCATE) {
    add_target(out, names, edge->allocate.target);
    text_format(out, "allocate %s%s of ", edge->allocate.zeroed ? "zeroed " : "",
                edge->allocate.heap ? "block" : "slot");
    add_term(out, names, edge->allocate.size);
    text_format(out, " bytes for %s", edge->allocate.name);
  } else if (op == OPERATION_FREE) {
    text_add(out, edge->free.is_slot ? "end slot " : "free ");
    add_term(out, names, edge->free.address);
  } else if (op == OPERATION_BLOCK_SIZE) {
    add_target(out, names, edge->block_size.target);
    text_add(out, edge->block_size.rest ? "size of the rest of the object at "
                                        : "size of the block at ");
    add_term(out, names, edge->block_size.address);
  } else {
    /* COPY, FILL, PRINT: up to three terms */
    text_format(out, "%s ", operation_name(edge->op));
    add_terms(out, names,
              edge->op == OPERATION_COPY
                  ? (const struct term *[]){edge->copy.target, edge->copy.source, edge->copy.size}
              : edge->op == OPERATION_FILL
                  ? (const struct term *[]){edge->fill.target, edge->fill.byte, edge->fill.size}
                  : (const struct term *[]){edge->print.address, edge->print.size, NULL},
              edge->op == OPERATION_PRINT ? 2 : 3);
  }
}

static void add_wait(struct text *out, const struct names *names, const struct edge *edge) {
  text_format(out, "wait%s until %s(", edge->wait.spurious ? " (or spuriously)" : "",
              edge->wait.condition->name);
  add_term(out, names, edge->wait.object);
  text_add(out, ", ");
  add_term(out, names, edge->wait.argument);
  text_add(out, ")");
}

static void add_other_edge(struct text *out, const struct names *names, const struct edge *edge) {
  enum operation op = edge->op;
  if (op == OPERATION_SPAWN) {
    add_target(out, names, edge->spawn.target);
    text_add(out, "spawn ");
    add_term(out, names, edge->spawn.function);
    for (unsigned i = 0; i < 2; i++) {
      text_add(out, ", ");
      add_term(out, names, edge->spawn.arguments[i]);
    }
  } else if (op == OPERATION_EXIT) {
    text_add(out, "exit ");
    add_term(out, names, edge->exit.code);
  } else if (op == OPERATION_SELF || op == OPERATION_ALONE || op == OPERATION_PRINTING ||
             op == OPERATION_WATCHING || op == OPERATION_REUSED) {
    add_target(out, names, edge->get.target);
    text_add(out, operation_name(edge->op));
  } else if (op == OPERATION_WAIT) {
    add_wait(out, names, edge);
  } else if (op == OPERATION_HOLD) {
    text_add(out, edge->hold.taken ? "acquires " : "releases ");
    add_term(out, names, edge->hold.object);
  } else if (op == OPERATION_SETJMP) {
    add_target(out, names, edge->setjmp.target);
    text_add(out, "setjmp ");
    add_term(out, names, edge->setjmp.buffer);
  } else if (op == OPERATION_LONGJMP) {
    text_add(out, "longjmp ");
    add_term(out, names, edge->longjmp.buffer);
    text_add(out, ", ");
    add_term(out, names, edge->longjmp.value);
  } else {
    /* FENCE, FINISH, ATOMIC_BEGIN, ATOMIC_END, SKIP */
    text_add(out, operation_name(edge->op));
  }
}

static void add_check(struct text *out, const struct names *names, const struct edge *edge) {
  text_format(out, "check %s: ", property_name(edge->check.property));
  add_term(out, names, edge->check.condition);
  text_format(out, " (%s)", edge->check.message);
}

static void add_return(struct text *out, const struct names *names, const struct edge *edge) {
  text_add(out, edge->ret.count ? "return " : "return");
  add_terms(out, names, edge->ret.values, edge->ret.count);
}

void report_show_edge(struct text *out, const struct program *program,
                      const struct function *function, const struct edge *edge) {
  const struct names names = {program, function};
  switch (edge->op) {
  case OPERATION_ASSIGN:
    add_assignments(out, &names, edge);
    break;
  case OPERATION_ASSUME:
    text_add(out, "[");
    add_term(out, &names, edge->assume.condition);
    text_add(out, "]");
    break;
  case OPERATION_CHECK:
    add_check(out, &names, edge);
    break;
  case OPERATION_NONDET:
    add_target(out, &names, edge->nondet.target);
    text_format(out, "any value (%s)", edge->nondet.name);
    break;
  case OPERATION_CALL:
    add_call(out, &names, edge);
    break;
  case OPERATION_RETURN:
    add_return(out, &names, edge);
    break;
  case OPERATION_UNSUPPORTED:
    text_format(out, "unsupported: %s", edge->unsupported.what);
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
  case OPERATION_PRINT:
    add_memory_edge(out, &names, edge);
    break;
  case OPERATION_SKIP:
  case OPERATION_FENCE:
  case OPERATION_SPAWN:
  case OPERATION_FINISH:
  case OPERATION_EXIT:
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
  case OPERATION_WAIT:
  case OPERATION_HOLD:
  case OPERATION_SETJMP:
  case OPERATION_LONGJMP:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
  case OPERATION_COUNT:
    add_other_edge(out, &names, edge);
  }
}
