/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of a node as C statements, without its successors. */
#include "sequentialize/writer.h"

#include "frontend/sequential.h"
#include "sequentialize/forgetting.h"
#include "sequentialize/holding.h"
#include "sequentialize/racing.h"
#include "term/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void statement_line(struct writer *w, const char *format, ...) {
  for (unsigned i = 0; i < w->indent; i++)
    text_add(w->out, "  ");
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *line = memory_allocate((size_t)length + 1);
  va_start(arguments, format);
  vsnprintf(line, (size_t)length + 1, format, arguments);
  va_end(arguments);
  text_add(w->out, line);
  text_add(w->out, "\n");
  memory_release(line);
}

struct flat_register *statement_register(const struct writer *w,
                                         const struct flat_instance *instance, uint32_t number) {
  return &w->unit->registers.items[instance->first_register + number];
}

bool statement_wants(const struct writer *w, const struct flat_instance *instance,
                     uint32_t number) {
  if (number == NO_REGISTER || instance->constants[number])
    return false;
  const struct flat_register *reg = statement_register(w, instance, number);
  return reg->is_used && !reg->slot;
}

const char *statement_name(struct writer *w, const struct flat_instance *instance,
                           uint32_t number) {
  return naming_register(w, instance->first_register + number);
}

const char *statement_nondet(struct sequentializer *s, struct ctype type) {
  static const char *const names[] = {"bool",      "char",  "uchar", "short", "ushort",
                                      "int",       "uint",  "long",  "ulong", "longlong",
                                      "ulonglong", "float", "double"};
  bool is_long = s->program->data_model == DATA_MODEL_LP64;
  unsigned index;
  if (type.kind == CTYPE_BOOL)
    index = 0;
  else if (type.kind == CTYPE_FLOAT)
    index = type.bits == 32 ? 11 : 12;
  else
    index = (type.bits == 8    ? 1
             : type.bits == 16 ? 3
             : type.bits == 32 ? 5
             : is_long         ? 7
                               : 9) +
            (unsigned)!type.is_signed;
  if (type.kind == CTYPE_POINTER)
    index = type.bits == 64 ? 8 : 6;
  s->needs.nondet |= 1u << index;
  return arena_format(s->arena, "%s__VERIFIER_nondet_%s()",
                      type.kind == CTYPE_POINTER ? "(void *)" : "", names[index]);
}

/* A number of fewer bits than its type has. */
static const char *nondet_of_width(struct writer *w, const struct flat_register *reg) {
  unsigned width = reg->instance->function->registers[reg->number].width;
  const char *text = statement_nondet(w->s, reg->type);
  if (reg->type.kind != CTYPE_INTEGER || width == reg->type.bits)
    return text;
  return arena_format(w->s->arena, "%s & %s", text,
                      cexpr_constant(w, width_mask(width), reg->type).text);
}

/* A value of `size` bytes for a register that may be narrower. */
struct cexpr statement_fit(struct writer *w, struct cexpr e, const struct flat_register *reg) {
  unsigned width = reg->instance->function->registers[reg->number].width;
  if (width == 1 && e.type.kind != CTYPE_BOOL)
    return (struct cexpr){arena_format(w->s->arena, "%s & 1", cexpr_group(w, e, CEXPR_UNARY)),
                          reg->type, CEXPR_BINARY};
  if (reg->is_inlined && e.type.kind == CTYPE_BOOL && reg->type.kind == CTYPE_INTEGER)
    return e; /* its readers see that it is a truth value */
  /* Casts to and from void * are left out in assignments only. */
  const char *type = ctype_name(&w->s->types, reg->type);
  if (reg->is_inlined && reg->type.kind == CTYPE_POINTER && e.type.kind == CTYPE_POINTER &&
      strcmp(ctype_name(&w->s->types, e.type), type) != 0)
    return (struct cexpr){arena_format(w->s->arena, "(%s)%s", type, cexpr_group(w, e, CEXPR_UNARY)),
                          reg->type, CEXPR_UNARY};
  e = cexpr_cast(w, e, reg->type);
  if (reg->type.kind != CTYPE_INTEGER || width == reg->type.bits)
    return e;
  return (struct cexpr){arena_format(w->s->arena, "%s & %s", cexpr_group(w, e, CEXPR_UNARY),
                                     cexpr_constant(w, width_mask(width), reg->type).text),
                        reg->type, CEXPR_BINARY};
}

void statement_assign(struct writer *w, struct flat_register *reg, const char *name,
                      struct cexpr value) {
  if (!reg->is_inlined) {
    statement_line(w, "%s = %s;", name, value.text);
    return;
  }
  reg->value = value.text;
  reg->value_type = value.type;
  reg->value_rank = (uint8_t)value.rank;
}

/* The value of a term as a register gets it. */
struct cexpr statement_value(struct writer *w, const struct term *term,
                             const struct flat_register *reg) {
  const struct term *known = flat_term(w->s, w->instance, term);
  if (!reg->is_inlined || (term_is_constant(known) && reg->type.kind != CTYPE_POINTER))
    return cexpr_value(w, known, reg->type);
  return statement_fit(
      w, term_is_constant(known) ? cexpr_constant(w, known->value, reg->type) : cexpr_of(w, known),
      reg);
}

static void assign_arbitrary(struct writer *w, const struct flat_instance *instance,
                             uint32_t target) {
  if (!statement_wants(w, instance, target))
    return;
  struct flat_register *reg = statement_register(w, instance, target);
  struct cexpr value = {nondet_of_width(w, reg), reg->type, CEXPR_BINARY};
  statement_assign(w, reg, statement_name(w, instance, target), value);
}

bool statement_mentions(const struct flat_instance *instance, const struct term *term,
                        uint32_t number) {
  return !instance->constants[number] && term_mentions(term, number);
}

/* All values are computed before any register changes. */
static void write_assignments(struct writer *w, const struct edge *edge) {
  bool depends = false;
  for (uint32_t i = 0; i < edge->assign.count; i++)
    for (uint32_t k = i + 1; k < edge->assign.count; k++)
      depends |=
          statement_mentions(w->instance, edge->assign.list[k].value, edge->assign.list[i].target);
  if (depends) {
    statement_line(w, "{");
    w->indent++;
  }
  for (unsigned round = depends ? 0 : 1; round < 2; round++)
    for (uint32_t i = 0; i < edge->assign.count; i++) {
      const struct assignment *one = &edge->assign.list[i];
      if (!statement_wants(w, w->instance, one->target))
        continue;
      struct flat_register *reg = statement_register(w, w->instance, one->target);
      struct cexpr value = {arena_format(w->s->arena, "heddle_new_%u", i), reg->type,
                            CEXPR_PRIMARY};
      if (!depends || !round)
        value = statement_value(w, one->value, reg);
      const char *name = ctype_name(&w->s->types, reg->type);
      if (!round)
        statement_line(w, "%s%sheddle_new_%u = %s;", name, name[strlen(name) - 1] == '*' ? "" : " ",
                       i, value.text);
      else
        statement_assign(w, reg, statement_name(w, w->instance, one->target), value);
    }
  if (depends) {
    w->indent--;
    statement_line(w, "}");
  }
}

/* Ends the thread, or the execution if no other thread can violate anything. */
void statement_require(struct writer *w, const struct flat_node *node,
                       const struct term *condition) {
  if (term_is_true(flat_term(w->s, w->instance, condition)))
    return;
  if (w->unit->is_plain || node->depth) {
    statement_line(w, "__VERIFIER_assume(%s);", cexpr_condition(w, condition, false));
    return;
  }
  const char *hope = w->s->is_linear ? NULL : forgetting_hope(w);
  if (hope && !*hope) { /* no other thread can violate anything */
    statement_line(w, "__VERIFIER_assume(%s);", cexpr_condition(w, condition, false));
    return;
  }
  statement_line(w, "if (%s) {", cexpr_condition(w, condition, true));
  w->indent++;
  forgetting_write_all(w, (uint32_t)(node - w->unit->nodes.items));
  statement_line(w, "pc[%s] = -1; /* it never goes on */", w->thread);
  if (hope)
    statement_line(w, "__VERIFIER_assume(%s);", hope);
  statement_line(w, "return;");
  w->indent--;
  statement_line(w, "}");
}

static const char *quoted(struct sequentializer *s, const char *text) {
  struct text out = {0};
  for (; *text; text++) /* no end of the comment, no trigraphs */
    text_format(&out, "%c", text[0] == '*' && text[1] == '/' ? '+' : *text == '\n' ? ' ' : *text);
  const char *copy = arena_copy_text(s->arena, text_get(&out));
  text_release(&out);
  return copy;
}

static void write_check(struct writer *w, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  const struct term *condition = flat_term(w->s, w->instance, edge->check.condition);
  if (term_is_true(condition))
    return;
  if (!property_in(edge->check.property, w->s->options->properties)) {
    if (edge->check.fatal)
      statement_require(w, node, condition);
    return;
  }
  const char *message = quoted(w->s, edge->check.message);
  if (term_is_false(condition)) {
    statement_line(w, "reach_error(); /* %s */", message);
    return;
  }
  statement_line(w, "if (%s)", cexpr_condition(w, condition, true));
  statement_line(w, "  reach_error(); /* %s */", message);
}

/* What stands for a thread: its number, or the address of its part of `threads`. */
static struct cexpr thread_value(struct writer *w, const char *number) {
  struct sequentializer *s = w->s;
  s->needs.self |= !s->threads_are_numbers;
  if (!s->threads_are_numbers)
    return (struct cexpr){arena_format(s->arena, "&threads[%s]", number),
                          ctype_pointer(&s->types, s->memory_pointer), CEXPR_UNARY};
  struct ctype word = ctype_integer(s->program->pointer_width, false);
  char *end;
  unsigned long known = strtoul(number, &end, 10);
  if (!*end)
    return cexpr_constant(w, (known + 1) * THREAD_UNIT, word);
  return (struct cexpr){arena_format(s->arena, "(%s + 1%s) * %d", number,
                                     s->program->data_model == DATA_MODEL_LP64 ? "ul" : "u",
                                     THREAD_UNIT),
                        word, CEXPR_BINARY};
}

struct cexpr statement_own_number(struct writer *w) {
  return thread_value(w, w->thread);
}

static struct flat_unit *spawned_routine(struct writer *w, const struct edge *edge) {
  const struct term *function = flat_term(w->s, w->instance, edge->spawn.function);
  const struct term *start = flat_term(w->s, w->instance, edge->spawn.arguments[0]);
  return flat_routine(w->s, program_function_at(w->s->program, function->value),
                      term_is_constant(start) ? program_function_at(w->s->program, start->value)
                                              : NULL);
}

/* Gives the new thread its arguments. */
static void write_spawn_arguments(struct writer *w, const struct edge *edge,
                                  struct flat_unit *routine, const char *number) {
  struct writer other = {.s = w->s, .unit = routine, .instance = routine->root, .thread = number};
  const uint32_t *parameters = routine->function->parameters;
  for (unsigned i = 0; i < 3; i++) {
    if (!statement_wants(&other, routine->root, parameters[i]) ||
        statement_register(&other, routine->root, parameters[i])->is_own)
      continue;
    struct ctype type = statement_register(&other, routine->root, parameters[i])->type;
    const char *value = i ? cexpr_as(w, edge->spawn.arguments[i - 1], type)
                          : cexpr_cast(w, thread_value(w, number), type).text;
    statement_line(w, "%s = %s;", statement_name(&other, routine->root, parameters[i]), value);
  }
}

static void write_spawn(struct writer *w, const struct edge *edge) {
  struct flat_unit *routine = spawned_routine(w, edge);
  const char *number = arena_format(w->s->arena, "%u", routine->first_thread);
  if (!routine->is_single) {
    statement_line(w, "if (%s_created >= %u)", routine->name, routine->thread_count);
    statement_line(w, "  " SEQUENTIAL_BOUND "raise_max_threads();");
    number = routine->first_thread ? arena_format(w->s->arena, "%s_created + %u", routine->name,
                                                  routine->first_thread)
                                   : arena_format(w->s->arena, "%s_created", routine->name);
  }
  write_spawn_arguments(w, edge, routine, number);
  statement_line(w, "pc[%s] = 1; /* a thread that runs %s */", number,
                 routine->start ? routine->start->name : routine->name);
  if (statement_wants(w, w->instance, edge->spawn.target)) {
    struct cexpr record = thread_value(w, number);
    statement_line(
        w, "%s = %s;", statement_name(w, w->instance, edge->spawn.target),
        cexpr_cast(w, record, statement_register(w, w->instance, edge->spawn.target)->type).text);
  }
  if (!routine->is_single)
    statement_line(w, "%s_created++;", routine->name);
}

static void write_get(struct writer *w, const struct edge *edge) {
  if (!statement_wants(w, w->instance, edge->get.target))
    return;
  const struct flat_register *reg = statement_register(w, w->instance, edge->get.target);
  const char *name = statement_name(w, w->instance, edge->get.target);
  if (reg->is_own)
    return;
  if (edge->op == OPERATION_SELF) {
    statement_line(w, "%s = %s;", name, cexpr_cast(w, thread_value(w, w->thread), reg->type).text);
  } else if (edge->op == OPERATION_ALONE) {
    w->s->needs.alone = true;
    statement_line(w, "%s = is_alone(%s);", name, w->thread);
  }
}

const char *statement_wait(struct writer *w, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  struct flat_unit *condition = flat_function(w->s, edge->wait.condition);
  const struct term *arguments[2] = {edge->wait.object, edge->wait.argument};
  struct text out = {0};
  condition->is_called = true;
  text_format(&out, "%s(", condition->name);
  for (uint32_t i = 0; i < condition->function->parameter_count && i < 2; i++)
    text_format(&out, "%s%s", i ? ", " : "",
                cexpr_as(w, arguments[i],
                         condition->registers.items[condition->function->parameters[i]].type));
  text_add(&out, ")");
  const char *text = arena_copy_text(w->s->arena, text_get(&out));
  text_release(&out);
  return text;
}

/* Of operations that are about threads rather than values. */
static void write_thread_edge(struct writer *w, const struct edge *edge) {
  if (edge->op == OPERATION_SPAWN)
    write_spawn(w, edge);
  else if (edge->op == OPERATION_EXIT)
    statement_line(w, "exit(%s);", cexpr_as(w, edge->exit.code, ctype_integer(32, true)));
  else if (edge->op == OPERATION_HOLD)
    holding_write(w, edge);
  else
    write_get(w, edge);
}

static void write_edge(struct writer *w, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  switch (edge->op) {
  case OPERATION_ASSIGN:
    write_assignments(w, edge);
    break;
  case OPERATION_ASSUME:
    statement_require(w, node, edge->assume.condition);
    break;
  case OPERATION_CHECK:
    write_check(w, node);
    break;
  case OPERATION_NONDET:
    assign_arbitrary(w, w->instance, edge->nondet.target);
    break;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_RMW:
  case OPERATION_CAS:
  case OPERATION_ALLOCATE:
  case OPERATION_FREE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_BLOCK_SIZE:
  case OPERATION_FINISH:
    access_write(w, edge);
    break;
  case OPERATION_UNSUPPORTED:
    w->s->needs.limits = true;
    statement_line(w, SEQUENTIAL_BOUND "library_model(); /* %s */",
                   quoted(w->s, edge->unsupported.what));
    break;
  case OPERATION_SETJMP:
    jumping_save(w, node);
    break;
  case OPERATION_SPAWN:
  case OPERATION_EXIT:
  case OPERATION_HOLD:
  case OPERATION_SELF:
  case OPERATION_ALONE:
    write_thread_edge(w, edge);
    break;
  case OPERATION_SKIP:
  case OPERATION_CALL:
  case OPERATION_RETURN:
  case OPERATION_FENCE:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
  case OPERATION_WAIT:
  case OPERATION_LONGJMP:
  case OPERATION_PRINT:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
  case OPERATION_COUNT:
  default: /* fences, output, annotations */
    break;
  }
}

/* The frame of a recursive function's call, relative to the one of the thread. */
static const char *frame_at(struct writer *w, const char *distance) {
  return arena_format(w->s->arena, "depth[%s] %s 1", w->thread, distance);
}

/* A register of the function that is called. */
static const char *callee_name(struct writer *w, const struct flat_node *node, uint32_t number) {
  w->frame = node->callee->frames ? frame_at(w, "+") : NULL;
  const char *name = statement_name(w, node->callee, number);
  w->frame = NULL;
  return name;
}

/* The parameters of a function that was put in. */
static void write_parameters(struct writer *w, const struct flat_node *node) {
  const struct function *function = node->callee->function;
  const struct edge *edge = node->edge;
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    uint32_t parameter = function->parameters[i];
    if (!statement_wants(w, node->callee, parameter))
      continue;
    if (i < positional && i >= edge->call.argument_count) {
      struct flat_register *missing = statement_register(w, node->callee, parameter);
      struct cexpr any = {nondet_of_width(w, missing), missing->type, CEXPR_BINARY};
      statement_assign(w, missing, callee_name(w, node, parameter), any);
      continue;
    }
    struct flat_register *reg = statement_register(w, node->callee, parameter);
    const struct term *argument =
        i < positional ? edge->call.arguments[i] : edge->call.variadic_area;
    struct cexpr value = {"0", reg->type, CEXPR_PRIMARY};
    if (argument)
      value =
          statement_value(w,
                          term_resize(w->s->program->terms, function->registers[parameter].width,
                                      flat_term(w->s, w->instance, argument)),
                          reg);
    statement_assign(w, reg, callee_name(w, node, parameter), value);
  }
}

static void write_binding(struct writer *w, const struct flat_node *node) {
  if (!node->callee->frames) {
    write_parameters(w, node);
    return;
  }
  statement_line(w, "if (depth[%s] >= %u)", w->thread, w->s->options->max_depth);
  statement_line(w, "  " SEQUENTIAL_BOUND "raise_max_depth();");
  write_parameters(w, node);
  statement_line(w, "depth[%s]++;", w->thread);
  statement_line(w, "call_site[%s][depth[%s]] = %u;", w->thread, w->thread, node->site);
}

static void write_result(struct writer *w, const struct flat_node *node) {
  const struct edge *call = node->call, *edge = node->edge;
  struct flat_instance *caller = node->caller;
  for (uint32_t i = 0; i < call->call.result_count; i++) {
    uint32_t target = call->call.results[i];
    if (!statement_wants(w, caller, target))
      continue;
    struct flat_register *reg = statement_register(w, caller, target);
    unsigned width = caller->function->registers[target].width;
    struct cexpr value =
        i < edge->ret.count
            ? statement_value(w,
                              term_resize(w->s->program->terms, width,
                                          flat_term(w->s, w->instance, edge->ret.values[i])),
                              reg)
            : (struct cexpr){nondet_of_width(w, reg), reg->type, CEXPR_BINARY};
    w->frame = node->callee->frames ? frame_at(w, "-") : NULL;
    statement_assign(w, reg, statement_name(w, caller, target), value);
    w->frame = NULL;
  }
  access_end_all(w, node->callee);
  if (node->callee->frames)
    statement_line(w, "depth[%s]--;", w->thread);
}

/* The type of a function's result: that of what it returns. */
static struct ctype result_type(struct sequentializer *s, struct flat_unit *unit, uint32_t index) {
  struct writer w = {.s = s, .unit = unit, .instance = unit->root, .thread = "running"};
  struct ctype type = ctype_integer(unit->function->result_widths[index], false);
  vector_each (node, &unit->nodes) {
    if (node->kind != FLAT_END || !node->edge || node->edge->op != OPERATION_RETURN ||
        index >= node->edge->ret.count)
      continue;
    struct ctype found = cexpr_type(&w, flat_term(s, unit->root, node->edge->ret.values[index]));
    if (found.bits == type.bits && found.kind != CTYPE_INTEGER)
      type = found.kind == CTYPE_POINTER ? ctype_pointer(&s->types, NULL) : found;
  }
  return type;
}

const char *statement_signature(struct sequentializer *s, struct flat_unit *unit) {
  const struct function *function = unit->function;
  struct text out = {0};
  const char *type =
      function->result_count ? ctype_name(&s->types, result_type(s, unit, 0)) : "void";
  text_format(&out, "static %s%s%s(", type, type[strlen(type) - 1] == '*' ? "" : " ", unit->name);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    const struct flat_register *reg = &unit->registers.items[function->parameters[i]];
    const char *own = ctype_name(&s->types, reg->type);
    text_format(&out, "%s%s%s%s", i ? ", " : "", own, own[strlen(own) - 1] == '*' ? "" : " ",
                reg->name ? reg->name : arena_format(s->arena, "unused_%u", i));
  }
  text_add(&out, function->parameter_count ? ")" : "void)");
  const char *text = arena_copy_text(s->arena, text_get(&out));
  text_release(&out);
  return text;
}

static const char *call_text(struct writer *w, const struct flat_node *node,
                             struct flat_unit *callee) {
  const struct edge *edge = node->edge;
  const struct function *function = callee->function;
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  struct text out = {0};
  callee->is_called = true;
  text_format(&out, "%s(", callee->name);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    const struct flat_register *reg = &callee->registers.items[function->parameters[i]];
    const struct term *argument = i >= positional                 ? edge->call.variadic_area
                                  : i < edge->call.argument_count ? edge->call.arguments[i]
                                                                  : NULL;
    const char *value = "0";
    if (argument)
      value = cexpr_as(w,
                       term_resize(w->s->program->terms,
                                   function->registers[function->parameters[i]].width,
                                   flat_term(w->s, w->instance, argument)),
                       reg->type);
    else if (i < positional)
      value = statement_nondet(w->s, reg->type);
    text_format(&out, "%s%s", i ? ", " : "", value);
  }
  text_add(&out, ")");
  const char *text = arena_copy_text(w->s->arena, text_get(&out));
  text_release(&out);
  return text;
}

static void write_call(struct writer *w, const struct flat_node *node) {
  if (flow_is_dropped(w->s, w->unit, node))
    return;
  struct flat_unit *callee = flat_function(w->s, node->function);
  const struct edge *edge = node->edge;
  const char *call = call_text(w, node, callee);
  if (callee->function->result_count > 1)
    flat_refuse(w->s, edge->at, "a function that returns a struct in one step");
  uint32_t target = edge->call.result_count ? edge->call.results[0] : NO_REGISTER;
  if (!statement_wants(w, w->instance, target)) {
    statement_line(w, "%s%s;", callee->function->result_count ? "(void)" : "", call);
    return;
  }
  if (!callee->function->result_count) {
    statement_line(w, "%s;", call);
    assign_arbitrary(w, w->instance, target);
    return;
  }
  struct cexpr result = {call, result_type(w->s, callee, 0), CEXPR_PRIMARY};
  struct flat_register *reg = statement_register(w, w->instance, target);
  statement_assign(w, reg, statement_name(w, w->instance, target), statement_fit(w, result, reg));
}

void statement_write(struct writer *w, const struct flat_node *node) {
  w->instance = node->instance;
  switch ((int)node->kind) {
  case FLAT_EDGE:
    racing_write(w, node);
    write_edge(w, node);
    break;
  case FLAT_BIND:
    write_binding(w, node);
    break;
  case FLAT_RETURN:
    write_result(w, node);
    break;
  case FLAT_CALL:
    write_call(w, node);
    break;
  case FLAT_LAND:
    jumping_land(w, node);
    break;
  case FLAT_BAD_JUMP:
    jumping_fail(w, node);
    break;
  case FLAT_BAD_CALL:
    statement_line(w, "reach_error(); /* call through an invalid function pointer */");
    break;
  case FLAT_END:
    if (!w->unit->is_plain || !node->edge || node->edge->op != OPERATION_RETURN ||
        !node->edge->ret.count)
      break;
    statement_line(w, "return %s;",
                   cexpr_as(w, node->edge->ret.values[0], result_type(w->s, w->unit, 0)));
    break;
  default:
    break;
  }
}
