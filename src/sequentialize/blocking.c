/* SPDX-License-Identifier: Apache-2.0 */
/* A step that begins with a condition, such as locking a mutex or an assumption in an atomic
 * section, is blocked while the condition does not hold. For each routine, the output has a
 * function that evaluates the condition of the case where a thread is. switching.c uses it.
 *
 * The path from the beginning of the case to the condition is straight and only computes and reads
 * memory. Its statements are written again, with local variables, so that nothing changes. If the
 * path reads a register before writing it, the case counts as one without a condition. A wait that
 * may end spuriously is no condition. */
#include "sequentialize/blocking.h"

#include "sequentialize/interference.h"
#include "sequentialize/racing.h"

#include <string.h>

enum { LONGEST_WAY = 32, MOST_WRITTEN = 64 };

/* The path from the beginning of a case to its condition. */
struct guarded_way {
  uint32_t nodes[LONGEST_WAY], count; /* the last one has the condition */
  uint32_t written[MOST_WRITTEN], written_count;
  bool is_fine;
};

static bool is_written(const struct guarded_way *way, uint32_t number) {
  for (uint32_t i = 0; i < way->written_count; i++)
    if (way->written[i] == number)
      return true;
  return false;
}

static void note_written(uint32_t number, void *context) {
  struct guarded_way *way = context;
  if (is_written(way, number))
    return;
  way->is_fine &= way->written_count < MOST_WRITTEN;
  if (way->is_fine)
    way->written[way->written_count++] = number;
}

/* If the function does nothing but assume a condition: the condition, as a term over the
 * parameters; else NULL. */
static const struct term *assumed_by(struct sequentializer *s, const struct function *function) {
  const struct flat_unit *unit = flat_function(s, function);
  const struct flat_node *node = &unit->nodes.items[unit->entry];
  if (node->kind != FLAT_EDGE || node->edge->op != OPERATION_ASSUME || node->successor_count != 1 ||
      unit->nodes.items[node->successors[0]].kind != FLAT_END || function->is_variadic)
    return NULL;
  return flat_term(s, unit->root, node->edge->assume.condition);
}

/* If the node assumes a condition in an atomic section: the condition, over the registers of its
 * instance; else NULL. */
static const struct term *assumption_of(struct sequentializer *s, const struct flat_node *node) {
  if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_ASSUME && node->depth)
    return node->edge->assume.condition;
  const struct term *condition =
      node->kind == FLAT_CALL && node->depth ? assumed_by(s, node->function) : NULL;
  if (!condition)
    return NULL;
  const struct function *function = node->function;
  struct flat_instance call = {.function = function};
  call.constants =
      arena_allocate(s->arena, (function->register_count + 1) * sizeof *call.constants);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    if (i >= node->edge->call.argument_count)
      return NULL;
    uint32_t number = function->parameters[i];
    call.constants[number] =
        term_resize(s->program->terms, function->registers[number].width,
                    flat_term(s, node->instance, node->edge->call.arguments[i]));
  }
  return flat_term(s, &call, condition);
}

static bool is_condition(struct sequentializer *s, const struct flat_node *node) {
  if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT)
    return !node->edge->wait.spurious;
  const struct term *condition = assumption_of(s, node);
  return condition && !term_is_constant(condition);
}

/* Does the node change nothing but registers? */
static bool is_harmless(const struct flat_node *node) {
  if (node->successor_count != 1 || node->instance->is_framed)
    return false;
  if (node->kind == FLAT_BIND)
    return !node->callee->frames && !node->callee->function->is_variadic &&
           node->edge->call.argument_count >= node->callee->function->parameter_count;
  if (node->kind != FLAT_EDGE)
    return false;
  enum operation op = node->edge->op;
  return op == OPERATION_ATOMIC_BEGIN || op == OPERATION_SKIP || op == OPERATION_ASSIGN ||
         op == OPERATION_SELF || op == OPERATION_LOAD || op == OPERATION_HOLD;
}

struct read_list {
  uint32_t *items;
  size_t count, capacity;
};

static void note_read(uint32_t number, void *context) {
  vector_push((struct read_list *)context, number);
}

static bool find_way(struct sequentializer *s, struct flat_unit *unit, uint32_t node,
                     struct guarded_way *way) {
  struct read_list early = {0};
  bool enters = node == unit->entry && unit->has_entry_step;
  *way = (struct guarded_way){.is_fine = true};
  for (bool found = false; !found && way->is_fine;) {
    const struct flat_node *at = &unit->nodes.items[node];
    struct read_list reads = {0};
    way->nodes[way->count++] = node;
    flow_reads(s, unit, at, note_read, &reads);
    for (size_t i = 0; i < reads.count; i++)
      if (!is_written(way, reads.items[i]))
        vector_push(&early, reads.items[i]);
    vector_release(&reads);
    found = is_condition(s, at);
    if (found)
      break;
    way->is_fine &= is_harmless(at) && way->count < LONGEST_WAY;
    if (way->is_fine) {
      flow_writes(unit, at, note_written, way);
      node = at->successors[0];
      way->is_fine &= !unit->nodes.items[node].is_visible || enters;
      enters &= !unit->nodes.items[node].is_visible;
    }
  }
  for (size_t i = 0; i < early.count; i++)
    way->is_fine &= !is_written(way, early.items[i]);
  vector_release(&early);
  return way->is_fine;
}

void blocking_find(struct sequentializer *s) {
  struct guarded_way way;
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    unit->cases.is_guarded = arena_allocate(s->arena, unit->cases.count + 1);
    unit->cases.guards =
        arena_allocate(s->arena, (unit->cases.count + 1) * sizeof *unit->cases.guards);
    for (uint32_t k = 0; k < unit->cases.count; k++) {
      unit->cases.is_guarded[k] = find_way(s, unit, unit->cases.nodes[k], &way);
      if (!unit->cases.is_guarded[k])
        continue;
      unit->cases.guards[k] = interference_nodes(s->interference, unit, way.nodes, way.count);
    }
  }
}

static uint32_t find_last_change(struct sequentializer *s, const struct flat_unit *unit,
                                 const struct flat_unit *waiting) {
  for (uint32_t i = unit->cases.count; i-- > 0;) {
    uint32_t rest = interference_rest(s->interference, unit, unit->cases.nodes[i]);
    for (uint32_t k = 0; k < waiting->cases.count; k++)
      if (waiting->cases.is_guarded[k] &&
          interference_conflict(s->interference, waiting->cases.guards[k], rest))
        return i + 1;
  }
  return 0;
}

uint32_t blocking_last_change(struct sequentializer *s, const struct flat_unit *unit,
                              const struct flat_unit *waiting) {
  size_t count = s->routines.count;
  if (!s->changes) {
    s->changes = arena_allocate(s->arena, count * count * sizeof *s->changes);
    memset(s->changes, 0, count * count * sizeof *s->changes);
  }
  uint32_t *known = &s->changes[unit->number * count + waiting->number];
  if (!*known)
    *known = find_last_change(s, unit, waiting) + 1;
  return *known - 1;
}

/* Gives the registers of a path local variables of the function that evaluates the condition,
 * until they are restored. */
static struct flat_register *lend(struct sequentializer *s, struct flat_unit *unit,
                                  const struct guarded_way *way, struct text *out) {
  struct flat_register *saved = memory_allocate((way->written_count + 1) * sizeof *saved);
  for (uint32_t i = 0; i < way->written_count; i++) {
    struct flat_register *reg = &unit->registers.items[way->written[i]];
    saved[i] = *reg;
    reg->is_kept = false;
    if (!reg->is_used || !reg->name)
      continue;
    reg->name = ctype_unique_name(&s->types, "own");
    const char *type = ctype_name(&s->types, reg->type);
    text_format(out, "    %s%s%s = 0;\n", type, type[strlen(type) - 1] == '*' ? "" : " ",
                reg->name);
  }
  return saved;
}

static void give_back(struct flat_unit *unit, const struct guarded_way *way,
                      struct flat_register *saved) {
  for (uint32_t i = 0; i < way->written_count; i++)
    unit->registers.items[way->written[i]] = saved[i];
  memory_release(saved);
}

static void write_way(struct writer *w, const struct guarded_way *way) {
  const struct flat_node *last = &w->unit->nodes.items[way->nodes[way->count - 1]];
  for (uint32_t i = 0; i < way->written_count; i++) /* the condition does not need all of them */
    if (w->unit->registers.items[way->written[i]].is_used &&
        w->unit->registers.items[way->written[i]].name)
      statement_line(w, "(void)%s;", w->unit->registers.items[way->written[i]].name);
  for (uint32_t i = 0; i + 1 < way->count; i++)
    statement_write(w, &w->unit->nodes.items[way->nodes[i]]);
  w->instance = last->instance;
  if (last->kind == FLAT_EDGE && last->edge->op == OPERATION_WAIT)
    statement_line(w, "return !%s;", statement_wait(w, last));
  else
    statement_line(w, "return %s;", cexpr_condition(w, assumption_of(w->s, last), true));
}

static void write_routine(struct sequentializer *s, struct flat_unit *unit, struct text *out) {
  struct guarded_way way;
  struct writer w = {
      .s = s, .unit = unit, .out = out, .indent = 2, .thread = "t", .is_looking = true};
  if (unit->is_single)
    w.thread = arena_format(s->arena, "%u", unit->first_thread);
  text_format(out, "static int %s_is_blocked(%s) {\n  switch (pc[%s]) {\n", unit->name,
              unit->is_single ? "void" : "unsigned int t", w.thread);
  for (uint32_t i = 0; i < unit->cases.count; i++) {
    if (!unit->cases.is_guarded[i] || !find_way(s, unit, unit->cases.nodes[i], &way))
      continue;
    text_format(out, "  case %u: {\n", i + 1);
    struct flat_register *saved = lend(s, unit, &way, out);
    write_way(&w, &way);
    give_back(unit, &way, saved);
    text_add(out, "  }\n");
  }
  text_add(out, "  default:\n    return 0;\n  }\n}\n\n");
}

static bool has_conditions(const struct flat_unit *unit) {
  bool found = false;
  for (uint32_t i = 0; i < unit->cases.count; i++)
    found |= unit->cases.is_guarded && unit->cases.is_guarded[i];
  return found;
}

void blocking_declare(const struct sequentializer *s, struct text *out) {
  if (!s->needs.is_free)
    return;
  text_add(out,
           "/* Does the next step of a thread begin with a condition that does not hold? */\n"
           "static int is_blocked(unsigned int thread);\n\n"
           "/* Does a thread, other than self, stand at a case up to the given one, and is it not "
           "blocked? */\n"
           "static int is_free(unsigned int first, unsigned int end, int last, int self) {\n"
           "  unsigned int i;\n  for (i = first; i < end; i++)\n"
           "    if ((int)i != self && pc[i] > 0 && pc[i] <= last && !is_blocked(i))\n"
           "      return 1;\n  return 0;\n}\n\n");
}

void blocking_define(struct sequentializer *s, struct text *out) {
  if (!s->needs.is_free)
    return;
  struct text body = {0};
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    if (!has_conditions(unit))
      continue;
    write_routine(s, unit, out);
    text_format(&body, "  if (thread - %uu < %uu)\n", unit->first_thread, unit->thread_count);
    if (s->needs.running)
      text_format(&body, "    result = %s_is_blocked(%s);\n", unit->name,
                  unit->is_single ? "" : "thread");
    else
      text_format(&body, "    return %s_is_blocked(%s);\n", unit->name,
                  unit->is_single ? "" : "thread");
  }
  text_add(out, "static int is_blocked(unsigned int thread) {\n");
  bool asks = racing_wanted(s);
  if (s->needs.running)
    text_format(out,
                "  unsigned int before = running;\n  int result = 0;\n  running = thread;\n%s%s%s"
                "  running = before;\n  return result;\n}\n\n",
                asks ? "  is_asking = 1;\n" : "", text_get(&body),
                asks ? "  is_asking = 0;\n" : "");
  else
    text_format(out, "%s  return 0;\n}\n\n", text_get(&body));
  text_release(&body);
}
