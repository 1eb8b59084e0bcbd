/* SPDX-License-Identifier: Apache-2.0 */
/* Follows the execution and notes the deeds of undefined functions: numbers that they return or
 * write, pointers that they return, and functions that they call. A deed that is a choice counts
 * only if the execution with another choice does not end with the violation. Calls count always:
 * the ones that are not needed were left out when the schedule was shortened.
 *
 * Which deed a choice belongs to follows from the functions of library/environment.c on the stack.
 */
#include "report/supposed.h"

#include "program/address.h"
#include "report/describe.h"
#include "semantics/run.h"

#include <string.h>

enum { MOST_CALLS = 3, MOST_PLACES = 3 }; /* in the text */

enum deed_kind { DEED_RETURNS, DEED_WRITES, DEED_CALLS, DEED_KEEPS };

struct undefined_call {
  const char *name;
  struct position at;
  uint32_t thread;
};

struct deed {
  enum deed_kind kind;
  struct undefined_call call;
  size_t choice; /* its number in the schedule; NO_CHOICE: none */
  bool is_pending, is_needed;
  uint64_t value; /* DEED_WRITES: an address */
  unsigned width;
  const struct type *type;
  const struct function *callee;
};
#define NO_CHOICE ((size_t)-1)

/* A thread of the environment, and the call that made it. */
struct keeper {
  uint32_t thread;
  struct undefined_call call;
};

struct supposing {
  struct listener listener; /* first: the listener is the supposing */
  struct schedule record;
  VECTOR(struct deed) deeds;
  VECTOR(struct keeper) keepers;
};

static bool is_called(const struct frame *frame, const char *name) {
  return frame->function->is_library && strcmp(frame->function->name, name) == 0;
}

/* Is there a call of the library function above the frame? */
static bool is_inside(const struct thread *thread, size_t from, const char *name) {
  for (size_t i = from; i < thread->frames.count; i++)
    if (is_called(&thread->frames.items[i], name))
      return true;
  return false;
}

static struct undefined_call describe_undefined(const struct thread *thread, size_t frame) {
  const struct frame *items = thread->frames.items;
  struct undefined_call call = {items[frame].function->name, {0}, thread->number};
  if (frame > 0)
    call.at = items[frame - 1].function->edges[items[frame].call_edge].at;
  return call;
}

/* The frame that stands for an undefined function in whose model the thread is; false: in none. */
static bool find_stand_in(const struct thread *thread, size_t *frame) {
  for (size_t i = thread->frames.count; i-- > 1;) {
    if (!thread->frames.items[i].function->is_library)
      return false;
    *frame = i - 1;
    if (is_called(&thread->frames.items[i], "__library_environment"))
      return true;
  }
  return false;
}

static bool is_result_used(const struct thread *thread, size_t frame) {
  const struct frame *items = thread->frames.items;
  return frame > 0 && items[frame - 1].function->edges[items[frame].call_edge].call.result_count;
}

static struct deed *add_deed(struct supposing *supposing, enum deed_kind kind,
                             struct undefined_call call, size_t choice) {
  vector_push(&supposing->deeds, (struct deed){.kind = kind, .call = call, .choice = choice});
  return &vector_last(&supposing->deeds);
}

/* A number that it returns is chosen in the caller, or where all it does is modelled. */
static void notice_result(struct supposing *supposing, const struct state *state,
                          const struct thread *thread, const struct event *event) {
  const struct edge *edge = event->edge;
  size_t top = thread->frames.count - 1;
  const struct function *function = thread->frames.items[top].function;
  struct undefined_call call = {edge->nondet.name, edge->at, thread->number};
  if (function->is_library) {
    if (function->at.line || strcmp(function->name, edge->nondet.name) != 0 ||
        !is_result_used(thread, top))
      return;
    call = describe_undefined(thread, top);
  }
  struct deed *deed = add_deed(supposing, DEED_RETURNS, call, supposing->record.choices.count - 1);
  deed->width = function->registers[edge->nondet.target].width;
  deed->type = function->registers[edge->nondet.target].type;
  state->domain->known(state->domain_context, event->value, &deed->value);
}

static void notice_choice(struct supposing *supposing, const struct state *state,
                          const struct thread *thread, const struct event *event) {
  size_t frame, choice = supposing->record.choices.count - 1;
  if (event->edge->op != OPERATION_NONDET)
    return;
  if (!find_stand_in(thread, &frame)) {
    if (event->edge->nondet.source == NONDET_EXTERNAL)
      notice_result(supposing, state, thread, event);
    return;
  }
  bool writes = is_inside(thread, frame, "write_everywhere");
  bool returns = is_inside(thread, frame, "choose_result") && is_result_used(thread, frame);
  struct deed *last = supposing->deeds.count ? &vector_last(&supposing->deeds) : NULL;
  if (!writes && (!returns || (last && last->is_pending)))
    return;
  last = add_deed(supposing, writes ? DEED_WRITES : DEED_RETURNS, describe_undefined(thread, frame),
                  choice);
  last->is_pending = true; /* the write, or the return, is yet to come */
}

static void notice_write(struct supposing *supposing, const struct event *event) {
  for (size_t i = supposing->deeds.count; i-- > 0;) {
    struct deed *deed = &supposing->deeds.items[i];
    if (deed->call.thread != event->thread)
      continue;
    if (deed->kind != DEED_WRITES || !deed->is_pending)
      return;
    deed->is_pending = false;
    deed->value = event->address;
  }
}

static void notice_return(struct supposing *supposing, const struct state *state,
                          const struct thread *thread, const struct edge *edge) {
  struct deed *last = supposing->deeds.count ? &vector_last(&supposing->deeds) : NULL;
  const struct function *function = thread_top(thread)->function;
  if (!last || !last->is_pending || last->kind != DEED_RETURNS || edge->ret.count != 1 ||
      last->call.thread != thread->number || strcmp(function->name, last->call.name) != 0)
    return;
  last->is_pending = false;
  last->width = edge->ret.values[0]->width;
  describe_evaluate(state, thread, thread_top(thread), edge->ret.values[0], &last->value);
}

/* The call of an undefined function that led to a thread of the environment, or NULL. */
static const struct undefined_call *find_keeper(const struct supposing *supposing,
                                                const struct thread *thread) {
  for (size_t i = 0; i < supposing->keepers.count; i++)
    if (supposing->keepers.items[i].thread == thread->number)
      return &supposing->keepers.items[i].call;
  return NULL;
}

static void notice_call(struct supposing *supposing, const struct state *state,
                        const struct thread *thread, const struct edge *edge) {
  const struct function *callee = describe_callee(state, thread, edge);
  size_t frame;
  if (!callee || callee->is_library || !thread_top(thread)->function->is_library)
    return;
  if (find_stand_in(thread, &frame)) {
    add_deed(supposing, DEED_CALLS, describe_undefined(thread, frame), NO_CHOICE)->callee = callee;
    return;
  }
  const struct undefined_call *call = find_keeper(supposing, thread);
  if (call)
    add_deed(supposing, DEED_KEEPS, *call, NO_CHOICE)->callee = callee;
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct supposing *supposing = (struct supposing *)listener;
  const struct thread *thread = state_thread(state, event->thread);
  size_t frame;
  if (!thread || !thread->frames.count)
    return;
  if (event->kind == EVENT_CHOICE)
    notice_choice(supposing, state, thread, event);
  else if (event->kind == EVENT_WRITE)
    notice_write(supposing, event);
  else if (event->kind == EVENT_EDGE && event->edge->op == OPERATION_RETURN)
    notice_return(supposing, state, thread, event->edge);
  else if (event->kind == EVENT_EDGE && event->edge->op == OPERATION_CALL)
    notice_call(supposing, state, thread, event->edge);
  else if (event->kind == EVENT_EDGE && event->edge->op == OPERATION_SPAWN &&
           find_stand_in(thread, &frame))
    vector_push(&supposing->keepers,
                (struct keeper){address_thread_number(state->program->data_model, thread->number,
                                                      thread->created + 1),
                                describe_undefined(thread, frame)});
}

static struct machine machine_like(const struct machine *original) {
  return (struct machine){.program = original->program,
                          .domain = &domain_concrete,
                          .properties = original->properties,
                          .known = original->known,
                          .memory_model = original->memory_model};
}

static bool leads_there(const struct machine *original, const struct schedule *schedule,
                        const struct violation *violation) {
  struct machine machine = machine_like(original);
  struct run_options options = {.replay = schedule};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  if (state)
    state_destroy(state);
  return end == RUN_VIOLATION && violation_is_same(&machine.violation, violation);
}

/* Another choice for all deeds from `first` to before `end`. */
static void change(const struct supposing *supposing, size_t first, size_t end, uint64_t for_zero,
                   struct schedule *schedule) {
  for (size_t i = first; i < end; i++) {
    size_t choice = supposing->deeds.items[i].choice;
    if (choice < schedule->choices.count)
      schedule->choices.items[choice] = schedule->choices.items[choice] ? 0 : for_zero;
  }
}

static bool are_needed(const struct supposing *supposing, size_t first, size_t end,
                       const struct machine *original, const struct schedule *schedule,
                       const struct violation *violation) {
  static const uint64_t others[] = {1, UINT64_MAX};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    struct schedule changed = {0};
    schedule_copy(&changed, schedule);
    change(supposing, first, end, others[i], &changed);
    bool leads = leads_there(original, &changed, violation);
    schedule_release(&changed);
    if (!leads)
      return true;
  }
  return false;
}

static void find_needed(struct supposing *supposing, const struct machine *original,
                        const struct schedule *schedule, const struct violation *violation,
                        double end) {
  size_t count = supposing->deeds.count;
  bool is_any_needed = count && are_needed(supposing, 0, count, original, schedule, violation);
  for (size_t i = 0; i < count; i++) {
    struct deed *deed = &supposing->deeds.items[i];
    deed->is_needed =
        deed->choice == NO_CHOICE ||
        (is_any_needed &&
         (clock_seconds() > end || are_needed(supposing, i, i + 1, original, schedule, violation)));
  }
}

static bool is_same_call(const struct undefined_call *a, const struct undefined_call *b) {
  return a->thread == b->thread && strcmp(a->name, b->name) == 0 && a->at.file == b->at.file &&
         a->at.line == b->at.line;
}

static void add_deed_text(struct text *out, struct snapshot snapshot, const struct deed *deed) {
  switch (deed->kind) {
  case DEED_RETURNS:
    text_add(out, "returns ");
    describe_value(out, snapshot, deed->type, deed->width, deed->value);
    break;
  case DEED_WRITES:
    text_add(out, "writes ");
    describe_place(out, snapshot, deed->value);
    break;
  case DEED_CALLS:
    text_format(out, "calls %s", deed->callee->name);
    break;
  case DEED_KEEPS:
    text_format(out, "keeps %s, which another thread calls later", deed->callee->name);
    break;
  }
}

/* What it does in one call, each thing once. */
static void add_deeds(struct text *out, struct supposing *supposing, size_t first,
                      struct snapshot snapshot) {
  struct undefined_call call = supposing->deeds.items[first].call;
  text_format(out, "the undefined function %s", call.name);
  if (call.at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, call.at);
  }
  struct text told = {0};
  size_t count = 0;
  for (size_t i = first; i < supposing->deeds.count; i++) {
    struct deed *deed = &supposing->deeds.items[i];
    struct text one = {0};
    if (!deed->is_needed || !is_same_call(&deed->call, &call))
      continue;
    deed->is_needed = false; /* it is told */
    add_deed_text(&one, snapshot, deed);
    if (count < MOST_PLACES && (!told.length || !strstr(text_get(&told), text_get(&one)))) {
      text_format(&told, "%s%s", count ? " and " : " ", text_get(&one));
      count++;
    }
    text_release(&one);
  }
  text_add(out, text_get(&told));
  text_release(&told);
}

static void add_all(struct text *out, struct supposing *supposing, struct snapshot snapshot) {
  size_t count = 0;
  for (size_t i = 0; i < supposing->deeds.count; i++) {
    if (!supposing->deeds.items[i].is_needed)
      continue;
    if (count++ == MOST_CALLS) {
      text_add(out, ", and more");
      return;
    }
    text_add(out, count > 1 ? ", and " : "");
    add_deeds(out, supposing, i, snapshot);
  }
}

void supposed_find(struct text *out, const struct machine *original,
                   const struct schedule *schedule, const struct violation *violation,
                   double seconds) {
  struct supposing supposing = {.listener.event = notice};
  struct machine machine = machine_like(original);
  machine_listen(&machine, &supposing.listener);
  struct run_options options = {.replay = schedule, .record = &supposing.record};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  if (end == RUN_VIOLATION && supposing.deeds.count) {
    struct text raw = {0};
    struct snapshot snapshot = {state, NULL};
    find_needed(&supposing, original, schedule, violation, clock_seconds() + seconds);
    add_all(&raw, &supposing, snapshot);
    describe_names(out, text_get(&raw), snapshot);
    text_release(&raw);
  }
  if (state)
    state_destroy(state);
  schedule_release(&supposing.record);
  vector_release(&supposing.deeds);
  vector_release(&supposing.keepers);
}
