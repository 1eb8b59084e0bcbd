/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the effects of automata as C functions. Positions are those of the specification, so that
 * clang's messages about a condition name its line. */
#include "frontend/observe.h"
#include "frontend/observe_plan.h"
#include "program/condition.h"

#include <string.h>

enum { MOST_INSTANCES = 16 }; /* of an automaton with a key that are not in the initial state */

static const char *const prelude = "void __heddle_atomic_begin(void);\n"
                                   "void __heddle_atomic_end(void);\n"
                                   "void __heddle_error(const char *, const char *);\n"
                                   "void __heddle_unsupported(const char *);\n"
                                   "void __heddle_assume(int);\n"
                                   "int __heddle_observe_held(__UINTPTR_TYPE__);\n"
                                   "int __heddle_observe_locked(__UINTPTR_TYPE__);\n";

/* One state, of the program or of each thread. */
static void write_state(struct text *code, uint32_t number, bool of_thread) {
  text_format(code, "static %sint __heddle_automaton_%u;\n", of_thread ? "_Thread_local " : "",
              number);
  text_format(code,
              "static void __heddle_observe_move_%u(unsigned long long key, int from, int to) {\n"
              "  (void)key, (void)from;\n"
              "  __heddle_automaton_%u = to;\n}\n",
              number, number);
}

/* A table of the instances that are not in the initial state, sorted so that it does not depend on
 * the order in which they came. */
static void write_table(struct text *code, uint32_t n, const struct automaton *automaton) {
  text_format(code,
              "static struct {\n"
              "  unsigned count;\n"
              "  struct { unsigned long long key; int state; } list[%d];\n"
              "} __heddle_automaton_%u;\n",
              MOST_INSTANCES, n);
  text_format(
      code,
      "static unsigned __heddle_observe_find_%u(unsigned long long key) {\n"
      "  unsigned i = 0;\n"
      "  while (i < __heddle_automaton_%u.count && __heddle_automaton_%u.list[i].key < key)\n"
      "    i++;\n"
      "  return i;\n}\n",
      n, n, n);
  text_format(
      code,
      "static int __heddle_observe_get_%u(unsigned long long key) {\n"
      "  unsigned i = __heddle_observe_find_%u(key);\n"
      "  return i < __heddle_automaton_%u.count && __heddle_automaton_%u.list[i].key == key\n"
      "    ? __heddle_automaton_%u.list[i].state : 0;\n}\n",
      n, n, n, n, n);
  text_format(code,
              "static void __heddle_observe_move_%u(unsigned long long key, int from, int to) {\n"
              "  unsigned i = __heddle_observe_find_%u(key), count = __heddle_automaton_%u.count;\n"
              "  if (from == to)\n"
              "    return;\n"
              "  if (!from) {\n"
              "    if (count == %d)\n"
              "      __heddle_unsupported(\"more than %d values of %s in the automaton %s\");\n"
              "    for (unsigned k = count; k > i; k--)\n"
              "      __heddle_automaton_%u.list[k] = __heddle_automaton_%u.list[k - 1];\n"
              "    __heddle_automaton_%u.list[i].key = key;\n"
              "    __heddle_automaton_%u.count = count + 1;\n"
              "  }\n",
              n, n, n, MOST_INSTANCES, MOST_INSTANCES, automaton->key, automaton->name, n, n, n, n);
  text_format(code,
              "  if (to) {\n"
              "    __heddle_automaton_%u.list[i].state = to;\n"
              "    return;\n"
              "  }\n"
              "  for (; i + 1 < count; i++)\n"
              "    __heddle_automaton_%u.list[i] = __heddle_automaton_%u.list[i + 1];\n"
              "  __heddle_automaton_%u.list[i].key = 0;\n"
              "  __heddle_automaton_%u.list[i].state = 0;\n"
              "  __heddle_automaton_%u.count = count - 1;\n}\n",
              n, n, n, n, n, n);
}

/* The function's parameter that stands for a name of the event: "argument2", "result"; NULL: it
 * binds none. */
static const char *bound_to(struct observation *in, const struct automaton_event *event,
                            const char *name, size_t length) {
  for (size_t i = 0; i <= event->arguments.count; i++) {
    const struct event_pattern *pattern =
        i < event->arguments.count ? &event->arguments.items[i] : &event->result;
    if (pattern->kind == PATTERN_NAME && strlen(pattern->text) == length &&
        !strncmp(pattern->text, name, length))
      return i < event->arguments.count ? arena_format(in->arena, "argument%zu", i) : "result";
  }
  return NULL;
}

static const char *type_of_value(const struct observer_hook *hook, bool is_result, size_t index) {
  vector_each (value, &hook->values) {
    if (is_result ? value->source == OBSERVED_RESULT
                  : value->source == OBSERVED_ARGUMENT && value->index == index)
      return value->type;
  }
  return "int";
}

static void begin_term(struct text *out) { text_add(out, out->length ? " && " : ""); }

static void write_pattern(struct observation *in, const struct observer_hook *hook,
                          const struct transition *transition, const struct event_pattern *pattern,
                          bool is_result, size_t index, struct text *out) {
  const char *name = is_result ? "result" : arena_format(in->arena, "argument%zu", index);
  if (pattern->kind == PATTERN_NUMBER) {
    const char *type = type_of_value(hook, is_result, index);
    begin_term(out);
    if (strchr(type, '*'))
      text_format(out, "%s == (%s)(%s)", name, type, pattern->text);
    else
      text_format(out, "%s == (%s)", name, pattern->text);
  } else if (pattern->kind == PATTERN_ADDRESS) {
    begin_term(out);
    text_format(out, "%s == ", name);
    observe_add_place(in, out, pattern->text, strlen(pattern->text), true, transition->line);
  } else if (pattern->kind == PATTERN_NAME) {
    const char *first = bound_to(in, &transition->event, pattern->text, strlen(pattern->text));
    if (strcmp(first, name) != 0) {
      begin_term(out);
      text_format(out, "%s == %s", first, name);
    }
  }
}

static bool is_local(const struct observer_hook *hook, const char *name, size_t length) {
  for (size_t i = 0; i < hook->values.count; i++)
    if (hook->values.items[i].source == OBSERVED_LOCAL &&
        strlen(hook->values.items[i].name) == length &&
        !strncmp(hook->values.items[i].name, name, length))
      return true;
  return false;
}

/* The length of the name of a variable with its fields and elements. */
static size_t path_length(const char *path, size_t name) {
  while (path[name] == '.' || path[name] == '[') {
    size_t length;
    const char *next = condition_next_token(path + name + 1, &length);
    if (!next || next != path + name + 1)
      break;
    bool is_element = path[name] == '[';
    name += 1 + length;
    name += is_element && path[name] == ']';
  }
  return name;
}

/* A name in a condition. */
struct used_name {
  const char *at;
  size_t length;
  bool is_address; /* of what it names, by & */
  bool in_lock;    /* inside held(…) or locked(…) */
};

/* Returns how much of the text the name takes. *reads: it reads memory of the program. */
static size_t write_name(struct observation *in, const struct observer_hook *hook,
                         const struct transition *transition, const struct used_name *name,
                         struct text *out, bool *reads) {
  const char *at = name->at;
  size_t length = name->length;
  const char *bound = bound_to(in, &transition->event, at, length);
  if ((length == 4 && !strncmp(at, "held", 4)) || (length == 6 && !strncmp(at, "locked", 6))) {
    text_format(out, "__heddle_observe_%.*s", (int)length, at);
    *reads = true;
  } else if (length == 4 && !strncmp(at, "NULL", 4)) {
    text_add(out, "0");
  } else if (bound) {
    text_add(out, bound);
  } else if (is_local(hook, at, length)) {
    text_format(out, "local_%.*s", (int)length, at);
  } else {
    length = path_length(at, length);
    observe_add_place(in, out, at, length, name->is_address, transition->line);
    if (name->in_lock && name->is_address)
      observe_check_mutex(in, at, length, transition->line);
    *reads |= !name->is_address;
  }
  return length;
}

/* The condition as C; *reads: it reads memory of the program. */
static void write_condition(struct observation *in, const struct observer_hook *hook,
                            const struct transition *transition, struct text *out, bool *reads) {
  size_t length = 0;
  bool is_operand = false; /* what precedes is an operand, so that & is a binary operator */
  bool is_address = false;
  int lock_depth = -1, depth = 0;
  for (const char *at = transition->condition;
       at && (at = condition_next_token(at, &length)) && !in->failed; at += length) {
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (depth < lock_depth)
      lock_depth = -1;
    if (condition_is_name(at, length)) {
      bool is_lock =
          (length == 4 && !strncmp(at, "held", 4)) || (length == 6 && !strncmp(at, "locked", 6));
      text_add(out, " ");
      struct used_name name = {at, length, is_address, lock_depth >= 0 && depth >= lock_depth};
      length = write_name(in, hook, transition, &name, out, reads);
      lock_depth = is_lock ? depth + 1 : lock_depth;
      is_operand = !is_lock;
      is_address = false;
      continue;
    }
    is_address = length == 1 && *at == '&' && !is_operand;
    is_operand = *at == ')' || *at == ']' || (*at >= '0' && *at <= '9');
    if (is_address)
      continue; /* part of the name that follows */
    text_add(out, " ");
    text_add_bytes(out, at, length);
  }
}

/* A transition at one place. */
struct written_move {
  const struct transition *transition;
  const char *match;     /* of what is handed over; "": always */
  const char *condition; /* that reads memory; "": always */
  const char *key;       /* expression of the key, or "" */
};

static struct written_move write_parts(struct observation *in, const struct observer_hook *hook,
                                       const struct automaton *automaton,
                                       const struct transition *transition) {
  const struct automaton_event *event = &transition->event;
  struct written_move written = {.transition = transition, .condition = "", .key = ""};
  struct text match = {0}, condition = {0};
  bool reads = false;
  for (size_t i = 0; i < event->arguments.count; i++)
    write_pattern(in, hook, transition, &event->arguments.items[i], false, i, &match);
  write_pattern(in, hook, transition, &event->result, true, 0, &match);
  write_condition(in, hook, transition, &condition, &reads);
  if (reads) {
    written.condition = arena_copy_text(in->arena, text_get(&condition));
  } else if (condition.length) {
    begin_term(&match);
    text_format(&match, "(%s)", text_get(&condition));
  }
  written.match = arena_copy_text(in->arena, text_get(&match));
  if (automaton->scope == SCOPE_KEY) {
    const char *key = bound_to(in, event, automaton->key, strlen(automaton->key));
    written.key = key ? key : "";
  }
  text_release(&match);
  text_release(&condition);
  return written;
}

struct written_list {
  VECTOR(struct written_move) list;
};

/* Makes clang report the line of the transition. */
static void write_position(struct observation *in, unsigned line) {
  text_format(&in->code, "\n# %u \"%s\"\n", line, in->specification->path);
}

static void write_move(struct observation *in, uint32_t number, uint32_t from,
                       const struct written_move *written) {
  const struct automaton *automaton = &in->specification->automata.items[number];
  const struct automaton_state *to = &automaton->states.items[written->transition->to];
  struct text *code = &in->code;
  write_position(in, written->transition->line);
  text_format(code, "    if ((%s) && (%s)) {", *written->match ? written->match : "1",
              *written->condition ? written->condition : "1");
  if (from != written->transition->to)
    text_format(code, " __heddle_observe_move_%u(key, %u, %u);", number, from,
                written->transition->to);
  if (to->kind == STATE_ERROR)
    text_format(code, " __heddle_error(\"spec\", \"%s: %s\");", automaton->name, to->message);
  if (to->kind == STATE_ASSUMPTION)
    text_add(code, " __heddle_assume(0);");
  text_add(code, " break; }");
}

/* Writes the moves of an instance whose state is an expression. */
static void write_switch(struct observation *in, uint32_t number, const char *state,
                         const struct written_list *moves) {
  const struct automaton *automaton = &in->specification->automata.items[number];
  text_format(&in->code, "    switch (%s) {\n", state);
  for (uint32_t from = 0; from < automaton->states.count; from++) {
    if (automaton->states.items[from].kind != STATE_PLAIN)
      continue;
    text_format(&in->code, "    case %u:", from);
    for (int round = 0; round < 2; round++)
      for (size_t i = 0; i < moves->list.count; i++)
        if (moves->list.items[i].transition->from == (round ? (uint32_t)ANY_STATE : from))
          write_move(in, number, from, &moves->list.items[i]);
    text_add(&in->code, "\n      break;\n");
  }
  text_add(&in->code, "    default: break;\n    }\n");
}

/* Writes the moves with the same key. If the values match no move, the function accesses no shared
 * memory. */
static void write_group(struct observation *in, uint32_t number, const struct written_list *moves) {
  const struct automaton *automaton = &in->specification->automata.items[number];
  const char *key = moves->list.items[0].key;
  struct text *code = &in->code, any = {0};
  bool always = false, reads = automaton->scope != SCOPE_THREAD;
  for (size_t i = 0; i < moves->list.count; i++) {
    always |= !*moves->list.items[i].match;
    reads |= *moves->list.items[i].condition != 0;
    text_format(&any, "%s(%s)", i ? " || " : "", moves->list.items[i].match);
  }
  text_format(code, "  if (%s) {\n", always ? "1" : text_get(&any));
  text_add(code, reads ? "    __heddle_atomic_begin();\n" : "");
  if (automaton->scope != SCOPE_KEY) {
    text_add(code, "    unsigned long long key = 0;\n    (void)key;\n");
    write_switch(in, number, arena_format(in->arena, "__heddle_automaton_%u", number), moves);
  } else if (*key) {
    text_format(code, "    unsigned long long key = (unsigned long long)%s;\n", key);
    write_switch(in, number, arena_format(in->arena, "__heddle_observe_get_%u(key)", number),
                 moves);
  } else {
    text_format(code,
                "    for (unsigned i = __heddle_automaton_%u.count; i-- > 0;) {\n"
                "    unsigned long long key = __heddle_automaton_%u.list[i].key;\n",
                number, number);
    write_switch(in, number, arena_format(in->arena, "__heddle_automaton_%u.list[i].state", number),
                 moves);
    text_add(code, "    }\n");
  }
  text_add(code, reads ? "    __heddle_atomic_end();\n" : "");
  text_add(code, "  }\n");
  text_release(&any);
}

static void write_automaton(struct observation *in, const struct observer_hook *hook,
                            uint32_t number) {
  const struct automaton *automaton = &in->specification->automata.items[number];
  struct written_list all = {0}, group = {0};
  for (size_t i = 0; i < hook->transitions.count; i++)
    if (hook->transitions.items[i].automaton == number)
      vector_push(&all.list,
                  write_parts(in, hook, automaton, hook->transitions.items[i].transition));
  for (size_t i = 0; i < all.list.count && !in->failed; i++) {
    bool is_done = false;
    for (size_t j = 0; j < i; j++)
      is_done |= !strcmp(all.list.items[j].key, all.list.items[i].key);
    if (is_done)
      continue;
    group.list.count = 0;
    for (size_t j = i; j < all.list.count; j++)
      if (!strcmp(all.list.items[j].key, all.list.items[i].key))
        vector_push(&group.list, all.list.items[j]);
    write_group(in, number, &group);
  }
  vector_release(&all.list);
  vector_release(&group.list);
}

static void write_parameters(struct observation *in, const struct observer_hook *hook) {
  const char *separator = "";
  for (size_t i = 0; i < hook->values.count; i++, separator = ", ") {
    const struct observed_value *value = &hook->values.items[i];
    text_format(&in->code, "%s%s ", separator, value->type);
    if (value->source == OBSERVED_ARGUMENT)
      text_format(&in->code, "argument%u", value->index);
    else if (value->source == OBSERVED_RESULT)
      text_add(&in->code, "result");
    else
      text_format(&in->code, "local_%s", value->name);
  }
  text_add(&in->code, hook->values.count ? "" : "void");
}

static void write_hook(struct observation *in, size_t number) {
  const struct observer_hook *hook = &in->hooks.items[number];
  text_format(&in->code, "void " OBSERVE_PREFIX "%zu(", number);
  write_parameters(in, hook);
  text_add(&in->code, ") {\n");
  for (uint32_t i = 0; i < in->specification->automata.count; i++)
    write_automaton(in, hook, i);
  text_add(&in->code, "}\n");
  /* The library calls functions with such a name before its own. */
  if (hook->kind == ON_EXIT)
    text_format(&in->code,
                "void __heddle_before___library_exit(int code) { " OBSERVE_PREFIX "%zu(); }\n",
                number);
  if (hook->kind == ON_THREAD_END)
    text_format(&in->code,
                "void __heddle_before___library_thread_finish(void *self) { " OBSERVE_PREFIX
                "%zu(); }\n",
                number);
}

void observe_write(struct observation *in) {
  struct text body = {0};
  for (size_t i = 0; i < in->hooks.count && !in->failed; i++)
    write_hook(in, i);
  body = in->code;
  in->code = (struct text){0};
  text_add(&in->code, prelude);
  for (size_t i = 0; i < in->objects.count; i++)
    text_format(&in->code, "extern %sconst char __heddle_observe_object_%zu[];\n",
                LLVMIsAGlobalVariable(in->objects.items[i]) &&
                        LLVMIsThreadLocal(in->objects.items[i])
                    ? "_Thread_local "
                    : "",
                i);
  for (uint32_t i = 0; i < in->specification->automata.count; i++) {
    const struct automaton *automaton = &in->specification->automata.items[i];
    write_position(in, automaton->line);
    if (automaton->scope == SCOPE_KEY)
      write_table(&in->code, i, automaton);
    else
      write_state(&in->code, i, automaton->scope == SCOPE_THREAD);
  }
  text_add(&in->code, text_get(&body));
  text_release(&body);
}
