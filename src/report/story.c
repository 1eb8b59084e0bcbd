/* Listens to the machine and keeps the steps worth telling. In the user's functions these are the
 * accesses to memory; a call of a library function is one step, told when it returns, except that
 * taking and giving back a lock is told when it happens, since the call may have waited before.
 * Accesses to a thread's own locals are kept but dropped in the end if no other thread touched
 * them. */
#include "report/story.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/address.h"
#include "program/type.h"
#include "report/describe.h"

#include <assert.h>
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
  bool allocates, chooses;
  uint32_t spawned; /* the register the new thread's record goes to, or NO_REGISTER */
  size_t depth;     /* frames when it is there */
  uint32_t created; /* the thread, or NO_THREAD */
};

/* What a thread holds, and its names in one text, remade when that changes. */
struct holding {
  uint32_t thread;
  VECTOR(uint64_t) objects;
  VECTOR(const char *) names;
  const char *text;
};

struct story {
  struct observer observer; /* first: the observer is the story */
  const struct program *program;
  size_t most;
  VECTOR(struct kept) steps; /* a ring when full */
  size_t first, left_out;
  bool is_finished;
  struct map others; /* local objects that another thread accessed */
  VECTOR(struct call) calls;
  VECTOR(struct holding) holdings;
  struct arena *arena; /* for texts */
  VECTOR(struct story_mark) marks;
  struct map allocated, freed; /* from a block's address to its mark */
  struct map mark_counts;      /* by place */
};

static void notice(struct observer *observer, const struct state *state, const struct event *event);

struct story *story_create(const struct program *program, size_t most) {
  struct story *story = memory_allocate_zeroed(sizeof *story);
  story->observer.notice = notice;
  story->program = program;
  story->most = most;
  story->arena = arena_create();
  return story;
}

void story_destroy(struct story *story) {
  if (!story)
    return;
  for (size_t i = 0; i < story->steps.count; i++)
    memory_release(story->steps.items[i].texts);
  vector_release(&story->steps);
  vector_release(&story->calls);
  for (size_t i = 0; i < story->holdings.count; i++) {
    vector_release(&story->holdings.items[i].objects);
    vector_release(&story->holdings.items[i].names);
  }
  vector_release(&story->holdings);
  arena_destroy(story->arena);
  vector_release(&story->marks);
  map_release(&story->others);
  map_release(&story->allocated);
  map_release(&story->freed);
  map_release(&story->mark_counts);
  memory_release(story);
}

struct observer *story_observer(struct story *story) {
  return &story->observer;
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

static struct kept *tell(struct story *story, const struct thread *thread, const struct site *site,
                         struct position at, const char *operation) {
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
  vector_push(&story->calls,
              (struct call){.thread = thread, .spawned = NO_REGISTER, .created = NO_THREAD});
  return &vector_last(&story->calls);
}

static void describe_values(struct text *value, struct scene scene, const struct type *type,
                            const struct kept *kept) {
  if (!kept->size || kept->size > 8)
    return;
  if (kept->is_update) {
    describe_value(value, scene, type, kept->size * 8, kept->old_bits);
    text_add(value, " → ");
  }
  describe_value(value, scene, type, kept->size * 8, kept->bits);
}

static void describe_access(struct kept *kept, struct scene scene) {
  struct text name = {0}, value = {0};
  const struct type *type = describe_place(&name, scene, kept->address);
  describe_values(&value, scene, type, kept);
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
    return; /* nobody wonders what is in there */
  struct kept *last = last_step(story);
  bool is_update = is_write && last && last->edge == event->edge &&
                   last->step.thread == thread->number && last->address == event->address &&
                   (event->edge->op == OPERATION_RMW || event->edge->op == OPERATION_CAS);
  struct kept *kept = last;
  uint64_t local = find_local(story, state, thread, event->address);
  if (!is_update) {
    kept = tell(story, thread, site, event->at,
                waits(thread, event) ? "buffers"
                : is_write           ? "writes"
                                     : "reads");
    kept->edge = event->edge;
    kept->address = event->address;
  } else {
    kept->step.operation = "updates";
    kept->old_bits = kept->bits;
    kept->is_update = true;
  }
  kept->local = local;
  kept->size = event->size;
  kept->bits = known_bits(state, event);
  if (!can_wait(state, kept))
    describe_access(kept, (struct scene){state, story});
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
  struct kept *kept = tell(story, thread, &site, event->at, "makes visible");
  kept->address = event->address;
  kept->local = find_local(story, state, thread, event->address);
  kept->size = event->size;
  kept->bits = known_bits(state, event);
  if (!can_wait(state, kept))
    describe_access(kept, (struct scene){state, story});
}

static struct kept *tell_text(struct story *story, const struct thread *thread,
                              const struct site *site, struct position at, const char *operation,
                              const struct text *name, const struct text *value) {
  struct kept *kept = tell(story, thread, site, at, operation);
  set_texts(kept, name, value);
  return kept;
}

static void tell_hold(struct story *story, const struct state *state, const struct thread *thread,
                      const struct site *site, const struct edge *edge) {
  struct text name = {0}, value = {0};
  uint64_t object;
  if (!describe_evaluate(state, thread, thread_top(thread), edge->hold.object, &object))
    return;
  describe_place(&name, (struct scene){state, story}, object);
  if (!edge->hold.taken)
    note_hold(story, thread->number, object, text_get(&name), false);
  struct kept *kept =
      tell(story, thread, site, edge->at, edge->hold.taken ? "takes" : "gives back");
  kept->step.address = object;
  if (edge->hold.taken)
    note_hold(story, thread->number, object, text_get(&name), true);
  if (site->library)
    text_format(&name, " (%s)", describe_function(site->library->function));
  set_texts(kept, &name, &value);
  call_of(story, thread->number)->is_told = true;
  text_release(&name);
  text_release(&value);
}

/* The type of the variable that a value is written to, where that is plain to see. */
static const struct type *type_of_target(const struct program *program,
                                         const struct function *function, uint32_t reg) {
  if (function->registers[reg].type)
    return function->registers[reg].type;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op != OPERATION_STORE || edge->store.address->kind != TERM_CONSTANT ||
        edge->store.value->kind != TERM_VARIABLE || edge->store.value->value != reg)
      continue;
    uint64_t address = edge->store.address->value;
    const struct object *object = program_find_object(program, address);
    struct text path = {0};
    const struct type *type =
        object ? type_describe_offset(&path, object->type, address - object->address) : NULL;
    text_release(&path);
    return type;
  }
  return NULL;
}

/* What the block that a library function returned is taken for. */
static const struct type *type_of_block(const struct program *program, const struct site *site) {
  if (!site->call || !site->call->call.result_count || site->call->call.results[0] == NO_REGISTER)
    return NULL;
  const struct type *type = type_of_target(program, site->function, site->call->call.results[0]);
  return type && type->kind == TYPE_POINTER ? type->element : NULL;
}

static void mark_block(struct story *story, struct map *map, const struct thread *thread,
                       const struct site *site, const struct edge *edge, uint64_t block) {
  struct story_mark mark = {.thread = thread->number,
                            .at = site->library ? site->at : edge->at,
                            .function =
                                site->library ? describe_function(site->library->function) : "",
                            .type = type_of_block(story->program, site)};
  uint64_t place = hash_combine(hash_combine(mark.at.file, mark.at.line), mark.at.column);
  uint64_t before = 0;
  map_get(&story->mark_counts, place, &before);
  map_set(&story->mark_counts, place, before + 1);
  mark.nth = (uint32_t)before + 1;
  map_set(map, block, story->marks.count);
  vector_push(&story->marks, mark);
}

const struct story_mark *story_find_mark(const struct story *story, uint64_t block, bool freed) {
  uint64_t index;
  return map_get(freed ? &story->freed : &story->allocated, block, &index)
             ? &story->marks.items[index]
             : NULL;
}

/* The library call ends: `edge` is its return. */
static void tell_call(struct story *story, const struct state *state, const struct thread *thread,
                      const struct site *site, const struct edge *edge) {
  struct call *call = call_of(story, thread->number);
  struct scene scene = {state, story};
  uint64_t result;
  bool has_result =
      edge->op == OPERATION_RETURN && edge->ret.count == 1 &&
      describe_evaluate(state, thread, thread_top(thread), edge->ret.values[0], &result);
  if (call->allocates && has_result)
    mark_block(story, &story->allocated, thread, site, edge, result);
  if (call->is_told || !call->is_worth_telling)
    return;
  struct text name = {0}, value = {0};
  bool is_used = site->call->call.result_count && site->call->call.results[0] != NO_REGISTER;
  bool creates = call->created != NO_THREAD;
  if (creates) {
    describe_thread(&name, call->created);
    text_format(&name, " (%s)", describe_function(site->library->function));
  } else {
    describe_call(&name, scene, thread, site->library);
    if (has_result && is_used)
      describe_value(&value, scene, NULL, edge->ret.values[0]->width, result);
  }
  tell_text(story, thread, site, edge->at, creates ? "creates" : "calls", &name, &value)
      ->step.is_input = call->chooses && has_result && is_used;
  call->is_told = true;
  text_release(&name);
  text_release(&value);
}

/* The thread a spawn made is known once the register is set. */
static void notice_created(const struct state *state, const struct thread *thread,
                           struct call *call) {
  uint64_t record;
  bool heap;
  if (call->spawned == NO_REGISTER || thread->frames.count < call->depth)
    return;
  const struct frame *frame = &thread->frames.items[call->depth - 1];
  struct value value = thread->registers.items[frame->first_register + call->spawned];
  call->spawned = NO_REGISTER;
  if (!state->domain->known(state->domain_context, value, &record) ||
      !address_find_thread(state->program->data_model, record, &call->created, &heap))
    call->created = NO_THREAD;
}

static void notice_call(struct story *story, const struct state *state, const struct thread *thread,
                        const struct site *site, const struct edge *edge) {
  const struct function *callee = describe_callee(state, thread, edge);
  if (!callee)
    return;
  if (site->function && !site->library && callee->is_library) {
    *call_of(story, thread->number) =
        (struct call){.thread = thread->number, .spawned = NO_REGISTER, .created = NO_THREAD};
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
    notice_created(state, thread, call);
    call->is_worth_telling |= operation_is_visible(edge->op) && edge->op != OPERATION_ALONE;
  }
  if (edge->op == OPERATION_CALL) {
    notice_call(story, state, thread, site, edge);
  } else if (edge->op == OPERATION_RETURN) {
    if (site->library == thread_top(thread))
      tell_call(story, state, thread, site, edge);
  } else if (edge->op == OPERATION_HOLD) {
    tell_hold(story, state, thread, site, edge);
  } else if (edge->op == OPERATION_SPAWN && call) {
    call->spawned = edge->spawn.target;
    call->depth = thread->frames.count;
  } else if (edge->op == OPERATION_ALLOCATE && edge->allocate.heap && call) {
    call->allocates = call->is_worth_telling = true;
  } else if (edge->op == OPERATION_FREE) {
    if (describe_evaluate(state, thread, thread_top(thread), edge->free.address, &block) && block)
      mark_block(story, &story->freed, thread, site, edge, block);
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

static void notice_choice(struct story *story, const struct state *state,
                          const struct thread *thread, const struct site *site,
                          const struct event *event) {
  const struct edge *edge = event->edge;
  uint64_t bits;
  if (site->library) {
    struct call *call = call_of(story, thread->number);
    call->is_worth_telling = call->chooses = true;
    return;
  }
  if (edge->op != OPERATION_NONDET || edge->nondet.source == NONDET_UNINITIALISED ||
      (!site->function && edge->nondet.source != NONDET_INPUT) ||
      !state->domain->known(state->domain_context, event->value, &bits))
    return;
  struct text name = {0}, value = {0};
  text_add(&name, edge->nondet.name);
  const struct reg *reg = &thread_top(thread)->function->registers[edge->nondet.target];
  describe_value(&value, (struct scene){state, story}, reg->type, reg->width, bits);
  tell_text(story, thread, site, event->at, "chooses", &name, &value)->step.is_input = true;
  text_release(&name);
  text_release(&value);
}

static void notice(struct observer *observer, const struct state *state,
                   const struct event *event) {
  struct story *story = (struct story *)observer;
  enum operation op = event->edge->op;
  if (event->kind == EVENT_EDGE && (op == OPERATION_ASSIGN || op == OPERATION_ASSUME ||
                                    op == OPERATION_SKIP || op == OPERATION_CHECK))
    return;
  const struct thread *thread = state_thread(state, event->thread);
  if (thread && event->kind == EVENT_FLUSH)
    notice_flush(story, state, thread, event);
  if (!thread || !thread->frames.count || event->kind == EVENT_FLUSH)
    return;
  struct site site = describe_site(thread);
  if (event->kind == EVENT_EDGE)
    notice_edge(story, state, thread, &site, event->edge);
  else if (event->kind == EVENT_CHOICE)
    notice_choice(story, state, thread, &site, event);
  else if (site.function && !site.library)
    notice_access(story, state, thread, &site, event);
  else if (site.library)
    find_local(story, state, thread, event->address);
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
  describe_names(&locks, kept->step.locks, state);
  kept->step.locks = arena_copy_text(story->arena, text_get(&locks));
  text_release(&locks);
}

void story_finish(struct story *story, const struct state *state) {
  if (story->is_finished)
    return;
  story->is_finished = true;
  compact(story);
  for (size_t i = 0; i < story->steps.count; i++) {
    struct kept *kept = &story->steps.items[i];
    if (!kept->texts)
      describe_access(kept, (struct scene){state, story});
    struct text name = {0}, value = {0};
    describe_names(&name, kept->texts, state);
    describe_names(&value, kept->texts + strlen(kept->texts) + 1, state);
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
