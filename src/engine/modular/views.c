/* Steps of single threads, by the machine on numbers and terms, and making views of what they lead
 * to. */
#include "engine/modular/views.h"

#include "analysis/liveness.h"
#include "engine/modular/addresses.h"
#include "semantics/execute.h"
#include "semantics/value_state.h"

#include <assert.h>
#include <string.h>

enum { MOST_STEPS = 256 }; /* of one view */

static bool is_assumed(const struct views *views, const struct term *fact) {
  const struct state *state = views->state;
  for (size_t i = 0; i < state->facts.count; i++)
    if (value_term_by_id(views->context, state->facts.items[i]) == fact)
      return true;
  return false;
}

/* Both answers are tried; what is assumed already is not asked again. */
static bool decide(struct views *views, const struct term *condition) {
  struct terms *terms = views->context->terms;
  const struct term *opposite = term_apply(terms, OP_NOT, condition, NULL, NULL);
  if (term_is_constant(condition))
    return condition->value;
  if (is_assumed(views, condition) || is_assumed(views, opposite))
    return is_assumed(views, condition);
  bool holds = answers_next(&views->answers, 2) == 0;
  value_assume(views->context, views->state, holds ? condition : opposite);
  return holds;
}

/* Terms whose only choices are conditions have few values: one for each way to decide those. */
static bool find_number(struct views *views, const struct term *term, uint64_t *bits) {
  if (term->width == 1) {
    *bits = decide(views, term);
    return true;
  }
  *bits = term->value;
  if (term->kind != TERM_APPLY)
    return term->kind == TERM_CONSTANT;
  if (term->op == OP_ITE)
    return find_number(views, term->operands[decide(views, term->operands[0]) ? 1 : 2], bits);
  uint64_t operands[3] = {0, 0, 0};
  for (unsigned i = 0; i < term->arity; i++)
    if (!find_number(views, term->operands[i], &operands[i]))
      return false;
  *bits = term_apply_to_bits(term, operands);
  return true;
}

/* Does a number depend on more than conditions? */
static bool has_input(const struct term *term) {
  if (term->width == 1 || term->kind == TERM_CONSTANT)
    return false;
  bool found = term->kind == TERM_VARIABLE;
  for (unsigned i = term->op == OP_ITE; term->kind == TERM_APPLY && i < term->arity; i++)
    found |= has_input(term->operands[i]);
  return found;
}

static bool settle(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                   uint64_t *bits) {
  struct views *views = ((struct answers *)chooser)->owner;
  const struct term *term = value_to_term(views->context, value, width);
  if (!term || only_looks || (width > 1 && (cells_is_long(term) || has_input(term))))
    return false;
  return find_number(views, term, bits);
}

/* The address of an object that an offset is added to; 0: the term does not have that form. */
static uint64_t find_base(const struct state *state, const struct term *term) {
  struct place place;
  if (term_is_constant(term))
    return state_find_place(state, term->value, &place) && place.content ? place.address : 0;
  if (term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB))
    return 0;
  uint64_t first = find_base(state, term->operands[0]);
  uint64_t second = term->op == OP_ADD ? find_base(state, term->operands[1]) : 0;
  return first && second ? 0 : first + second;
}

/* A pointer stays in its object: an access beyond it is an error that ends the thread. */
static bool blur(struct machine *machine, struct state *state, struct value address) {
  struct views *views = (struct views *)((char *)machine - offsetof(struct views, machine));
  const struct term *term = value_to_term(views->context, address, machine->program->pointer_width);
  struct place place;
  uint64_t base = term && !machine->is_looking ? find_base(state, term) : 0;
  if (!base || !state_find_place(state, base, &place) ||
      (place.variable && place.variable->function))
    return false;
  if (!place.variable || !place.variable->is_constant) {
    machine->domain->content_init(machine->domain_context, place.content, place.size, NULL, true);
    state_note_change(state, &place);
  }
  return true;
}

/* Which bytes are used together. */
static void notice(struct observer *observer, const struct state *state,
                   const struct event *event) {
  struct views *views = (struct views *)((char *)observer - offsetof(struct views, observer));
  struct place place;
  if ((event->kind != EVENT_READ && event->kind != EVENT_WRITE) || event->size > 8 ||
      !state_find_place(state, event->address, &place))
    return;
  if (!place.thread)
    cells_memory(views->cells, CELL_VARIABLE, MAIN, event->address, event->size);
  else if (place.thread->number <= WORKER)
    cells_memory(views->cells, CELL_MEMORY, place.thread->number, event->address, event->size);
}

void views_init(struct views *views, const struct program *program, property_set properties,
                struct cells *cells) {
  *views = (struct views){.cells = cells, .context = &cells->context};
  views->domain = addresses_domain();
  views->machine = (struct machine){.program = program,
                                    .domain = &views->domain,
                                    .domain_context = &cells->context,
                                    .properties = properties,
                                    .chooser = &views->answers.chooser,
                                    .observer = &views->observer,
                                    .footprint = &views->footprint,
                                    .blur = blur};
  views->observer.notice = notice;
  answers_init(&views->answers, views, settle);
  views->liveness = liveness_create(program);
  views->store = store_create(program);
  views->texts = arena_create();
  views->context->state = &views->state;
  views->context->keeps_all = true;
}

static void release_step(struct step *step) {
  vector_release(&step->facts);
  vector_release(&step->variables);
  vector_release(&step->locals);
  vector_release(&step->child_locals);
}

void views_release(struct views *views) {
  for (size_t i = 0; i < views->starts.count; i++)
    release_step(&views->starts.items[i]);
  for (size_t i = 0; i < views->list.count; i++) {
    struct view *view = &views->list.items[i];
    for (size_t j = 0; j < view->steps.count; j++)
      release_step(&view->steps.items[j]);
    vector_release(&view->steps);
    vector_release(&view->locals);
  }
  vector_release(&views->starts);
  vector_release(&views->list);
  vector_release(&views->footprint.list);
  map_release(&views->combined);
  answers_release(&views->answers);
  liveness_destroy(views->liveness);
  store_destroy(views->store);
  state_destroy(views->state);
  state_destroy(views->other);
  arena_destroy(views->texts);
}

/* Making a view of a state: what refers to other threads is forgotten, and symbolic cells give
 * their term away for their symbol. */

struct scene {
  struct views *views;
  struct state *state;
  uint32_t own; /* whose memory may be referred to; NO_THREAD: nobody's */
  enum cell_kind kind;
  struct bounds *bounds;
};

/* What a symbolic cell is to be known by: addresses of threads mean something else to others. */
static const struct term *shareable(struct scene *scene, const struct term *term) {
  struct cells *cells = scene->views->cells;
  return cells_is_long(term) || cells_mentions_foreign(cells, term, NO_THREAD)
             ? cells_input(cells, term->width)
             : term;
}

static struct value term_value(struct views *views, const struct term *term) {
  if (term_is_constant(term))
    return (struct value){term->value, VALUE_KNOWN};
  return (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(views->context, term)};
}

static void close_register(struct scene *scene, struct value *value, uint32_t number,
                           unsigned width) {
  struct views *views = scene->views;
  const struct cell *cell = &views->cells->list.items[number];
  const struct term *term = value_to_term(views->context, *value, width);
  if (!term || cells_mentions_foreign(views->cells, term, scene->own))
    term = cells_input(views->cells, width);
  if (cell->is_symbolic) {
    struct bound bound = {number, shareable(scene, term)};
    vector_push(scene->bounds, bound);
    *value = term_value(views, cell->symbols[0]);
  } else if (term_is_constant(term)) {
    cells_note_number(views->cells, number, term->value);
  } else {
    cells_make_symbolic(views->cells, number);
  }
}

static void close_registers(struct scene *scene, struct thread *thread) {
  struct views *views = scene->views;
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct live_registers live = liveness_at(views->liveness, frame->function, frame->location);
    for (uint32_t j = 0; j < live.count; j++) {
      uint32_t reg = live.registers[j];
      uint32_t cell =
          cells_register(views->cells, thread->number, (uint32_t)i, frame->function, reg);
      close_register(scene, &thread->registers.items[frame->first_register + reg], cell,
                     frame->function->registers[reg].width);
    }
  }
}

static bool is_number(uint64_t cell) { return cell < 256; }

/* How many bytes from here on are subsequent bytes of one term. */
static unsigned length_of_term(const uint64_t *bytes, uint64_t left) {
  unsigned length = 1;
  while (length < 8 && length < left && bytes[length] == bytes[0] + length)
    length++;
  return length;
}

static void forget_foreign(struct scene *scene, uint64_t *bytes, uint64_t size) {
  struct views *views = scene->views;
  unsigned width = views->machine.program->pointer_width / 8;
  uint64_t number = 0;
  unsigned numbers = 0;
  for (uint64_t i = 0; i < size; i++) {
    numbers = is_number(bytes[i]) ? numbers + 1 : 0;
    number = number >> 8 | (bytes[i] & 0xff) << (8 * (width - 1));
    bool is_foreign = numbers >= width && cells_is_foreign(views->cells, number, scene->own);
    if (is_foreign)
      domain_value.content_init(views->context, &bytes[i + 1 - width], width, NULL, true);
    if (value_cell_has_term(bytes[i]) &&
        cells_mentions_foreign(views->cells, value_cell_term(views->context, bytes[i]), scene->own))
      domain_value.content_init(views->context, &bytes[i], 1, NULL, true);
  }
}

static bool is_own_symbol(const struct scene *scene, uint64_t address, const uint64_t *bytes) {
  const struct term *term = value_cell_term(scene->views->context, bytes[0]);
  unsigned role;
  if (term->kind != TERM_VARIABLE)
    return false;
  uint32_t number = cells_of_variable(scene->views->cells, term, &role);
  if (number == NO_CELL)
    return false;
  const struct cell *cell = &scene->views->cells->list.items[number];
  return cell->kind == scene->kind && cell->address + (bytes[0] & 0xff) == address;
}

static void find_symbolic(struct scene *scene, uint64_t address, const uint64_t *bytes,
                          uint64_t size) {
  struct cells *cells = scene->views->cells;
  unsigned length = 1;
  for (uint64_t i = 0; i < size; i += length) {
    length = 1;
    if (!value_cell_has_term(bytes[i]) || is_own_symbol(scene, address + i, &bytes[i]))
      continue;
    length = length_of_term(&bytes[i], size - i);
    cells_make_symbolic(cells, cells_memory(cells, scene->kind, scene->own, address + i, length));
  }
}

static void close_cell(struct scene *scene, uint32_t number, const struct place *place) {
  struct views *views = scene->views;
  const struct cell *cell = &views->cells->list.items[number];
  unsigned size = cell->width / 8;
  if (size > place->size - place->offset || !place->content)
    return;
  struct value value =
      domain_value.content_read(views->context, place->content, place->size, place->offset, size,
                                NULL, &views->answers.chooser);
  const struct term *term = value_to_term(views->context, value, cell->width);
  struct bound bound = {number,
                        shareable(scene, term ? term : cells_input(views->cells, cell->width))};
  vector_push(scene->bounds, bound);
  domain_value.content_write(views->context, place->content, place->size, place->offset, size,
                             term_value(views, cell->symbols[0]));
  state_note_change(scene->state, place);
}

static void count_number(struct scene *scene, uint32_t number, const struct place *place) {
  const struct cell *cell = &scene->views->cells->list.items[number];
  uint64_t bits = 0, *bytes = (uint64_t *)place->content + place->offset;
  unsigned size = cell->width / 8;
  if (!place->content || size > place->size - place->offset)
    return;
  for (unsigned i = 0; i < size; i++) {
    if (!is_number(bytes[i]))
      return;
    bits |= bytes[i] << (8 * i);
  }
  cells_note_number(scene->views->cells, number, bits);
}

static void close_cells(struct scene *scene) {
  struct cells *cells = scene->views->cells;
  for (uint32_t i = 0; i < cells->list.count; i++) {
    const struct cell *cell = &cells->list.items[i];
    struct place place;
    if (cell->kind != scene->kind || (cell->kind == CELL_MEMORY && cell->thread != scene->own) ||
        !state_find_place(scene->state, cell->address, &place))
      continue;
    if (cell->is_symbolic)
      close_cell(scene, i, &place);
    else
      count_number(scene, i, &place);
  }
}

static void close_objects(struct scene *scene, const struct memory_objects *objects, bool finds) {
  for (size_t i = 0; i < objects->count; i++) {
    const struct memory_object *object = &objects->items[i];
    uint64_t *bytes = (uint64_t *)object->content;
    if (!bytes)
      continue;
    if (finds)
      find_symbolic(scene, object->address, bytes, object->size);
    else
      forget_foreign(scene, bytes, object->size);
  }
}

static void close_thread(struct views *views, struct state *state, struct thread *thread,
                         struct bounds *bounds) {
  struct scene scene = {views, state, thread->number, CELL_MEMORY, bounds};
  thread->packed = CHANGED;
  thread->created = 0;
  state_reclaim(state, thread, false);
  state_reclaim(state, thread, true);
  cells_note_extent(views->cells, thread);
  close_registers(&scene, thread);
  close_objects(&scene, &thread->stack, false);
  close_objects(&scene, &thread->heap, false);
  close_cells(&scene);
  close_objects(&scene, &thread->stack, true);
  close_objects(&scene, &thread->heap, true);
}

static void close_variables(struct views *views, struct state *state, struct bounds *bounds) {
  const struct program *program = state->program;
  struct scene scene = {views, state, NO_THREAD, CELL_VARIABLE, bounds};
  for (size_t i = 0; i < state->chunk_count; i++)
    state->packed_chunks[i] = CHANGED;
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < program->object_count; i++) {
      const struct object *object = &program->objects[i];
      uint64_t *bytes = (uint64_t *)(state->variables + state->variable_offsets[i]);
      if (object->is_constant || object->function)
        continue;
      if (pass)
        find_symbolic(&scene, object->address, bytes, object->size);
      else
        forget_foreign(&scene, bytes, object->size);
    }
    if (!pass)
      close_cells(&scene);
  }
}

static uint32_t remember(struct views *views, struct state *state, const struct bounds *locals) {
  assert(!state->facts.count);
  uint32_t number = store_add(views->store, state, NULL);
  while (views->list.count <= number)
    vector_push(&views->list, (struct view){0});
  struct view *view = &views->list.items[number];
  if (!view->locals.count)
    for (size_t i = 0; i < locals->count; i++)
      vector_push(&view->locals, locals->items[i].cell);
  return number;
}

static bool is_change(const struct views *views, const struct step *step,
                      const unsigned char *before) {
  const struct state *state = views->state;
  bool changes = memcmp(before, state->variables, state->variables_size) != 0;
  for (size_t i = 0; i < step->variables.count; i++) {
    const struct bound *bound = &step->variables.items[i];
    changes |= bound->term != views->cells->list.items[bound->cell].symbols[0];
  }
  return changes;
}

static void unsupported(struct views *views, struct step *step, const char *reason) {
  step->outcome = OUTCOME_UNSUPPORTED;
  step->reason = arena_copy_text(views->texts, reason);
}

/* The state after a step, as views of the thread and of the one it created. */
static void close_step(struct views *views, struct step *step, uint32_t mover,
                       const unsigned char *before) {
  struct state *state = views->state;
  struct thread *child = mover == MAIN ? state_thread(state, WORKER) : NULL;
  size_t expected = (size_t)1 + (child != NULL) + (state_thread(state, CROWD) != NULL);
  if (state->thread_count != expected) {
    unsupported(views, step, "a thread that is not created by main");
    return;
  }
  if (state->atomic_owner != NO_THREAD) {
    unsupported(views, step, "an atomic section that does not end");
    return;
  }
  store_forget_dead(views->store, state);
  if (child && !state_thread(state, CROWD))
    state_insert_thread(state, CROWD);
  close_variables(views, state, &step->variables);
  step->changes_variables = !before || is_change(views, step, before);
  close_thread(views, state, state_thread(state, mover), &step->locals);
  if (!child) {
    step->to = remember(views, state, &step->locals);
    return;
  }
  close_thread(views, state, child, &step->child_locals);
  uint32_t both = store_add(views->store, state, NULL);
  state_remove_thread(state, WORKER);
  step->to = remember(views, state, &step->locals);
  store_load(views->store, state, both);
  state_remove_thread(state, MAIN);
  step->child = remember(views, state, &step->child_locals);
}

static void add_step(struct views *views, struct steps *steps, enum outcome outcome, uint32_t mover,
                     const unsigned char *before) {
  struct state *state = views->state;
  struct step step = {.outcome = outcome, .to = NO_VIEW, .child = NO_VIEW};
  for (size_t i = 0; i < state->facts.count; i++) {
    const struct term *fact = value_term_by_id(views->context, state->facts.items[i]);
    if (!cells_is_long(fact))
      vector_push(&step.facts, fact);
  }
  state->facts.count = 0;
  state->packed_facts = CHANGED;
  if (outcome == OUTCOME_STEPPED)
    close_step(views, &step, mover, before);
  else if (outcome == OUTCOME_VIOLATION)
    step.at = user_edge(state_thread(state, mover), views->machine.violation.edge)->at;
  else if (outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT)
    unsupported(views, &step, views->machine.reason);
  vector_push(steps, step);
}

static void prepare(struct views *views, uint32_t mover) {
  views->context->running = mover;
  views->context->choices.count = 0;
  views->answers.next = 0;
}

bool views_start(struct views *views) {
  answers_begin(&views->answers);
  do {
    prepare(views, MAIN);
    state_destroy(views->state);
    enum outcome outcome = machine_start(&views->machine, &views->state);
    add_step(views, &views->starts, outcome, MAIN, NULL);
    if (views->starts.count > MOST_STEPS)
      return false;
  } while (answers_advance(&views->answers));
  return true;
}

/* Whether all others have finished is not known: both is tried where it matters. */
static bool add_steps(struct views *views, uint32_t view, struct steps *steps, bool is_alone,
                      bool *asks_alone) {
  VECTOR(unsigned char) before = {0};
  answers_begin(&views->answers);
  do {
    store_load(views->store, views->state, view);
    struct state *state = views->state;
    uint32_t mover = state->threads[0]->number;
    struct thread *crowd = state_thread(state, CROWD);
    prepare(views, mover);
    vector_reserve(&before, state->variables_size);
    memcpy(before.items, state->variables, state->variables_size);
    if (crowd)
      crowd->finished = is_alone;
    enum readiness readiness = machine_readiness(&views->machine, state, state->threads[0]);
    if (readiness != READY && readiness != READY_SPURIOUSLY)
      break;
    footprint_clear(&views->footprint);
    enum outcome outcome = machine_step(&views->machine, state, state_thread(state, mover));
    *asks_alone |= views->footprint.asks_alone && crowd;
    if (crowd)
      crowd->finished = false;
    add_step(views, steps, outcome, mover, before.items);
  } while (steps->count <= MOST_STEPS && answers_advance(&views->answers));
  vector_release(&before);
  return steps->count <= MOST_STEPS;
}

bool views_step(struct views *views, uint32_t number) {
  struct steps steps = {0};
  bool asks_alone = false, is_complete = true;
  if (views->list.items[number].is_known)
    return true;
  is_complete = add_steps(views, number, &steps, false, &asks_alone) &&
                (!asks_alone || add_steps(views, number, &steps, true, &asks_alone));
  struct view *view = &views->list.items[number];
  view->steps = steps;
  view->is_known = true;
  for (size_t i = 0; i < steps.count; i++)
    view->meddles |= steps.items[i].outcome == OUTCOME_STEPPED && steps.items[i].changes_variables;
  return is_complete;
}

uint32_t views_combine(struct views *views, uint32_t view, uint32_t changed) {
  uint64_t key = (uint64_t)view << 32 | changed, known;
  if (map_get(&views->combined, key, &known))
    return (uint32_t)known;
  if (!views->other)
    views->other = state_create(views->machine.program, &views->domain, views->context);
  store_load(views->store, views->state, view);
  store_load(views->store, views->other, changed);
  memcpy(views->state->variables, views->other->variables, views->state->variables_size);
  for (size_t i = 0; i < views->state->chunk_count; i++)
    views->state->packed_chunks[i] = CHANGED;
  uint32_t number = store_add(views->store, views->state, NULL);
  while (views->list.count <= number)
    vector_push(&views->list, (struct view){0});
  const struct view *from = &views->list.items[view];
  struct view *to = &views->list.items[number];
  if (!to->locals.count)
    for (size_t i = 0; i < from->locals.count; i++)
      vector_push(&to->locals, from->locals.items[i]);
  map_set(&views->combined, key, number);
  return number;
}
