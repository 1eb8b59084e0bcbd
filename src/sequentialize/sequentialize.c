/* SPDX-License-Identifier: Apache-2.0 */
/* The sequential program as a whole: the routines and the number of their threads, declarations, a
 * function per routine, and the loop that selects the next thread. */
#include "sequentialize/sequentialize.h"

#include "base/code_text.h"
#include "sequentialize/blocking.h"
#include "sequentialize/forgetting.h"
#include "sequentialize/holding.h"
#include "sequentialize/interference.h"
#include "sequentialize/lock_order.h"
#include "sequentialize/racing.h"
#include "sequentialize/sleeping.h"
#include "sequentialize/switching.h"
#include "sequentialize/writer.h"

#include <string.h>

struct flat_unit *flat_routine(struct sequentializer *s, const struct function *function,
                               const struct function *start) {
  for (size_t i = 0; i < s->routines.count; i++)
    if (s->routines.items[i]->function == function && s->routines.items[i]->start == start)
      return s->routines.items[i];
  struct flat_unit *unit = flat_create(s, function, start, false);
  if (!s->refusal.length)
    flat_interrupt_loops(s, unit);
  unit->number = (uint32_t)s->routines.count;
  vector_push(&s->routines, unit);
  return unit;
}

struct flat_unit *flat_function(struct sequentializer *s, const struct function *function) {
  uint64_t index;
  if (map_get(&s->function_units, function->number, &index))
    return s->functions.items[index];
  struct flat_unit *unit = flat_create(s, function, NULL, true);
  unit->is_single = true;
  map_set(&s->function_units, function->number, s->functions.count);
  vector_push(&s->functions, unit);
  return unit;
}

static const struct edge *spawn_of(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_SPAWN ? node->edge : NULL;
}

struct flat_unit *flat_created(struct sequentializer *s, const struct flat_node *node) {
  const struct edge *edge = spawn_of(node);
  if (!edge)
    return NULL;
  const struct term *function = flat_term(s, node->instance, edge->spawn.function);
  const struct term *start = flat_term(s, node->instance, edge->spawn.arguments[0]);
  const struct function *run =
      term_is_constant(function) ? program_function_at(s->program, function->value) : NULL;
  if (!run || run->parameter_count != 3 || !run->locations) {
    flat_refuse(s, edge->at, "a thread with a start function that is not known");
    return NULL;
  }
  return flat_routine(
      s, run, term_is_constant(start) ? program_function_at(s->program, start->value) : NULL);
}

/* Which functions of C the nodes of a unit call. */
static void find_functions(struct sequentializer *s, const struct flat_unit *unit) {
  for (size_t i = 0; i < unit->nodes.count && !s->refusal.length; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    if (node->kind == FLAT_CALL)
      flat_function(s, node->function);
    else if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT)
      flat_function(s, node->edge->wait.condition);
    s->uses_heap_size |= node->kind == FLAT_EDGE && node->edge->op == OPERATION_BLOCK_SIZE;
    s->uses_running |= unit->is_plain && node->kind == FLAT_EDGE &&
                       (node->edge->op == OPERATION_SELF || node->edge->op == OPERATION_ALONE);
  }
}

static void find_units(struct sequentializer *s) {
  const struct flat_unit *main = flat_routine(s, s->program->start, NULL);
  for (size_t i = 0; i < main->nodes.count && !s->refusal.length; i++)
    s->main_finishes |= main->nodes.items[i].kind == FLAT_END ||
                        (main->nodes.items[i].kind == FLAT_EDGE &&
                         main->nodes.items[i].edge->op == OPERATION_FINISH);
  for (size_t i = 0; i < s->routines.count && !s->refusal.length; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    for (size_t k = 0; k < unit->nodes.count && !s->refusal.length; k++)
      flat_created(s, &unit->nodes.items[k]);
    find_functions(s, unit);
  }
  for (size_t i = 0; i < s->functions.count && !s->refusal.length; i++)
    find_functions(s, s->functions.items[i]);
}

/* How many threads run each routine: as many as there are places that create one, or the bound. */
static void count_threads(struct sequentializer *s) {
  s->routines.items[0]->is_single = true;
  s->routines.items[0]->thread_count = 1;
  for (size_t i = 0; i < s->routines.count; i++)
    for (size_t k = 0; k < s->routines.items[i]->nodes.count; k++) {
      struct flat_unit *creator = s->routines.items[i];
      if (!spawn_of(&creator->nodes.items[k]))
        continue;
      struct flat_unit *unit = flat_created(s, &creator->nodes.items[k]);
      unit->is_bounded |= i > 0 || flow_repeats(creator, (uint32_t)k);
      unit->thread_count++;
    }
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    if (unit->is_bounded)
      unit->thread_count = s->options->max_threads;
    unit->is_single = unit->thread_count == 1 && !unit->is_bounded;
    unit->first_thread = s->thread_total;
    s->thread_total += unit->thread_count;
  }
}

static void name_units(struct sequentializer *s) {
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    const char *name = !i ? "main" : unit->start ? unit->start->name : unit->function->name;
    unit->name = ctype_unique_name(&s->types, arena_format(s->arena, "step_%s", name));
  }
  for (size_t i = 0; i < s->functions.count; i++)
    s->functions.items[i]->name =
        ctype_unique_name(&s->types, s->functions.items[i]->function->name);
  for (int kept = 1; kept >= 0; kept--)
    for (size_t i = 0; i < s->routines.count + s->functions.count; i++) {
      struct flat_unit *unit =
          i < s->routines.count ? s->routines.items[i] : s->functions.items[i - s->routines.count];
      if (kept) {
        flow_analyse(s, unit);
        forgetting_find(s, unit);
        naming_types(s, unit);
        naming_kept(s, unit);
      } else {
        naming_locals(s, unit);
      }
    }
}

static bool has_word(const struct text *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(text_get(text), word); at; at = strstr(at + 1, word))
    if ((at == text_get(text) || !code_text_is_word(at[-1])) && !code_text_is_word(at[length]))
      return true;
  return false;
}

static void print_function(struct sequentializer *s, struct flat_unit *unit, struct text *out) {
  struct writer w = {.s = s, .unit = unit, .out = out, .thread = "running"};
  text_format(out, "%s {\n", statement_signature(s, unit));
  naming_declare(&w, false);
  struct text body = {0};
  w.out = &body;
  body_write(&w);
  for (uint32_t i = 0; i < unit->function->parameter_count; i++) {
    const struct flat_register *reg = &unit->registers.items[unit->function->parameters[i]];
    const char *name = reg->name ? reg->name : arena_format(s->arena, "unused_%u", i);
    if (!has_word(&body, name))
      text_format(out, "  (void)%s;\n", name);
  }
  text_add(out, text_get(&body));
  text_release(&body);
  text_add(out, "}\n\n");
}

static void print_routine(struct sequentializer *s, struct flat_unit *unit, struct text *variables,
                          struct text *out) {
  struct writer w = {.s = s, .unit = unit, .out = variables, .thread = "t"};
  if (unit->is_single)
    w.thread = arena_format(s->arena, "%u", unit->first_thread);
  naming_declare(&w, true);
  if (!unit->is_single)
    text_format(variables, "static unsigned int %s_created;\n", unit->name);
  w.out = out;
  text_format(out, "static void %s(%s) {\n", unit->name,
              unit->is_single ? "void" : "unsigned int t");
  naming_declare(&w, false);
  if (unit->has_stayed)
    text_add(out, "  int stayed = 0; /* the thread was not chosen anew */\n");
  text_format(out, "  switch (pc[%s]) {\n", w.thread);
  body_write(&w);
  text_format(out, "  default:\n    %s;\n  }\n}\n\n",
              s->options->checks_states ? "impossible_state()" : "break");
}

/* Lets one thread make a step. */
static void print_dispatch(const struct sequentializer *s, const char *indent, struct text *out) {
  text_format(out, "%sswitch (next) {\n", indent);
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    for (uint32_t k = 0; k < unit->thread_count; k++) {
      text_format(out, "%scase %u:\n%s  %s(", indent, unit->first_thread + k, indent, unit->name);
      if (!unit->is_single)
        text_format(out, "%u", unit->first_thread + k);
      text_format(out, ");\n%s  break;\n", indent);
    }
  }
  text_format(out, "%sdefault:\n%s  break;\n%s}\n", indent, indent, indent);
}

/* A deadlock is a state in which every thread that has not ended waits. */
static void print_deadlock(struct sequentializer *s, struct text *out) {
  text_add(out, "/* Every thread that has not ended waits, or this is no execution. */\n"
                "static void deadlock(void) {\n  unsigned int next;\n  int some = 0;\n"
                "  looks_for_deadlock = 1;\n");
  text_format(out, "  for (next = 0; next < %u; next++) {\n", s->thread_total);
  text_add(out, "    __VERIFIER_assume(pc[next] >= 0);\n    if (pc[next] == 0)\n      continue;\n"
                "    some = 1;\n    is_waiting = 0;\n");
  if (s->uses_running)
    text_add(out, "    running = next;\n");
  print_dispatch(s, "    ", out);
  text_add(out, "    __VERIFIER_assume(is_waiting);\n  }\n  __VERIFIER_assume(some);\n"
                "  reach_error(); /* deadlock */\n}\n\n");
}

static void print_main(struct sequentializer *s, struct text *out) {
  bool has_deadlock = property_in(PROPERTY_DEADLOCK, s->options->properties);
  struct text dispatch = {0};
  print_dispatch(s, "    ", &dispatch);
  if (has_deadlock)
    print_deadlock(s, out);
  holding_define(s, text_get(&dispatch), out);
  text_add(out, "int main(void) {\n  pc[0] = 1;\n  for (;;) {\n"
                "    unsigned int next = __VERIFIER_nondet_uint();\n");
  s->uses_nondet |= 1u << 6;
  if (has_deadlock)
    text_format(out, "    if (next == %u)\n      deadlock();\n", s->thread_total);
  if (racing_wanted(s))
    text_format(out, "    if (next == %u)\n      race();\n", s->thread_total + 1);
  if (lock_order_has_cycles(s))
    text_format(out, "    if (next == %u)\n      cycle();\n", s->thread_total + 2);
  text_format(out, "    __VERIFIER_assume(next < %u);\n", s->thread_total);
  text_add(out, "    __VERIFIER_assume(pc[next] > 0);\n");
  sleeping_choice(s, out);
  if (s->uses_running)
    text_add(out, "    running = next;\n");
  text_add(out, text_get(&dispatch));
  text_release(&dispatch);
  if (s->uses_running && s->options->reduces_forget)
    text_add(out, "    running = 0;\n");
  text_add(out, "  }\n}\n");
}

void sequential_declarations(struct sequentializer *s, struct text *out) {
  static const char *const nondet[] = {"_Bool __VERIFIER_nondet_bool",
                                       "char __VERIFIER_nondet_char",
                                       "unsigned char __VERIFIER_nondet_uchar",
                                       "short __VERIFIER_nondet_short",
                                       "unsigned short __VERIFIER_nondet_ushort",
                                       "int __VERIFIER_nondet_int",
                                       "unsigned int __VERIFIER_nondet_uint",
                                       "long __VERIFIER_nondet_long",
                                       "unsigned long __VERIFIER_nondet_ulong",
                                       "long long __VERIFIER_nondet_longlong",
                                       "unsigned long long __VERIFIER_nondet_ulonglong",
                                       "float __VERIFIER_nondet_float",
                                       "double __VERIFIER_nondet_double"};
  const char *size = s->program->data_model == DATA_MODEL_LP64 ? "unsigned long" : "unsigned int";
  for (unsigned i = 0; i < sizeof nondet / sizeof *nondet; i++)
    if (s->uses_nondet >> i & 1)
      text_format(out, "extern %s(void);\n", nondet[i]);
  text_add(out, "extern void __VERIFIER_assume(int condition);\n"
                "extern void abort(void);\nextern void exit(int code);\n");
  if (s->uses_malloc)
    text_format(out, "extern void *malloc(%s size);\n", size);
  if (s->uses_calloc)
    text_format(out, "extern void *calloc(%s count, %s size);\n", size, size);
  if (s->uses_free)
    text_add(out, "extern void free(void *block);\n");
  if (s->uses_memmove)
    text_format(out, "extern void *memmove(void *to, const void *from, %s size);\n", size);
  if (s->uses_memset)
    text_format(out, "extern void *memset(void *to, int byte, %s size);\n", size);
  text_add(out, "\nvoid reach_error(void);\nvoid reach_error(void) { abort(); }\n\n");
}

static void print_state(struct sequentializer *s, struct text *out) {
  bool is_bounded = false;
  for (size_t i = 0; i < s->routines.count; i++)
    is_bounded |= !s->routines.items[i]->is_single;
  if (is_bounded)
    text_add(out, "/* More threads are created than there is room for: see --max-threads. */\n"
                  "static void too_many_threads(void) { reach_error(); }\n\n");
  if (s->uses_frames)
    text_add(out, "/* Recursion is deeper than there is room for: see --max-depth. */\n"
                  "static void too_deep(void) { reach_error(); }\n\n");
  if (s->uses_limits)
    text_add(out, "/* Something that the models of the library do not have room for. */\n"
                  "static void beyond_the_models(void) { reach_error(); }\n\n");
  if (s->options->checks_states)
    text_add(out, "/* A program counter that no thread can have: a mistake of the translation. */\n"
                  "static void impossible_state(void) { reach_error(); }\n\n");
  text_format(
      out,
      "/* Where each thread stands: the case it executes next; 0: not created, or ended; -1: it "
      "never\n * goes on. */\nstatic int pc[%u];\n",
      s->thread_total);
  if (s->uses_frames)
    text_format(out,
                "/* How many calls of recursive functions each thread is in, and which calls they "
                "are. */\nstatic unsigned int depth[%u];\nstatic unsigned int call_site[%u][%u];\n",
                s->thread_total, s->thread_total, s->options->max_depth + 1);
  if (property_in(PROPERTY_DEADLOCK, s->options->properties))
    text_add(out, "static int looks_for_deadlock; /* threads only say whether they wait */\n"
                  "static int is_waiting;\n");
  holding_declare(s, out);
  if (s->uses_running)
    text_add(out, "static unsigned int running; /* the thread that executes a step */\n");
  text_add(out, "\n");
  if (s->uses_alone)
    text_format(out,
                "static int is_alone(unsigned int self) {\n  unsigned int i;\n"
                "  for (i = 0; i < %u; i++)\n    if (i != self && pc[i] != 0)\n      return 0;\n"
                "  return 1;\n}\n\n",
                s->thread_total);
  switching_helpers(s, out);
  blocking_declare(s, out);
  racing_declare(s, out);
  sleeping_helpers(s, out);
}

static void print_head(struct sequentializer *s, struct text *out) {
  text_add(out,
           "/* A sequential program that has the executions of a multi-threaded one. Written by "
           "heddle\n * sequentialize.\n *\n * Threads:\n");
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    const char *name = !i ? "main" : unit->start ? unit->start->name : unit->function->name;
    if (unit->thread_count == 1)
      text_format(out, " *   %u: %s\n", unit->first_thread, name);
    else
      text_format(out, " *   %u to %u: %s\n", unit->first_thread,
                  unit->first_thread + unit->thread_count - 1, name);
  }
  for (uint32_t i = 0; i < s->program->assumption_count; i++)
    text_format(out, "%s *   %s\n", i ? "" : " * Taken for granted:\n", s->program->assumptions[i]);
  for (unsigned i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, s->options->left_out))
      text_format(out, " * Not looked for: %s\n", property_name((enum property)i));
  text_add(out, " */\n");
}

static void find_cases(struct sequentializer *s) {
  struct text out = {0};
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    struct writer w = {.s = s, .unit = unit, .out = &out, .thread = "t"};
    body_find_cases(&w);
  }
  text_release(&out);
  if (s->options->reduces_conflict)
    blocking_find(s);
}

/* The functions that are called, also by each other. */
static void print_functions(struct sequentializer *s, struct text *prototypes, struct text *out) {
  size_t count = s->functions.count;
  struct text *texts = memory_allocate_zeroed((count + 1) * sizeof *texts);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < count; i++)
      if (s->functions.items[i]->is_called && !texts[i].length) {
        print_function(s, s->functions.items[i], &texts[i]);
        changed = true;
      }
  }
  for (size_t i = 0; i < count; i++) {
    if (s->functions.items[i]->is_called)
      text_format(prototypes, "%s;\n", statement_signature(s, s->functions.items[i]));
    text_add(out, text_get(&texts[i]));
    text_release(&texts[i]);
  }
  memory_release(texts);
}

static void print_all(struct sequentializer *s, struct text *out) {
  struct text variables = {0}, routines = {0}, functions = {0}, prototypes = {0}, objects = {0};
  struct text state = {0}, entry = {0};
  find_cases(s);
  memset(s->object_used, 0, s->program->object_count); /* types were looked for */
  s->uses_self = false;
  for (size_t i = 0; i < s->routines.count; i++)
    print_routine(s, s->routines.items[i], &variables, &routines);
  blocking_define(s, &entry);
  print_functions(s, &prototypes, &functions);
  racing_define(s, &entry);
  print_main(s, &entry);
  cobjects_print(s, &objects);
  print_state(s, &state);
  print_head(s, out);
  sequential_declarations(s, out);
  ctypes_print(&s->types, out);
  struct text *parts[] = {&state,      &objects,   &s->helper_text, &variables,
                          &prototypes, &functions, &routines,       &entry};
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
    text_add(out, text_get(parts[i]));
    if (parts[i] == &variables || parts[i] == &prototypes)
      text_add(out, "\n");
    if (parts[i] != &s->helper_text)
      text_release(parts[i]);
  }
}

static void release(struct sequentializer *s) {
  for (size_t i = 0; i < s->routines.count + s->functions.count; i++) {
    struct flat_unit *unit =
        i < s->routines.count ? s->routines.items[i] : s->functions.items[i - s->routines.count];
    flat_release(unit);
  }
  vector_release(&s->routines);
  vector_release(&s->functions);
  map_release(&s->function_units);
  map_release(&s->helpers);
  ctypes_release(&s->types);
  text_release(&s->helper_text);
  text_release(&s->refusal);
  fields_release(s);
  lock_order_release(s);
  interference_destroy(s->interference);
  numbers_release(s);
  sharing_destroy(s->sharing);
  arena_destroy(s->arena);
}

bool sequentialize_program(const struct program *program,
                           const struct sequentialize_options *options, struct text *out,
                           struct text *refusal) {
  struct sequentializer s = {.program = program,
                             .options = options,
                             .sharing = sharing_create(program),
                             .arena = arena_create()};
  s.types = (struct ctypes){.program = program, .arena = s.arena};
  s.uses_running = racing_wanted(&s);
  cobjects_name(&s);
  flat_find_taken(&s);
  fields_find(&s);
  numbers_find(&s);
  ctypes_collect(&s.types, s.memory_pointer);
  mortal_find(&s);
  flat_find_effects(&s);
  find_units(&s);
  struct text text = {0};
  if (!s.refusal.length) {
    count_threads(&s);
    lock_order_find(&s);
    if (options->reduces_conflict || options->reduces_order || options->reduces_forget)
      s.interference = interference_create(&s);
    if (options->reduces_conflict)
      switching_reduce(&s);
    if (racing_wanted(&s))
      racing_find(&s);
    name_units(&s);
    print_all(&s, &text);
  }
  bool fine = !s.refusal.length;
  text_add(fine ? out : refusal, fine ? text_get(&text) : text_get(&s.refusal));
  text_release(&text);
  release(&s);
  return fine;
}
