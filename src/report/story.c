/* SPDX-License-Identifier: Apache-2.0 */
/* Observes the machine and records the steps of a story. In user functions these are the memory
 * accesses. A call of a library function is one step, recorded when it returns; but acquiring and
 * releasing a lock is recorded when it happens, since the call may have waited before. Accesses to
 * a thread's own locals are dropped at the end if no other thread accessed them. */
#include "report/story.h"

#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/access.h"
#include "program/address.h"
#include "program/specification.h"
#include "report/blocks.h"
#include "report/describe.h"
#include "report/outcome.h"
#include "semantics/schedule.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct kept {
  struct story_step step; /* name and value, once finished, are in `texts` */
  char *texts;            /* NULL: not yet described; else name, NUL, value, NUL */
  const struct edge *edge;
  uint64_t local;   /* the object on the thread's own stack that is accessed, or 0 */
  uint64_t address; /* of a variable of the program that is described later */
  uint64_t bits, old_bits;
  uint32_t size;
  bool is_update;
};

/* The library call a thread is in. */
struct call {
  uint32_t thread;
  bool is_worth_telling, is_told;
  bool chooses;
  VECTOR(uint64_t) chosen;
  uint32_t spawned;      /* the register the new thread's record goes to, or NO_REGISTER */
  uint32_t allocated;    /* the same for the address of a new block */
  size_t depth;          /* the number of frames at the call */
  uint32_t created;      /* the thread, or NO_THREAD */
  unsigned result_width; /* bits of the result; 0: none is known */
  uint64_t result;
};

/* What a thread holds, and its names in one text, remade when that changes. */
struct holding {
  uint32_t thread;
  VECTOR(uint64_t) objects;
  VECTOR(const char *) names;
  const char *text;
};

struct story {
  struct listener listener; /* first: the listener is the story */
  const struct program *program;
  size_t most;
  VECTOR(struct kept) steps; /* a ring when full */
  size_t first, left_out;
  bool is_finished;
  struct map others; /* local objects that another thread accessed */
  VECTOR(struct call) calls;
  VECTOR(struct holding) holdings;
  struct arena *arena; /* for texts */
  struct blocks blocks;
  VECTOR(struct story_input) inputs; /* texts with placeholders */
  const char *supposed;              /* NULL: nothing */
  const struct schedule *record;     /* of the choices made so far; NULL: not known */
  const bool *free;                  /* choices on which nothing depends, by number, … */
  size_t free_count;                 /* … and how many of them are known */
};

static void notice(struct listener *listener, const struct state *state, const struct event *event);

struct story *story_create(const struct program *program, size_t most) {
  struct story *story = memory_allocate_zeroed(sizeof *story);
  story->listener.event = notice;
  story->program = program;
  story->most = most;
  story->arena = arena_create();
  blocks_init(&story->blocks, program);
  return story;
}

void story_destroy(struct story *story) {
  if (!story)
    return;
  for (size_t i = 0; i < story->steps.count; i++)
    memory_release(story->steps.items[i].texts);
  vector_release(&story->steps);
  vector_release_members(&story->calls, chosen);
  vector_release(&story->inputs);
  for (size_t i = 0; i < story->holdings.count; i++) {
    vector_release(&story->holdings.items[i].objects);
    vector_release(&story->holdings.items[i].names);
  }
  vector_release(&story->holdings);
  arena_destroy(story->arena);
  blocks_release(&story->blocks);
  map_release(&story->others);
  memory_release(story);
}

void story_suppose(struct story *story, const char *supposed) {
  story->supposed = arena_copy_text(story->arena, supposed);
}

const char *story_supposed(const struct story *story) {
  return story->supposed ? story->supposed : "";
}

struct listener *story_listener(struct story *story) {
  return &story->listener;
}

void story_leave_out_choices(struct story *story, const struct schedule *record, const bool *free,
                             size_t count) {
  story->record = record;
  story->free = free;
  story->free_count = count;
}

/* Is the choice that was just made one on which nothing depends? */
static bool is_free_choice(const struct story *story) {
  size_t made = story->record ? story->record->choices.count : 0;
  return made && made <= story->free_count && story->free[made - 1];
}

static struct kept *add_step(struct story *story) {
  struct kept *slot;
  if (!story->most || story->steps.count < story->most) {
    vector_push(&story->steps, (struct kept){0});
    return &vector_last(&story->steps);
  }
  assert(story->steps.items);
  slot = &story->steps.items[story->first];
  story->first = (story->first + 1) % story->most;
  story->left_out++;
  memory_release(slot->texts);
  *slot = (struct kept){0};
  return slot;
}

static struct kept *last_step(struct story *story) {
  size_t count = story->steps.count;
  if (!count)
    return NULL;
  assert(story->steps.items);
  return &story->steps.items[(story->first + count - 1) % count];
}

static void set_texts(struct kept *kept, const struct text *name, const struct text *value) {
  memory_release(kept->texts);
  kept->texts = memory_allocate(name->length + value->length + 2);
  memcpy(kept->texts, text_get(name), name->length + 1);
  memcpy(kept->texts + name->length + 1, text_get(value), value->length + 1);
}

static struct holding *holding_of(struct story *story, uint32_t thread) {
  for (size_t i = 0; i < story->holdings.count; i++)
    if (story->holdings.items[i].thread == thread)
      return &story->holdings.items[i];
  vector_push(&story->holdings, (struct holding){.thread = thread, .text = ""});
  return &vector_last(&story->holdings);
}

/* The last of `object` among what is held is given back. */
static void forget_held(struct holding *holding, uint64_t object) {
  size_t last = holding->objects.count;
  while (last > 0 && holding->objects.items[last - 1] != object)
    last--;
  if (!last)
    return;
  for (size_t i = last; i < holding->objects.count; i++) {
    holding->objects.items[i - 1] = holding->objects.items[i];
    holding->names.items[i - 1] = holding->names.items[i];
  }
  holding->objects.count--;
  holding->names.count--;
}

static void note_hold(struct story *story, uint32_t thread, uint64_t object, const char *name,
                      bool taken) {
  struct holding *holding = holding_of(story, thread);
  struct text text = {0};
  if (taken) {
    vector_push(&holding->objects, object);
    vector_push(&holding->names, arena_copy_text(story->arena, name));
  } else {
    forget_held(holding, object);
  }
  for (size_t i = 0; i < holding->names.count; i++)
    text_format(&text, "%s%s", i ? ", " : "", holding->names.items[i]);
  holding->text = arena_copy_text(story->arena, text_get(&text));
  text_release(&text);
}

static struct kept *record_step(struct story *story, const struct thread *thread,
                                const struct site *site, struct position at,
                                const char *operation) {
  struct kept *kept = add_step(story);
  const struct holding *holding = holding_of(story, thread->number);
  if (!site->function)
    at = (struct position){0}; /* inside the library, before or after the user's functions */
  kept->step = (struct story_step){.thread = thread->number,
                                   .at = site->library ? site->at : at,
                                   .function = site->function,
                                   .operation = operation,
                                   .locks = holding->text,
                                   .lock_count = (uint32_t)holding->names.count};
  return kept;
}

static struct call *call_of(struct story *story, uint32_t thread) {
  for (size_t i = 0; i < story->calls.count; i++)
    if (story->calls.items[i].thread == thread)
      return &story->calls.items[i];
  vector_push(&story->calls, (struct call){.thread = thread,
                                           .spawned = NO_REGISTER,
                                           .allocated = NO_REGISTER,
                                           .created = NO_THREAD});
  return &vector_last(&story->calls);
}

static void describe_values(struct text *value, struct snapshot snapshot, const struct type *type,
                            const struct kept *kept) {
  if (!kept->size || kept->size > 8)
    return;
  if (kept->is_update) {
    describe_value(value, snapshot, type, kept->size * 8, kept->old_bits);
    text_add(value, " → ");
  }
  describe_value(value, snapshot, type, kept->size * 8, kept->bits);
}

static void describe_access(struct kept *kept, struct snapshot snapshot) {
  struct text name = {0}, value = {0};
  const struct type *type = describe_place(&name, snapshot, kept->address);
  describe_values(&value, snapshot, type, kept);
  set_texts(kept, &name, &value);
  text_release(&name);
  text_release(&value);
}

/* A variable of the program keeps its name for ever, and a number its meaning: describing them can
 * wait until it is known that the step is kept. */
static bool can_wait(const struct state *state, const struct kept *kept) {
  uint32_t thread;
  bool heap;
  return program_find_object(state->program, kept->address) &&
         !address_find_thread(state->program->data_model, kept->bits, &thread, &heap);
}

static uint64_t find_local(struct story *story, const struct state *state,
                           const struct thread *thread, uint64_t address) {
  uint32_t owner;
  bool heap;
  struct place place;
  if (!address_find_thread(state->program->data_model, address, &owner, &heap) || heap ||
      !state_find_place(state, address, &place))
    return 0;
  if (owner == thread->number)
    return place.address;
  map_set(&story->others, place.address, 1);
  return 0;
}

static uint64_t known_bits(const struct state *state, const struct event *event) {
  uint64_t bits;
  bool is_known =
      event->size <= 8 && state->domain->known(state->domain_context, event->value, &bits);
  return is_known ? bits : 0;
}

/* Is a store that was just executed still invisible to the others? */
static bool waits(const struct thread *thread, const struct event *event) {
  return event->kind == EVENT_WRITE && thread->buffer.count &&
         vector_last(&thread->buffer).edge == event->edge &&
         vector_last(&thread->buffer).address == event->address;
}

static void notice_access(struct story *story, const struct state *state,
                          const struct thread *thread, const struct site *site,
                          const struct event *event) {
  bool is_write = event->kind == EVENT_WRITE;
  const struct object *object = program_find_object(state->program, event->address);
  if (object && object->is_constant)
    return; /* reads of constants tell nothing */
  struct kept *last = last_step(story);
  bool is_update = is_write && last && last->edge == event->edge &&
                   last->step.thread == thread->number && last->address == event->address &&
                   operation_is(event->edge->op, IS_UPDATE);
  struct kept *kept = last;
  uint64_t local = find_local(story, state, thread, event->address);
  if (!is_update) {
    kept = record_step(story, thread, site, event->at,
                       waits(thread, event) ? "buffers"
                       : is_write           ? "writes"
                                            : "reads");
    kept->edge = event->edge;
    kept->address = event->address;
    kept->step.order = edge_order(event->edge);
  } else {
    kept->step.operation = "updates";
    kept->old_bits = kept->bits;
    kept->is_update = true;
  }
  kept->step.is_old |= event->is_old;
  if (is_write) {
    kept->step.written = event->access;
  } else {
    kept->step.read = event->access;
    kept->step.is_old_read = event->is_old;
    kept->step.taken = event->other;
  }
  kept->local = local;
  kept->size = event->size;
  kept->bits = known_bits(state, event);
  if (!can_wait(state, kept))
    describe_access(kept, (struct snapshot){state, &story->blocks});
}

static const struct function *function_of(const struct program *program, const struct edge *edge) {
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (function->edge_count && edge >= function->edges &&
        edge < function->edges + function->edge_count)
      return function;
  }
  return NULL;
}

/* A store of the user's code that waited becomes visible, wherever its thread is now. */
static void notice_flush(struct story *story, const struct state *state,
                         const struct thread *thread, const struct event *event) {
  struct site site = {.function = function_of(state->program, event->edge)};
  if (!site.function || site.function->is_library)
    return;
  struct kept *kept = record_step(story, thread, &site, event->at, "makes visible");
  kept->address = event->address;
  kept->local = find_local(story, state, thread, event->address);
  kept->size = event->size;
  kept->bits = known_bits(state, event);
  if (!can_wait(state, kept))
    describe_access(kept, (struct snapshot){state, &story->blocks});
}

static struct kept *tell_text(struct story *story, const struct thread *thread,
                              const struct site *site, struct position at, const char *operation,
                              const struct text *name, const struct text *value) {
  struct kept *kept = record_step(story, thread, site, at, operation);
  set_texts(kept, name, value);
  return kept;
}

/* Is it the record of a thread? The end of its lifetime is no step. */
static bool is_record(const struct state *state, uint64_t address) {
  uint32_t number;
  bool heap;
  const struct thread *thread =
      address_find_thread(state->program->data_model, address, &number, &heap)
          ? state_thread(state, number)
          : NULL;
  return thread && thread_record(state, thread) == address;
}

static void tell_hold(struct story *story, const struct state *state, const struct thread *thread,
                      const struct site *site, const struct edge *edge) {
  struct text name = {0}, value = {0};
  uint64_t object;
  if (!describe_evaluate(state, thread, thread_top(thread), edge->hold.object, &object) ||
      (!edge->hold.taken && is_record(state, object)))
    return;
  describe_place(&name, (struct snapshot){state, &story->blocks}, object);
  if (!edge->hold.taken)
    note_hold(story, thread->number, object, text_get(&name), false);
  struct kept *kept =
      record_step(story, thread, site, edge->at, edge->hold.taken ? "acquires" : "releases");
  kept->step.address = object;
  if (edge->hold.taken)
    note_hold(story, thread->number, object, text_get(&name), true);
  if (site->library)
    text_format(&name, " (%s)", program_function_name(site->library->function));
  set_texts(kept, &name, &value);
  call_of(story, thread->number)->is_told = true;
  text_release(&name);
  text_release(&value);
}

static struct block_mark make_mark(const struct thread *thread, const struct site *site,
                                   const struct edge *edge) {
  return (struct block_mark){
      .thread = thread->number,
      .at = site->library ? site->at : edge->at,
      .function = site->library ? program_function_name(site->library->function) : ""};
}

const struct blocks *story_blocks(const struct story *story) {
  return story ? &story->blocks : NULL;
}

/* The result of a call, which may be the address of a block, goes to a variable of the caller. */
static void name_by_result(struct story *story, const struct function *caller,
                           const struct edge *call, uint64_t result) {
  if (!call || !call->call.result_count || call->call.results[0] == NO_REGISTER)
    return;
  const struct reg *reg = &caller->registers[call->call.results[0]];
  if (reg->is_source)
    blocks_name(&story->blocks, result, reg->name, reg->type);
}

/* A function of the user returns. */
static void notice_return(struct story *story, const struct state *state,
                          const struct thread *thread, const struct edge *edge) {
  uint64_t result;
  size_t count = thread->frames.count;
  if (count < 2 || edge->ret.count != 1 ||
      !describe_evaluate(state, thread, thread_top(thread), edge->ret.values[0], &result) ||
      !blocks_wants_name(&story->blocks, result))
    return;
  const struct function *caller = thread->frames.items[count - 2].function;
  if (!caller->is_library)
    name_by_result(story, caller, &caller->edges[thread_top(thread)->call_edge], result);
}

/* Is this a place that the user's code knows by a name? */
static bool is_named_place(const struct story *story, const struct state *state,
                           const struct place *place) {
  if (place->variable)
    return !place->variable->is_library;
  const struct edge *allocation = place->dynamic ? place->dynamic->allocation : NULL;
  if (!allocation)
    return false;
  size_t number;
  if (allocation->allocate.heap)
    return blocks_find(&story->blocks, place->address, &number) &&
           !blocks_wants_name(&story->blocks, place->address);
  const struct function *function = function_of(state->program, allocation);
  return function && !function->is_library;
}

/* Names a block after the place where its address is stored. */
static void notice_pointer(struct story *story, const struct state *state,
                           const struct event *event) {
  uint64_t bits = known_bits(state, event);
  struct place place;
  if (event->kind != EVENT_WRITE || event->size * 8 != state->program->pointer_width ||
      !blocks_wants_name(&story->blocks, bits) ||
      !state_find_place(state, event->address, &place) || !is_named_place(story, state, &place))
    return;
  struct text name = {0};
  const struct type *type =
      describe_place(&name, (struct snapshot){state, &story->blocks}, event->address);
  blocks_name(&story->blocks, bits, text_get(&name), type);
  text_release(&name);
}

static void add_input(struct story *story, struct position at, const struct text *text) {
  vector_push(&story->inputs,
              (struct story_input){at, arena_copy_text(story->arena, text_get(text))});
}

size_t story_input_count(const struct story *story) { return story->inputs.count; }

struct story_input story_input(const struct story *story, size_t index) {
  return story->inputs.items[index];
}

/* What a library function chose: its result says it, or else the numbers do. */
static void add_call_input(struct story *story, struct snapshot snapshot,
                           const struct thread *thread, const struct site *site,
                           const struct call *call, const struct text *value) {
  enum { MOST_NUMBERS = 4 };
  struct text text = {0};
  if (call->result_width &&
      outcome_describe(&text, snapshot, thread, site->library, call->result_width, call->result)) {
    if (text.length)
      add_input(story, site->at, &text);
    text_release(&text);
    return;
  }
  describe_call(&text, snapshot, thread, site->library);
  if (value->length && call->chosen.count <= 1) {
    text_format(&text, " = %s", text_get(value));
  } else {
    for (size_t i = 0; i < call->chosen.count && i < MOST_NUMBERS; i++)
      text_format(&text, "%s%llu", i ? ", " : " chooses ",
                  (unsigned long long)call->chosen.items[i]);
    text_add(&text, call->chosen.count > MOST_NUMBERS ? ", …" : "");
  }
  add_input(story, site->at, &text);
  text_release(&text);
}

/* An automaton of the specification goes from one state to another: `callee` does that, with the
 * key, the old and the new state. */
static void tell_automaton(struct story *story, const struct state *state,
                           const struct thread *thread, const struct site *site,
                           const struct edge *edge, const struct function *callee) {
  static const char prefix[] = "__heddle_observe_move_";
  const struct specification *specification = story->program->specification;
  uint64_t values[3];
  if (!specification || strncmp(callee->name, prefix, sizeof prefix - 1) != 0 ||
      edge->call.argument_count != 3)
    return;
  for (int i = 0; i < 3; i++)
    if (!describe_evaluate(state, thread, thread_top(thread), edge->call.arguments[i], &values[i]))
      return;
  unsigned long number = strtoul(callee->name + sizeof prefix - 1, NULL, 10);
  const struct automaton *automaton = &specification->automata.items[number];
  struct text name = {0}, value = {0};
  text_format(&name, "%s: %s → %s", automaton->name, automaton->states.items[values[1]].name,
              automaton->states.items[values[2]].name);
  if (automaton->scope == SCOPE_KEY) {
    text_format(&name, ", %s ", automaton->key);
    describe_value(&name, (struct snapshot){state, &story->blocks}, NULL, 64, values[0]);
  }
  tell_text(story, thread, site, edge->at, "automaton", &name, &value);
  text_release(&name);
}

/* The name of the error number that a call returned, or NULL: it is none. */
static const char *find_error(const struct function *callee, const struct term *value,
                              uint64_t result) {
  enum { LAST_ERROR = 133 };
  bool returns_errors =
      strncmp(callee->name, "pthread_", 8) == 0 && strcmp(callee->name, "pthread_equal") != 0;
  return returns_errors && value->width == 32 && result && result <= LAST_ERROR
             ? strerrorname_np((int)result)
             : NULL;
}

/* The library call ends: `edge` is its return. */
static void tell_call(struct story *story, const struct state *state, const struct thread *thread,
                      const struct site *site, const struct edge *edge) {
  struct call *call = call_of(story, thread->number);
  struct snapshot snapshot = {state, &story->blocks};
  uint64_t result;
  bool has_result =
      edge->op == OPERATION_RETURN && edge->ret.count == 1 &&
      describe_evaluate(state, thread, thread_top(thread), edge->ret.values[0], &result);
  call->result_width = has_result ? edge->ret.values[0]->width : 0;
  call->result = has_result ? result : 0;
  if (has_result)
    name_by_result(story, site->function, site->call, result);
  struct text name = {0}, value = {0};
  bool is_used = site->call->call.result_count && site->call->call.results[0] != NO_REGISTER;
  const struct reg *target =
      is_used ? &site->function->registers[site->call->call.results[0]] : NULL;
  const char *error =
      has_result ? find_error(site->library->function, edge->ret.values[0], result) : NULL;
  if (error)
    text_add(&value, error);
  else if (has_result && is_used)
    describe_value(&value, snapshot, target->type, edge->ret.values[0]->width, result);
  if (call->chooses)
    add_call_input(story, snapshot, thread, site, call, &value);
  if (!call->is_told && call->is_worth_telling && !site->library->function->is_observer) {
    bool creates = call->created != NO_THREAD;
    if (creates) {
      describe_thread(&name, call->created);
      text_format(&name, " (%s)", program_function_name(site->library->function));
      text_release(&value);
    } else {
      describe_call(&name, snapshot, thread, site->library);
    }
    tell_text(story, thread, site, edge->at, creates ? "creates" : "calls", &name, &value)
        ->step.is_input = call->chooses && has_result && is_used;
    call->is_told = true;
  }
  text_release(&name);
  text_release(&value);
}

/* The value of a register that an operation of the library set meanwhile. */
static bool find_set(const struct state *state, const struct thread *thread,
                     const struct call *call, uint32_t *reg, uint64_t *bits) {
  if (*reg == NO_REGISTER || thread->frames.count < call->depth)
    return false;
  const struct frame *frame = &thread->frames.items[call->depth - 1];
  struct value value = thread->registers.items[frame->first_register + *reg];
  *reg = NO_REGISTER;
  return state->domain->known(state->domain_context, value, bits);
}

/* The thread a spawn made, and the block an allocation did. */
static void notice_created(struct story *story, const struct state *state,
                           const struct thread *thread, const struct site *site,
                           const struct edge *edge, struct call *call) {
  uint64_t bits;
  bool heap;
  if (call->spawned != NO_REGISTER &&
      (!find_set(state, thread, call, &call->spawned, &bits) ||
       !address_find_thread(state->program->data_model, bits, &call->created, &heap)))
    call->created = NO_THREAD;
  if (find_set(state, thread, call, &call->allocated, &bits) && bits) {
    struct block_mark mark = make_mark(thread, site, edge);
    blocks_add(&story->blocks, bits, &mark);
  }
}

static void notice_call(struct story *story, const struct state *state, const struct thread *thread,
                        const struct site *site, const struct edge *edge) {
  const struct function *callee = describe_callee(state, thread, edge);
  if (!callee)
    return;
  if (callee->is_observer)
    tell_automaton(story, state, thread, site, edge, callee);
  if (site->function && !site->library && callee->is_library) {
    struct call *call = call_of(story, thread->number);
    vector_release(&call->chosen);
    *call = (struct call){.thread = thread->number,
                          .spawned = NO_REGISTER,
                          .allocated = NO_REGISTER,
                          .created = NO_THREAD};
  } else if (!site->function && !callee->is_library) {
    struct site first = {.function = callee};
    struct text name = {0}, value = {0};
    text_add(&name, callee->name);
    tell_text(story, thread, &first, callee->at, "starts in", &name, &value);
    text_release(&name);
  }
}

static void tell_end(struct story *story, const struct state *state, const struct thread *thread,
                     const struct site *site, const struct edge *edge) {
  struct text name = {0}, value = {0};
  uint64_t code;
  if (site->library)
    tell_call(story, state, thread, site, edge);
  if (edge->op == OPERATION_EXIT) {
    text_add(&name, "the program");
    if (describe_evaluate(state, thread, thread_top(thread), edge->exit.code, &code))
      text_format(&name, " with exit code %u", (unsigned)(code & 0xff));
  }
  tell_text(story, thread, site, edge->at, edge->op == OPERATION_EXIT ? "ends" : "finishes", &name,
            &value);
  text_release(&name);
  text_release(&value);
}

static void notice_edge(struct story *story, const struct state *state, const struct thread *thread,
                        const struct site *site, const struct edge *edge) {
  uint64_t block;
  struct call *call = site->library ? call_of(story, thread->number) : NULL;
  if (call) {
    notice_created(story, state, thread, site, edge, call);
    call->is_worth_telling |= operation_is(edge->op, IS_VISIBLE) && edge->op != OPERATION_ALONE;
  }
  if (edge->op == OPERATION_CALL) {
    notice_call(story, state, thread, site, edge);
  } else if (edge->op == OPERATION_RETURN) {
    if (site->library == thread_top(thread))
      tell_call(story, state, thread, site, edge);
    else if (!site->library)
      notice_return(story, state, thread, edge);
  } else if (edge->op == OPERATION_HOLD) {
    tell_hold(story, state, thread, site, edge);
  } else if (edge->op == OPERATION_SPAWN && call) {
    call->spawned = edge->spawn.target;
    call->depth = thread->frames.count;
  } else if (edge->op == OPERATION_ALLOCATE && edge->allocate.heap && call) {
    call->is_worth_telling = true;
    call->allocated = edge->allocate.target;
    call->depth = thread->frames.count;
  } else if (edge->op == OPERATION_FREE && !edge->free.is_slot) {
    struct block_mark mark = make_mark(thread, site, edge);
    if (describe_evaluate(state, thread, thread_top(thread), edge->free.address, &block) && block)
      blocks_add_free(&story->blocks, block, &mark);
  } else if (edge->op == OPERATION_FINISH || edge->op == OPERATION_EXIT) {
    tell_end(story, state, thread, site, edge);
  } else if (!call && site->function &&
             (edge->op == OPERATION_ATOMIC_BEGIN || edge->op == OPERATION_ATOMIC_END)) {
    struct text name = {0}, value = {0};
    text_add(&name, "an atomic section");
    tell_text(story, thread, site, edge->at,
              edge->op == OPERATION_ATOMIC_BEGIN ? "enters" : "leaves", &name, &value);
    text_release(&name);
  }
}

static void tell_fault(struct story *story, const struct thread *thread, const struct site *site,
                       const struct event *event) {
  struct text name = {0}, value = {0};
  text_format(&name, "that %s fails", event->edge->nondet.name);
  tell_text(story, thread, site, site->at, "chooses", &name, &value)->step.is_input = true;
  text_release(&name);
  text_format(&name, "%s fails", event->edge->nondet.name);
  add_input(story, site->at, &name);
  text_release(&name);
}

/* What is assumed of the place of an object; nothing of other numbers. */
static void tell_layout(struct story *story, const struct state *state, const struct thread *thread,
                        const struct site *site, const struct event *event, uint64_t bits) {
  const struct layout_question *question = event->edge->nondet.layout;
  struct snapshot snapshot = {state, &story->blocks};
  struct text name = {0}, value = {0};
  struct place place, other;
  uint64_t address = 0, second = 0;
  if (question->kind >= LAYOUT_PART ||
      !describe_evaluate(state, thread, thread_top(thread), event->edge->nondet.address,
                         &address) ||
      !state_find_place(state, address, &place))
    return;
  if (question->kind == LAYOUT_ORDER &&
      (!describe_evaluate(state, thread, thread_top(thread), event->edge->nondet.other, &second) ||
       !state_find_place(state, second, &other) || other.address == place.address))
    return;
  text_add(&name, "that the address of ");
  describe_place(&name, snapshot, address);
  if (question->kind == LAYOUT_BITS) {
    text_format(&name, " has the bits 0x%" PRIx64 " of 0x%" PRIx64, bits & question->mask,
                question->mask);
  } else if (question->kind == LAYOUT_REMAINDER) {
    text_format(&name, " / %" PRIu64 " has the remainder %" PRIu64 " by %" PRIu32,
                UINT64_C(1) << question->shift, (bits >> question->shift) % question->modulus,
                question->modulus);
  } else {
    text_add(&name, bits ? " is before that of " : " is not before that of ");
    describe_place(&name, snapshot, second);
  }
  tell_text(story, thread, site, event->at, "assumes", &name, &value);
  text_release(&name);
  text_release(&value);
}

static void notice_choice(struct story *story, const struct state *state,
                          const struct thread *thread, const struct site *site,
                          const struct event *event) {
  const struct edge *edge = event->edge;
  uint64_t bits;
  bool is_known = state->domain->known(state->domain_context, event->value, &bits);
  if (edge->op == OPERATION_NONDET && edge->nondet.source == NONDET_FAULT) {
    if (is_known && bits)
      tell_fault(story, thread, site, event);
    return;
  }
  if (edge->op == OPERATION_NONDET && edge->nondet.source == NONDET_LAYOUT) {
    if (is_known)
      tell_layout(story, state, thread, site, event, bits);
    return;
  }
  if (site->library) {
    struct call *call = call_of(story, thread->number);
    call->is_worth_telling = true;
    if (is_free_choice(story))
      return;
    call->chooses = true;
    vector_push(&call->chosen, is_known ? bits : 0);
    return;
  }
  if (edge->op != OPERATION_NONDET || (!site->function && edge->nondet.source != NONDET_INPUT) ||
      !is_known)
    return;
  if (edge->nondet.source == NONDET_SPURIOUS) {
    struct text name = {0}, none = {0};
    text_add(&name, "spuriously in the compare-exchange");
    if (bits)
      tell_text(story, thread, site, event->at, "fails", &name, &none);
    text_release(&name);
    return;
  }
  bool is_uninitialised = edge->nondet.source == NONDET_UNINITIALISED;
  if (is_uninitialised && !bits)
    return; /* zero says nothing: inputs become zero where that is possible */
  struct text name = {0}, value = {0};
  text_format(&name, "%s%s", is_uninitialised ? "uninitialised " : "", edge->nondet.name);
  const struct reg *reg = &thread_top(thread)->function->registers[edge->nondet.target];
  describe_value(&value, (struct snapshot){state, &story->blocks}, reg->type, reg->width, bits);
  if (!is_uninitialised)
    tell_text(story, thread, site, event->at, "chooses", &name, &value)->step.is_input = true;
  text_format(&name, " = %s", text_get(&value));
  if (!is_free_choice(story) || edge->nondet.source == NONDET_INPUT)
    add_input(story, event->at, &name);
  text_release(&name);
  text_release(&value);
}

static bool is_alive(const struct state *state, uint64_t address) {
  struct place place;
  return state_find_place(state, address, &place) && place.content;
}

/* The address of the old object that one which begins at an address is going to overlap. */
static uint64_t find_old(const struct state *state, uint64_t address) {
  struct place place;
  uint32_t number;
  bool heap;
  if (state_find_place(state, address, &place))
    return place.address;
  if (!address_find_thread(state->program->data_model, address, &number, &heap))
    return address;
  const struct thread *owner = state_thread(state, number);
  const struct memory_objects *objects = heap ? &owner->heap : &owner->stack;
  const struct memory_object *before = state_object_before(objects, address);
  return before && before + 1 < objects->items + objects->count ? before[1].address
         : !before && objects->count                            ? objects->items[0].address
                                                                : address;
}

/* What is allocated next gets an address that something had before. */
static void notice_reuse(struct story *story, const struct state *state,
                         const struct thread *thread, const struct site *site,
                         const struct event *event) {
  const struct edge *edge = event->edge;
  uint64_t old = find_old(state, event->address);
  const struct block_mark *freed = blocks_find_mark(&story->blocks, old, true);
  struct text name = {0}, value = {0}, operation = {0};
  bool is_block = edge->op == OPERATION_ALLOCATE && edge->allocate.heap;
  if (site->library)
    text_format(&operation, "%s returns", program_function_name(site->library->function));
  else
    text_format(&operation, "puts %s", edge->op == OPERATION_ALLOCATE ? edge->allocate.name : "it");
  if (is_block && edge->allocate.replaced && is_alive(state, event->address))
    text_add(&name, "the same address as before");
  else if (is_block && freed && freed->at.line)
    text_format(&name, "%s that was freed at line %u",
                old == event->address ? "the address" : "memory", (unsigned)freed->at.line);
  else if (is_block)
    text_add(&name, "an address that was freed");
  else if (edge->op == OPERATION_SPAWN)
    text_add(&name, "the id of a thread that has ended");
  else
    text_add(&name, "at the address of a variable whose function has returned");
  tell_text(story, thread, site, event->at, arena_copy_text(story->arena, text_get(&operation)),
            &name, &value);
  text_release(&name);
  text_release(&value);
  text_release(&operation);
}

static bool is_silent(enum operation op) {
  return op == OPERATION_ASSIGN || op == OPERATION_ASSUME || op == OPERATION_SKIP ||
         op == OPERATION_CHECK;
}

static void notice(struct listener *listener, const struct state *state,
                   const struct event *event) {
  struct story *story = (struct story *)listener;
  enum operation op = event->edge->op;
  if (event->kind == EVENT_EDGE && is_silent(op))
    return;
  const struct thread *thread = state_thread(state, event->thread);
  if (thread && event->kind == EVENT_FLUSH)
    notice_flush(story, state, thread, event);
  if (!thread || !thread->frames.count || event->kind == EVENT_FLUSH)
    return;
  struct site site = describe_site(thread);
  if (event->kind == EVENT_EDGE)
    notice_edge(story, state, thread, &site, event->edge);
  else if (event->kind == EVENT_REUSE)
    notice_reuse(story, state, thread, &site, event);
  else if (event->kind == EVENT_CHOICE)
    notice_choice(story, state, thread, &site, event);
  else if (site.function && !site.library)
    notice_access(story, state, thread, &site, event);
  else if (site.library)
    find_local(story, state, thread, event->address);
  notice_pointer(story, state, event);
}

/* In order, in front of the array, without what is dropped. */
static void compact(struct story *story) {
  size_t count = story->steps.count, length = 0;
  struct kept *ordered = memory_allocate(count * sizeof *ordered);
  for (size_t i = 0; i < count; i++) {
    struct kept *kept = &story->steps.items[(story->first + i) % count];
    if (kept->local && !map_get(&story->others, kept->local, NULL))
      memory_release(kept->texts);
    else
      ordered[length++] = *kept;
  }
  memory_release(story->steps.items);
  story->steps.items = ordered;
  story->steps.count = length;
  story->steps.capacity = count;
  story->first = 0;
}

static void name_locks(struct story *story, const struct state *state, struct kept *kept) {
  struct text locks = {0};
  describe_names(&locks, kept->step.locks, (struct snapshot){state, &story->blocks});
  kept->step.locks = arena_copy_text(story->arena, text_get(&locks));
  text_release(&locks);
}

void story_finish(struct story *story, const struct state *state) {
  if (story->is_finished)
    return;
  story->is_finished = true;
  blocks_finish(&story->blocks);
  compact(story);
  vector_each (kept, &story->steps) {
    if (!kept->texts)
      describe_access(kept, (struct snapshot){state, &story->blocks});
    struct text name = {0}, value = {0};
    describe_names(&name, kept->texts, (struct snapshot){state, &story->blocks});
    describe_names(&value, kept->texts + strlen(kept->texts) + 1,
                   (struct snapshot){state, &story->blocks});
    if (kept->address && strcmp(text_get(&name), text_get(&value)) == 0)
      text_release(&value); /* a pointer to the block that is called like the pointer */
    set_texts(kept, &name, &value);
    kept->step.name = kept->texts;
    if (kept->address) {
      kept->step.address = kept->address;
      kept->step.size = kept->size;
    }
    if (strchr(kept->step.locks, '\1'))
      name_locks(story, state, kept);
    kept->step.value = kept->texts + name.length + 1;
    text_release(&name);
    text_release(&value);
  }
}

size_t story_count(const struct story *story) { return story->steps.count; }

const struct story_step *story_step(const struct story *story, size_t index) {
  return &story->steps.items[index].step;
}

size_t story_left_out(const struct story *story) { return story->left_out; }
