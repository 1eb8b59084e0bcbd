/* SPDX-License-Identifier: Apache-2.0 */
/* Decides for the machine which value a read of shared memory takes, and the position of a write.
 * Recorded actions get their recorded answers. New ones are decided here: a read takes the newest
 * write, a write comes last, and every alternative is kept for later. */
#include "engine/graph/search.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ACTIONS = 1 << 16 };

const struct edge *egraph_user_edge(const struct thread *thread, const struct edge *edge) {
  for (size_t i = thread ? thread->frames.count : 0;
       i-- > 1 && thread->frames.items[i].function->is_library;)
    edge = &thread->frames.items[i - 1].function->edges[thread->frames.items[i].call_edge];
  return edge;
}

void egraph_not_supported(struct egraph_search *search, const struct edge *edge, const char *what) {
  search->is_dead = true;
  if (search->confirming)
    return;
  search->is_unsupported = true;
  if (*search->result->reason)
    return;
  struct text place = {0};
  if (edge)
    program_print_position(&place, search->task->program, edge->at);
  snprintf(search->result->reason, sizeof search->result->reason, "%s%s%s", what,
           place.length ? " at " : "", text_get(&place));
  text_release(&place);
}

static bool is_record(const struct place *place) {
  return place->dynamic && !place->dynamic->allocation && !place->dynamic->variable;
}

/* May several threads access the object? What analysis takes for private is watched. */
static bool is_shared(struct egraph_search *search, const struct thread *thread,
                      const struct place *place) {
  if (is_record(place))
    return true;
  bool shared = !place->dynamic ? sharing_of_object(search->sharing, place->variable)
                : place->dynamic->allocation
                    ? sharing_of_allocation(search->sharing, place->dynamic->allocation)
                    : sharing_of_object(search->sharing, place->dynamic->variable);
  if (shared || map_get(&search->shared, place->address, NULL))
    return true;
  uint32_t owner = place->thread ? place->thread->number : 0;
  if (owner != thread->number) {
    map_set(&search->shared, place->address, 1);
    search->fresh_address = place->address;
    search->must_restart = search->is_dead = true;
  }
  return false;
}

static bool is_constant(const struct place *place) {
  return place->variable && (place->variable->is_constant || place->variable->function);
}

/* Is an access of the thread an action? */
static bool is_action(struct egraph_search *search, const struct thread *thread,
                      const struct place *place, uint64_t size, bool writes) {
  if (!search->is_concurrent || is_constant(place) || !is_shared(search, thread, place))
    return false;
  if (search->machine.is_waiting) /* what a wait reads is always an action */
    egraph_publish(search, thread);
  if (!egraph_is_unpublished(search, thread, place))
    return true;
  egraph_note_unpublished(search, thread, place, size, writes);
  return false;
}

static bool overlaps(const struct action_location *location, uint64_t address, uint64_t size) {
  return location->address < address + size && address < location->address + location->size;
}

/* Does no access of the graph belong to the location? It was left by a graph that this one comes
 * from. */
static bool is_unused(const struct egraph_search *search, uint32_t number) {
  if (search->accesses.items[number].count || search->graph.locations.items[number].order.count)
    return false;
  for (size_t i = 0; i < search->graph.actions.count; i++) {
    const struct memory_action *action = &search->graph.actions.items[i];
    if ((action->kind == ACTION_READ || action->kind == ACTION_WRITE) && action->location == number)
      return false;
  }
  return true;
}

static const char looked_at_padding[] = "an access to padding that copies of a struct leave open";

static bool is_padding(const struct egraph_search *search, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < search->padding.count; i++)
    if (search->padding.items[i].start < address + size && address < search->padding.items[i].end)
      return true;
  return false;
}

static void note_initial(struct egraph_search *search, const struct place *place,
                         const struct edge *edge, struct action_location *location) {
  if (is_padding(search, location->address, location->size))
    egraph_not_supported(search, edge, looked_at_padding);
  struct looking_chooser look = chooser_looking();
  struct value value = search->machine.domain->content_read(
      search->machine.domain_context, place->content, place->size, place->offset, location->size,
      edge, &look.chooser);
  location->initial = value.bits;
  location->is_uninitialised = look.was_asked;
}

/* A block may have been allocated in another way in the graph that the location was left by. */
static uint32_t renew_location(struct egraph_search *search, uint32_t number,
                               const struct place *place, const struct edge *edge) {
  struct action_location *location = &search->graph.locations.items[number];
  if (is_unused(search, number)) {
    location->object = place->address;
    note_initial(search, place, edge, location);
  }
  return number;
}

/* The location of an access; UINT32_MAX: it overlaps another one. */
static uint32_t find_location(struct egraph_search *search, const struct place *place,
                              unsigned size, const struct edge *edge) {
  uint64_t address = place->address + place->offset, known;
  uint32_t life = egraph_life(search, place);
  if (map_get(&search->places, address, &known) && known < search->graph.locations.count &&
      search->graph.locations.items[known].address == address &&
      search->graph.locations.items[known].size == size &&
      search->graph.locations.items[known].life == life) /* as in most executions */
    return renew_location(search, (uint32_t)known, place, edge);
  for (uint32_t i = 0; i < search->graph.locations.count; i++) {
    const struct action_location *location = &search->graph.locations.items[i];
    if (!overlaps(location, address, size) ||
        (location->object == place->address && location->life != life))
      continue;
    if (location->address != address || location->size != size)
      return UINT32_MAX;
    map_set(&search->places, address, i);
    return renew_location(search, i, place, edge);
  }
  struct action_location fresh = {
      .address = address, .object = place->address, .size = size, .life = life};
  note_initial(search, place, edge, &fresh);
  vector_push(&search->graph.locations, fresh);
  while (search->accesses.count < search->graph.locations.count)
    vector_push(&search->accesses, (struct action_numbers){0});
  return (uint32_t)search->graph.locations.count - 1;
}

static struct memory_action make_action(struct egraph_search *search, const struct thread *thread,
                                        uint32_t slot, enum action_kind kind,
                                        const struct edge *edge) {
  struct egraph_thread *self = &search->threads.items[slot];
  return (struct memory_action){.kind = kind,
                                .thread = slot,
                                .index = (uint32_t)self->actions.count,
                                .unit = self->progress.unit,
                                .in_section = (thread && thread->atomic_depth > 0) ||
                                              search->machine.is_waiting,
                                .is_awaited = search->machine.is_waiting,
                                .source = INITIAL_WRITE,
                                .rendezvous = self->progress.rendezvous,
                                .edge = edge,
                                .user_edge = egraph_user_edge(thread, edge)};
}

static void append(struct egraph_search *search, const struct memory_action *action) {
  uint32_t number = (uint32_t)search->graph.actions.count;
  if (number >= MOST_ACTIONS)
    egraph_not_supported(search, action->user_edge, "an execution of too many accesses");
  vector_push(&search->graph.actions, *action);
  vector_push(&search->threads.items[action->thread].actions, number);
  egraph_make_room(search);
  search->is_derived[number] = false;
  if (search->graph.actions.count > search->counts.most_actions)
    search->counts.most_actions = search->graph.actions.count;
}

static void place_write(struct egraph_search *search, uint32_t number, size_t rank) {
  struct action_numbers *order =
      &search->graph.locations.items[search->graph.actions.items[number].location].order;
  vector_push(order, number);
  memmove(&order->items[rank], &order->items[rank - 1],
          (order->count - rank) * sizeof *order->items);
  order->items[rank - 1] = number;
}

static void keep_for_later(struct egraph_search *search) {
  struct event_graph copy = {0};
  event_graph_copy(&copy, &search->graph);
  vector_push(&search->pending, copy);
}

static uint32_t write_of_rank(const struct action_location *location, size_t rank) {
  return rank ? location->order.items[rank - 1] : INITIAL_WRITE;
}

static uint64_t value_of(const struct egraph_search *search, const struct memory_action *read) {
  return read->source == INITIAL_WRITE ? search->graph.locations.items[read->location].initial
                                       : search->graph.actions.items[read->source].value;
}

/* Would the compare-exchange that the thread stands before write if it reads this? */
static bool succeeds(const struct egraph_search *search, const struct thread *thread,
                     struct memory_action *action) {
  return action->edge->op != OPERATION_CAS ||
         (machine_evaluate(&search->machine, thread, thread_top(thread), action->edge->cas.expected,
                           &action->expected) &&
          egraph_finds_expected(action));
}

static bool keeps_relaxed(const struct egraph_search *search) {
  return event_graph_keeps_relaxed(search->task->program, search->task->memory_model);
}

static void set_source(struct egraph_search *search, const struct thread *thread,
                       struct memory_action *action, uint32_t source) {
  action->source = source;
  action->value = value_of(search, action);
  event_graph_set_order(action, thread,
                        event_graph_order_of(action->edge, succeeds(search, thread, action)),
                        keeps_relaxed(search));
}

/* Was the thread, or one that created it, created by the thread behind that step? */
static bool descends(const struct egraph_search *search, uint32_t slot,
                     const struct block_birth *birth) {
  for (; search->graph.threads.items[slot].creator != slot;
       slot = search->graph.threads.items[slot].creator)
    if (search->graph.threads.items[slot].creator == birth->thread)
      return search->graph.threads.items[slot].steps >= birth->step;
  return false;
}

bool egraph_knows_moment(const struct egraph_search *search, uint32_t slot,
                         const struct block_birth *moment) {
  return moment->thread == slot ||
         moment->after < search->threads.items[slot].happened[moment->thread] ||
         descends(search, slot, moment);
}

/* When the block was allocated, if the thread does not know that it was; else NULL. */
static const struct block_birth *unknown_birth(const struct egraph_search *search, uint32_t slot,
                                               const struct place *place) {
  for (size_t i = search->births.count; place->thread && i-- > 0;) {
    const struct block_birth *birth = &search->births.items[i];
    if (birth->address == place->address)
      return egraph_knows_moment(search, slot, birth) ? NULL : birth;
  }
  return NULL;
}

/* Does the allocation write the block, so that an access races with it that is not ordered after
 * it, also under sc? */
static bool clears_block(const struct egraph_search *search, const struct place *place) {
  return property_in(PROPERTY_RACE, search->task->properties) &&
         search->task->program->orders.unordered && place->dynamic && place->dynamic->allocation &&
         place->dynamic->allocation->allocate.zeroed;
}

/* Does the access race with the allocation of its block, which is a write of all of it under rc11,
 * and is that asked for? */
static bool races_with_birth(struct egraph_search *search, const struct thread *thread,
                             const struct place *place, const struct edge *edge,
                             const struct block_birth *birth) {
  const struct edge *allocation = place->dynamic ? place->dynamic->allocation : NULL;
  bool is_write = search->task->memory_model == MEMORY_RC11 || clears_block(search, place);
  if (!is_write || !allocation || !property_in(PROPERTY_RACE, search->task->properties))
    return false;
  struct past_edge past = {search->threads.items[birth->thread].number, allocation, allocation};
  return machine_reports_race(&search->machine, thread, edge, egraph_user_edge(thread, edge), &past,
                              place->address);
}

/* May the thread access or free the block? Else the execution ends. */
static bool check_birth(struct egraph_search *search, const struct thread *thread,
                        const struct place *place, const struct edge *edge) {
  uint32_t slot = egraph_slot(search, thread->number);
  if (!egraph_knows_early_uses(search, slot, place))
    return false;
  const struct block_birth *birth = unknown_birth(search, slot, place);
  bool is_cause = birth && birth->after < search->threads.items[slot].prefix[birth->thread];
  if (!birth ||
      (is_cause && search->task->memory_model != MEMORY_RC11 && !clears_block(search, place)))
    return true; /* other models than rc11 execute causes before their effects */
  if (birth->is_again && !is_cause) {
    search->is_dead = search->is_stuck = true; /* another execution tells: reuse.c */
  } else if (races_with_birth(search, thread, place, edge, birth)) {
    egraph_report(search, NO_ACTION);
    search->is_dead = true;
  } else {
    egraph_not_supported(search, egraph_user_edge(thread, edge),
                         "an access to memory whose allocation does not happen before it");
  }
  return false;
}

/* The action is the last one of its thread. */
static void check_new(struct egraph_search *search, const struct thread *thread,
                      const struct place *place, uint32_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  if (search->is_dead)
    return;
  uint32_t other;
  if (egraph_finds_race(search, thread, number, &other)) {
    egraph_report(search, other);
    search->is_dead = true;
    return;
  }
  if (egraph_finds_early_race(search, thread, place, number)) {
    search->is_dead = true;
    return;
  }
  check_birth(search, thread, place, action->edge);
}

/* Nobody comes between the accesses of a section. So one that the section accessed before is read
 * from the same write, or its own, and is written right behind that one: the rank of that write, if
 * the new action is such an access. */
static bool find_anchor(const struct egraph_search *search, const struct memory_action *action,
                        size_t *rank) {
  const struct action_numbers *own = &search->threads.items[action->thread].actions;
  for (size_t i = action->index; action->in_section && i-- > 0;) {
    const struct memory_action *before = &search->graph.actions.items[own->items[i]];
    if (!before->in_section || before->unit != action->unit)
      return false;
    if ((before->kind != ACTION_READ && before->kind != ACTION_WRITE) ||
        before->location != action->location)
      continue;
    *rank = event_graph_rank(&search->graph, action->location,
                             before->kind == ACTION_WRITE ? own->items[i] : before->source);
    return true;
  }
  return false;
}

/* Does only the order of threads that meet tell a read of this rank from one of the next? */
static bool is_same_rendezvous(const struct egraph_search *search, const struct memory_action *read,
                               size_t rank) {
  const struct action_numbers *order = &search->graph.locations.items[read->location].order;
  return rank < order->count && egraph_meet(read, &search->graph.actions.items[order->items[rank]]);
}

static void read_anew(struct egraph_search *search, const struct thread *thread, uint32_t slot,
                      const struct place *place, struct memory_action *action) {
  struct egraph_thread *self = &search->threads.items[slot];
  size_t least = egraph_least_rank(search, slot, action->location);
  size_t most = search->graph.locations.items[action->location].order.count;
  size_t twins = egraph_twin_rank(search, action), anchor;
  if (find_anchor(search, action, &anchor))
    most = anchor;
  if (least < twins)
    least = twins;
  bool is_decided = false;
  for (size_t rank = most + 1; rank-- > least;) {
    set_source(search, thread, action,
               write_of_rank(&search->graph.locations.items[action->location], rank));
    append(search, action);
    if (!egraph_derive_last(search)) {
      egraph_drop_last(search);
      continue;
    }
    if (!is_decided) {
      is_decided = true;
      if (rank == least)
        break;
      /* The others are kept before this one goes on. */
      egraph_drop_last(search);
      for (size_t other = rank; other-- > least;) {
        set_source(search, thread, action,
                   write_of_rank(&search->graph.locations.items[action->location], other));
        if (is_same_rendezvous(search, action, other) || egraph_waits_in_vain(search, action))
          continue;
        append(search, action);
        keep_for_later(search);
        egraph_drop_last(search);
      }
      set_source(search, thread, action,
                 write_of_rank(&search->graph.locations.items[action->location], rank));
      append(search, action);
      egraph_derive_last(search);
      break;
    }
  }
  if (!is_decided) {
    search->is_dead = true;
    return;
  }
  self->progress.executed = self->actions.count;
  check_new(search, thread, place, (uint32_t)search->graph.actions.count - 1);
}

/* A read from memory that has no value yet. */
static void check_value(struct egraph_search *search, const struct memory_action *action) {
  if (!search->is_dead && action->source == INITIAL_WRITE &&
      search->graph.locations.items[action->location].is_uninitialised)
    egraph_not_supported(search, action->user_edge,
                         "a read of shared memory that was never written");
}

/* The recorded action that comes next; NULL: there is none, or it is another one. */
static struct memory_action *take_recorded(struct egraph_search *search, uint32_t slot,
                                           enum action_kind kind) {
  struct egraph_thread *self = &search->threads.items[slot];
  if (self->progress.executed >= self->actions.count)
    return NULL;
  struct memory_action *action =
      &search->graph.actions.items[self->actions.items[self->progress.executed]];
  if (action->kind != kind) {
    egraph_not_supported(search, NULL, "internal: an execution could not be repeated");
    return NULL;
  }
  self->progress.executed++;
  return action;
}

static uint32_t last_executed(const struct egraph_search *search, uint32_t slot) {
  const struct egraph_thread *self = &search->threads.items[slot];
  return self->actions.items[self->progress.executed - 1];
}

/* Was it decided in this graph, and not in one that it comes from, what the read takes? It may not
 * synchronise with what it synchronised with there. */
static bool is_decided_anew(const struct egraph_search *search, uint32_t read) {
  uint32_t source = search->graph.actions.items[read].source;
  return !search->confirming &&
         (read + (size_t)1 == search->recorded ||
          (source != INITIAL_WRITE && source + (size_t)1 == search->recorded));
}

static bool has_recorded(const struct egraph_search *search, uint32_t slot) {
  const struct egraph_thread *self = &search->threads.items[slot];
  return self->progress.executed < self->actions.count;
}

/* Confirming: a read that is not recorded. */
static bool read_newest(struct egraph_search *search, const struct overlay_access *access,
                        struct value *value) {
  uint64_t address = access->place->address + access->place->offset;
  egraph_confirm_access(search, NO_ACTION);
  for (uint32_t i = 0; i < search->graph.locations.count; i++)
    if (search->graph.locations.items[i].address == address &&
        search->graph.locations.items[i].size == access->size &&
        search->graph.locations.items[i].life == egraph_life(search, access->place)) {
      value->bits = egraph_newest_value(search, i);
      return true;
    }
  return false;
}

static void add_fence(struct overlay *overlay, const struct thread *thread,
                      enum memory_order order) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  if (!search->is_concurrent || search->is_dead)
    return;
  uint32_t slot = egraph_slot(search, thread->number);
  struct egraph_thread *self = &search->threads.items[slot];
  self->progress.awaits = false;
  if (has_recorded(search, slot)) {
    take_recorded(search, slot, ACTION_FENCE);
    return;
  }
  struct memory_action action =
      make_action(search, thread, slot, ACTION_FENCE, thread_next_edge(thread));
  action.order = order;
  append(search, &action);
  search->is_dead |= !egraph_derive_last(search);
  self->progress.executed = self->actions.count;
}

static bool drains_itself(const struct memory_action *action) {
  bool is_seq_cst = action->order == ORDER_SEQ_CST && action->kind != ACTION_READ;
  return action->in_section || action->is_exclusive || action->is_rmw || is_seq_cst;
}

/* Does a buffered store of the thread come after all that drained its buffer? */
static bool has_buffered(const struct egraph_search *search, const struct egraph_thread *self) {
  for (size_t i = self->progress.executed; i-- > 0;) {
    const struct memory_action *action = &search->graph.actions.items[self->actions.items[i]];
    if (action->kind != ACTION_CHOICE && drains_itself(action))
      return false;
    if (action->kind == ACTION_WRITE)
      return true;
  }
  return false;
}

/* tso, pso: operations that drain the store buffer need not be actions, like atomic sections that
 * access nothing. If it matters, a fence stands for them in front of the next action. */
static void drain_before(struct egraph_search *search, const struct thread *thread, uint32_t slot) {
  struct egraph_thread *self = &search->threads.items[slot];
  const struct edge *edge = thread_next_edge(thread);
  bool is_needed = self->progress.drains && !thread->atomic_depth && !search->machine.is_waiting &&
                   !memory_model_drains(edge) && has_buffered(search, self);
  self->progress.drains = false;
  if (is_needed)
    add_fence(&search->overlay, thread, ORDER_SEQ_CST);
}

static void note_drain(struct overlay *overlay, const struct thread *thread) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  if (search->is_concurrent && !search->is_dead && !thread->atomic_depth)
    search->threads.items[egraph_slot(search, thread->number)].progress.drains = true;
}

static bool read_shared(struct overlay *overlay, const struct overlay_access *access,
                        struct value *value) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  const struct thread *thread = access->thread;
  if (!is_action(search, thread, access->place, access->size, false)) {
    if (search->confirming && search->is_concurrent && !is_constant(access->place))
      egraph_confirm_access(search, NO_ACTION);
    if (search->machine.is_waiting && !is_constant(access->place))
      search->wait_reads_more = true;
    return false;
  }
  *value = (struct value){0, 0};
  uint32_t slot = egraph_slot(search, thread->number);
  const struct edge *edge = thread_next_edge(thread);
  if (search->is_dead ||
      egraph_was_awaited(search, slot, access->place->address + access->place->offset,
                         &value->bits))
    return true;
  if (search->confirming && egraph_is_premature(search, slot))
    return read_newest(search, access, value);
  drain_before(search, thread, slot);
  if (search->is_dead)
    return true;
  if (has_recorded(search, slot)) {
    struct memory_action *action = take_recorded(search, slot, ACTION_READ);
    if (action && search->confirming)
      egraph_confirm_access(search, last_executed(search, slot));
    if (action) {
      set_source(search, thread, action, action->source);
      check_value(search, action);
      value->bits = action->value;
      egraph_note_awaited(search, action);
      if (is_decided_anew(search, last_executed(search, slot)))
        check_new(search, thread, access->place, last_executed(search, slot));
    }
    return true;
  }
  if (search->confirming) /* behind what matters */
    return read_newest(search, access, value);
  struct memory_action action = make_action(search, thread, slot, ACTION_READ, edge);
  action.is_exclusive = edge->op == OPERATION_RMW || edge->op == OPERATION_CAS;
  action.location = find_location(search, access->place, access->size, edge);
  if (action.location == UINT32_MAX) {
    egraph_not_supported(search, action.user_edge, "accesses of different sizes that overlap");
    return true;
  }
  read_anew(search, thread, slot, access->place, &action);
  if (search->is_dead)
    return true;
  const struct memory_action *last = &vector_last(&search->graph.actions);
  check_value(search, last);
  value->bits = last->value;
  egraph_note_awaited(search, last);
  return true;
}

/* Puts the write where it may be: last, and elsewhere later. */
static void write_anew(struct egraph_search *search, const struct thread *thread, uint32_t slot,
                       const struct place *place, const struct memory_action *action) {
  struct egraph_thread *self = &search->threads.items[slot];
  const struct action_location *location = &search->graph.locations.items[action->location];
  uint32_t number = (uint32_t)search->graph.actions.count;
  size_t least = egraph_least_rank(search, slot, action->location) + 1;
  size_t most = location->order.count + 1, rank = most, twins = egraph_twin_rank(search, action);
  if (least < twins)
    least = twins;
  append(search, action);
  egraph_join_twin(search, slot, action->index);
  egraph_revisit(search);
  size_t anchor;
  if (find_anchor(search, action, &anchor)) {
    rank = least = anchor + 1;
  } else if (action->is_rmw) {
    const struct memory_action *read =
        &search->graph.actions.items[self->actions.items[action->index - 1]];
    rank = least = event_graph_rank(&search->graph, action->location, read->source) + 1;
  }
  for (size_t other = least; other < rank; other++) {
    const struct action_numbers *order = &search->graph.locations.items[action->location].order;
    const struct memory_action *next = &search->graph.actions.items[order->items[other - 1]];
    if (next->is_rmw || egraph_meet(next, action))
      continue; /* nothing comes between a read-modify-write and what it reads */
    place_write(search, number, other);
    keep_for_later(search);
    egraph_drop_last(search);
    append(search, action);
  }
  place_write(search, number, rank);
  if (!egraph_derive_last(search)) {
    search->is_dead = true;
    return;
  }
  self->progress.executed = self->actions.count;
  check_new(search, thread, place, number);
}

static void note_private_write(struct egraph_search *search, const struct overlay_access *access) {
  struct egraph_thread *self = &search->threads.items[egraph_slot(search, access->thread->number)];
  struct looking_chooser look = chooser_looking();
  const struct place *place = access->place;
  if (access->size > 8) {
    self->progress.changes++;
    return;
  }
  struct value old = search->machine.domain->content_read(
      search->machine.domain_context, place->content, place->size, place->offset, access->size,
      thread_next_edge(access->thread), &look.chooser);
  struct private_write write = {place->address + place->offset, old.bits, access->size};
  vector_push(&self->writes, write);
}

static bool write_shared(struct overlay *overlay, const struct overlay_access *access,
                         struct value value) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  const struct thread *thread = access->thread;
  if (!is_action(search, thread, access->place, access->size, true)) {
    if (search->is_concurrent)
      note_private_write(search, access);
    if (search->confirming && search->is_concurrent && !is_constant(access->place)) {
      egraph_confirm_access(search, NO_ACTION);
      egraph_confirm_early_write(search, access->place->address + access->place->offset,
                                 access->size);
    }
    return false;
  }
  if (search->is_dead)
    return true;
  uint32_t slot = egraph_slot(search, thread->number);
  struct egraph_thread *self = &search->threads.items[slot];
  self->progress.awaits = false;
  egraph_publish(search, thread);
  drain_before(search, thread, slot);
  if (search->is_dead)
    return true;
  if (has_recorded(search, slot)) {
    const struct memory_action *action = take_recorded(search, slot, ACTION_WRITE);
    if (action && search->confirming)
      egraph_confirm_access(search, last_executed(search, slot));
    return true;
  }
  if (search->confirming && thread->atomic_depth) /* behind what matters of its section */
    return egraph_confirm_later_write(search, access->place->address + access->place->offset,
                                      access->size, value.bits);
  if (search->confirming) {
    search->is_dead = true; /* not as it was found */
    return true;
  }
  const struct edge *edge = thread_next_edge(thread);
  struct memory_action action = make_action(search, thread, slot, ACTION_WRITE, edge);
  action.is_rmw = edge->op == OPERATION_RMW || edge->op == OPERATION_CAS;
  action.value = value.bits;
  event_graph_set_order(&action, thread, event_graph_order_of(edge, true), keeps_relaxed(search));
  action.location = find_location(search, access->place, access->size, edge);
  if (action.location == UINT32_MAX) {
    egraph_not_supported(search, action.user_edge, "accesses of different sizes that overlap");
    return true;
  }
  write_anew(search, thread, slot, access->place, &action);
  return true;
}

/* A copy, fill or the like of memory that other threads see. */
static void bypass(struct overlay *overlay, const struct place *place, uint64_t size, bool writes) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  if (!search->is_concurrent || is_constant(place))
    return;
  const struct thread *thread = search->running;
  if (is_action(search, thread, place, size, writes))
    egraph_not_supported(search, egraph_user_edge(thread, thread_next_edge(thread)),
                         "a copy of memory that several threads access");
  else
    search->threads.items[egraph_slot(search, thread->number)].progress.changes++;
}

/* Padding that several threads access is left out: C says nothing about its value after an
 * assignment. A program that looks at it all the same is not decided. */
static bool leave_out(struct overlay *overlay, const struct place *place, uint64_t size,
                      bool writes) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  const struct thread *thread = search->running;
  if (!search->is_concurrent || is_constant(place))
    return false;
  /* no bytes: nothing races with padding */
  if (!is_action(search, thread, place, 0, writes)) {
    search->threads.items[egraph_slot(search, thread->number)].progress.changes += writes;
    return false;
  }
  uint64_t address = place->address + place->offset;
  if (!is_padding(search, address, size))
    vector_push(&search->padding, (struct byte_range){address, address + size});
  for (uint32_t i = 0; i < search->graph.locations.count && !search->is_dead; i++)
    if (overlaps(&search->graph.locations.items[i], address, size) && !is_unused(search, i))
      egraph_not_supported(search, egraph_user_edge(thread, thread_next_edge(thread)),
                           looked_at_padding);
  return true;
}

static void note_death(struct egraph_search *search, uint32_t slot, const struct place *place) {
  const struct egraph_thread *self = &search->threads.items[slot];
  if (place->dynamic->allocation && place->dynamic->allocation->allocate.heap)
    vector_push(&search->deaths, (struct block_birth){.address = place->address,
                                                      .step = self->progress.steps,
                                                      .thread = slot,
                                                      .after = (uint32_t)self->progress.executed,
                                                      .is_early = !search->is_concurrent});
}

/* The life of an object ends: an access of another thread that does not happen before may as well
 * come later. */
static void end_object(struct overlay *overlay, const struct thread *thread,
                       const struct place *place) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  uint32_t slot = egraph_slot(search, thread->number);
  note_death(search, slot, place);
  if (!search->is_concurrent || search->is_dead || is_record(place) ||
      !is_shared(search, thread, place) ||
      !check_birth(search, thread, place, thread_next_edge(thread)))
    return;
  search->threads.items[slot].progress.changes++;
  const uint32_t *happened = search->threads.items[slot].happened;
  for (uint32_t i = 0; i < search->graph.actions.count && !search->is_dead; i++) {
    const struct memory_action *action = &search->graph.actions.items[i];
    if ((action->kind != ACTION_READ && action->kind != ACTION_WRITE) || action->thread == slot ||
        action->index < happened[action->thread])
      continue;
    const struct action_location *location = &search->graph.locations.items[action->location];
    if (overlaps(location, place->address, place->size) &&
        (location->object != place->address || location->life == egraph_life(search, place)))
      egraph_report_end(search, slot, i);
  }
}

/* The first of the values; the others are kept for later. */
static uint64_t choose_anew(struct egraph_search *search, uint32_t slot, const struct edge *edge,
                            const uint64_t *values, size_t count) {
  struct egraph_thread *self = &search->threads.items[slot];
  struct memory_action action = make_action(search, search->running, slot, ACTION_CHOICE, edge);
  action.count = count;
  for (size_t i = count; --i > 0;) {
    action.value = values[i];
    append(search, &action);
    keep_for_later(search);
    egraph_drop_last(search);
  }
  action.value = values[0];
  append(search, &action);
  egraph_derive_last(search);
  self->progress.executed = self->actions.count;
  return values[0];
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct egraph_search *search =
      (struct egraph_search *)((char *)chooser - offsetof(struct egraph_search, chooser));
  if (search->is_dead)
    return 0;
  uint32_t slot = search->running ? egraph_slot(search, search->running->number) : 0;
  struct egraph_thread *self = &search->threads.items[slot];
  uint64_t values[MOST_CHOICES];
  size_t count = 0;
  self->progress.awaits = false;
  bool is_narrow = egraph_list_choices(search, edge, width, values, &count);
  if (count != 1 && has_recorded(search, slot)) {
    const struct memory_action *action = take_recorded(search, slot, ACTION_CHOICE);
    if (search->confirming)
      egraph_confirm_choice(search, action ? action->value : 0);
    return action ? action->value : 0;
  }
  if (search->confirming) { /* it does not matter, or comes behind what matters */
    egraph_confirm_choice(search, 0);
    return 0;
  }
  if (self->progress.spins && !egraph_spins_with_writes(search, self))
    return 0; /* the thread waits at the head of the loop, which it came to in this step */
  if (!is_narrow) {
    egraph_not_supported(search, egraph_user_edge(search->running, edge),
                         "a choice of too many values");
    return 0;
  }
  return count == 1 ? values[0] : choose_anew(search, slot, edge, values, count);
}

void egraph_keep_spurious(struct egraph_search *search, uint32_t slot) {
  const struct thread *thread = state_thread(search->state, search->threads.items[slot].number);
  struct memory_action action =
      make_action(search, thread, slot, ACTION_CHOICE, thread_next_edge(thread));
  action.count = 2;
  action.value = 1;
  append(search, &action);
  keep_for_later(search);
  egraph_drop_last(search);
}

/* Confirming: one answer for each address, up to the one that is taken. */
static void confirm_address(struct egraph_search *search, const struct address_options *options,
                            uint64_t chosen) {
  for (size_t i = 0; i < options->count; i++) {
    bool is_taken = options->items[i].address == chosen;
    egraph_confirm_choice(search, is_taken);
    if (is_taken)
      return;
  }
}

uint64_t egraph_choose_address(struct egraph_search *search, uint32_t slot, const struct edge *edge,
                               const struct address_options *options) {
  struct egraph_thread *self = &search->threads.items[slot];
  uint64_t chosen = 0;
  self->progress.changes++;
  self->progress.awaits = false;
  if (has_recorded(search, slot)) {
    const struct memory_action *recorded = take_recorded(search, slot, ACTION_CHOICE);
    chosen = recorded ? recorded->value : 0;
    bool is_there = !chosen;
    for (size_t i = 0; i < options->count; i++)
      is_there |= options->items[i].address == chosen;
    if (!is_there)
      egraph_not_supported(search, NULL, "internal: an execution could not be repeated");
    if (search->confirming)
      confirm_address(search, options, chosen);
    return is_there ? chosen : 0;
  }
  if (search->confirming) { /* behind what matters */
    confirm_address(search, options, 0);
    return 0;
  }
  struct memory_action action = make_action(search, search->running, slot, ACTION_CHOICE, edge);
  for (size_t i = options->count; i-- > 0;) {
    action.value = options->items[i].address;
    action.source = options->items[i].source;
    append(search, &action);
    keep_for_later(search);
    egraph_drop_last(search);
  }
  action.value = 0;
  action.source = INITIAL_WRITE;
  action.count = options->count + 1;
  append(search, &action);
  egraph_derive_last(search);
  self->progress.executed = self->actions.count;
  return 0;
}

void egraph_begin_step(struct egraph_search *search, uint32_t thread) {
  struct egraph_thread *self = &search->threads.items[thread];
  self->progress.unit = (self->progress.unit / UNITS_PER_STEP + 1) * UNITS_PER_STEP;
  self->progress.awaits = false;
  self->progress.rendezvous = 0;
}

void egraph_attach(struct egraph_search *search) {
  bool has_buffers = memory_model_has_buffers(search->task->memory_model);
  search->overlay = (struct overlay){.read = read_shared,
                                     .write = write_shared,
                                     .bypass = bypass,
                                     .leaves_out = leave_out,
                                     .fence = add_fence,
                                     .end = end_object,
                                     .drain = has_buffers ? note_drain : NULL,
                                     .defer = egraph_defer,
                                     .reuse = search->has_reuse ? egraph_reuse : NULL,
                                     .miss_slots = egraph_miss_slots,
                                     .note_record = egraph_note_record};
  search->chooser = (struct chooser){choose, false, NULL};
  search->observer = (struct observer){egraph_notice_edge};
  search->machine.overlay = &search->overlay;
  search->machine.chooser = &search->chooser;
  search->machine.observer = &search->observer;
}
