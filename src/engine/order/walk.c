/* Symbolic execution of threads. A function is gone through location by location, everything inside
 * a loop before what follows it; paths that meet are joined; calls are entered in place. A branch
 * decided by constants is not split, and a loop all of whose exits are so decided is not bounded. */
#include "engine/order/activation.h"

#include "base/hash.h"

/* Where a path stands in one loop. */
struct round {
  uint32_t count;     /* how often it went round */
  uint32_t undecided; /* how often a symbolic branch could have left it */
  bool could_leave;   /* in this round */
  uint32_t useless;   /* how many rounds up to here in a row changed nothing */
  const struct path *start; /* how the round began, or NULL */
  size_t first_event;
};

struct pending {
  uint32_t location;
  struct path *path;
  struct round rounds[DEEPEST_LOOP];
};
/* Negative: a is to be done before b. */
static int compare(const struct loops *loops, const struct pending *a, const struct pending *b) {
  const struct location_loops *at_a = &loops->locations[a->location];
  const struct location_loops *at_b = &loops->locations[b->location];
  for (uint32_t i = 0; i < at_a->depth && i < at_b->depth; i++) {
    if (at_a->heads[i] != at_b->heads[i])
      return loops->locations[at_a->heads[i]].order < loops->locations[at_b->heads[i]].order ? -1
                                                                                             : 1;
    if (a->rounds[i].count != b->rounds[i].count)
      return a->rounds[i].count < b->rounds[i].count ? -1 : 1;
  }
  uint32_t first = at_a->depth > at_b->depth ? loops->locations[at_a->heads[at_b->depth]].order
                                             : at_a->order;
  uint32_t second = at_b->depth > at_a->depth ? loops->locations[at_b->heads[at_a->depth]].order
                                              : at_b->order;
  return first < second ? -1 : first > second;
}

static void add_pending(struct activation *activation, struct pending *fresh) {
  for (size_t i = 0; i < activation->waiting.count; i++) {
    struct pending *known = activation->waiting.items[i];
    if (known->location != fresh->location || compare(activation->loops, known, fresh) != 0)
      continue;
    struct path *both = path_merge(
        activation->symbolic, known->path, fresh->path,
        liveness_at(activation->symbolic->liveness, activation->function, fresh->location),
        activation->function->register_count);
    if (!both)
      continue;
    known->path = both;
    for (uint32_t j = 0; j < DEEPEST_LOOP; j++) {
      struct round *round = &known->rounds[j];
      if (round->undecided < fresh->rounds[j].undecided)
        round->undecided = fresh->rounds[j].undecided;
      round->could_leave |= fresh->rounds[j].could_leave;
      if (round->useless > fresh->rounds[j].useless)
        round->useless = fresh->rounds[j].useless;
    }
    return;
  }
  vector_push(&activation->waiting, fresh);
}

static bool same_lanes(const struct contents *a, const struct contents *b, uint64_t size) {
  for (uint64_t i = 0; i < size && a != b; i++)
    if (!a || !b || a->lanes[i].term != b->lanes[i].term || a->lanes[i].index != b->lanes[i].index)
      return false;
  return true;
}

/* Private memory; of what is shared, only what a thread writes counts. */
static bool same_memory(const struct symbolic *symbolic, const struct path *a,
                        const struct path *b) {
  for (size_t i = 0; i < symbolic->instances.count; i++) {
    const struct instance *instance = symbolic->instances.items[i];
    if (instance->returned || instance->shared)
      continue;
    if (!same_lanes(i < a->memory_count ? a->memory[i] : NULL,
                    i < b->memory_count ? b->memory[i] : NULL, instance->size))
      return false;
  }
  return true;
}

static bool same_locks(struct path *a, struct path *b) {
  if (a->held_count != b->held_count || a->atomic_depth != b->atomic_depth)
    return false;
  for (uint32_t i = 0; i < a->held_count; i++)
    if (!lock_epoch(a, a->held[i].lock) != !lock_epoch(b, a->held[i].lock))
      return false;
  return true;
}

static bool same_registers(struct activation *activation, const struct path *a,
                           const struct path *b, uint32_t location) {
  struct live_registers live =
      liveness_at(activation->symbolic->liveness, activation->function, location);
  for (uint32_t i = 0; i < live.count; i++)
    if (a->registers[live.registers[i]] != b->registers[live.registers[i]])
      return false;
  return true;
}

/* What a round wrote: nothing, only locks that nobody looks at without waiting for them, or more. */
enum written_in_round { WROTE_NOTHING, WROTE_LOCKS, WROTE_MORE };

static enum written_in_round written_since(const struct symbolic *symbolic, size_t first_event) {
  enum written_in_round result = WROTE_NOTHING;
  for (size_t i = first_event; i < symbolic->events.count; i++) {
    const struct order_event *event = &symbolic->events.items[i];
    if (!event->writes)
      continue;
    const struct word *word =
        term_is_constant(event->address)
            ? knowledge_find_word(symbolic->knowledge, event->address->value, event->size)
            : NULL;
    if (!word || word->no_lock || word->mixed || word->peeked || !word->acquired)
      return WROTE_MORE;
    result = WROTE_LOCKS;
  }
  return result;
}

/* Is this round one that an execution can do without? All that matters of a round that comes back to
 * where it began, having changed nothing, is that others went on meanwhile; the same happens if the
 * thread is late. Of a round that gives a lock away and takes it again, only the time between the
 * two matters: of two such rounds, one can be left out together with the hold between them, as long
 * as nobody can tell a held lock from a free one without waiting for it. What a round reads shows
 * in races, so all are kept if these are looked for. */
static bool is_superfluous(struct activation *activation, struct round *round, struct path *path,
                           uint32_t head) {
  struct symbolic *symbolic = activation->symbolic;
  if (!round->start || property_in(PROPERTY_RACE, symbolic->properties))
    return false;
  struct path start = *round->start;
  enum written_in_round written = written_since(symbolic, round->first_event);
  bool useless = written != WROTE_MORE && same_registers(activation, &start, path, head) &&
                 same_locks(&start, path) && same_memory(symbolic, &start, path);
  round->useless = useless ? round->useless + 1 : 0;
  return round->useless >= (written == WROTE_NOTHING ? 1 : 2);
}

enum after_edge { GOES_ON, IS_SUPERFLUOUS, REACHES_BOUND };

/* The place after an edge: which round of which loop. */
static enum after_edge follow(struct activation *activation, const struct pending *from,
                              const struct edge *edge, struct pending *to) {
  const struct loops *loops = activation->loops;
  const struct location_loops *before = &loops->locations[edge->from];
  const struct location_loops *after = &loops->locations[edge->to];
  to->location = edge->to;
  for (uint32_t i = 0; i < after->depth; i++) {
    bool same = i < before->depth && before->heads[i] == after->heads[i];
    to->rounds[i] = same ? from->rounds[i] : (struct round){.count = 0};
  }
  if (!loops_is_back_edge(loops, edge))
    return GOES_ON;
  struct round *round = &to->rounds[after->depth - 1];
  if (is_superfluous(activation, round, to->path, edge->to))
    return IS_SUPERFLUOUS;
  round->count++;
  round->undecided += round->could_leave;
  round->could_leave = false;
  struct symbolic *symbolic = activation->symbolic;
  symbolic->truncated |= round->count == symbolic->most_rounds && round->count < MOST_ROUNDS;
  return round->undecided <= symbolic->unwind && round->count < symbolic->most_rounds
             ? GOES_ON
             : REACHES_BOUND;
}

static void go_on(struct activation *activation, const struct pending *from,
                  const struct edge *edge, struct path *path) {
  struct symbolic *symbolic = activation->symbolic;
  if (term_is_false(path->guard))
    return;
  struct pending *to = arena_allocate(symbolic->arena, sizeof *to);
  to->path = path;
  switch (follow(activation, from, edge, to)) {
  case GOES_ON:
    add_pending(activation, to);
    break;
  case REACHES_BOUND:
    symbolic_add_gap(symbolic, path, edge, "loop", true);
    break;
  case IS_SUPERFLUOUS:
    symbolic_assume(symbolic, activation->thread, path, term_constant(symbolic->terms, 1, 0));
    break;
  }
}

static void branch(struct activation *activation, struct pending *at) {
  const struct location *location = &activation->function->locations[at->location];
  const struct edge *edges = &activation->function->edges[location->first_edge];
  const struct location_loops *loops = &activation->loops->locations[at->location];
  const struct term **conditions =
      arena_allocate(activation->symbolic->arena, location->edge_count * sizeof *conditions);
  uint32_t feasible = 0;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    conditions[i] = activation_value(activation, at->path, edges[i].assume.condition);
    if (term_is_false(term_and_(activation->symbolic, at->path->guard, conditions[i])))
      conditions[i] = term_constant(activation->symbolic->terms, 1, 0);
    feasible += !term_is_false(conditions[i]);
  }
  for (uint32_t j = 0; feasible > 1 && j < loops->depth; j++)
    for (uint32_t i = 0; i < location->edge_count; i++)
      if (!term_is_false(conditions[i]) &&
          !loops_contain(activation->loops, loops->heads[j], edges[i].to))
        at->rounds[j].could_leave = true;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    struct path *path = --feasible ? path_copy(activation->symbolic, at->path,
                                               activation->function->register_count)
                                   : at->path;
    path->guard = term_and_(activation->symbolic, path->guard, conditions[i]);
    go_on(activation, at, &edges[i], path);
  }
}

static struct pending *take_first(struct activation *activation) {
  size_t first = 0;
  for (size_t i = 1; i < activation->waiting.count; i++)
    if (compare(activation->loops, activation->waiting.items[i],
                activation->waiting.items[first]) < 0)
      first = i;
  struct pending *taken = activation->waiting.items[first];
  activation->waiting.items[first] = vector_last(&activation->waiting);
  activation->waiting.count--;
  return taken;
}

enum { ROUNDS_ALWAYS_COMPARED = 4 };

/* Rounds are compared where the number of rounds is not known. */
static void begin_round(struct activation *activation, struct pending *at) {
  const struct location_loops *here = &activation->loops->locations[at->location];
  if (!here->depth || here->heads[here->depth - 1] != at->location)
    return;
  struct round *round = &at->rounds[here->depth - 1];
  bool compared = round->undecided || round->count < ROUNDS_ALWAYS_COMPARED;
  round->start = compared ? path_copy(activation->symbolic, at->path,
                                      activation->function->register_count)
                          : NULL;
  round->first_event = activation->symbolic->events.count;
}

static void process(struct activation *activation, struct pending *at) {
  begin_round(activation, at);
  activation->rounds = 0;
  for (uint32_t i = 0; i < activation->loops->locations[at->location].depth; i++)
    activation->rounds = hash_combine(activation->rounds, at->rounds[i].count);
  const struct location *location = &activation->function->locations[at->location];
  const struct edge *edge = &activation->function->edges[location->first_edge];
  if (location->edge_count > 1) {
    branch(activation, at);
  } else if (edge->op == OPERATION_RETURN) {
    activation_return(activation, at->path, edge);
  } else {
    struct path *path = activation_take_edge(activation, at->path, edge);
    if (path)
      go_on(activation, at, edge, path);
  }
}

static bool is_over(struct symbolic *symbolic) {
  if (symbolic->status == STATUS_OK && ++symbolic->edges_taken % 1024 == 0)
    symbolic->status = limits_check(symbolic->limits, &symbolic->status_reason);
  return symbolic->status != STATUS_OK;
}

static struct loops *loops_of(struct symbolic *symbolic, const struct function *function) {
  if (!symbolic->loops[function->number])
    symbolic->loops[function->number] = loops_create(symbolic->arena, function);
  return symbolic->loops[function->number];
}

struct path *activation_run(struct activation *activation, struct path *path,
                                 const struct term *const *arguments, uint32_t argument_count,
                                 const struct term *variadic_area) {
  struct symbolic *symbolic = activation->symbolic;
  const struct function *function = activation->function;
  activation->loops = loops_of(symbolic, function);
  activation->entry_guard = path->guard;
  path->registers =
      arena_allocate(symbolic->arena, (function->register_count + 1) * sizeof *path->registers);
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < positional; i++) {
    uint32_t parameter = function->parameters[i];
    unsigned width = function->registers[parameter].width;
    path->registers[parameter] = i < argument_count
                                     ? term_resize(symbolic->terms, width, arguments[i])
                                     : symbolic_fresh(symbolic, width);
  }
  if (function->is_variadic)
    path->registers[function->parameters[positional]] = variadic_area;
  struct pending *entry = arena_allocate(symbolic->arena, sizeof *entry);
  entry->location = function->entry;
  entry->path = path;
  vector_push(&activation->waiting, entry);
  while (activation->waiting.count && !is_over(symbolic))
    process(activation, take_first(activation));
  vector_release(&activation->waiting);
  vector_release(&activation->slots);
  return activation->exit;
}

static void run_thread(struct symbolic *symbolic, uint32_t number) {
  struct symbolic_thread thread = symbolic->threads.items[number];
  struct path *path = arena_allocate(symbolic->arena, sizeof *path);
  path->number = symbolic->next_path++;
  path->guard = thread.guard;
  path->node = NO_NODE;
  path->memory = thread.memory;
  path->memory_count = thread.memory_count;
  struct activation activation = {.symbolic = symbolic,
                                  .thread = number,
                                  .function = thread.run,
                                  .context = thread.key};
  activation_run(&activation, path, thread.arguments, number ? 3 : 0, NULL);
}

void symbolic_run(struct symbolic *symbolic) {
  symbolic->arena = arena_create();
  symbolic->loops =
      arena_allocate(symbolic->arena, symbolic->program->function_count * sizeof *symbolic->loops);
  memory_add_program_objects(symbolic);
  memory_add_foreseen_objects(symbolic);
  struct symbolic_thread first = {.guard = term_constant(symbolic->terms, 1, 1),
                                  .key = 1,
                                  .run = symbolic->program->start};
  memory_add_thread_objects(symbolic, &first);
  vector_push(&symbolic->threads, first);
  for (uint32_t i = 0; i < symbolic->threads.count && !is_over(symbolic); i++)
    run_thread(symbolic, i);
}

void symbolic_release(struct symbolic *symbolic) {
  vector_release(&symbolic->instances);
  vector_release(&symbolic->by_address);
  vector_release(&symbolic->threads);
  vector_release(&symbolic->nodes);
  vector_release(&symbolic->steps);
  for (size_t i = 0; i < symbolic->events.count; i++)
    memory_release(symbolic->events.items[i].targets);
  vector_release(&symbolic->events);
  vector_release(&symbolic->errors);
  vector_release(&symbolic->gaps);
  vector_release(&symbolic->section_assumptions);
  vector_release(&symbolic->choices);
  for (size_t i = 0; i < symbolic->sections.count; i++)
    vector_release(&symbolic->sections.items[i].releases);
  vector_release(&symbolic->sections);
  vector_release(&symbolic->epochs);
  map_release(&symbolic->by_key);
  map_release(&symbolic->last_writes);
  map_release(&symbolic->pointees);
  arena_destroy(symbolic->arena);
}
