/* SPDX-License-Identifier: Apache-2.0 */
/* An execution as straight-line C. Every call has its own instance with its own variables, so
 * calls, returns, recursion and longjmp need no stack. Branches become checks that the program
 * takes the recorded path. */
#include "sequentialize/linear.h"

#include "report/source_text.h"
#include "sequentialize/writer.h"

#include <string.h>

enum { MOST_OPERATIONS = 100000 };

/* What is known of a node beyond its operation. */
struct linear_fact {
  uint32_t thread; /* index into `threads` */
  uint64_t value;  /* NONDET: the input; a query: the answer; a read of what was never written */
  bool has_value;
  struct flat_instance *started; /* SPAWN: the first function of the new thread */
  uint32_t started_thread;
};

struct linear_thread {
  uint32_t number;
  VECTOR(struct flat_instance *) frames;
  const struct function *start;
  const struct edge *call; /* the last one, until its function does something */
  uint32_t spawn_node;     /* that created it, but for main */
  uint32_t jump_node;      /* a longjmp whose setjmp is not known yet, plus 1; or 0 */
  uint32_t query_node;     /* likewise, a query of which the answer is not known yet */
};

struct linear {
  struct listener listener; /* first: the listener is the recording */
  struct sequentializer s;
  struct sequentialize_options options;
  struct flat_unit unit;
  VECTOR(struct linear_fact) facts; /* per node */
  VECTOR(struct linear_thread) threads;
  struct map written; /* bytes of stacks and heaps */
  uint32_t spawn_node;
  bool is_spawning;
};

static uint32_t find_thread(struct linear *l, uint32_t number) {
  for (uint32_t i = 0; i < l->threads.count; i++)
    if (l->threads.items[i].number == number)
      return i;
  vector_push(&l->threads, (struct linear_thread){.number = number, .spawn_node = l->spawn_node});
  return (uint32_t)l->threads.count - 1;
}

/* A thread exists since the last operation. */
static void note_created(struct linear *l, const struct state *state) {
  if (!l->is_spawning)
    return;
  l->is_spawning = false;
  for (size_t i = 0; i < state->thread_count; i++) {
    uint32_t before = (uint32_t)l->threads.count;
    uint32_t index = find_thread(l, state->threads[i]->number);
    if (index == before)
      l->facts.items[l->spawn_node].started_thread = index;
  }
}

static struct flat_instance *add_instance(struct linear *l, const struct function *function,
                                          struct flat_instance *caller, const struct edge *call) {
  struct flat_instance *instance = arena_allocate(l->s.arena, sizeof *instance);
  *instance = (struct flat_instance){.function = function,
                                     .caller = caller,
                                     .call = call,
                                     .first_register = (uint32_t)l->unit.registers.count};
  instance->constants =
      arena_allocate(l->s.arena, (function->register_count + 1) * sizeof *instance->constants);
  for (uint32_t i = 0; i < function->register_count; i++)
    vector_push(&l->unit.registers, (struct flat_register){.instance = instance, .number = i});
  return instance;
}

static void add_node(struct linear *l, struct flat_node node, uint32_t thread) {
  if (l->unit.nodes.count >= MOST_OPERATIONS)
    flat_refuse(&l->s, node.edge->at, "the execution has too many operations to be a program");
  vector_push(&l->unit.nodes, node);
  vector_push(&l->facts, (struct linear_fact){.thread = thread});
}

/* Brings the frames of the recording up to date with those of the thread, which may have begun a
 * function. */
static void follow_frames(struct linear *l, uint32_t index, const struct thread *thread) {
  struct linear_thread *own = &l->threads.items[index];
  const struct function *function = thread_top(thread)->function;
  if (!own->frames.count) {
    struct flat_instance *root = add_instance(l, function, NULL, NULL);
    vector_push(&own->frames, root);
    if (index)
      l->facts.items[own->spawn_node].started = root;
    return;
  }
  if (own->frames.count >= thread->frames.count || !own->call)
    return;
  struct flat_instance *caller = vector_last(&own->frames);
  struct flat_instance *callee = add_instance(l, function, caller, own->call);
  add_node(l,
           (struct flat_node){
               .kind = FLAT_BIND, .edge = own->call, .instance = caller, .callee = callee},
           index);
  vector_push(&own->frames, callee);
  own->call = NULL;
}

static void note_setjmp(struct linear *l, struct flat_instance *instance, const struct edge *edge) {
  struct flat_landing landing = {instance, edge, (uint32_t)l->unit.landings.count + 1};
  vector_push(&l->unit.landings, landing);
}

/* The first operation after a longjmp tells which setjmp it came back to. */
static void settle_jump(struct linear *l, uint32_t index, const struct thread *thread,
                        const struct edge *edge) {
  struct linear_thread *own = &l->threads.items[index];
  if (!own->jump_node || own->frames.count < thread->frames.count)
    return;
  struct flat_node *node = &l->unit.nodes.items[own->jump_node - 1];
  own->jump_node = 0;
  own->frames.count = thread->frames.count;
  struct flat_instance *back = vector_last(&own->frames);
  vector_each (landing, &l->unit.landings) {
    if (landing->instance == back && landing->edge->to == edge->from) {
      node->kind = FLAT_LAND;
      node->caller = back;
      node->call = landing->edge;
      return;
    }
  }
  flat_refuse(&l->s, node->edge->at, "longjmp to a place that is not known");
}

/* The register of what an operation finds out about the execution; NO_REGISTER: there is none. */
static uint32_t answer_of(const struct edge *edge) {
  if (edge->op == OPERATION_BLOCK_SIZE)
    return edge->block_size.target;
  return operation_is(edge->op, IS_QUERY) && edge->op != OPERATION_SELF ? edge->get.target
                                                                        : NO_REGISTER;
}

/* What the thread's last operation found out is in its register by now. */
static void note_answer(struct linear *l, struct linear_thread *own, const struct state *state,
                        const struct thread *thread) {
  if (!own->query_node)
    return;
  uint32_t target = answer_of(l->unit.nodes.items[own->query_node - 1].edge);
  state->domain->known(state->domain_context,
                       thread->registers.items[thread_top(thread)->first_register + target],
                       &l->facts.items[own->query_node - 1].value);
  own->query_node = 0;
}

static void note_edge(struct linear *l, const struct state *state, const struct event *event) {
  const struct edge *edge = event->edge;
  struct thread *thread = state_thread(state, event->thread);
  note_created(l, state);
  uint32_t index = find_thread(l, event->thread);
  if (l->s.refusal.length || !thread || !thread->frames.count)
    return;
  note_answer(l, &l->threads.items[index], state, thread);
  settle_jump(l, index, thread, edge);
  follow_frames(l, index, thread);
  struct linear_thread *own = &l->threads.items[index];
  struct flat_instance *instance = vector_last(&own->frames);
  if (!own->start && !instance->function->is_library)
    own->start = instance->function;
  if (edge->op == OPERATION_CALL) {
    own->call = edge;
    return;
  }
  if (edge->op == OPERATION_RETURN) {
    if (own->frames.count > 1)
      add_node(l,
               (struct flat_node){.kind = FLAT_RETURN,
                                  .edge = edge,
                                  .instance = instance,
                                  .callee = instance,
                                  .call = instance->call,
                                  .caller = instance->caller},
               index);
    own->frames.count--;
    return;
  }
  add_node(l, (struct flat_node){.kind = FLAT_EDGE, .edge = edge, .instance = instance}, index);
  if (answer_of(edge) != NO_REGISTER) {
    own->query_node = (uint32_t)l->unit.nodes.count;
  } else if (edge->op == OPERATION_SPAWN) {
    l->spawn_node = (uint32_t)l->unit.nodes.count - 1;
    l->is_spawning = true;
  } else if (edge->op == OPERATION_SETJMP) {
    note_setjmp(l, instance, edge);
  } else if (edge->op == OPERATION_LONGJMP) {
    own->jump_node = (uint32_t)l->unit.nodes.count;
  }
}

/* Memory that is read before it was written has the value that was chosen for it. */
static void note_access(struct linear *l, const struct state *state, const struct event *event) {
  bool is_new = false;
  for (uint32_t i = 0; i < event->size && i < 4096; i++) {
    is_new |= event->kind == EVENT_READ && !map_get(&l->written, event->address + i, NULL);
    map_set(&l->written, event->address + i, 1);
  }
  uint64_t bits;
  if (is_new && event->edge->op == OPERATION_LOAD && l->facts.count &&
      !program_find_object(l->s.program, event->address) && event->size <= 8 &&
      state->domain->known(state->domain_context, event->value, &bits) && bits) {
    struct linear_fact *fact = &vector_last(&l->facts);
    fact->value = bits;
    fact->has_value = true;
  }
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct linear *l = (struct linear *)listener;
  uint64_t bits;
  switch (event->kind) {
  case EVENT_EDGE:
    note_edge(l, state, event);
    break;
  case EVENT_READ:
  case EVENT_WRITE:
    note_access(l, state, event);
    break;
  case EVENT_CHOICE:
    if (l->facts.count && state->domain->known(state->domain_context, event->value, &bits)) {
      vector_last(&l->facts).value = bits;
      vector_last(&l->facts).has_value = true;
    }
    break;
  case EVENT_FLUSH:
    flat_refuse(&l->s, event->at, "a store that becomes visible later");
    break;
  case EVENT_REUSE:
    flat_refuse(&l->s, event->at, "an address that comes back");
    break;
  }
}

struct linear *linear_create(const struct program *program, property_set properties) {
  struct linear *l = memory_allocate_zeroed(sizeof *l);
  l->listener.event = notice;
  l->options.properties = properties;
  l->s = (struct sequentializer){
      .program = program, .options = &l->options, .arena = arena_create(), .is_linear = true};
  l->s.types = (struct ctypes){.program = program, .arena = l->s.arena};
  l->unit.name = "main";
  l->unit.is_single = true;
  return l;
}

struct listener *linear_listener(struct linear *l) {
  return &l->listener;
}

void linear_destroy(struct linear *l) {
  if (!l)
    return;
  vector_release_members(&l->threads, frames);
  vector_release(&l->facts);
  vector_release(&l->unit.landings);
  vector_release(&l->unit.nodes);
  vector_release(&l->unit.registers);
  map_release(&l->written);
  if (l->s.sharing)
    sharing_destroy(l->s.sharing);
  map_release(&l->s.needs.helpers);
  ctypes_release(&l->s.types);
  text_release(&l->s.needs.helper_text);
  text_release(&l->s.refusal);
  arena_destroy(l->s.arena);
  memory_release(l);
}

/* One node after the other, without those that say nothing. */
static void link_nodes(struct linear *l) {
  struct flat_unit *unit = &l->unit;
  for (uint32_t i = 0; i + 1 < unit->nodes.count; i++) {
    uint32_t next = i + 1;
    unit->nodes.items[i].successors = arena_copy(l->s.arena, &next, sizeof next);
    unit->nodes.items[i].successor_count = 1;
  }
  flow_analyse(&l->s, unit);
  for (size_t i = 0; i < unit->registers.count; i++)
    unit->registers.items[i].is_kept =
        unit->registers.items[i]
            .instance->function->registers[unit->registers.items[i].number]
            .is_source;
  naming_types(&l->s, unit);
  naming_kept(&l->s, unit);
  naming_locals(&l->s, unit);
}

static bool is_read(const struct linear *l, const struct flat_instance *instance, uint32_t number) {
  return number != NO_REGISTER &&
         l->unit.registers.items[instance->first_register + number].is_used;
}

static const char *record_of(struct linear *l, uint32_t thread) {
  l->s.needs.self = true;
  return arena_format(l->s.arena, "&threads[%u]", thread);
}

static void assign(struct linear *l, struct writer *w, const struct flat_instance *instance,
                   uint32_t number, struct cexpr value) {
  const struct flat_register *reg = &l->unit.registers.items[instance->first_register + number];
  if (is_read(l, instance, number))
    statement_line(w, "%s = %s;", naming_register(w, instance->first_register + number),
                   cexpr_cast(w, value, reg->type).text);
}

static void write_start(struct linear *l, struct writer *w, const struct flat_node *node,
                        const struct linear_fact *fact) {
  const struct edge *edge = node->edge;
  struct cexpr record = {record_of(l, fact->started_thread),
                         ctype_pointer(&l->s.types, l->s.memory_pointer), CEXPR_UNARY};
  if (edge->spawn.target != NO_REGISTER)
    assign(l, w, node->instance, edge->spawn.target, record);
  if (!fact->started)
    return;
  const uint32_t *parameters = fact->started->function->parameters;
  assign(l, w, fact->started, parameters[0], record);
  for (unsigned i = 0; i < 2; i++) {
    w->instance = node->instance;
    const struct flat_register *reg =
        &l->unit.registers.items[fact->started->first_register + parameters[i + 1]];
    struct cexpr value = {cexpr_as(w, edge->spawn.arguments[i], reg->type), reg->type,
                          CEXPR_BINARY};
    assign(l, w, fact->started, parameters[i + 1], value);
  }
}

/* The program must go the recorded way. */
static void write_way(struct linear *l, struct writer *w, const struct flat_node *node) {
  const struct term *condition = node->edge->assume.condition;
  if (term_is_true(condition))
    return;
  l->s.needs.limits = true;
  statement_line(w, "if (%s)", cexpr_condition(w, condition, true));
  statement_line(w, "  went_another_way();");
}

/* Gives a register the value that it had in the execution. */
static void write_recorded(struct linear *l, struct writer *w, const struct flat_node *node,
                           uint32_t target, uint64_t value) {
  if (target != NO_REGISTER && is_read(l, node->instance, target))
    assign(l, w, node->instance, target,
           cexpr_constant(w, value,
                          l->unit.registers.items[node->instance->first_register + target].type));
}

static void write_load(struct writer *w, const struct flat_node *node,
                       const struct linear_fact *fact) {
  const struct edge *edge = node->edge;
  if (fact->has_value) {
    struct ctype type = ctype_integer(edge->load.size * 8, false);
    struct cexpr at = cplace_at(w, edge->load.address, edge->load.size, type);
    if (at.type.kind != CTYPE_POINTER)
      statement_line(w, "%s = %s; /* it was never written */", at.text,
                     cexpr_constant(w, fact->value, at.type).text);
  }
  statement_write(w, node);
}

static void write_edge(struct linear *l, struct writer *w, const struct flat_node *node,
                       const struct linear_fact *fact) {
  const struct edge *edge = node->edge;
  if (edge->op == OPERATION_ASSUME)
    write_way(l, w, node);
  else if (edge->op == OPERATION_SPAWN)
    write_start(l, w, node, fact);
  else if (edge->op == OPERATION_NONDET)
    write_recorded(l, w, node, edge->nondet.target, fact->value);
  else if (answer_of(edge) != NO_REGISTER)
    write_recorded(l, w, node, answer_of(edge), fact->value);
  else if (edge->op == OPERATION_LOAD)
    write_load(w, node, fact);
  else if (edge->op != OPERATION_CHECK && edge->op != OPERATION_WAIT &&
           edge->op != OPERATION_FINISH)
    statement_write(w, node); /* does here what it does anywhere */
}

static void write_node(struct linear *l, struct writer *w, uint32_t number) {
  const struct flat_node *node = &l->unit.nodes.items[number];
  const struct linear_fact *fact = &l->facts.items[number];
  w->instance = node->instance;
  w->thread = arena_format(l->s.arena, "%u", fact->thread);
  if (node->kind == FLAT_EDGE)
    write_edge(l, w, node, fact);
  else
    statement_write(w, node);
}

/* Names the thread that continues, and its line. */
static void write_comment(struct linear *l, struct writer *w, uint32_t number,
                          struct position *last, uint32_t *thread, struct source_texts *sources) {
  const struct flat_node *node = &l->unit.nodes.items[number];
  const struct linear_fact *fact = &l->facts.items[number];
  struct position at = node->edge->at;
  for (struct flat_instance *i = node->instance; i && i->function->is_library; i = i->caller)
    at = i->call ? i->call->at : (struct position){0};
  if (fact->thread != *thread) {
    const struct function *start = l->threads.items[fact->thread].start;
    text_format(w->out, "\n  /* thread %u, %s */\n", fact->thread,
                !fact->thread ? "main"
                : start       ? start->name
                              : "not begun");
    *thread = fact->thread;
  } else if (at.file == last->file && at.line == last->line) {
    return;
  }
  *last = at;
  if (!at.line)
    return;
  struct text line = {0};
  program_print_position(&line, l->s.program, at);
  text_add(&line, ": ");
  source_texts_add_line(sources, &line, at.file, at.line, true);
  for (size_t i = 0; i + 1 < line.length; i++)
    if ((line.data[i] == '*' && line.data[i + 1] == '/') ||
        (line.data[i] == '/' && line.data[i + 1] == '*'))
      line.data[i] = line.data[i + 1] = '|';
  text_format(w->out, "  /* %s */\n", text_get(&line));
  text_release(&line);
}

static void write_failure(struct linear *l, struct writer *w, const struct violation *violation,
                          struct position at) {
  struct text place = {0}, message = {0};
  program_print_position(&place, l->s.program, at.line ? at : violation->at);
  text_format(&message, "%s: %s%s%s", property_name(violation->property), violation->message,
              place.length ? " at " : "", text_get(&place));
  text_add(w->out, "\n  say(\"");
  for (const char *byte = text_get(&message); *byte; byte++)
    text_format(w->out, *byte == '"' || *byte == '\\' ? "\\%c" : "%c", *byte == '\n' ? ' ' : *byte);
  text_add(w->out, "\");\n  reach_error();\n");
  text_release(&place);
  text_release(&message);
}

/* The failing operation is not executed, but what it would read can be looked at. */
static void mention_register(uint32_t number, void *context) {
  struct writer *w = context;
  const struct flat_register *reg = &w->unit->registers.items[number];
  if (reg->name && !reg->is_kept && !reg->slot && !reg->instance->constants[reg->number])
    statement_line(w, "(void)%s;", naming_register(w, number));
}

static void print_statements(struct linear *l, struct writer *w,
                             const struct violation *violation) {
  struct source_texts *sources = source_texts_create(l->s.program->files, l->s.program->file_count);
  struct position last = {0};
  uint32_t thread = UINT32_MAX, count = (uint32_t)l->unit.nodes.count;
  w->indent = 1;
  for (uint32_t i = 0; i < count; i++) {
    if (i + 1 == count && violation->edge == l->unit.nodes.items[i].edge) {
      flow_reads(&l->s, &l->unit, &l->unit.nodes.items[i], mention_register, w);
      break; /* what fails is said instead of done */
    }
    struct text line = {0}, *out = w->out;
    w->out = &line;
    write_node(l, w, i);
    w->out = out;
    if (line.length)
      write_comment(l, w, i, &last, &thread, sources);
    text_add(out, text_get(&line));
    text_release(&line);
  }
  if (count)
    write_comment(l, w, count - 1, &last, &thread, sources);
  write_failure(l, w, violation, last);
  source_texts_destroy(sources);
}

bool linear_print(struct linear *l, const struct violation *violation, struct text *out,
                  struct text *refusal) {
  struct text body = {0}, variables = {0}, locals = {0}, objects = {0};
  if (!l->s.refusal.length) {
    l->s.sharing = sharing_create(l->s.program);
    cobjects_name(&l->s);
    ctypes_collect(&l->s.types, l->s.memory_pointer);
    link_nodes(l);
    memset(l->s.object_used, 0, l->s.program->object_count); /* types were looked for */
    struct writer w = {.s = &l->s, .unit = &l->unit, .out = &body, .thread = "0"};
    print_statements(l, &w, violation);
    w.out = &variables;
    naming_declare(&w, true);
    w.out = &locals;
    naming_declare(&w, false);
    l->s.thread_total = (uint32_t)l->threads.count + 1;
    cobjects_print(&l->s, &objects);
  }
  bool fine = !l->s.refusal.length;
  if (fine) {
    text_add(out,
             "/* One execution of a multi-threaded program, operation by operation, which ends in "
             "a failure. Written by\n * heddle. */\n"
             "#if defined __GNUC__ && !defined __clang__\n"
             "/* Operations access memory with types of their own. */\n"
             "#pragma GCC optimize \"no-strict-aliasing\"\n#endif\n");
    output_declarations(&l->s, out);
    text_add(out, "extern long write(int file, const void *bytes, unsigned long size);\n\n"
                  "static void say(const char *text) {\n  unsigned long size = 0;\n"
                  "  while (text[size])\n    size++;\n  write(2, text, size);\n  write(2, \"\\n\", "
                  "1);\n}\n\n");
    if (l->s.needs.limits)
      text_add(out, "\nstatic void went_another_way(void) {\n  say(\"this is not the recorded "
                    "execution\");\n  exit(3);\n}\n\n");
    ctypes_print(&l->s.types, out);
    text_format(out, "%s%s%s\nint main(void) {\n%s%s  return 0;\n}\n", text_get(&objects),
                text_get(&l->s.needs.helper_text), text_get(&variables), text_get(&locals),
                text_get(&body));
  } else {
    text_add(refusal, text_get(&l->s.refusal));
  }
  text_release(&body);
  text_release(&variables);
  text_release(&locals);
  text_release(&objects);
  return fine;
}
