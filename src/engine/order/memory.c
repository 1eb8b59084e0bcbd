/* SPDX-License-Identifier: Apache-2.0 */
/* Memory accesses in symbolic execution: private memory is part of the path; accesses to shared
 * memory become events, unless the value is known (see knowledge.h). */
#include "engine/order/access.h"
#include "engine/order/model.h"
#include "engine/order/values.h"

#include "base/hash.h"
#include "program/address.h"
#include "semantics/event_graph.h"

#include <string.h>

uint32_t order_memory_node(struct symbolic *symbolic, struct thread_path *path,
                           const struct edge *edge) {
  if (path->node != NO_NODE)
    return path->node;
  struct order_node node = {.kind = path->atomic_depth || memory_model_drains(edge) ? NODE_DRAINS
                                                                                    : NODE_ACTS,
                            .guard = path->guard,
                            .with = NO_NODE,
                            .thread = path->thread,
                            .position = symbolic->threads.items[path->thread].node_count++,
                            .edge = edge};
  lock_note_sections(symbolic, path, &node);
  vector_push(&symbolic->nodes, node);
  return (uint32_t)symbolic->nodes.count - 1;
}

bool order_memory_open_node(struct symbolic *symbolic, struct thread_path *path,
                            const struct edge *edge) {
  bool opened = path->node == NO_NODE;
  path->node = order_memory_node(symbolic, path, edge);
  return opened;
}

void order_memory_close_node(struct thread_path *path) { path->node = NO_NODE; }

/* The node of an access. What a store that waits has to ask before it is executed is in another
 * one. */
static uint32_t node_of(struct symbolic *symbolic, const struct request *request) {
  struct thread_path *path = request->path;
  if (!request->waiting)
    return order_memory_node(symbolic, path, request->edge);
  if (*request->waiting == NO_NODE) {
    uint32_t with = path->node;
    order_memory_close_node(path);
    *request->waiting = order_memory_node(symbolic, path, request->edge);
    path->node = with;
    symbolic->nodes.items[*request->waiting].kind = NODE_WAITS;
    symbolic->nodes.items[*request->waiting].with = with;
  }
  return *request->waiting;
}

static uint32_t add_event(struct symbolic *symbolic, const struct request *request,
                          const struct order_access *access, const struct term *value,
                          uint32_t epoch) {
  struct thread_path *path = request->path;
  struct order_event event = {
      .writes = request->writes,
      .is_atomic = request->is_atomic || path->atomic_depth != 0,
      .in_section = path->atomic_depth != 0 || request->edge->op == OPERATION_WAIT ||
                    (request->is_atomic && symbolic->site),
      .is_of_library = symbolic->site != NULL,
      .node = node_of(symbolic, request),
      .sequence = (uint32_t)symbolic->events.count,
      .guard = order_and(symbolic, order_and(symbolic, path->guard, request->when), access->shared),
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
  vector_push(&symbolic->events, event);
  return (uint32_t)symbolic->events.count - 1;
}

const struct term *order_memory_is_alive(struct symbolic *symbolic, struct thread_path *path,
                                         const struct edge *edge, const struct instance *instance,
                                         const struct term *where) {
  const struct term *life = order_memory_load(
      symbolic, path, edge, order_address(symbolic, instance->life->base), 1, ACCESS_ATOMIC, where);
  return order_not(symbolic, order_equal(symbolic, life, term_constant(symbolic->terms, 8, 0)));
}

/* The object of an access that is to a known word of one shared object; NULL: it is not. */
static struct instance *shared_word(const struct symbolic *symbolic, const struct request *request,
                                    const struct order_access *access, struct word **word) {
  if (!term_is_constant(request->address) || access->targets.count != 1)
    return NULL;
  struct instance *instance = symbolic->instances.items[access->targets.numbers[0]];
  if (!instance->shared || term_is_false(access->lies[0]) || request->size > 8)
    return NULL;
  struct knowledge *knowledge = symbolic->knowledge;
  uint64_t address = request->address->value;
  /* Nobody else is concerned by how memory is set up. */
  *word = request->bulk || order_access_is_alone(symbolic)
              ? knowledge_find_word(knowledge, address, request->size)
              : knowledge_word(knowledge, address, request->size);
  knowledge->shapeless |= request->bulk && !*word && !order_access_is_alone(symbolic);
  return *word ? instance : NULL;
}

/* Can nobody else have written the word since this path knew it? */
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

/* How long what the path knows of a word from now on is exact. */
static uint32_t stamp_now(struct thread_path *path, const struct word *word) {
  uint32_t epoch = lock_protecting(path, word);
  return epoch ? epoch : path->node != NO_NODE ? NODE_STAMP | path->node : 0;
}

/* What the thread last knew of a word; NULL: nothing. */
static const struct term *own_value(struct symbolic *symbolic, const struct request *request,
                                    struct lane *lanes) {
  for (uint32_t i = 0; i < request->size; i++)
    if (!lanes[i].term)
      return NULL;
  return private_join(symbolic, request->path, request->edge, lanes, request->size);
}

/* What a value read from shared memory may point to. */
static struct pointees find_stored_pointees(const struct symbolic *symbolic,
                                            const struct request *request,
                                            const struct order_access *access,
                                            const struct word *word) {
  struct pointees found = {0};
  for (uint32_t i = 0; i < access->targets.count; i++) {
    const struct instance *instance = symbolic->instances.items[access->targets.numbers[i]];
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
      const struct instance *initial = bits ? order_memory_find(symbolic, bits) : NULL;
      if (initial)
        pointees_add(&found, initial->base);
      if (!whole)
        break;
    }
  }
  return found;
}

/* A variable for a value read from shared memory; `own` is what the thread last knew of the word,
 * if that is known to be one. */
static const struct term *fresh_value(struct symbolic *symbolic, const struct request *request,
                                      const struct order_access *access, const struct word *word,
                                      const struct term *own) {
  bool may_point = request->size * 8 >= symbolic->program->pointer_width;
  struct pointees found = {0};
  if (may_point)
    found = find_stored_pointees(symbolic, request, access, word);
  bool points = found.any || found.count;
  const struct term *value = own      ? word_values_read(symbolic, request->path, word, own, points)
                             : points ? order_fresh(symbolic, request->size * 8)
                                      : word_values_read_element(symbolic, request->address,
                                                                 request->size, &access->targets);
  if (may_point && value->kind == TERM_VARIABLE) {
    struct pointees *pointees = arena_allocate(symbolic->arena, sizeof *pointees);
    pointees->any = found.any;
    pointees->count = found.count;
    pointees->items = arena_copy(symbolic->arena, found.items, found.count * sizeof *found.items);
    map_set(&symbolic->pointees, value->value, (uint64_t)(uintptr_t)pointees);
  }
  vector_release(&found);
  return value;
}

/* A relaxed read of the library: another one in the same section may synchronise, so that it has to
 * be an event of its own. */
static bool is_unordered(const struct symbolic *symbolic, const struct request *request) {
  return symbolic->memory_model == MEMORY_RC11 && symbolic->site &&
         event_graph_order_of(request->edge, false) == ORDER_RELAXED;
}

/* An atomic read of the program under rc11: from which write it takes its value matters, whatever
 * the value. */
static bool may_synchronise(const struct symbolic *symbolic, const struct request *request) {
  return symbolic->memory_model == MEMORY_RC11 && !symbolic->site &&
         event_graph_order_of(request->edge, true) != ORDER_PLAIN;
}

/* What was read stays so for a while. */
static void remember(const struct request *request, const struct word *word, struct lane *lanes,
                     const struct term *value) {
  uint32_t stamp = stamp_now(request->path, word);
  for (uint32_t i = 0; stamp && term_is_true(request->when) && i < request->size; i++)
    lanes[i] = (struct lane){value, i, stamp};
}

static const struct term *load_event(struct symbolic *symbolic, const struct request *request,
                                     const struct order_access *access) {
  struct thread_path *path = request->path;
  struct word *word = NULL;
  struct instance *instance = shared_word(symbolic, request, access, &word);
  struct lane *lanes = NULL;
  const struct term *value = NULL;
  bool abbreviated = false, known = false;
  if (instance && word_values_are_known(word, instance)) {
    lanes = order_path_lanes(symbolic, path, instance) + (request->address->value - instance->base);
    known = is_exact(path, word, lanes);
    value = known ? private_join(symbolic, path, request->edge, lanes, request->size)
                  : word_values_read_few(symbolic, request->path->thread, word,
                                         own_value(symbolic, request, lanes), &abbreviated);
    if (!known && value && term_is_constant(value) && !may_synchronise(symbolic, request)) {
      known = true;
      remember(request, word, lanes, value);
    }
  }
  bool is_asked_for = property_in(PROPERTY_RACE, symbolic->properties) ||
                      (symbolic->memory_model == MEMORY_RC11 &&
                       property_in(PROPERTY_MEMORY, symbolic->properties)); /* see outlive.h */
  if (known && !is_asked_for)
    return value;
  if (!value)
    value = fresh_value(symbolic, request, access, word,
                        lanes ? own_value(symbolic, request, lanes) : NULL);
  uint32_t number =
      add_event(symbolic, request, access, value, lanes ? lock_protecting(path, word) : 0);
  symbolic->events.items[number].abbreviated = abbreviated;
  symbolic->events.items[number].is_known = known;
  if (known)
    return value;
  for (uint32_t i = 0; i < access->targets.count; i++)
    if (access->treatments[i].event &&
        symbolic->instances.items[access->targets.numbers[i]]->arbitrary) {
      struct choice choice = {request->path->thread, request->edge,
                              symbolic->events.items[number].guard, value};
      vector_push(&symbolic->choices, choice);
      break;
    }
  if (lanes && !is_unordered(symbolic, request))
    remember(request, word, lanes, value);
  return value;
}

static const struct term *load(struct symbolic *symbolic, const struct request *request) {
  struct order_access access;
  order_access_find(symbolic, request, &access);
  order_parts_note(symbolic, request, &access);
  const struct term *value = NULL;
  if (!term_is_false(access.shared))
    value = load_event(symbolic, request, &access);
  for (uint32_t i = 0; i < access.targets.count; i++) {
    struct instance *instance = symbolic->instances.items[access.targets.numbers[i]];
    if (!access.treatments[i].local)
      continue;
    const struct term *one = private_load(symbolic, request->path, request->edge, instance,
                                          request->address, request->size);
    value = value ? order_choose(symbolic, access.lies[i], one, value) : one;
    struct word *word;
    if (shared_word(symbolic, request, &access, &word) && word_values_are_known(word, instance))
      remember(request, word,
               order_path_lanes(symbolic, request->path, instance) +
                   (request->address->value - instance->base),
               one);
  }
  if (!value)
    return term_constant(symbolic->terms, request->size * 8, 0);
  order_parts_note_loaded(symbolic, request, &access, value);
  return value;
}

/* The last write of the same epoch: this one hides it from whoever holds the lock. */
static void hide_overwritten(struct symbolic *symbolic, uint32_t number) {
  const struct order_event *write = &symbolic->events.items[number];
  if (!write->epoch)
    return;
  uint64_t key = hash_combine(write->address->value, write->epoch), last;
  if (map_get(&symbolic->last_writes, key, &last)) {
    struct order_event *other = &symbolic->events.items[last];
    other->overwritten = other->epoch == write->epoch && other->address == write->address &&
                         other->size == write->size && guard_implies(other->guard, write->guard);
  }
  map_set(&symbolic->last_writes, key, number);
}

static void note_written(struct symbolic *symbolic, const struct request *request,
                         struct word *word) {
  uint64_t constants[MOST_VALUES], locks[MOST_HELD];
  size_t count = 0, held = 0;
  bool few = order_term_choices(request->value, constants, &count);
  knowledge_note_value(symbolic->knowledge, word, request->path->thread, constants, count, !few);
  word_values_note_write(symbolic, request->path->thread, word, request->value,
                         order_and(symbolic, request->path->guard, request->when));
  for (uint32_t i = 0; i < request->path->held_count; i++)
    if (lock_epoch(request->path, request->path->held[i].lock) ||
        guard_implies(request->when, request->path->held[i].condition))
      locks[held++] = request->path->held[i].lock;
  knowledge_note_protectors(symbolic->knowledge, word, locks, held);
}

static void note_pointees(struct symbolic *symbolic, const struct request *request,
                          const struct order_access *access, struct word *word) {
  if (request->size * 8 < symbolic->program->pointer_width ||
      word_values_are_small(ranges_of(symbolic->ranges, request->value)))
    return;
  struct pointees pointees = find_pointees(symbolic, request->value);
  if (word)
    knowledge_note_pointees(symbolic->knowledge, &word->pointees, &pointees);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    const struct instance *instance = symbolic->instances.items[access->targets.numbers[i]];
    if (instance->shared)
      knowledge_note_pointees(symbolic->knowledge, &instance->marks->pointees, &pointees);
  }
  vector_release(&pointees);
}

static void note_elements(struct symbolic *symbolic, const struct request *request,
                          const struct order_access *access) {
  const struct term *condition = order_and(symbolic, request->path->guard, request->when);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    struct instance *instance = symbolic->instances.items[access->targets.numbers[i]];
    if (instance->shared && !term_is_false(access->lies[i]))
      word_values_note_element(symbolic, instance, request->address, request->size, request->value,
                               condition);
  }
}

/* What a write adds to what is known to be there, if that is a constant. */
static const struct term *constant_step(struct symbolic *symbolic, const struct term *known,
                                        const struct term *value) {
  struct counter_reads reads = {.ranges = symbolic->ranges, .known = known};
  struct range by;
  if (!known)
    return NULL;
  if (term_is_constant(known) && term_is_constant(value))
    return term_apply(symbolic->terms, OP_SUB, value, known, NULL);
  if (!counter_find_step(&reads, value, &by) || by.low != by.high)
    return NULL;
  return order_number(symbolic, known, (uint64_t)by.low & width_mask(known->width));
}

/* A store to a known word of a shared object. */
static void store_word(struct symbolic *symbolic, const struct request *request,
                       const struct order_access *access, struct instance *instance,
                       struct word *word) {
  struct thread_path *path = request->path;
  struct treatment treatment = access->treatments[0];
  bool usable = word_values_are_known(word, instance);
  struct lane *lanes = NULL;
  const struct term *known = NULL;
  uint32_t epoch = 0;
  /* What a lock would protect is not seen in order. */
  bool overtakes = symbolic->memory_model == MEMORY_RC11 ||
                   (request->waiting && symbolic->memory_model == MEMORY_PSO &&
                    request->edge->store.order != ORDER_RELEASE);
  if (usable && !overtakes) {
    lanes = order_path_lanes(symbolic, path, instance) + (request->address->value - instance->base);
    bool are_terms = true;
    for (uint32_t i = 0; i < request->size; i++)
      are_terms &= lanes[i].term != NULL;
    if (are_terms && (!treatment.event || is_exact(path, word, lanes)))
      known = private_join(symbolic, path, request->edge, lanes, request->size);
    epoch = lock_before_write(symbolic, path, word, known, request->value, request->when);
  } else {
    knowledge_no_lock(symbolic->knowledge, word);
  }
  uint32_t number = NO_EVENT;
  bool changed = symbolic->knowledge->changed;
  if (!order_access_is_alone(symbolic))
    note_written(symbolic, request, word);
  if (!treatment.event) /* nobody relied on it, but whoever comes upon the word will want to know */
    symbolic->knowledge->changed = changed;
  if (treatment.event) {
    number = add_event(symbolic, request, access, request->value,
                       usable ? lock_protecting(path, word) : 0);
    symbolic->events.items[number].step = constant_step(symbolic, known, request->value);
    hide_overwritten(symbolic, number);
  }
  if (usable || treatment.local)
    private_store(symbolic, path, request->edge, instance, request->address, request->value,
                  request->size, order_and(symbolic, access->lies[0], request->when),
                  usable ? stamp_now(path, word) : 0);
  lock_after_write(symbolic, path, epoch, request->value, number);
}

static void store(struct symbolic *symbolic, const struct request *request) {
  struct order_access access;
  order_access_find(symbolic, request, &access);
  order_parts_note(symbolic, request, &access);
  struct word *word = NULL;
  struct instance *instance = shared_word(symbolic, request, &access, &word);
  note_pointees(symbolic, request, &access, word);
  note_elements(symbolic, request, &access);
  if (instance) {
    store_word(symbolic, request, &access, instance, word);
    return;
  }
  if (!term_is_false(access.shared))
    add_event(symbolic, request, &access, request->value, 0);
  for (uint32_t i = 0; i < access.targets.count; i++)
    if (access.treatments[i].local)
      private_store(symbolic, request->path, request->edge,
                    symbolic->instances.items[access.targets.numbers[i]], request->address,
                    request->value, request->size,
                    order_and(symbolic, access.lies[i], request->when), 0);
}

/* Is the address one of a few constants? Each is accessed on its own, in one step. */
static bool is_split(const struct term *address) {
  uint64_t constants[MOST_VALUES];
  size_t count = 0;
  return !term_is_constant(address) && order_term_choices(address, constants, &count);
}

static const struct term *perform(struct symbolic *symbolic, struct request request) {
  if (term_is_false(order_and(symbolic, request.path->guard, request.when)))
    return term_constant(symbolic->terms, request.size * 8, 0);
  if (is_split(request.address)) {
    const struct term *choice = request.address, *condition = choice->operands[0];
    const struct term *when = request.when;
    request.address = choice->operands[1];
    request.when = order_and(symbolic, when, condition);
    const struct term *first = perform(symbolic, request);
    request.address = choice->operands[2];
    request.when = order_and(symbolic, when, order_not(symbolic, condition));
    const struct term *second = perform(symbolic, request);
    return request.writes ? NULL : order_choose(symbolic, condition, first, second);
  }
  order_access_align(symbolic, &request);
  if (!request.writes)
    return load(symbolic, &request);
  store(symbolic, &request);
  return NULL;
}

static const struct term *perform_in_node(struct symbolic *symbolic, struct request request) {
  struct thread_path *path = request.path;
  bool opened = false;
  uint32_t waiting = NO_NODE;
  if (request.writes && path->node == NO_NODE && model_waits(symbolic, path, request.edge))
    request.waiting = &waiting;
  if (path->node == NO_NODE && !request.waiting && is_split(request.address)) {
    path->node = order_memory_node(symbolic, path, request.edge);
    opened = true;
  } else {
    opened = order_access_open_node(symbolic, &request);
  }
  const struct term *value = perform(symbolic, request);
  if (opened)
    order_memory_close_node(path);
  return value;
}

const struct term *order_memory_load(struct symbolic *symbolic, struct thread_path *path,
                                     const struct edge *edge, const struct term *address,
                                     uint32_t size, enum access_kind kind,
                                     const struct term *when) {
  struct request request = {.path = path,
                            .edge = edge,
                            .address = address,
                            .when = when,
                            .size = size,
                            .is_atomic = kind == ACCESS_ATOMIC,
                            .bulk = kind == ACCESS_BULK};
  return perform_in_node(symbolic, request);
}

void order_memory_store(struct symbolic *symbolic, struct thread_path *path,
                        const struct edge *edge, const struct term *address,
                        const struct term *value, uint32_t size, enum access_kind kind,
                        const struct term *when) {
  struct request request = {.path = path,
                            .edge = edge,
                            .address = address,
                            .when = when,
                            .value = value,
                            .size = size,
                            .writes = true,
                            .is_atomic = kind == ACCESS_ATOMIC,
                            .bulk = kind == ACCESS_BULK};
  perform_in_node(symbolic, request);
}
