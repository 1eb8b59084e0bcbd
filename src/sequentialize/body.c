/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a unit with its branches and jumps, and for a routine its cases: one for each
 * place where a thread can be interrupted. Branches become if and else where their paths meet
 * again; other paths are jumps. The text is written twice: the first time shows which labels are
 * used. */
#include "sequentialize/body.h"

#include "base/code_text.h"
#include "report/source_text.h"
#include "sequentialize/forgetting.h"
#include "sequentialize/holding.h"
#include "sequentialize/racing.h"
#include "sequentialize/switching.h"

#include <string.h>

struct body {
  struct writer *w;
  bool *is_written;  /* per node */
  bool *is_target;   /* per node: there is a jump to it */
  bool *is_entered;  /* per node: there is a jump to it in the entry step */
  bool *is_asked;    /* per node: there is a jump to the test whether the thread stops before it */
  uint32_t *numbers; /* per node: the number of its case; 0: none yet */
  uint32_t *joins;   /* per node: the node at which all its paths meet */
  bool *is_clean;    /* per node: nothing visible happened in the step before it */
  VECTOR(uint32_t) cases;
  struct source_texts *sources;
  bool is_case_start; /* the next node is the operation of the case */
  bool is_entry_step; /* the step has executed no operation yet that others notice */
  bool has_stayed;    /* waits have to know whether main has just chosen the thread, or the thread
                         continues its step */
  uint32_t next_case; /* the node of the next case; NO_NODE_AT: this is the last one */
  bool falls;         /* the last case falls through to the next one */
};

static const struct flat_node *node_of(const struct body *b, uint32_t node) {
  return &b->w->unit->nodes.items[node];
}

static bool is_wait(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT;
}

static bool is_exit(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_EXIT;
}

static bool is_stop(const struct body *b, uint32_t node) { return node_of(b, node)->is_visible; }

static uint32_t case_of(struct body *b, uint32_t node) {
  if (!b->numbers[node]) {
    vector_push(&b->cases, node);
    b->numbers[node] = (uint32_t)b->cases.count;
  }
  return b->numbers[node];
}

static void jump_to(struct body *b, uint32_t node) {
  bool enters = b->is_entry_step && !is_stop(b, node);
  (enters ? b->is_entered : b->is_target)[node] = true;
  statement_line(b->w, "goto %c%u;", enters ? 'E' : 'L', node);
}

static void write_label(struct body *b, uint32_t node) {
  if ((b->is_entry_step ? b->is_entered : b->is_target)[node])
    text_format(b->w->out, "%c%u:;\n", b->is_entry_step ? 'E' : 'L', node);
}

static void stop_at(struct body *b, uint32_t node) {
  uint32_t number = case_of(b, node);
  statement_line(b->w, "pc[%s] = %u;", b->w->thread, number);
  statement_line(b->w, "return;");
}

/* Writes that the thread stops if another one may have a conflicting step, and continues
 * otherwise. The test is written once, in front of the case. */
static void stop_or_stay(struct body *b, uint32_t node) {
  const char *condition = switching_condition(b->w, node);
  if (!condition || !*condition)
    forgetting_write(b->w, node);
  if (!condition) {
    stop_at(b, node);
    return;
  }
  case_of(b, node);
  if (*condition && b->w->indent == 2 && node == b->next_case) {
    b->falls = true;
    return;
  }
  if (*condition) {
    b->is_asked[node] = true;
    statement_line(b->w, "goto S%u;", node);
    return;
  }
  if (b->has_stayed)
    statement_line(b->w, "stayed = 1;");
  jump_to(b, node);
}

/* Writes the test whether the thread stops before a case, for all paths that lead to it. */
static void write_question(struct body *b, uint32_t node) {
  if (!b->falls && !b->is_asked[node])
    return;
  if (b->is_asked[node])
    text_format(b->w->out, "S%u:;\n", node);
  b->w->indent = 2;
  forgetting_write(b->w, node);
  statement_line(b->w, "if (%s) {", switching_condition(b->w, node));
  b->w->indent++;
  stop_at(b, node);
  b->w->indent--;
  statement_line(b->w, "}");
  if (b->has_stayed && switching_may_wait(b->w->unit, node))
    statement_line(b->w, "stayed = 1;");
  statement_line(b->w, "/* fall through */");
  b->falls = false;
}

/* The place of the user's program that a node belongs to. */
static struct position user_position(const struct flat_node *node) {
  struct position at = node->edge ? node->edge->at : (struct position){0};
  for (struct flat_instance *i = node->instance; i && i->function->is_library && i->call;
       i = i->caller)
    at = i->call->at;
  return at;
}

static void add_source(struct body *b, const struct flat_node *node) {
  struct position at = user_position(node);
  struct text line = {0};
  const struct flat_instance *outermost = node->instance; /* of the library's functions */
  while (outermost->function->is_library && outermost->caller)
    outermost = outermost->caller;
  if (at.line && !outermost->function->is_library) {
    program_print_position(&line, b->w->s->program, at);
    text_add(&line, ": ");
    source_texts_add_line(b->sources, &line, at.file, at.line, true);
  }
  for (size_t i = 0; i + 1 < line.length; i++)
    if ((line.data[i] == '*' && line.data[i + 1] == '/') ||
        (line.data[i] == '/' && line.data[i + 1] == '*'))
      line.data[i] = line.data[i + 1] = '|';
  if (line.length)
    text_format(b->w->out, " /* %s */", text_get(&line));
  text_add(b->w->out, "\n");
  text_release(&line);
}

static bool walk(struct body *b, uint32_t at, uint32_t until, bool is_entry);

/* The number of nodes until a path ends; a large number if it does not end soon. */
static unsigned length_of_way(const struct body *b, uint32_t node) {
  unsigned length = 0;
  for (; length < 6; length++) {
    const struct flat_node *at = node_of(b, node);
    if (is_stop(b, node) || b->is_written[node] || !at->successor_count)
      return length;
    if (at->successor_count > 1)
      return 100;
    node = at->successors[0];
  }
  return 100;
}

static const char *way_condition(struct body *b, const struct flat_node *node, uint32_t way,
                                 bool negated) {
  struct writer *w = b->w;
  w->instance = node->instance;
  if (node->kind == FLAT_BRANCH)
    return cexpr_condition(w, node->conditions[way], negated);
  if (node->kind == FLAT_UNWIND)
    return arena_format(w->s->arena, "call_site[%s][depth[%s]] %s %u", w->thread, w->thread,
                        negated ? "!=" : "==", way);
  if (node->kind == FLAT_JUMP)
    return jumping_condition(w, node, node_of(b, node->successors[way])->site, negated);
  const struct term *address = flat_term(w->s, w->instance, node->edge->call.address);
  struct cexpr function =
      cexpr_constant(w, node->functions[way]->address, ctype_pointer(&w->s->types, NULL));
  return arena_format(w->s->arena, "%s %s %s",
                      cexpr_as(w, address, ctype_pointer(&w->s->types, NULL)),
                      negated ? "!=" : "==", function.text);
}

/* Is the text one statement, which needs no braces? */
static bool is_simple(const struct text *text) {
  const char *start = text_get(text) + strspn(text_get(text), " ");
  const char *end = strchr(start, '\n');
  return end && !end[1] && end > start + 1 && end[-1] == ';' && end[-2] != ':' &&
         strncmp(start, "if (", 4) != 0;
}

/* Writes one path up to the node where the paths meet. True: the path comes there. */
static bool write_inside(struct body *b, struct text *inside, uint32_t at, uint32_t until) {
  struct text *out = b->w->out;
  b->w->out = inside;
  b->w->indent++;
  bool goes_on = walk(b, at, until, false);
  b->w->indent--;
  b->w->out = out;
  return goes_on;
}

/* Writes an if; the second way may be empty. */
static void write_if(struct body *b, const struct flat_node *node, uint32_t way, bool negated,
                     struct text *first, struct text *second) {
  struct writer *w = b->w;
  if (!first->length && second->length) {
    struct text *swapped = first;
    first = second;
    second = swapped;
    negated = !negated;
  }
  const char *condition = way_condition(b, node, way, negated);
  if (!first->length) {
    statement_line(w, "(void)(%s);", condition);
    return;
  }
  bool braces = !is_simple(first) || (second->length && !is_simple(second));
  statement_line(w, braces ? "if (%s) {" : "if (%s)", condition);
  text_add(w->out, text_get(first));
  if (second->length) {
    statement_line(w, braces ? "} else {" : "else");
    text_add(w->out, text_get(second));
  }
  if (braces)
    statement_line(w, "}");
}

/* Writes a branch with two successors. Returns the node to continue with, or NO_NODE_AT. */
static uint32_t write_choice(struct body *b, const struct flat_node *node, uint32_t join) {
  uint32_t first = node->successors[0], second = node->successors[1], next = join;
  bool swap =
      join == NO_NODE_AT ? length_of_way(b, second) < length_of_way(b, first) : first == join;
  struct text inside = {0}, other = {0};
  bool goes_on = write_inside(b, &inside, swap ? second : first, join);
  if (join == NO_NODE_AT || (!goes_on && !swap && second != join))
    next = swap ? first : second; /* no need for else */
  else if (!swap && second != join)
    write_inside(b, &other, second, join);
  write_if(b, node, 0, swap, &inside, &other);
  text_release(&inside);
  text_release(&other);
  return next;
}

/* Writes a branch with more than two successors: all but the last are jumps. */
static uint32_t write_many(struct body *b, const struct flat_node *node) {
  struct text none = {0};
  for (uint32_t i = 0; i + 1 < node->successor_count; i++) {
    struct text inside = {0};
    write_inside(b, &inside, node->successors[i], NO_NODE_AT);
    write_if(b, node, i, false, &inside, &none);
    text_release(&inside);
  }
  return node->successors[node->successor_count - 1];
}

/* `is_chosen`: the thread comes to the wait only when main selects it. */
static void write_wait(struct body *b, uint32_t number, bool is_first, bool is_chosen) {
  const struct flat_node *node = node_of(b, number);
  struct writer *w = b->w;
  w->instance = node->instance;
  const char *condition = statement_wait(w, node);
  if (!is_first && !b->is_clean[number]) {
    statement_line(w, "if (!%s) {", condition);
    w->indent++;
    forgetting_write(w, number);
    stop_at(b, number);
    w->indent--;
    statement_line(w, "}");
    return;
  }
  bool is_spurious = node->edge->wait.spurious;
  const char *wakes = statement_nondet(w->s, ctype_integer(1, false));
  if (property_in(PROPERTY_DEADLOCK, w->s->options->properties)) {
    statement_line(w, "if (looks_for_deadlock) {");
    statement_line(w, "  is_waiting = %s!%s;", !is_chosen && b->has_stayed ? "!stayed && " : "",
                   condition);
    holding_write_wait(w, node->edge);
    statement_line(w, "  return;");
    statement_line(w, "}");
  }
  if (!is_chosen && b->has_stayed) { /* main does not select a thread that has to wait */
    statement_line(w, is_spurious ? "if (!%s && !%s) {" : "if (!%s) {", condition, wakes);
    w->indent++;
    statement_line(w, "__VERIFIER_assume(stayed);");
    stop_at(b, number);
    w->indent--;
    statement_line(w, "}");
    return;
  }
  if (is_spurious)
    statement_line(w, "if (!%s)", wakes);
  statement_line(w, "%s__VERIFIER_assume(%s);", is_spurious ? "  " : "", condition);
}

/* Writes the end of the program, which comes only when all other threads wait or have ended, so
 * that no step of theirs is missed. */
static void write_exit(struct body *b, const struct flat_node *node) {
  struct sequentializer *s = b->w->s;
  if (s->options->reduces_conflict && s->thread_total > 1) {
    s->needs.only_waits = true;
    statement_line(b->w, "__VERIFIER_assume(others_wait(%s));", b->w->thread);
  }
  statement_write(b->w, node);
}

/* If the path ends at the node, writes the end. False: it does not end there. */
static bool write_end(struct body *b, uint32_t number) {
  const struct flat_node *node = node_of(b, number);
  struct writer *w = b->w;
  if (node->successor_count)
    return false;
  if (w->unit->is_plain) {
    if (node->kind == FLAT_END && !w->unit->function->result_count)
      statement_line(w, "return;");
    else if (node->kind != FLAT_END || !node->edge || !node->edge->ret.count)
      statement_line(w, "abort();"); /* not reached */
    return true;
  }
  bool finishes =
      node->kind == FLAT_END || (node->kind == FLAT_EDGE && node->edge->op == OPERATION_FINISH);
  if (finishes) {
    forgetting_write_all(w, number);
    statement_line(w, "pc[%s] = 0; /* the thread has ended */", w->thread);
    forgetting_write_end(w);
  }
  statement_line(w, "return;");
  return true;
}

/* Writes the paths from a node, until they meet at `until` or all have ended. True: `until` is
 * reached. */
static bool walk(struct body *b, uint32_t at, uint32_t until, bool is_entry) {
  bool is_first = is_entry;
  for (;; is_first = false) {
    if (at == until)
      return true;
    const struct flat_node *node = node_of(b, at);
    if (is_stop(b, at) && !b->is_case_start) {
      if (b->is_entry_step) { /* local nodes before it belong to the step of the first operation */
        forgetting_write(b->w, at);
        case_of(b, at);
        jump_to(b, at);
      } else {
        stop_or_stay(b, at);
      }
      return false;
    }
    b->is_case_start = false;
    if (b->is_written[at]) {
      jump_to(b, at);
      return false;
    }
    b->is_written[at] = true;
    if (!is_first)
      write_label(b, at);
    if (is_wait(node))
      write_wait(b, at, is_first, false);
    else if (is_exit(node) && !b->w->unit->is_plain)
      write_exit(b, node);
    else
      statement_write(b->w, node);
    if (write_end(b, at))
      return false;
    if (node->successor_count == 1)
      at = node->successors[0];
    else if (node->successor_count == 2)
      at = write_choice(b, node, b->joins[at]);
    else
      at = write_many(b, node);
    if (at == NO_NODE_AT)
      return false;
  }
}

/* Does the first step do something that others can notice before its first operation? */
static bool is_entry_noticed(const struct body *b) {
  const struct flat_unit *unit = b->w->unit;
  bool *seen = flow_reach(unit, unit->entry, true);
  bool found = flow_is_noticed(b->w->s, &unit->nodes.items[unit->entry]);
  for (uint32_t i = 0; i < unit->nodes.count && !found; i++)
    found = seen[i] && flow_is_noticed(b->w->s, &unit->nodes.items[i]);
  memory_release(seen);
  return found;
}

/* A case: from its operation to the next ones that others can notice. */
static void write_case(struct body *b, uint32_t number) {
  struct writer *w = b->w;
  uint32_t at = b->cases.items[number];
  const struct flat_node *node = node_of(b, at);
  write_question(b, at);
  b->next_case = number + 1 < b->cases.count ? b->cases.items[number + 1] : NO_NODE_AT;
  text_format(w->out, "  case %u:", number + 1);
  add_source(b, node);
  w->indent = 2;
  bool is_dirty_wait = is_wait(node) && node->depth;
  if (is_dirty_wait) { /* the step that came here has evaluated the condition already */
    write_wait(b, at, true, true);
    walk(b, node->successors[0], NO_NODE_AT, false);
    return;
  }
  b->is_case_start = true;
  b->is_entry_step = at == w->unit->entry && !node->is_visible && w->s->options->reduces_local &&
                     !racing_wanted(w->s) && !is_entry_noticed(b);
  w->unit->has_entry_step |= b->is_entry_step;
  write_label(b, at);
  walk(b, at, NO_NODE_AT, true);
  if (b->is_entry_step) /* later jumps to this node stop before the next operation */
    memset(b->is_written, 0, w->unit->nodes.count);
  b->is_entry_step = false;
}

static void write_once(struct body *b) {
  struct writer *w = b->w;
  size_t count = w->unit->nodes.count;
  memset(b->is_written, 0, count);
  memset(b->numbers, 0, count * sizeof *b->numbers);
  b->cases.count = 0;
  b->falls = false;
  w->out->length = 0;
  if (w->unit->is_plain) {
    w->indent = 1;
    b->is_case_start = false;
    walk(b, w->unit->entry, NO_NODE_AT, false);
    return;
  }
  for (uint32_t i = 0; i < w->unit->cases.count; i++)
    case_of(b, w->unit->cases.nodes[i]);
  case_of(b, w->unit->entry);
  for (uint32_t i = 0; i < b->cases.count; i++)
    write_case(b, i);
}

/* Do waits have to know how the thread came to them? */
static bool find_stayed(const struct body *b) {
  const struct flat_unit *unit = b->w->unit;
  bool found = false;
  for (uint32_t i = 0; i < unit->nodes.count && !found; i++)
    found = is_wait(&unit->nodes.items[i]) && (unit->nodes.items[i].is_visible || b->is_clean[i]);
  return found && !unit->is_plain && b->w->s->options->reduces_conflict;
}

/* Does a line that is kept read the variable? Comments, fields of that name, assignments to it,
 * and other lines that only mention it do not count. */
static bool is_read_elsewhere(const char *text, const char *name, size_t length) {
  const char *line = text;
  for (const char *at = text; *at; at++) {
    if (at > text && at[-1] == '\n')
      line = at;
    if (!strncmp(at, "/*", 2)) {
      const char *end = strstr(at + 2, "*/");
      at = end ? end + 1 : at;
      continue;
    }
    if (strncmp(at, name, length) != 0 || code_text_is_word(at[length]) ||
        (at > text && (code_text_is_word(at[-1]) || at[-1] == '.' || at[-1] == '>')))
      continue;
    const char *first = line + strspn(line, " ");
    bool is_assigned = first == at && !strncmp(at + length, " = ", 3);
    if (!is_assigned && strncmp(first, "(void)(", 7) != 0)
      return true;
  }
  return false;
}

/* The length of a line that only mentions a variable, so that compilers do not warn, if another
 * line reads the variable; 0: it is no such line. */
static size_t needless_line(struct sequentializer *s, const char *text, const char *line) {
  const char *end = strchr(line, '\n'), *at = line + strspn(line, " ");
  bool stands_alone = line == text || (line[-2] != ')' &&
                                       line[-2] != 'e'); /* it is not the branch of an if or else */
  if (!end || !stands_alone || strncmp(at, "(void)(", 7) != 0)
    return 0;
  at += 7 + (at[7] == '!');
  size_t length = 0;
  while (code_text_is_word(at[length]))
    length++;
  const char *rest = at + length;
  rest += strspn(rest, " =!<>0123456789ul"); /* a comparison with a constant, perhaps */
  if (!length || strchr("0123456789", *at) || strncmp(rest, ");\n", 3) != 0)
    return 0;
  const char *name = arena_format(s->arena, "%.*s", (int)length, at);
  return is_read_elsewhere(text, name, length) ? (size_t)(end + 1 - line) : 0;
}

static void drop_needless_lines(struct sequentializer *s, struct text *text) {
  struct text kept = {0};
  const char *all = text_get(text);
  for (const char *line = all; *line;) {
    const char *end = strchr(line, '\n');
    size_t length = end ? (size_t)(end + 1 - line) : strlen(line);
    if (!needless_line(s, all, line))
      text_add_bytes(&kept, line, length);
    line += length;
  }
  text_release(text);
  *text = kept;
}

/* Writes the body until it does not change; the cases are those that were met. */
static void write_body(struct writer *w, bool finds_cases) {
  size_t count = w->unit->nodes.count;
  struct body b = {.w = w};
  b.is_written = memory_allocate_zeroed(count);
  b.is_target = memory_allocate_zeroed(count);
  b.is_entered = memory_allocate_zeroed(count);
  b.is_asked = memory_allocate_zeroed(count);
  b.numbers = memory_allocate_zeroed(count * sizeof *b.numbers);
  b.joins = body_joins(w->unit);
  b.is_clean = flow_clean(w->s, w->unit);
  b.has_stayed = w->unit->has_stayed = find_stayed(&b);
  b.sources = source_texts_create(w->s->program->files, w->s->program->file_count);
  struct text text = {0}, *out = w->out;
  w->out = &text;
  for (bool changed = true; changed;) { /* until no label is added */
    size_t before = 0, after = 0;
    for (size_t i = 0; i < count; i++)
      before += (size_t)b.is_target[i] + b.is_entered[i] + b.is_asked[i];
    write_once(&b);
    for (size_t i = 0; i < count; i++)
      after += (size_t)b.is_target[i] + b.is_entered[i] + b.is_asked[i];
    changed = before != after;
  }
  w->out = out;
  drop_needless_lines(w->s, &text);
  if (finds_cases)
    switching_number_cases(w->s, w->unit, b.cases.items, (uint32_t)b.cases.count);
  else
    text_add(out, text_get(&text));
  text_release(&text);
  source_texts_destroy(b.sources);
  vector_release(&b.cases);
  memory_release(b.is_written);
  memory_release(b.is_target);
  memory_release(b.is_entered);
  memory_release(b.is_asked);
  memory_release(b.numbers);
  memory_release(b.joins);
  memory_release(b.is_clean);
}

void body_write(struct writer *w) { write_body(w, false); }

void body_find_cases(struct writer *w) { write_body(w, true); }
