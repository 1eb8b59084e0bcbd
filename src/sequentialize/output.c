/* SPDX-License-Identifier: Apache-2.0 */
/* The sequential program as a whole: declarations, a function per routine, and the loop that
 * selects the next thread. */
#include "sequentialize/sequentialize.h"

#include "base/bits.h"
#include "base/code_text.h"
#include "frontend/sequential.h"
#include "sequentialize/blocking.h"
#include "sequentialize/forgetting.h"
#include "sequentialize/holding.h"
#include "sequentialize/interference.h"
#include "sequentialize/lock_order.h"
#include "sequentialize/racing.h"
#include "sequentialize/sleeping.h"
#include "sequentialize/switching.h"
#include "sequentialize/writer.h"

#include <inttypes.h>
#include <string.h>

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

/* Prints a function that gives each address of a lock a number, by searching the places where
 * locks can be. Numbers computed from heddle's addresses would mean nothing in the compiled
 * program. */
static void print_numbers(struct sequentializer *s, const struct flat_unit *unit, const char *name,
                          struct text *out) {
  enum { PLACE_UNIT = 4 };
  uint32_t parameter = unit->function->parameters[0];
  size_t words = bits_words(sharing_object_count(s->sharing));
  uint64_t *places = bits_create(words), first = 1;
  sharing_add_copied(s->sharing, unit->function,
                     term_variable(s->program->terms, s->program->pointer_width, parameter),
                     places);
  text_format(out, "  unsigned int i;\n  (void)%s, (void)i;\n", name);
  for (uint32_t i = 0; i < s->program->object_count; i++) {
    const struct object *object = &s->program->objects[i];
    if (!bits_has(places, i) || object->function || object->is_constant)
      continue;
    text_format(out, "  for (i = 0; i < %" PRIu64 "; i += %d)\n", object->size, PLACE_UNIT);
    text_format(out, "    if ((char *)%s == (char *)&%s + i)\n      return %" PRIu64 "u + i;\n",
                name, cobjects_name_of(s, object), first);
    first += object->size;
  }
  text_add(out, "  return 0;\n");
  memory_release(places);
}

static void print_function(struct sequentializer *s, struct flat_unit *unit, struct text *out) {
  struct writer w = {.s = s, .unit = unit, .out = out, .thread = "running"};
  text_format(out, "%s {\n", statement_signature(s, unit));
  struct text body = {0};
  if (!unit->function->names_variable) {
    naming_declare(&w, false);
    w.out = &body;
    body_write(&w);
  }
  for (uint32_t i = 0; i < unit->function->parameter_count; i++) {
    const struct flat_register *reg = &unit->registers.items[unit->function->parameters[i]];
    const char *name = reg->name ? reg->name : arena_format(s->arena, "unused_%u", i);
    if (unit->function->names_variable)
      print_numbers(s, unit, name, &body);
    else if (!has_word(&body, name))
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
  text_format(out, "%s  }\n}\n\n",
              s->options->checks_states ? "  default:\n    impossible_state();\n" : "");
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
  if (s->needs.running)
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
  s->needs.nondet |= 1u << 6;
  if (has_deadlock)
    text_format(out, "    if (next == %u)\n      deadlock();\n", s->thread_total);
  if (racing_wanted(s))
    text_format(out, "    if (next == %u)\n      race();\n", s->thread_total + 1);
  if (lock_order_has_cycles(s))
    text_format(out, "    if (next == %u)\n      cycle();\n", s->thread_total + 2);
  text_format(out, "    __VERIFIER_assume(next < %u);\n", s->thread_total);
  text_add(out, "    __VERIFIER_assume(pc[next] > 0);\n");
  sleeping_choice(s, out);
  if (s->needs.running)
    text_add(out, "    running = next;\n");
  text_add(out, text_get(&dispatch));
  text_release(&dispatch);
  if (s->needs.running && s->options->reduces_forget)
    text_add(out, "    running = 0;\n");
  text_add(out, "  }\n}\n");
}

void output_declarations(struct sequentializer *s, struct text *out) {
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
  text_format(out, "%s\n\n", sequential_assertion(s->program->data_model));
  const char *size = s->program->data_model == DATA_MODEL_LP64 ? "unsigned long" : "unsigned int";
  for (unsigned i = 0; i < sizeof nondet / sizeof *nondet; i++)
    if (s->needs.nondet >> i & 1)
      text_format(out, "extern %s(void);\n", nondet[i]);
  text_add(out, "extern void __VERIFIER_assume(int condition);\n"
                "extern void __assert_fail(const char *condition, const char *file, unsigned int "
                "line,\n                          const char *function);\n"
                "extern void abort(void);\nextern void exit(int code);\n");
  if (s->needs.malloc)
    text_format(out, "extern void *malloc(%s size);\n", size);
  if (s->needs.calloc)
    text_format(out, "extern void *calloc(%s count, %s size);\n", size, size);
  if (s->needs.free)
    text_add(out, "extern void free(void *block);\n");
  if (s->needs.memmove)
    text_format(out, "extern void *memmove(void *to, const void *from, %s size);\n", size);
  if (s->needs.memset)
    text_format(out, "extern void *memset(void *to, int byte, %s size);\n", size);
  text_add(out, "\nvoid reach_error(void);\nvoid reach_error(void) { __assert_fail(\"0\", "
                "\"sequential program\", 0, \"reach_error\"); }\n\n");
}

/* Prints the function that is called where the program ends only because of a bound. */
static void print_bound(const char *name, const char *what, struct text *out) {
  text_format(
      out,
      "/* %s This is no error of the program. */\nstatic void " SEQUENTIAL_BOUND
      "%s(void) {\n  __assert_fail(\"no bound\", \"sequential program\", 0, \"%s\");\n}\n\n",
      what, name, name);
}

static void print_state(struct sequentializer *s, struct text *out) {
  bool is_bounded = false;
  for (size_t i = 0; i < s->routines.count; i++)
    is_bounded |= !s->routines.items[i]->is_single;
  if (is_bounded)
    print_bound("raise_max_threads", "More threads are created than there is room for.", out);
  if (s->needs.frames)
    print_bound("raise_max_depth", "Recursion is deeper than there is room for.", out);
  if (s->needs.limits)
    print_bound("library_model", "The models of the library have no room for something.", out);
  if (s->options->checks_states)
    text_add(out, "/* A program counter that no thread can have: a mistake of the translation. */\n"
                  "static void impossible_state(void) { reach_error(); }\n\n");
  text_format(
      out,
      "/* Where each thread stands: the case it executes next; 0: not created, or ended; -1: it "
      "never\n * goes on. */\nstatic int pc[%u];\n",
      s->thread_total);
  if (s->needs.frames)
    text_format(out,
                "/* How many calls of recursive functions each thread is in, and which calls they "
                "are. */\nstatic unsigned int depth[%u];\nstatic unsigned int call_site[%u][%u];\n",
                s->thread_total, s->thread_total, s->options->max_depth + 1);
  if (property_in(PROPERTY_DEADLOCK, s->options->properties))
    text_add(out, "static int looks_for_deadlock; /* threads only say whether they wait */\n"
                  "static int is_waiting;\n");
  holding_declare(s, out);
  if (s->needs.running)
    text_add(out, "static unsigned int running; /* the thread that executes a step */\n");
  text_add(out, "\n");
  if (s->needs.alone)
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

/* Functions in the order of their definitions: those that they call come first. */
struct function_order {
  struct sequentializer *s;
  struct text *texts; /* per function: its definition; empty if it is not called */
  struct text *prototypes, *out;
  uint8_t *marks; /* per function: of enum function_mark */
};

enum function_mark { ORDER_NEW, ORDER_OPEN, ORDER_OPEN_DECLARED, ORDER_DONE };

static const struct function *called_by(const struct flat_node *node) {
  if (node->kind == FLAT_CALL)
    return node->function;
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT ? node->edge->wait.condition
                                                                     : NULL;
}

static void print_in_order(struct function_order *order, uint32_t index) {
  struct flat_unit *unit = order->s->functions.items[index];
  uint8_t *mark = &order->marks[index];
  if (*mark == ORDER_OPEN) /* it calls itself, perhaps by way of others */
    text_format(order->prototypes, "%s;\n", statement_signature(order->s, unit));
  *mark = *mark == ORDER_OPEN ? ORDER_OPEN_DECLARED : *mark;
  if (*mark != ORDER_NEW || !order->texts[index].length)
    return;
  *mark = ORDER_OPEN;
  for (size_t i = 0; i < unit->nodes.count; i++) {
    const struct function *callee = called_by(&unit->nodes.items[i]);
    uint64_t number;
    if (callee && map_get(&order->s->function_units, callee->number, &number))
      print_in_order(order, (uint32_t)number);
  }
  text_add(order->out, text_get(&order->texts[index]));
  *mark = ORDER_DONE;
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
  struct function_order order = {s, texts, prototypes, out, memory_allocate_zeroed(count + 1)};
  for (uint32_t i = 0; i < count; i++)
    print_in_order(&order, i);
  for (size_t i = 0; i < count; i++)
    text_release(&texts[i]);
  memory_release(order.marks);
  memory_release(texts);
}

static void print_all(struct sequentializer *s, struct text *out) {
  struct text variables = {0}, routines = {0}, functions = {0}, prototypes = {0}, objects = {0};
  struct text state = {0}, entry = {0};
  find_cases(s);
  memset(s->object_used, 0,
         s->program->object_count); /* looking for types has marked objects as used */
  s->needs.self = false;
  for (size_t i = 0; i < s->routines.count; i++)
    print_routine(s, s->routines.items[i], &variables, &routines);
  blocking_define(s, &entry);
  print_functions(s, &prototypes, &functions);
  racing_define(s, &entry);
  print_main(s, &entry);
  cobjects_print(s, &objects);
  print_state(s, &state);
  print_head(s, out);
  output_declarations(s, out);
  ctypes_print(&s->types, out);
  struct text *parts[] = {&state,     &objects,    &s->needs.helper_text,
                          &variables, &prototypes, &functions,
                          &routines,  &entry};
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
    text_add(out, text_get(parts[i]));
    if (parts[i]->length && (parts[i] == &variables || parts[i] == &prototypes))
      text_add(out, "\n");
    if (parts[i] != &s->needs.helper_text)
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
  map_release(&s->needs.helpers);
  ctypes_release(&s->types);
  text_release(&s->needs.helper_text);
  text_release(&s->refusal);
  fields_release(s);
  kept_destroy(s->kept);
  lock_order_release(s);
  interference_destroy(s->interference);
  numbers_release(s);
  sharing_destroy(s->sharing);
  arena_destroy(s->arena);
}

static void renew_interference(struct sequentializer *s) {
  const struct sequentialize_options *options = s->options;
  interference_destroy(s->interference);
  s->interference = NULL;
  if (options->reduces_conflict || options->reduces_order || options->reduces_forget)
    s->interference = interference_create(s);
}

/* Removes places to stop, and code that becomes unreachable, until nothing more can be removed. */
static void simplify(struct sequentializer *s) {
  struct possible *possible = possible_create(s);
  bool is_found = possible && possible_find(possible);
  renew_interference(s);
  for (bool changed = true; changed;) {
    bool fewer = s->options->reduces_conflict && switching_reduce(s, is_found ? possible : NULL);
    if (fewer && is_found) /* threads stop in fewer places now */
      is_found = possible_find(possible);
    changed = is_found && pruning_run(s, possible);
    if (changed) {
      is_found = possible_find(possible);
      renew_interference(s);
    }
  }
  possible_destroy(possible);
}

bool sequentialize_program(const struct program *program,
                           const struct sequentialize_options *options, struct text *out,
                           struct text *refusal) {
  struct sequentializer s = {.program = program,
                             .options = options,
                             .sharing = sharing_create(program),
                             .arena = arena_create()};
  s.types = (struct ctypes){.program = program, .arena = s.arena};
  s.needs.running = racing_wanted(&s);
  cobjects_name(&s);
  flat_find_taken(&s);
  fields_find(&s);
  numbers_find(&s);
  ctypes_collect(&s.types, s.memory_pointer);
  mortal_find(&s);
  flat_find_effects(&s);
  flat_find_units(&s);
  struct text text = {0};
  if (!s.refusal.length) {
    flat_count_threads(&s);
    lock_order_find(&s);
    simplify(&s);
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
