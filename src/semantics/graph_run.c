/* SPDX-License-Identifier: Apache-2.0 */
/* Records accesses, resolves those that are exceptions, and builds a graph at the end. Objects that
 * only one thread accessed are left out: they may be accessed in any sizes. */
#include "semantics/graph_run.h"

#include "semantics/axioms.h"
#include "semantics/violate.h"

#include <string.h>

struct noted_access {
  struct memory_action action; /* thread: the machine's number; source: see below */
  uint64_t object, address;
  uint64_t whole; /* the object, also of a copy or the like */
  uint32_t size;
  uint32_t life;  /* how many earlier objects had the address */
  uint64_t old;   /* a write: what was there */
  uint64_t other; /* of an exception, else 0 */
  bool is_exception;
  bool is_bulk;  /* a copy or the like */
  bool is_end;   /* no access: the block is freed */
  bool is_begin; /* no access: the block is allocated */
  bool is_early; /* left out, as it comes before others can know the object */
};

/* The address of a block that was freed by a thread, when so many accesses had been noted. */
struct freed_block {
  uint64_t address;
  uint32_t thread;
  size_t noted;
};

struct noted_thread {
  uint32_t number, creator;
  size_t accesses; /* noted before it was created */
  uint32_t unit;
  bool awaits;
};

struct axiomatic_run {
  struct overlay overlay; /* first: the overlay is the run */
  struct machine *machine;
  const struct schedule *schedule;
  struct exception_guide *guide;     /* or NULL */
  VECTOR(struct noted_access) noted; /* the n-th is access n + 1, but for fences */
  VECTOR(struct noted_thread) threads;
  const struct thread *running;
  uint64_t accesses;
  VECTOR(size_t) places; /* by access: its index in `noted` */
  size_t next_exception;
  bool is_concurrent;
  const char *trouble, *violated;
  bool is_judged;     /* the axioms were evaluated: `violated` is the result */
  bool has_unordered; /* some access is not ordered with one that was left out; nothing else depends
                         on the former */
  struct event_graph graph;
  VECTOR(size_t) origins; /* by action of the graph: its index in `noted` */
  VECTOR(struct freed_block) freed;
  VECTOR(uint64_t) revived; /* addresses that came back */
};

static uint32_t life_of(const struct axiomatic_run *run, uint64_t object) {
  uint32_t life = 0;
  for (size_t i = 0; i < run->revived.count; i++)
    life += run->revived.items[i] == object;
  return life;
}

static struct noted_thread *thread_of(struct axiomatic_run *run, uint32_t number) {
  for (size_t i = 0; i < run->threads.count; i++)
    if (run->threads.items[i].number == number)
      return &run->threads.items[i];
  vector_push(&run->threads, (struct noted_thread){.number = number, .creator = number});
  return &vector_last(&run->threads);
}

static struct noted_access make_noted(struct axiomatic_run *run, const struct thread *thread,
                                      enum action_kind kind) {
  struct noted_thread *self = thread_of(run, thread->number);
  const struct edge *edge = thread_next_edge(thread);
  bool is_waiting = run->machine->now.is_waiting;
  if (is_waiting && !self->awaits)
    self->unit++;
  self->awaits = is_waiting;
  return (struct noted_access){
      .action = {.kind = kind,
                 .thread = thread->number,
                 .unit = self->unit,
                 .in_section = thread->atomic_depth > 0 || is_waiting,
                 .is_awaited = is_waiting,
                 .is_exclusive = kind == ACTION_READ && operation_is(edge->op, IS_UPDATE),
                 .is_rmw = kind == ACTION_WRITE && operation_is(edge->op, IS_UPDATE),
                 .edge = edge,
                 .user_edge = user_edge(thread, edge)}};
}

static bool keeps_relaxed(const struct axiomatic_run *run) {
  return event_graph_keeps_relaxed(run->machine->program, run->machine->memory_model);
}

/* Notes an access and whether it is an exception. */
static struct noted_access *note(struct axiomatic_run *run, const struct overlay_access *access,
                                 enum action_kind kind) {
  struct noted_access noted = make_noted(run, access->thread, kind);
  noted.object = noted.whole = access->place->address;
  noted.address = access->place->address + access->place->offset;
  noted.size = access->size;
  noted.life = life_of(run, noted.object);
  event_graph_set_order(&noted.action, access->thread,
                        event_graph_order_of(noted.action.edge, true), keeps_relaxed(run));
  run->accesses++;
  if (run->guide)
    run->guide->look(run->guide, access, kind, run->accesses);
  if (run->next_exception < run->schedule->exceptions.count &&
      run->schedule->exceptions.items[run->next_exception].access == run->accesses) {
    noted.is_exception = true;
    noted.other = run->schedule->exceptions.items[run->next_exception++].other;
  }
  run->machine->now.access = run->accesses;
  run->machine->now.other = noted.other;
  vector_push(&run->places, run->noted.count);
  vector_push(&run->noted, noted);
  return &vector_last(&run->noted);
}

static uint64_t content_of(const struct axiomatic_run *run, const struct overlay_access *access) {
  struct chooser chooser = {chooser_zero, true, NULL};
  return run->machine->domain
      ->content_read(run->machine->domain_context, access->place->content, access->place->size,
                     access->place->offset, access->size, thread_next_edge(access->thread),
                     &chooser)
      .bits;
}

/* The value that was at a place before all writes to it that are noted. */
static uint64_t first_value(const struct axiomatic_run *run, const struct noted_access *read,
                            uint64_t now) {
  for (size_t i = 0; i < run->noted.count; i++)
    if (run->noted.items[i].action.kind == ACTION_WRITE && !run->noted.items[i].is_exception &&
        run->noted.items[i].address == read->address && run->noted.items[i].size == read->size &&
        run->noted.items[i].life == read->life)
      return run->noted.items[i].old;
  return now;
}

static const struct noted_access *access_number(const struct axiomatic_run *run, uint64_t number) {
  return number && number <= run->places.count ? &run->noted.items[run->places.items[number - 1]]
                                               : NULL;
}

/* Sets the memory order: that of a compare-exchange depends on its success. */
static void settle_order(struct noted_access *noted, const struct axiomatic_run *run,
                         const struct thread *thread, uint64_t value) {
  const struct edge *edge = noted->action.edge;
  uint64_t expected;
  if (edge->op != OPERATION_CAS ||
      !machine_evaluate(run->machine, thread, thread_top(thread), edge->cas.expected, &expected))
    return;
  uint64_t mask = edge->cas.size >= 8 ? UINT64_MAX : (UINT64_C(1) << edge->cas.size * 8) - 1;
  event_graph_set_order(&noted->action, thread,
                        event_graph_order_of(edge, (expected & mask) == (value & mask)),
                        keeps_relaxed(run));
}

static bool is_ignored_access(const struct axiomatic_run *run,
                              const struct overlay_access *access) {
  const struct object *variable = access->place->variable;
  return !run->is_concurrent || run->machine->now.is_looking ||
         (variable && (variable->is_constant || variable->function));
}

/* The write that an exception names: one to the same memory that was executed earlier. NULL: there
 * is none, and the record is wrong unless it names none. */
static const struct noted_access *named_write(struct axiomatic_run *run,
                                              const struct noted_access *noted) {
  const struct noted_access *write =
      noted->other < run->accesses ? access_number(run, noted->other) : NULL;
  bool is_one = write && write->action.kind == ACTION_WRITE && write->address == noted->address &&
                write->size == noted->size && write->life == noted->life;
  return is_one ? write : NULL;
}

static bool read_noted(struct overlay *overlay, const struct overlay_access *access,
                       struct value *value) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  if (is_ignored_access(run, access))
    return false;
  struct noted_access *noted = note(run, access, ACTION_READ);
  uint64_t now = content_of(run, access);
  bool is_exception = noted->is_exception;
  if (is_exception) {
    const struct noted_access *write = named_write(run, noted);
    if (noted->other && !write) {
      run->trouble = "the recorded execution reads from what is no write to that memory";
      return false;
    }
    now = write ? write->action.value : first_value(run, noted, now);
    *value = (struct value){now, 0};
  }
  noted->action.value = now;
  settle_order(noted, run, access->thread, now);
  return is_exception;
}

static bool write_noted(struct overlay *overlay, const struct overlay_access *access,
                        struct value value) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  if (is_ignored_access(run, access))
    return false;
  struct noted_access *noted = note(run, access, ACTION_WRITE);
  noted->action.value = value.bits;
  noted->old = content_of(run, access);
  if (noted->is_exception && !named_write(run, noted))
    run->trouble = "the recorded execution writes before what is no write to that memory";
  return noted->is_exception;
}

static void note_bulk(struct overlay *overlay, const struct place *place, uint64_t size,
                      bool writes) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  if (!run->is_concurrent || run->machine->now.is_looking || !run->running)
    return;
  struct noted_access noted = make_noted(run, run->running, writes ? ACTION_WRITE : ACTION_READ);
  noted.address = noted.object = place->address + place->offset;
  noted.whole = place->address;
  noted.life = life_of(run, place->address);
  noted.size = (uint32_t)size;
  noted.is_bulk = true;
  event_graph_set_order(&noted.action, run->running, ORDER_PLAIN, keeps_relaxed(run));
  vector_push(&run->noted, noted);
}

/* Padding is no location of the graph, but it is copied. */
static bool keeps_padding(struct overlay *overlay, const struct place *place, uint64_t size,
                          bool writes) {
  (void)overlay;
  (void)place;
  (void)size;
  (void)writes;
  return false;
}

static void note_fence(struct overlay *overlay, const struct thread *thread,
                       enum memory_order order) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  if (!run->is_concurrent || run->machine->now.is_looking)
    return;
  struct noted_access noted = make_noted(run, thread, ACTION_FENCE);
  noted.action.order = order;
  vector_push(&run->noted, noted);
}

/* Notes that the buffer is drained. Inside a section it is empty. */
static void note_drain(struct overlay *overlay, const struct thread *thread) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  if (memory_model_has_buffers(run->machine->memory_model) && !thread->atomic_depth)
    note_fence(overlay, thread, ORDER_OF_DRAIN);
}

static void note_end(struct overlay *overlay, const struct thread *thread,
                     const struct place *place) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  if (!place->dynamic->allocation || !place->dynamic->allocation->allocate.heap)
    return;
  vector_push(&run->freed, (struct freed_block){place->address, thread->number, run->noted.count});
  if (!run->is_concurrent)
    return;
  struct noted_access noted = make_noted(run, thread, ACTION_CHOICE);
  noted.object = noted.address = noted.whole = place->address;
  noted.life = life_of(run, noted.object);
  noted.is_end = true;
  vector_push(&run->noted, noted);
}

static void note_begin(struct overlay *overlay, const struct thread *thread, uint64_t address) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  bool is_write =
      run->machine->memory_model == MEMORY_RC11 || thread_next_edge(thread)->allocate.zeroed;
  if (!run->is_concurrent || !is_write)
    return;
  struct noted_access noted = make_noted(run, thread, ACTION_CHOICE);
  noted.object = noted.address = noted.whole = address;
  noted.life = life_of(run, address);
  noted.is_begin = true;
  vector_push(&run->noted, noted);
}

static bool is_free(const struct axiomatic_run *run, uint64_t address) {
  uint32_t freed = 0;
  for (size_t i = 0; i < run->freed.count; i++)
    freed += run->freed.items[i].address == address;
  return freed > life_of(run, address);
}

/* Each address is a question of its own. One that comes back is a choice of the graph, which the
 * last write of the freeing synchronises with. */
static uint64_t choose_address(struct overlay *overlay, const struct thread *thread,
                               const struct edge *edge, const uint64_t *addresses, size_t count) {
  struct axiomatic_run *run = (struct axiomatic_run *)overlay;
  struct chooser *chooser = run->machine->chooser;
  size_t at = 0;
  while (at < count && !(chooser->choose(chooser, 1, edge) & 1))
    at++;
  if (at == count)
    return 0;
  if (!is_free(run, addresses[at]))
    return addresses[at];
  vector_push(&run->revived, addresses[at]);
  if (!run->is_concurrent)
    return addresses[at];
  struct noted_access noted = make_noted(run, thread, ACTION_CHOICE);
  for (size_t i = run->freed.count; i-- > 0;) {
    const struct freed_block *freed = &run->freed.items[i];
    if (freed->address != addresses[at])
      continue;
    for (size_t j = freed->noted; j < run->noted.count && !noted.other; j++)
      if (run->noted.items[j].action.thread == freed->thread &&
          run->noted.items[j].action.kind == ACTION_WRITE)
        noted.other = j + 1;
    break;
  }
  vector_push(&run->noted, noted);
  return addresses[at];
}

struct axiomatic_run *axiomatic_run_create(struct machine *machine,
                                           const struct schedule *schedule) {
  struct axiomatic_run *run = memory_allocate_zeroed(sizeof *run);
  run->overlay = (struct overlay){.tells = true,
                                  .read = read_noted,
                                  .write = write_noted,
                                  .bypass = note_bulk,
                                  .leaves_out = keeps_padding,
                                  .fence = note_fence,
                                  .end = note_end,
                                  .begin = note_begin,
                                  .drain = note_drain,
                                  .reuse = choose_address};
  run->machine = machine;
  run->schedule = schedule;
  machine->overlay = &run->overlay;
  machine->never_alone = true;
  return run;
}

void axiomatic_run_set_guide(struct axiomatic_run *run, struct exception_guide *guide) {
  run->guide = guide;
}

void axiomatic_run_destroy(struct axiomatic_run *run) {
  if (!run)
    return;
  run->machine->overlay = NULL;
  run->machine->never_alone = false;
  event_graph_release(&run->graph);
  vector_release(&run->noted);
  vector_release(&run->threads);
  vector_release(&run->places);
  vector_release(&run->origins);
  vector_release(&run->freed);
  vector_release(&run->revived);
  memory_release(run);
}

enum { UNITS_PER_STEP = 256 };

static const char other_sizes[] = "accesses of different sizes overlap in it";

void axiomatic_run_begin_step(struct axiomatic_run *run, const struct thread *thread) {
  struct noted_thread *self = thread_of(run, thread->number);
  self->unit = (self->unit / UNITS_PER_STEP + 1) * UNITS_PER_STEP;
  self->awaits = false;
  run->running = thread;
}

void axiomatic_run_end_step(struct axiomatic_run *run, const struct state *state,
                            const struct thread *thread) {
  run->is_concurrent |= state->thread_count > 1;
  for (size_t i = 0; i < state->thread_count; i++) {
    bool is_known = false;
    for (size_t j = 0; j < run->threads.count && !is_known; j++)
      is_known = run->threads.items[j].number == state->threads[i]->number;
    if (is_known)
      continue;
    struct noted_thread *fresh = thread_of(run, state->threads[i]->number);
    fresh->creator = thread->number;
    fresh->accesses = run->noted.count;
  }
}

static bool is_access(const struct noted_access *noted) {
  return noted->action.kind == ACTION_READ || noted->action.kind == ACTION_WRITE;
}

/* Do several threads access or free the object? */
static bool is_shared(const struct axiomatic_run *run, const struct noted_access *noted) {
  for (size_t i = 0; i < run->noted.count; i++) {
    const struct noted_access *other = &run->noted.items[i];
    if ((is_access(other) || other->is_end) && other->action.thread != noted->action.thread &&
        ((other->object == noted->object && other->life == noted->life) ||
         (other->is_bulk && other->address < noted->address + noted->size &&
          noted->address < other->address + other->size)))
      return true;
  }
  return false;
}

static bool is_same_object(const struct noted_access *a, const struct noted_access *b) {
  return a->whole == b->whole && a->life == b->life;
}

static bool has_other_size(const struct axiomatic_run *run, const struct noted_access *noted) {
  for (size_t i = 0; i < run->noted.count; i++) {
    const struct noted_access *other = &run->noted.items[i];
    if (is_access(other) && is_same_object(other, noted) &&
        other->address < noted->address + noted->size &&
        noted->address < other->address + other->size &&
        (noted->is_bulk || other->is_bulk || other->address != noted->address ||
         other->size != noted->size))
      return true;
  }
  return false;
}

/* Is it an access to an object that its thread has neither published nor, so far, shares with
 * others? Programs initialise objects in other sizes than they use them in. So such accesses are
 * left out if sizes differ, and what they wrote last counts as the initial contents. That is right
 * if they happen before all others, which is checked when the graph is complete. */
static bool is_early(const struct axiomatic_run *run, size_t index) {
  const struct noted_access *noted = &run->noted.items[index];
  size_t first = index;
  if (!has_other_size(run, noted))
    return false;
  for (size_t i = index; i-- > 0;) {
    const struct noted_access *other = &run->noted.items[i];
    if ((!is_access(other) && !other->is_end) || !is_same_object(other, noted))
      continue;
    if (other->action.thread != noted->action.thread)
      return false;
    first = i;
  }
  for (size_t i = first; i < index; i++) {
    const struct noted_access *other = &run->noted.items[i];
    if (other->action.thread == noted->action.thread && other->action.kind == ACTION_WRITE &&
        !is_same_object(other, noted) && is_shared(run, other))
      return false;
  }
  for (size_t i = 0; i < run->threads.count; i++)
    if (run->threads.items[i].creator == noted->action.thread &&
        run->threads.items[i].accesses > first && run->threads.items[i].accesses <= index)
      return false;
  return true;
}

static uint32_t slot_of(const struct axiomatic_run *run, uint32_t number) {
  uint32_t slot = 0;
  while (run->threads.items[slot].number != number)
    slot++;
  return slot;
}

/* The location of an access; UINT32_MAX: it overlaps another one. */
static uint32_t location_of(struct axiomatic_run *run, const struct noted_access *noted) {
  for (uint32_t i = 0; i < run->graph.locations.count; i++) {
    const struct action_location *location = &run->graph.locations.items[i];
    if (location->object == noted->object && location->life != noted->life)
      continue;
    if (location->address == noted->address && location->size == noted->size)
      return i;
    if (location->address < noted->address + noted->size &&
        noted->address < location->address + location->size)
      return UINT32_MAX;
  }
  vector_push(&run->graph.locations, (struct action_location){.address = noted->address,
                                                              .object = noted->object,
                                                              .size = noted->size,
                                                              .life = noted->life});
  return (uint32_t)run->graph.locations.count - 1;
}

/* Adds a write to modification order: directly before another one, or last. */
static void insert_write(struct axiomatic_run *run, uint32_t location, uint32_t number,
                         uint32_t before) {
  struct action_numbers *order = &run->graph.locations.items[location].order;
  size_t at = 0;
  while (at < order->count && order->items[at] != before)
    at++;
  vector_push(order, number);
  memmove(&order->items[at + 1], &order->items[at], (order->count - 1 - at) * sizeof number);
  order->items[at] = number;
}

static void add_threads(struct axiomatic_run *run) {
  for (size_t i = 0; i < run->threads.count; i++) {
    const struct noted_thread *thread = &run->threads.items[i];
    uint32_t creator = slot_of(run, thread->creator), after = 0;
    for (size_t j = 0; j < run->graph.actions.count; j++)
      after +=
          run->graph.actions.items[j].thread == creator && run->origins.items[j] < thread->accesses;
    vector_push(&run->graph.threads, (struct action_thread_start){creator, after, 0, NO_TWIN});
  }
}

/* Is it the first access of its thread to a block that another thread allocated? */
static bool is_first_use(const struct axiomatic_run *run, size_t index) {
  const struct noted_access *noted = &run->noted.items[index];
  bool is_foreign = false;
  for (size_t i = 0; i < index; i++) {
    const struct noted_access *other = &run->noted.items[i];
    bool is_own = other->action.thread == noted->action.thread;
    if (other->object != noted->object || other->life != noted->life)
      continue;
    if (is_own && is_access(other))
      return false;
    is_foreign |= other->is_begin && !is_own;
  }
  return is_foreign;
}

static void push_action(struct axiomatic_run *run, struct memory_action action, size_t index,
                        uint32_t *counts) {
  action.thread = slot_of(run, action.thread);
  action.index = counts[action.thread]++;
  vector_push(&run->graph.actions, action);
  vector_push(&run->origins, index);
}

/* Memory that only one thread accesses is no location of the graph. If another thread allocated it,
 * the first access stands for all in the order with the allocation. */
static void add_unshared(struct axiomatic_run *run, size_t index, uint32_t *counts) {
  const struct memory_action *action = &run->noted.items[index].action;
  if (!is_access(&run->noted.items[index]) || !is_first_use(run, index))
    return;
  push_action(run,
              (struct memory_action){.kind = ACTION_CHOICE,
                                     .thread = action->thread,
                                     .unit = action->unit,
                                     .in_section = action->in_section,
                                     .source = INITIAL_WRITE,
                                     .edge = action->edge,
                                     .user_edge = action->user_edge},
              index, counts);
}

static bool add_action(struct axiomatic_run *run, size_t index, uint32_t *numbers,
                       uint32_t *counts) {
  struct noted_access *noted = &run->noted.items[index];
  struct memory_action action = noted->action;
  numbers[index] = INITIAL_WRITE;
  if ((is_access(noted) || noted->is_begin) && !is_shared(run, noted)) {
    add_unshared(run, index, counts);
    return true;
  }
  noted->is_early = is_access(noted) && is_early(run, index);
  if (noted->is_early)
    return true;
  uint32_t number = (uint32_t)run->graph.actions.count;
  if (action.kind == ACTION_CHOICE)
    action.source = noted->other ? numbers[noted->other - 1] : INITIAL_WRITE;
  if (is_access(noted)) {
    action.location = noted->is_bulk ? UINT32_MAX : location_of(run, noted);
    if (action.location == UINT32_MAX)
      return false;
    const struct action_numbers *order = &run->graph.locations.items[action.location].order;
    uint32_t other = INITIAL_WRITE;
    if (noted->is_exception && noted->other)
      other = numbers[run->places.items[noted->other - 1]];
    else if (!noted->is_exception && action.kind == ACTION_READ && order->count)
      other = order->items[order->count - 1];
    action.source = action.kind == ACTION_READ ? other : INITIAL_WRITE;
    if (action.kind == ACTION_WRITE)
      insert_write(run, action.location, number, noted->is_exception ? other : INITIAL_WRITE);
  }
  numbers[index] = number;
  push_action(run, action, index, counts);
  return true;
}

/* The axioms say nothing about an access that is not in the graph, so it cannot be an exception.
 * Nor can a read take the value from before all writes if some of these are left out. */
static bool is_left_to_axioms(const struct axiomatic_run *run, size_t index,
                              const uint32_t *numbers) {
  const struct noted_access *noted = &run->noted.items[index];
  if (!noted->is_exception)
    return true;
  if (noted->is_early || numbers[index] == INITIAL_WRITE)
    return false;
  for (size_t i = 0; noted->action.kind == ACTION_READ && !noted->other && i < index; i++) {
    const struct noted_access *other = &run->noted.items[i];
    if (other->is_early && other->action.kind == ACTION_WRITE && is_same_object(other, noted) &&
        other->address < noted->address + noted->size &&
        noted->address < other->address + other->size)
      return false;
  }
  return true;
}

/* Was the thread, or one of its ancestors, created by thread `from` after the access with this
 * index? */
static bool descends(struct axiomatic_run *run, uint32_t number, uint32_t from, size_t noted) {
  const struct noted_thread *thread = thread_of(run, number);
  for (; thread->creator != thread->number; thread = thread_of(run, thread->creator))
    if (thread->creator == from)
      return thread->accesses > noted;
  return false;
}

/* Does the access that was left out happen before the action? */
static bool is_ordered(struct axiomatic_run *run, size_t early, uint32_t number) {
  const struct noted_access *noted = &run->noted.items[early],
                            *other = &run->noted.items[run->origins.items[number]];
  uint32_t next = 0, count = (uint32_t)run->graph.actions.count;
  while (next < count &&
         (run->origins.items[next] < early ||
          run->noted.items[run->origins.items[next]].action.thread != noted->action.thread))
    next++;
  return (next < count && axioms_happens_before(&run->graph, next, number)) ||
         descends(run, other->action.thread, noted->action.thread, early);
}

static bool races_with_early(struct axiomatic_run *run, size_t early, uint32_t number) {
  const struct noted_access *a = &run->noted.items[early],
                            *b = &run->noted.items[run->origins.items[number]];
  return a->is_early && is_access(b) && is_same_object(a, b) &&
         a->action.thread != b->action.thread && a->address < b->address + b->size &&
         b->address < a->address + a->size &&
         (a->action.kind == ACTION_WRITE || b->action.kind == ACTION_WRITE) &&
         (a->action.order == ORDER_PLAIN || b->action.order == ORDER_PLAIN) &&
         !is_ordered(run, early, number);
}

/* Does nothing but the rest of its step depend on what the access found? Then the execution
 * without this step is also one, and the access comes next in it. */
static bool is_final(const struct axiomatic_run *run, uint32_t number) {
  const struct memory_action *access = &run->graph.actions.items[number];
  for (size_t i = 0; i < run->graph.actions.count; i++) {
    const struct memory_action *action = &run->graph.actions.items[i];
    if (action->thread == access->thread && action->index > access->index &&
        action->unit / UNITS_PER_STEP != access->unit / UNITS_PER_STEP)
      return false;
    if (action->thread == access->thread || action->kind != ACTION_READ ||
        action->source == INITIAL_WRITE)
      continue;
    const struct memory_action *source = &run->graph.actions.items[action->source];
    if (source->thread == access->thread && source->index >= access->index)
      return false;
  }
  return true;
}

/* Finds an access that races with the one that was left out, and on which nothing depends;
 * SIZE_MAX: there is none. */
static size_t find_early_race(struct axiomatic_run *run, uint32_t number) {
  for (size_t i = 0; i < run->noted.count; i++)
    if (races_with_early(run, i, number))
      return is_final(run, number) ? i : SIZE_MAX;
  return SIZE_MAX;
}

/* Does the access that was left out happen before every access of another thread to the object
 * on which something depends? */
static bool comes_first(struct axiomatic_run *run, size_t early) {
  const struct noted_access *noted = &run->noted.items[early];
  for (uint32_t i = 0; i < run->graph.actions.count; i++) {
    const struct noted_access *other = &run->noted.items[run->origins.items[i]];
    if ((!is_access(other) && !other->is_end) || !is_same_object(other, noted) ||
        other->action.thread == noted->action.thread || is_ordered(run, early, i))
      continue;
    if (!is_access(other) || !is_final(run, i))
      return false;
    run->has_unordered = true;
  }
  return true;
}

static void check_early(struct axiomatic_run *run) {
  for (size_t i = 0; i < run->noted.count && !run->trouble; i++) {
    bool is_last = run->noted.items[i].is_early;
    for (size_t j = i + 1; j < run->noted.count && is_last; j++)
      is_last = !run->noted.items[j].is_early ||
                !is_same_object(&run->noted.items[i], &run->noted.items[j]);
    if (is_last && !comes_first(run, i))
      run->trouble = other_sizes;
  }
}

static void make_graph(struct axiomatic_run *run) {
  uint32_t *numbers = memory_allocate((run->noted.count + 1) * sizeof *numbers);
  uint32_t *counts = memory_allocate_zeroed((run->threads.count + 1) * sizeof *counts);
  for (size_t i = 0; i < run->noted.count && !run->trouble; i++)
    if (!add_action(run, i, numbers, counts))
      run->trouble = other_sizes;
    else if (!is_left_to_axioms(run, i, numbers))
      run->trouble = "what it reads or writes out of order is not in its graph";
  add_threads(run);
  check_early(run);
  memory_release(numbers);
  memory_release(counts);
}

const char *axiomatic_run_refutes(struct axiomatic_run *run, bool may_race) {
  if (!run->graph.threads.count)
    make_graph(run);
  if (run->next_exception < run->schedule->exceptions.count && !run->trouble)
    run->trouble = "it ends before all that was recorded";
  if (run->trouble)
    return run->trouble;
  if (run->has_unordered && !may_race)
    return other_sizes;
  if (!run->is_judged)
    run->violated = axioms_violated(&run->graph, run->machine->memory_model);
  run->is_judged = true;
  return run->violated;
}

struct race_report {
  struct axiomatic_run *run;
  const struct state *state;
};

/* False: the race is known already, or suppressed. */
static bool report_race(const struct race_report *report, const struct noted_access *a,
                        uint32_t second) {
  const struct axiomatic_run *run = report->run;
  const struct memory_action *b = &run->graph.actions.items[second];
  const struct thread *thread = state_thread(report->state, run->threads.items[b->thread].number);
  struct past_edge past = {a->action.thread, a->action.edge, a->action.user_edge};
  uint64_t address =
      a->is_begin ? run->noted.items[run->origins.items[second]].address : a->address;
  if (!machine_reports_race(run->machine, thread, b->edge, b->user_edge, &past, address))
    return false;
  run->machine->violation.at = b->user_edge->at; /* the thread has gone on since */
  return true;
}

/* Reports the race; true: it is known already, or suppressed. */
static bool is_known_race(void *context, uint32_t first, uint32_t second) {
  const struct axiomatic_run *run = ((struct race_report *)context)->run;
  return !report_race(context, &run->noted.items[run->origins.items[first]], second);
}

/* Is the block of the access freed although the access does not happen before? Freeing is a
 * write of the whole block. */
static bool races_with_end(const struct axiomatic_run *run, uint32_t access, uint32_t end) {
  const struct noted_access *noted = &run->noted.items[run->origins.items[access]],
                            *freed = &run->noted.items[run->origins.items[end]];
  return freed->is_end && is_access(noted) && noted->object == freed->object &&
         noted->life == freed->life && noted->action.thread != freed->action.thread &&
         !axioms_happens_before(&run->graph, access, end);
}

/* Is `begin` the allocation of the block that is accessed or freed, and does it not happen before?
 */
static bool races_with_begin(const struct axiomatic_run *run, uint32_t begin, uint32_t use) {
  const struct noted_access *noted = &run->noted.items[run->origins.items[use]],
                            *allocated = &run->noted.items[run->origins.items[begin]];
  return allocated->is_begin && (is_access(noted) || noted->is_end) &&
         noted->object == allocated->object && noted->life == allocated->life &&
         noted->action.thread != allocated->action.thread &&
         !axioms_happens_before(&run->graph, begin, use);
}

bool axiomatic_run_finds_race(struct axiomatic_run *run, const struct state *state) {
  struct race_report report = {run, state};
  uint32_t first, second, count = (uint32_t)run->graph.actions.count;
  if (axioms_find_race(&run->graph, is_known_race, &report, &first, &second))
    return true;
  for (second = 0; second < count; second++)
    for (first = 0; first < second; first++)
      if ((races_with_end(run, first, second) || races_with_begin(run, first, second)) &&
          !is_known_race(&report, first, second))
        return true;
  for (second = 0; second < count && run->has_unordered; second++) {
    size_t early = find_early_race(run, second);
    if (early != SIZE_MAX && report_race(&report, &run->noted.items[early], second))
      return true;
  }
  return false;
}
