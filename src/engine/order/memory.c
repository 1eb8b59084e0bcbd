/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses: to private memory, which is part of the path, and to shared memory, which become events
 * unless the value is known (knowledge.h). */
#include "engine/order/checks.h"
#include "engine/order/locks.h"
#include "engine/order/model.h"
#include "engine/order/parts.h"
#include "engine/order/values.h"

#include "base/hash.h"
#include "semantics/event_graph.h"

#include <string.h>

uint32_t order_node_of(struct order_run *run, struct thread_path *path, const struct edge *edge) {
  if (path->node != NO_NODE)
    return path->node;
  struct order_node node = {.kind = path->atomic_depth || memory_model_drains(edge) ? NODE_DRAINS
                                                                                    : NODE_ACTS,
                            .guard = path->guard,
                            .with = NO_NODE,
                            .thread = path->thread,
                            .position = run->log.threads.items[path->thread].node_count++,
                            .edge = edge};
  lock_note_sections(run, path, &node);
  vector_push(&run->log.nodes, node);
  return (uint32_t)run->log.nodes.count - 1;
}

bool order_open_node(struct order_run *run, struct thread_path *path, const struct edge *edge) {
  bool opened = path->node == NO_NODE;
  path->node = order_node_of(run, path, edge);
  return opened;
}

/* The node of an access. The flush of a buffered store is a node of its own; loads that the store
 * needs before (of the life of its object) are in the open node. */
static uint32_t node_of(struct order_run *run, const struct request *request) {
  struct thread_path *path = request->path;
  if (!request->waiting)
    return order_node_of(run, path, request->edge);
  if (*request->waiting == NO_NODE) {
    uint32_t with = path->node;
    order_close_node(path);
    *request->waiting = order_node_of(run, path, request->edge);
    path->node = with;
    run->log.nodes.items[*request->waiting].kind = NODE_WAITS;
    run->log.nodes.items[*request->waiting].with = with;
  }
  return *request->waiting;
}

static uint32_t add_event(struct order_run *run, const struct request *request,
                          const struct order_access *access, const struct term *value,
                          uint32_t epoch) {
  struct thread_path *path = request->path;
  struct order_event event = {
      .writes = request->writes,
      .is_atomic = request->kind == ACCESS_ATOMIC || path->atomic_depth != 0,
      .in_section = path->atomic_depth != 0 || request->edge->op == OPERATION_WAIT ||
                    (request->kind == ACCESS_ATOMIC && run->site),
      .is_of_library = run->site != NULL,
      .node = node_of(run, request),
      .sequence = (uint32_t)run->log.events.count,
      .guard =
          order_and(run->terms, order_and(run->terms, path->guard, request->when), access->shared),
      .reached = access->reached,
      .address = request->address,
      .value = value,
      .size = request->size,
      .edge = request->edge,
      .targets = memory_allocate((access->targets.count + 1) * sizeof *event.targets),
      .epoch = epoch};
  for (uint32_t i = 0; i < access->targets.count; i++)
    if (access->treatments[i].event)
      event.targets[event.target_count++] = access->targets.numbers[i];
  vector_push(&run->log.events, event);
  return (uint32_t)run->log.events.count - 1;
}

const struct term *order_is_alive(struct order_run *run, struct thread_path *path,
                                  const struct edge *edge, const struct instance *instance,
                                  const struct term *where) {
  const struct term *life =
      order_load(run, (struct request){.path = path,
                                       .edge = edge,
                                       .address = order_address(run, instance->life->base),
                                       .when = where,
                                       .size = 1,
                                       .kind = ACCESS_ATOMIC});
  return order_not(run->terms, order_is(run->terms, life, 0));
}

/* If the access is to a known word of one shared object: this object, and the word. Otherwise NULL.
 */
static struct instance *shared_word(const struct order_run *run, const struct request *request,
                                    const struct order_access *access, struct word **word) {
  if (!term_is_constant(request->address) || access->targets.count != 1)
    return NULL;
  struct instance *instance = run->instances.items[access->targets.numbers[0]];
  if (!instance->shared || term_is_false(access->lies[0]) || request->size > 8)
    return NULL;
  struct knowledge *knowledge = run->knowledge;
  uint64_t address = request->address->value;
  /* Accesses that initialise memory, before there are other threads, do not divide it in words. */
  *word = request->kind == ACCESS_BULK || event_log_has_one_thread(&run->log)
              ? knowledge_find_word(knowledge, address, request->size)
              : knowledge_word(knowledge, address, request->size);
  knowledge->shapeless |=
      request->kind == ACCESS_BULK && !*word && !event_log_has_one_thread(&run->log);
  return *word ? instance : NULL;
}

/* Is what the path knows of the word exact: can no other thread have written it since? */
static bool is_exact(struct thread_path *path, const struct word *word, const struct lane *lanes) {
  uint32_t stamp = lanes[0].exact;
  for (uint32_t i = 1; i < word->size; i++)
    if (lanes[i].exact != stamp)
      return false;
  if (!stamp)
    return false;
  if (stamp & NODE_STAMP)
    return path->node == (stamp & ~NODE_STAMP);
  for (uint32_t i = 0; i < path->held_count; i++)
    if (path->held[i].epoch == stamp)
      return word_is_protected_by(word, path->held[i].lock) &&
             lock_epoch(path, path->held[i].lock) == stamp;
  return false;
}

/* How long the value of a word that the path now knows is exact. */
static uint32_t stamp_now(struct thread_path *path, const struct word *word) {
  uint32_t epoch = lock_protecting(path, word);
  return epoch ? epoch : path->node != NO_NODE ? NODE_STAMP | path->node : 0;
}

/* The value of a word that the thread last knew, or NULL. */
static const struct term *own_value(struct order_run *run, const struct request *request,
                                    struct lane *lanes) {
  for (uint32_t i = 0; i < request->size; i++)
    if (!lanes[i].term)
      return NULL;
  return private_join(run, request->path, request->edge, lanes, request->size);
}

/* The objects that a value read from shared memory may point to. */
static struct pointees find_stored_pointees(const struct order_run *run,
                                            const struct request *request,
                                            const struct order_access *access,
                                            const struct word *word) {
  struct pointees found = {0};
  for (uint32_t i = 0; i < access->targets.count; i++) {
    const struct instance *instance = run->instances.items[access->targets.numbers[i]];
    bool whole = !word || word->mixed || instance->marks->wild;
    const struct pointees *from = whole ? &instance->marks->pointees : &word->pointees;
    found.any |= from->any || (word && word->mixed);
    for (size_t j = 0; j < from->count; j++)
      pointees_add(&found, from->items[j]);
    for (uint64_t at = 0; instance->bytes && at + request->size <= instance->size && !found.any;
         at += request->size) {
      if (!whole)
        at = request->address->value - instance->base;
      uint64_t bits = 0;
      memcpy(&bits, instance->bytes + at, request->size);
      const struct instance *initial = bits ? instances_find(&run->instances, bits) : NULL;
      if (initial)
        pointees_add(&found, initial->base);
      if (!whole)
        break;
    }
  }
  return found;
}

/* A variable for a value read from shared memory; `own`: the value of the word that the thread last
 * knew, or NULL. */
static const struct term *fresh_value(struct order_run *run, const struct request *request,
                                      const struct order_access *access, const struct word *word,
                                      const struct term *own) {
  bool may_point = request->size * 8 >= run->program->pointer_width;
  struct pointees found = {0};
  if (may_point)
    found = find_stored_pointees(run, request, access, word);
  bool points = found.any || found.count;
  const struct term *value = own      ? word_values_read(run, request->path, word, own, points)
                             : points ? symbols_fresh(&run->symbols, request->size * 8)
                                      : word_values_read_element(run, request, &access->targets);
  if (may_point && value->kind == TERM_VARIABLE) {
    struct pointees *pointees = arena_allocate(run->arena, sizeof *pointees);
    pointees->any = found.any;
    pointees->count = found.count;
    pointees->items = arena_copy(run->arena, found.items, found.count * sizeof *found.items);
    map_set(&run->symbols.pointees, value->value, (uint64_t)(uintptr_t)pointees);
  }
  vector_release(&found);
  return value;
}

/* Is it a relaxed read of the library? Another read in the same section may synchronise, so that
 * one has to be an event of its own. */
static bool is_unordered(const struct order_run *run, const struct request *request) {
  return run->memory_model == MEMORY_RC11 && run->site &&
         event_graph_order_of(request->edge, false) == ORDER_RELAXED;
}

/* Is it an atomic read of the program under rc11? Then it matters from which write it takes its
 * value, even if all of them write the same one. */
static bool may_synchronise(const struct order_run *run, const struct request *request) {
  return run->memory_model == MEMORY_RC11 && !run->site &&
         event_graph_order_of(request->edge, true) != ORDER_PLAIN;
}

/* Notes that reads of the word return this value as long as it is exact. */
static void keep_exact(const struct request *request, const struct word *word, struct lane *lanes,
                       const struct term *value) {
  uint32_t stamp = stamp_now(request->path, word);
  for (uint32_t i = 0; stamp && term_is_true(request->when) && i < request->size; i++)
    lanes[i] = (struct lane){value, i, stamp};
}

static const struct term *load_event(struct order_run *run, const struct request *request,
                                     const struct order_access *access) {
  struct thread_path *path = request->path;
  struct word *word = NULL;
  struct instance *instance = shared_word(run, request, access, &word);
  struct lane *lanes = NULL;
  const struct term *value = NULL;
  bool abbreviated = false, known = false;
  if (instance && word_values_are_known(word, instance)) {
    lanes = order_path_lanes(run, path, instance) + (request->address->value - instance->base);
    known = is_exact(path, word, lanes);
    value = known ? private_join(run, path, request->edge, lanes, request->size)
                  : word_values_read_few(run, request->path->thread, word,
                                         own_value(run, request, lanes), &abbreviated);
    if (!known && value && term_is_constant(value) && !may_synchronise(run, request)) {
      known = true;
      keep_exact(request, word, lanes, value);
    }
  }
  bool is_asked_for =
      order_run_checks(run, PROPERTY_RACE) ||
      (run->memory_model == MEMORY_RC11 && order_run_checks(run, PROPERTY_MEMORY)); /* outlive.h */
  if (known && !is_asked_for)
    return value;
  if (!value)
    value = fresh_value(run, request, access, word, lanes ? own_value(run, request, lanes) : NULL);
  uint32_t number = add_event(run, request, access, value, lanes ? lock_protecting(path, word) : 0);
  run->log.events.items[number].abbreviated = abbreviated;
  run->log.events.items[number].is_known = known;
  if (known)
    return value;
  for (uint32_t i = 0; i < access->targets.count; i++)
    if (access->treatments[i].event &&
        run->instances.items[access->targets.numbers[i]]->arbitrary) {
      outcomes_add_choice(run, path, request->edge, run->log.events.items[number].guard, value);
      break;
    }
  if (lanes && !is_unordered(run, request))
    keep_exact(request, word, lanes, value);
  return value;
}

static const struct term *load_request(struct order_run *run, const struct request *request) {
  struct order_access access;
  order_access_find(run, request, &access);
  order_parts_note(run, request, &access);
  const struct term *value = NULL;
  if (!term_is_false(access.shared))
    value = load_event(run, request, &access);
  for (uint32_t i = 0; i < access.targets.count; i++) {
    struct instance *instance = run->instances.items[access.targets.numbers[i]];
    if (!access.treatments[i].local)
      continue;
    const struct term *one = private_load(run, request, instance);
    value = value ? order_choose(run->terms, access.lies[i], one, value) : one;
    struct word *word;
    if (shared_word(run, request, &access, &word) && word_values_are_known(word, instance))
      keep_exact(request, word,
                 order_path_lanes(run, request->path, instance) +
                     (request->address->value - instance->base),
                 one);
  }
  if (!value)
    return term_constant(run->terms, request->size * 8, 0);
  order_parts_note_loaded(run, request, &access, value);
  return value;
}

/* Marks the previous write of the same epoch: other holders of the lock cannot read from it. */
static void hide_overwritten(struct order_run *run, uint32_t number) {
  const struct order_event *write = &run->log.events.items[number];
  if (!write->epoch)
    return;
  uint64_t key = hash_combine(write->address->value, write->epoch), last;
  if (map_get(&run->log.last_writes, key, &last)) {
    struct order_event *other = &run->log.events.items[last];
    other->overwritten = other->epoch == write->epoch && other->address == write->address &&
                         other->size == write->size && guard_implies(other->guard, write->guard);
  }
  map_set(&run->log.last_writes, key, number);
}

static void note_written(struct order_run *run, const struct request *request, struct word *word) {
  uint64_t constants[MOST_VALUES], locks[MOST_HELD];
  size_t count = 0, held = 0;
  bool few = symbols_choices(request->value, constants, &count);
  knowledge_note_value(run->knowledge, word, request->path->thread, constants, count, !few);
  word_values_note_write(run, request->path->thread, word, request->value,
                         order_and(run->terms, request->path->guard, request->when));
  for (uint32_t i = 0; i < request->path->held_count; i++)
    if (lock_epoch(request->path, request->path->held[i].lock) ||
        guard_implies(request->when, request->path->held[i].condition))
      locks[held++] = request->path->held[i].lock;
  knowledge_note_protectors(run->knowledge, word, locks, held);
}

static void note_pointees(struct order_run *run, const struct request *request,
                          const struct order_access *access, struct word *word) {
  if (request->size * 8 < run->program->pointer_width ||
      word_values_are_small(ranges_of(run->symbols.ranges, request->value)))
    return;
  struct pointees pointees = targets_pointees(run, request->value);
  if (word)
    knowledge_note_pointees(run->knowledge, &word->pointees, &pointees);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    const struct instance *instance = run->instances.items[access->targets.numbers[i]];
    if (instance->shared)
      knowledge_note_pointees(run->knowledge, &instance->marks->pointees, &pointees);
  }
  vector_release(&pointees);
}

/* The constant that a write adds to the known value; NULL: it is no such step. */
static const struct term *constant_step(struct order_run *run, const struct term *known,
                                        const struct term *value) {
  struct counter_reads reads = {.ranges = run->symbols.ranges, .known = known};
  struct range by;
  if (!known)
    return NULL;
  if (term_is_constant(known) && term_is_constant(value))
    return term_apply(run->terms, OP_SUB, value, known, NULL);
  if (!counter_find_step(&reads, value, &by) || by.low != by.high)
    return NULL;
  return order_number(run->terms, known, (uint64_t)by.low & width_mask(known->width));
}

/* A store to a known word of a shared object, `access->targets.numbers[0]`. */
static void store_word(struct order_run *run, const struct request *request,
                       const struct order_access *access, struct instance *instance,
                       struct word *word) {
  struct thread_path *path = request->path;
  struct treatment treatment = access->treatments[0];
  bool usable = word_values_are_known(word, instance);
  struct lane *lanes = NULL;
  const struct term *known = NULL;
  uint32_t epoch = 0;
  /* Other threads may see this store after later ones, which a lock would have to prevent. */
  bool overtakes =
      run->memory_model == MEMORY_RC11 || (request->waiting && run->memory_model == MEMORY_PSO &&
                                           request->edge->store.order != ORDER_RELEASE);
  if (usable && !overtakes) {
    lanes = order_path_lanes(run, path, instance) + (request->address->value - instance->base);
    bool are_terms = true;
    for (uint32_t i = 0; i < request->size; i++)
      are_terms &= lanes[i].term != NULL;
    if (are_terms && (!treatment.event || is_exact(path, word, lanes)))
      known = private_join(run, path, request->edge, lanes, request->size);
    epoch = lock_before_write(run, request, word, known);
  } else {
    knowledge_no_lock(run->knowledge, word);
  }
  uint32_t number = NO_EVENT;
  bool changed = run->knowledge->changed;
  if (!event_log_has_one_thread(&run->log))
    note_written(run, request, word);
  if (!treatment.event) /* recorded for later accesses; this run did not depend on it */
    run->knowledge->changed = changed;
  if (treatment.event) {
    number =
        add_event(run, request, access, request->value, usable ? lock_protecting(path, word) : 0);
    run->log.events.items[number].step = constant_step(run, known, request->value);
    hide_overwritten(run, number);
  }
  if (usable || treatment.local)
    private_store(run, request, instance, order_and(run->terms, access->lies[0], request->when),
                  usable ? stamp_now(path, word) : 0);
  lock_after_write(run, request, epoch, number);
}

static void store_request(struct order_run *run, const struct request *request) {
  struct order_access access;
  order_access_find(run, request, &access);
  order_parts_note(run, request, &access);
  struct word *word = NULL;
  struct instance *instance = shared_word(run, request, &access, &word);
  note_pointees(run, request, &access, word);
  word_values_note_elements(run, request, &access);
  if (instance) {
    store_word(run, request, &access, instance, word);
    return;
  }
  if (!term_is_false(access.shared))
    add_event(run, request, &access, request->value, 0);
  for (uint32_t i = 0; i < access.targets.count; i++)
    if (access.treatments[i].local)
      private_store(run, request, run->instances.items[access.targets.numbers[i]],
                    order_and(run->terms, access.lies[i], request->when), 0);
}

/* Is the address a selection of a few constants? Each is accessed separately, in one step. */
static bool is_split(const struct term *address) {
  uint64_t constants[MOST_VALUES];
  size_t count = 0;
  return !term_is_constant(address) && symbols_choices(address, constants, &count);
}

static const struct term *perform_request(struct order_run *run, struct request request) {
  if (term_is_false(order_and(run->terms, request.path->guard, request.when)))
    return term_constant(run->terms, request.size * 8, 0);
  if (is_split(request.address)) {
    const struct term *choice = request.address, *condition = choice->operands[0];
    const struct term *when = request.when;
    request.address = choice->operands[1];
    request.when = order_and(run->terms, when, condition);
    const struct term *first = perform_request(run, request);
    request.address = choice->operands[2];
    request.when = order_and(run->terms, when, order_not(run->terms, condition));
    const struct term *second = perform_request(run, request);
    return request.writes ? NULL : order_choose(run->terms, condition, first, second);
  }
  order_access_align(run, &request);
  if (!request.writes)
    return load_request(run, &request);
  store_request(run, &request);
  return NULL;
}

static const struct term *perform_in_node(struct order_run *run, struct request request) {
  struct thread_path *path = request.path;
  uint32_t waiting = NO_NODE;
  if (!request.when)
    request.when = always(run->terms);
  if (request.writes && path->node == NO_NODE && model_waits(run, path, request.edge))
    request.waiting = &waiting;
  bool opened = path->node == NO_NODE && !request.waiting && is_split(request.address)
                    ? order_open_node(run, path, request.edge)
                    : order_access_open_node(run, &request);
  const struct term *value = perform_request(run, request);
  if (opened)
    order_close_node(path);
  return value;
}

const struct term *order_load(struct order_run *run, struct request request) {
  return perform_in_node(run, request);
}

void order_store(struct order_run *run, struct request request) {
  request.writes = true;
  perform_in_node(run, request);
}
