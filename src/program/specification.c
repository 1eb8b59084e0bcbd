/* SPDX-License-Identifier: Apache-2.0 */
/* Parses specification automata, line by line. */
#include "program/specification.h"

#include "base/file.h"
#include "base/text.h"
#include "program/condition.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct parameter {
  const char *name, *value;
  bool is_declared;
};

struct spec_reader {
  struct specification *into;
  VECTOR(struct parameter) parameters;
  unsigned line;
  const char *start;        /* of the line, with the values of parameters in it, … */
  VECTOR(unsigned) columns; /* … and by character of that the column in the file */
  const char *at, *token;   /* in the line: what is read next, and what was last looked at */
  unsigned column;          /* while no line is read: where something is; 0: not known */
  uint32_t from;            /* the state that transitions belong to */
  bool has_state;           /* there is one */
  bool failed;
};

void specification_complain(const struct specification *specification, unsigned line,
                            unsigned column, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "heddle: %s:%u:", specification->path, line);
  if (column)
    fprintf(stderr, "%u:", column);
  fputc(' ', stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
}

static unsigned column_of(const struct spec_reader *in) {
  return in->start ? in->columns.items[in->token - in->start] : in->column;
}

#define FAIL(in, ...)                                                                              \
  do {                                                                                             \
    if (!(in)->failed)                                                                             \
      specification_complain((in)->into, (in)->line, column_of(in), __VA_ARGS__);                  \
    (in)->failed = true;                                                                           \
  } while (0)

static bool is_letter(char c) { return isalpha((unsigned char)c) || c == '_'; }

static const char *copy_part(struct spec_reader *in, const char *start, size_t length) {
  char *copy = arena_allocate(in->into->arena, length + 1);
  memcpy(copy, start, length);
  return copy;
}

static void skip_space(struct spec_reader *in) {
  while (isspace((unsigned char)*in->at))
    in->at++;
  in->token = in->at;
}

/* Takes a word of letters if it is the next one. */
static bool take_word(struct spec_reader *in, const char *word) {
  skip_space(in);
  size_t length = strlen(word);
  if (strncmp(in->at, word, length) != 0 || is_letter(in->at[length]) ||
      isdigit((unsigned char)in->at[length]))
    return false;
  in->at += length;
  return true;
}

static bool take_sign(struct spec_reader *in, const char *sign) {
  skip_space(in);
  if (strncmp(in->at, sign, strlen(sign)) != 0)
    return false;
  in->at += strlen(sign);
  return true;
}

static const char *take_name(struct spec_reader *in, const char *what) {
  size_t length = 0;
  skip_space(in);
  if (is_letter(*in->at))
    while (is_letter(in->at[length]) || isdigit((unsigned char)in->at[length]))
      length++;
  if (!length)
    FAIL(in, "expected %s, found '%s'", what, *in->at ? in->at : "the end of the line");
  const char *name = copy_part(in, in->at, length);
  in->at += length;
  return name;
}

static void expect_end(struct spec_reader *in) {
  skip_space(in);
  if (*in->at)
    FAIL(in, "nothing may follow here: '%s'", in->at);
}

static struct automaton *current(struct spec_reader *in) {
  if (!in->into->automata.count) {
    FAIL(in, "this belongs into an automaton: begin with 'automaton NAME'");
    return NULL;
  }
  return &vector_last(&in->into->automata);
}

static uint32_t find_state(const struct automaton *automaton, const char *name) {
  for (uint32_t i = 0; i < automaton->states.count; i++)
    if (!strcmp(automaton->states.items[i].name, name))
      return i;
  return ANY_STATE;
}

static void read_automaton(struct spec_reader *in) {
  struct automaton automaton = {.line = in->line, .name = take_name(in, "the automaton's name")};
  for (size_t i = 0; i < in->into->automata.count; i++)
    if (!strcmp(in->into->automata.items[i].name, automaton.name))
      FAIL(in, "there are two automata '%s'", automaton.name);
  if (take_word(in, "per")) {
    automaton.key = take_name(in, "'thread' or a name");
    automaton.scope = strcmp(automaton.key, "thread") != 0 ? SCOPE_KEY : SCOPE_THREAD;
  }
  expect_end(in);
  vector_push(&in->into->automata, automaton);
  in->has_state = false;
}

static const char *take_string(struct spec_reader *in) {
  if (!take_sign(in, "\""))
    return NULL;
  size_t length = strcspn(in->at, "\"");
  if (!in->at[length])
    FAIL(in, "the text does not end: a '\"' is missing");
  if (memchr(in->at, '\\', length))
    FAIL(in, "a text has no '\\'");
  const char *text = copy_part(in, in->at, length);
  in->at += length + (in->at[length] == '"');
  return text;
}

static void read_state(struct spec_reader *in, enum automaton_state_kind kind) {
  struct automaton *automaton = current(in);
  if (!automaton)
    return;
  in->has_state = true;
  if (kind == STATE_PLAIN && take_sign(in, "*")) {
    in->from = ANY_STATE;
    expect_end(in);
    return;
  }
  struct automaton_state state = {
      .kind = kind, .line = in->line, .name = take_name(in, "the state's name")};
  if (find_state(automaton, state.name) != ANY_STATE)
    FAIL(in, "there are two states '%s'", state.name);
  if (kind != STATE_PLAIN && !automaton->states.count)
    FAIL(in, "the first state is the initial one: it is neither an error nor an assumption");
  if (kind == STATE_ERROR)
    state.message = take_string(in);
  expect_end(in);
  if (!state.message)
    state.message = arena_format(in->into->arena, "it comes to %s", state.name);
  in->from = (uint32_t)automaton->states.count;
  in->has_state = kind == STATE_PLAIN;
  vector_push(&automaton->states, state);
}

/* A variable, with fields and elements: `queue.locks[2]`. */
static const char *take_path(struct spec_reader *in) {
  skip_space(in);
  const char *start = in->at;
  take_name(in, "the name of a variable or function");
  while (!in->failed && (*in->at == '.' || *in->at == '[')) {
    bool is_element = *in->at++ == '[';
    if (!is_element) {
      take_name(in, "the name of a field");
      continue;
    }
    while (isdigit((unsigned char)*in->at))
      in->at++;
    if (*in->at++ != ']')
      FAIL(in, "the index of an element is a number: '%s'", start);
  }
  return copy_part(in, start, (size_t)(in->at - start));
}

static struct event_pattern take_pattern(struct spec_reader *in) {
  struct event_pattern pattern = {PATTERN_ANY, NULL};
  skip_space(in);
  const char *start = in->at;
  if (take_word(in, "_"))
    return pattern;
  if (take_word(in, "NULL"))
    return (struct event_pattern){PATTERN_NUMBER, "0"};
  if (take_sign(in, "&"))
    return (struct event_pattern){PATTERN_ADDRESS, take_path(in)};
  bool is_negative = take_sign(in, "-");
  if (!is_negative && !isdigit((unsigned char)*in->at))
    return (struct event_pattern){PATTERN_NAME,
                                  take_name(in, "_, a number, a name or & and a variable")};
  if (!isdigit((unsigned char)*in->at))
    FAIL(in, "expected a number: '%s'", start);
  while (isalnum((unsigned char)*in->at))
    in->at++;
  struct condition_mistake mistake = {0};
  in->token = start;
  if (!condition_check_number(start + is_negative, (size_t)(in->at - start) - is_negative,
                              &mistake))
    FAIL(in, "%s", mistake.message);
  pattern.kind = PATTERN_NUMBER;
  pattern.text = copy_part(in, start, (size_t)(in->at - start));
  return pattern;
}

static void read_arguments(struct spec_reader *in, struct automaton_event *event) {
  if (!take_sign(in, "("))
    return;
  event->is_exact = true;
  if (take_sign(in, ")"))
    return;
  do {
    if (take_sign(in, "...")) {
      event->is_exact = false;
      break;
    }
    vector_push(&event->arguments, take_pattern(in));
  } while (!in->failed && take_sign(in, ","));
  if (!take_sign(in, ")"))
    FAIL(in, "expected ')' after the arguments of %s: '%s'", event->function, in->at);
}

/* FUNCTION or FILE:LINE. */
static void read_place(struct spec_reader *in, struct automaton_event *event) {
  skip_space(in);
  size_t length = strcspn(in->at, " \t"), name = length;
  while (name > 0 && isdigit((unsigned char)in->at[name - 1]))
    name--;
  if (name < 2 || name == length || in->at[name - 1] != ':') {
    event->kind = ON_FUNCTION;
    event->function = take_name(in, "a function or FILE:LINE");
    return;
  }
  event->kind = ON_LINE;
  event->file = copy_part(in, in->at, name - 1);
  for (; name < length; name++)
    event->line = event->line < 100000000 ? event->line * 10 + (unsigned)(in->at[name] - '0') : 0;
  in->at += length;
}

static void read_event(struct spec_reader *in, struct automaton_event *event) {
  if (take_word(in, "call")) {
    event->kind = ON_CALL;
    event->function = take_name(in, "the name of a function");
    read_arguments(in, event);
  } else if (take_word(in, "return")) {
    event->kind = ON_RETURN;
    const char *start = in->at;
    skip_space(in);
    /* RESULT = FUNCTION or FUNCTION */
    size_t end = strcspn(in->at, "=(");
    if (in->at[end] == '=' && in->at[end + 1] != '=') {
      event->result = take_pattern(in);
      if (!take_sign(in, "="))
        FAIL(in, "expected 'RESULT = FUNCTION': '%s'", start);
    }
    event->function = take_name(in, "the name of a function");
    read_arguments(in, event);
  } else if (take_word(in, "create")) { /* what pthread_create is called with */
    event->kind = ON_CALL;
    event->function = "pthread_create";
    struct event_pattern start = {PATTERN_ADDRESS,
                                  take_name(in, "the function that the thread runs")};
    for (int i = 0; i < 2; i++)
      vector_push(&event->arguments, (struct event_pattern){PATTERN_ANY, NULL});
    vector_push(&event->arguments, start);
  } else if (take_word(in, "at")) {
    read_place(in, event);
  } else if (take_word(in, "end")) {
    event->kind = ON_THREAD_END;
  } else if (take_word(in, "exit")) {
    event->kind = ON_EXIT;
  } else if (take_word(in, "deadlock")) {
    event->kind = ON_DEADLOCK;
  } else {
    FAIL(in, "no event: '%s' (call, return, create, at, end, exit or deadlock)", in->at);
  }
}

/* Where the line's last word `goto` begins, or NULL. */
static const char *find_goto(const char *line) {
  const char *found = NULL;
  for (const char *at = line; (at = strstr(at, "goto")); at += 4)
    if ((at == line || isspace((unsigned char)at[-1])) && isspace((unsigned char)at[4]))
      found = at;
  return found;
}

static void read_transition(struct spec_reader *in) {
  struct automaton *automaton = current(in);
  struct transition transition = {.line = in->line, .from = in->from};
  if (!automaton)
    return;
  if (!in->has_state)
    FAIL(in, "this belongs to a state: put 'state NAME' before it");
  read_event(in, &transition.event);
  if (take_word(in, "if")) {
    const char *end = find_goto(in->at);
    if (!end) {
      FAIL(in, "expected 'goto STATE' after the condition");
      end = in->at;
    }
    transition.condition = copy_part(in, in->at, (size_t)(end - in->at));
    struct condition_mistake mistake = {0};
    if (!condition_check(transition.condition, &mistake)) {
      in->token = in->at + mistake.offset;
      FAIL(in, "%s", mistake.message);
    }
    in->at = end;
  }
  if (!take_word(in, "goto"))
    FAIL(in, "expected 'if CONDITION' or 'goto STATE', found '%s'",
         *in->at ? in->at : "the end of the line");
  transition.target = take_name(in, "the name of a state");
  transition.column = column_of(in);
  expect_end(in);
  vector_push(&automaton->transitions, transition);
}

static void read_parameter(struct spec_reader *in) {
  const char *name = take_name(in, "the parameter's name");
  struct parameter fresh = {.name = name, .is_declared = true};
  if (take_sign(in, "=")) {
    skip_space(in);
    size_t length = strlen(in->at);
    while (length > 0 && isspace((unsigned char)in->at[length - 1]))
      length--;
    fresh.value = copy_part(in, in->at, length);
    in->at += strlen(in->at);
  }
  expect_end(in);
  for (size_t i = 0; i < in->parameters.count; i++)
    if (!strcmp(in->parameters.items[i].name, name)) {
      if (in->parameters.items[i].is_declared)
        FAIL(in, "there are two parameters '%s'", name);
      in->parameters.items[i].is_declared = true;
      return;
    }
  if (!fresh.value)
    FAIL(in, "the parameter %s has no value: give one by --spec %s:%s=VALUE", name, in->into->path,
         name);
  vector_push(&in->parameters, fresh);
}

static const struct parameter *find_parameter(const struct spec_reader *in, const char *name,
                                              size_t length) {
  vector_each (parameter, &in->parameters) {
    if (strlen(parameter->name) == length && !strncmp(parameter->name, name, length))
      return parameter->is_declared ? parameter : NULL;
  }
  return NULL;
}

/* `$NAME` stands for the parameter's value. */
static const char *replace_parameters(struct spec_reader *in, const char *line) {
  struct text text = {0};
  in->columns.count = 0;
  for (const char *at = line; *at;) {
    size_t plain = strcspn(at, "$"), length = 0;
    for (size_t i = 0; i < plain; i++)
      vector_push(&in->columns, (unsigned)(at - line) + (unsigned)i + 1);
    text_add_bytes(&text, at, plain);
    at += plain;
    if (!*at)
      break;
    in->column = (unsigned)(at++ - line) + 1;
    while (is_letter(at[length]) || isdigit((unsigned char)at[length]))
      length++;
    const struct parameter *found = find_parameter(in, at, length);
    if (!found)
      FAIL(in, "there is no parameter '%.*s'", (int)length, at);
    else
      text_add(&text, found->value);
    while (in->columns.count < text.length)
      vector_push(&in->columns, in->column);
    at += length;
  }
  vector_push(&in->columns, (unsigned)strlen(line) + 1);
  const char *result = arena_copy_text(in->into->arena, text_get(&text));
  text_release(&text);
  return result;
}

static void read_line(struct spec_reader *in, const char *line) {
  bool is_quoted = false;
  size_t length = 0;
  while (line[length] && (is_quoted || line[length] != '#'))
    is_quoted ^= line[length++] == '"';
  in->start = NULL;
  in->start = in->at = replace_parameters(in, copy_part(in, line, length));
  skip_space(in);
  if (in->failed || !*in->at)
    return;
  if (take_word(in, "automaton"))
    read_automaton(in);
  else if (take_word(in, "parameter"))
    read_parameter(in);
  else if (take_word(in, "state"))
    read_state(in, STATE_PLAIN);
  else if (take_word(in, "error"))
    read_state(in, STATE_ERROR);
  else if (take_word(in, "assume"))
    read_state(in, STATE_ASSUMPTION);
  else if (take_word(in, "on"))
    read_transition(in);
  else
    FAIL(in, "expected automaton, parameter, state, error, assume or on, found '%s'", in->at);
}

/* A deadlock ends an execution, whatever state the automaton is in. */
static void check_deadlock(struct spec_reader *in, const struct automaton *automaton,
                           const struct transition *transition) {
  in->into->wants_deadlock = true;
  if (automaton->states.items[transition->to].kind != STATE_ERROR || transition->condition)
    FAIL(in, "a deadlock can only lead to an error state, and under no condition");
  if (transition->from != ANY_STATE)
    for (uint32_t i = 0; i < automaton->states.count; i++)
      if (automaton->states.items[i].kind == STATE_PLAIN && i != transition->from)
        FAIL(in, "a deadlock is an error in every state: put it under 'state *'");
}

static bool binds_key(const struct automaton *automaton, const struct automaton_event *event) {
  for (size_t i = 0; i < event->arguments.count; i++)
    if (event->arguments.items[i].kind == PATTERN_NAME &&
        !strcmp(event->arguments.items[i].text, automaton->key))
      return true;
  return event->result.kind == PATTERN_NAME && !strcmp(event->result.text, automaton->key);
}

static void finish_automaton(struct spec_reader *in, struct automaton *automaton) {
  bool is_bound = automaton->scope != SCOPE_KEY;
  in->line = automaton->line;
  in->column = 0;
  if (!automaton->states.count)
    FAIL(in, "the automaton %s has no state", automaton->name);
  for (size_t i = 0; i < automaton->transitions.count && !in->failed; i++) {
    struct transition *transition = &automaton->transitions.items[i];
    in->line = transition->line;
    in->column = transition->column;
    transition->to = find_state(automaton, transition->target);
    if (transition->to == ANY_STATE)
      FAIL(in, "the automaton %s has no state '%s'", automaton->name, transition->target);
    else if (transition->event.kind == ON_DEADLOCK)
      check_deadlock(in, automaton, transition);
    is_bound = is_bound || binds_key(automaton, &transition->event);
  }
  in->line = automaton->line;
  in->column = 0;
  if (!is_bound)
    FAIL(in, "no event of %s has an argument or result called %s", automaton->name, automaton->key);
}

/* NAME=TEXT,NAME=TEXT */
static void take_values(struct spec_reader *in, const char *list) {
  while (*list && !in->failed) {
    size_t name = strcspn(list, "=,"), end = strcspn(list, ",");
    struct parameter given = {.name = copy_part(in, list, name)};
    if (list[name] == '=')
      given.value = copy_part(in, list + name + 1, end - name - 1);
    if (!name || !given.value || !*given.value)
      FAIL(in, "expected NAME=VALUE after the file's name: '%s'", list);
    vector_push(&in->parameters, given);
    list += end + (list[end] == ',');
  }
}

static void read_lines(struct spec_reader *in, const char *contents) {
  while (*contents && !in->failed) {
    size_t length = strcspn(contents, "\n"), shown = length;
    if (shown && contents[shown - 1] == '\r')
      shown--;
    in->line++;
    read_line(in, copy_part(in, contents, shown));
    contents += length + (contents[length] == '\n');
  }
  in->start = NULL;
  in->column = 0;
}

/* Where the parameters begin in "FILE:NAME=TEXT", or NULL. */
static const char *find_values(const char *argument) {
  for (const char *colon = argument; (colon = strchr(colon, ':')); colon++) {
    size_t name = 1;
    while (is_letter(colon[name]) || isdigit((unsigned char)colon[name]))
      name++;
    if (name > 1 && colon[name] == '=')
      return colon + 1;
  }
  return NULL;
}

struct specification *specification_read(const char *argument) {
  struct specification *specification = memory_allocate_zeroed(sizeof *specification);
  struct spec_reader in = {.into = specification};
  struct text contents = {0};
  const char *values = find_values(argument);
  specification->arena = arena_create();
  specification->path =
      copy_part(&in, argument, values ? (size_t)(values - argument) - 1 : strlen(argument));
  if (!file_read(specification->path, &contents)) {
    fprintf(stderr, "heddle: %s: %s\n", specification->path, strerror(errno));
    in.failed = true;
  } else if (contents.length && memchr(contents.data, 0, contents.length)) {
    fprintf(stderr, "heddle: %s is a binary file, not a specification\n", specification->path);
    in.failed = true;
  }
  if (!in.failed && values)
    take_values(&in, values);
  if (!in.failed)
    read_lines(&in, text_get(&contents));
  for (size_t i = 0; i < in.parameters.count; i++)
    if (!in.parameters.items[i].is_declared)
      FAIL(&in, "there is no parameter '%s'", in.parameters.items[i].name);
  if (!in.failed && !specification->automata.count)
    FAIL(&in, "there is no automaton in it");
  for (size_t i = 0; i < specification->automata.count && !in.failed; i++)
    finish_automaton(&in, &specification->automata.items[i]);
  vector_release(&in.parameters);
  vector_release(&in.columns);
  text_release(&contents);
  if (!in.failed)
    return specification;
  specification_destroy(specification);
  return NULL;
}

void specification_destroy(struct specification *specification) {
  if (!specification)
    return;
  vector_each (automaton, &specification->automata) {
    vector_release_members(&automaton->transitions, event.arguments);
    vector_release(&automaton->states);
  }
  vector_release(&specification->automata);
  arena_destroy(specification->arena);
  memory_release(specification);
}
