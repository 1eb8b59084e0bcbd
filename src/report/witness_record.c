/* SPDX-License-Identifier: Apache-2.0 */
/* Observes the machine and records what a witness contains: lines with memory accesses (other than
 * to the thread's own stack) and with calls of library functions, calls and returns of user
 * functions, thread creations, and the values of __VERIFIER_nondet functions. */
#include "report/witness_record.h"

#include "base/map.h"
#include "program/address.h"
#include "report/describe.h"
#include "report/witness_steps.h"
#include "semantics/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NONE = -1 };

struct witness {
  struct listener listener; /* first: the listener is the witness */
  VECTOR(struct witness_step) steps;
  struct map numbers; /* from a thread's number to its place in the order of creation */
  uint32_t threads;   /* known so far */
  long creation;      /* the step whose new thread is not yet known, or NONE */
};

static void notice(struct listener *listener, const struct state *state, const struct event *event);

struct witness *witness_create(void) {
  struct witness *witness = memory_allocate_zeroed(sizeof *witness);
  witness->listener.event = notice;
  map_set(&witness->numbers, 0, 0);
  witness->threads = 1;
  witness->creation = NONE;
  return witness;
}

void witness_destroy(struct witness *witness) {
  if (!witness)
    return;
  vector_release(&witness->steps);
  map_release(&witness->numbers);
  memory_release(witness);
}

struct listener *witness_listener(struct witness *witness) {
  return &witness->listener;
}

uint32_t witness_thread(const struct witness *witness, uint32_t number) {
  uint64_t place = 0;
  map_get(&witness->numbers, number, &place);
  return (uint32_t)place;
}

/* Does `before` say only that the thread is in the line of `step`? */
static bool is_same_line(const struct witness_step *before, const struct witness_step *step) {
  return before->kind == WITNESS_AT && before->thread == step->thread &&
         before->function == step->function && before->at.file == step->at.file &&
         before->at.line == step->at.line;
}

/* A step that tells what a call did replaces the step for its line. */
static void add_step(struct witness *witness, struct witness_step step) {
  if (!step.at.line)
    return;
  bool is_said = witness->steps.count && is_same_line(&vector_last(&witness->steps), &step);
  if (is_said && (step.kind == WITNESS_CREATE || step.kind == WITNESS_RESULT))
    vector_last(&witness->steps) = step;
  else if (!is_said || step.kind != WITNESS_AT)
    vector_push(&witness->steps, step);
}

/* A thread is in the state only after the step that creates it, when the next event happens. Its
 * start stands next to its creation, as the formats want it, which is sound because no other thread
 * can observe it. */
void witness_settle(struct witness *witness, const struct state *state) {
  if (witness->creation == NONE)
    return;
  struct witness_step *step = &witness->steps.items[witness->creation], *start = step + 1;
  uint32_t creator = step->thread, created = NO_THREAD;
  for (size_t i = 0; i < state->thread_count && created == NO_THREAD; i++)
    if (!map_get(&witness->numbers, state->threads[i]->number, NULL) &&
        witness_thread(witness, state->threads[i]->creator) == creator)
      created = state->threads[i]->number;
  witness->creation = NONE;
  if (created == NO_THREAD) { /* it failed */
    step->kind = WITNESS_AT;
    witness->steps.count = (size_t)(start - witness->steps.items);
    return;
  }
  step->created = witness->threads++;
  map_set(&witness->numbers, created, step->created);
  if (start < witness->steps.items + witness->steps.count)
    start->thread = step->created;
}

static void notice_spawn(struct witness *witness, const struct state *state,
                         const struct thread *thread, const struct site *site,
                         const struct edge *edge, struct witness_step step) {
  uint64_t address;
  if (!site->library || !step.at.line)
    return;
  step.kind = WITNESS_CREATE;
  step.name = program_function_name(site->library->function);
  add_step(witness, step);
  witness->creation = (long)witness->steps.count - 1;
  if (!describe_evaluate(state, thread, thread_top(thread), edge->spawn.arguments[0], &address))
    return;
  const struct function *start = program_function_at(state->program, address);
  if (start && !start->is_library)
    add_step(witness,
             (struct witness_step){
                 .kind = WITNESS_START, .at = start->at, .function = start, .name = start->name});
}

static void notice_call(struct witness *witness, const struct state *state,
                        const struct thread *thread, const struct site *site,
                        const struct edge *edge, struct witness_step step) {
  const struct function *callee = describe_callee(state, thread, edge);
  if (!callee)
    return;
  if (!site->function && !callee->is_library && step.thread == 0) {
    step.kind = WITNESS_START;
    step.at = callee->at;
    step.function = callee;
    step.name = callee->name;
  } else if (site->library || !site->function) {
    return;
  } else if (!callee->is_library) {
    step.kind = WITNESS_ENTER;
    step.name = callee->name;
  }
  add_step(witness, step);
}

/* Is the C type of __VERIFIER_nondet_`name` unsigned? */
static bool is_unsigned(const char *name) {
  static const char *const others[] = {"bool", "size_t", "sector_t", "pointer", "pchar", "charp"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(name, others[i]) == 0)
      return true;
  return *name == 'u' || *name == 'U';
}

/* The value of a call of __VERIFIER_nondet_X, when it returns to the user's function. */
static void notice_return(struct witness *witness, const struct state *state,
                          const struct thread *thread, const struct site *site,
                          const struct edge *edge, struct witness_step step) {
  static const char prefix[] = "__VERIFIER_nondet_";
  uint64_t bits;
  if (!site->library) {
    step.kind = WITNESS_RETURN;
    step.name = site->function->name;
    add_step(witness, step);
    return;
  }
  const char *name = program_function_name(site->library->function);
  const char *type = name + sizeof prefix - 1;
  if (site->library != thread_top(thread) || strncmp(name, prefix, sizeof prefix - 1) != 0 ||
      strcmp(type, "float") == 0 || strcmp(type, "double") == 0 || edge->ret.count != 1 ||
      !describe_evaluate(state, thread, site->library, edge->ret.values[0], &bits))
    return;
  step.kind = WITNESS_RESULT;
  step.name = name;
  unsigned width = edge->ret.values[0]->width;
  if (is_unsigned(type))
    snprintf(step.value, sizeof step.value, "%" PRIu64 "U%s", bits, width > 32 ? "LL" : "");
  else
    snprintf(step.value, sizeof step.value, "%" PRId64 "%s", width_signed(bits, width),
             width > 32 ? "LL" : "");
  add_step(witness, step);
}

static void notice_edge(struct witness *witness, const struct state *state,
                        const struct thread *thread, const struct site *site,
                        const struct edge *edge, struct witness_step step) {
  if (edge->op == OPERATION_CALL) {
    notice_call(witness, state, thread, site, edge, step);
  } else if (!site->function) {
    return;
  } else if (edge->op == OPERATION_RETURN) {
    notice_return(witness, state, thread, site, edge, step);
  } else if (edge->op == OPERATION_SPAWN) {
    notice_spawn(witness, state, thread, site, edge, step);
  } else if (edge->op == OPERATION_HOLD) {
    add_step(witness, step); /* the lock is taken now, the call may have waited before */
  }
}

static bool is_own_stack(const struct state *state, const struct event *event) {
  uint32_t owner;
  bool heap;
  return address_find_thread(state->program->data_model, event->address, &owner, &heap) && !heap &&
         owner == event->thread;
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct witness *witness = (struct witness *)listener;
  witness_settle(witness, state);
  const struct thread *thread = state_thread(state, event->thread);
  if (!thread || !thread->frames.count || event->kind == EVENT_CHOICE || event->kind == EVENT_REUSE)
    return;
  struct site site = describe_site(thread);
  struct witness_step step = {
      .kind = WITNESS_AT,
      .thread = witness_thread(witness, event->thread),
      .at = site.library ? site.at : event->at,
      .function = site.function,
      .name = "",
  };
  if (event->kind == EVENT_EDGE)
    notice_edge(witness, state, thread, &site, event->edge, step);
  else if (site.function && !site.library && !is_own_stack(state, event))
    add_step(witness, step);
}

const struct witness_step *witness_steps(const struct witness *witness, size_t *count) {
  *count = witness->steps.count;
  return witness->steps.items;
}
