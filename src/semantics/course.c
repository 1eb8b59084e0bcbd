/* SPDX-License-Identifier: Apache-2.0 */
/* Choices are kept by the thread that makes them and the edge that asks: what is left out of a loop
 * does not move the others. Choices that are missing are zero. */
#include "semantics/course.h"

#include "base/hash.h"

enum {
  MORE_STEPS = 100,   /* that a stretch may take than before, and the end of a course */
  STEP_WORK = 25,     /* of a step, besides its edges */
  START_WORK = 200,   /* of an attempt */
  LOOK_INTERVAL = 64, /* steps between looks at the limits */
};

void course_copy(struct course *to, const struct course *from) {
  to->steps.count = to->choices.count = 0;
  vector_append(&to->steps, from->steps.items, from->steps.count);
  vector_append(&to->choices, from->choices.items, from->choices.count);
}

void course_release(struct course *course) {
  vector_release(&course->steps);
  vector_release(&course->choices);
}

/* The first choice of a step. */
static size_t find_choice(const struct course *course, size_t step) {
  size_t least = 0, end = course->choices.count;
  while (least < end) {
    size_t middle = least + (end - least) / 2;
    if (course->choices.items[middle].step < step)
      least = middle + 1;
    else
      end = middle;
  }
  return least;
}

void course_add(struct course *course, const struct course *from, size_t step) {
  vector_push(&course->steps, from->steps.items[step]);
  for (size_t i = find_choice(from, step + 1);
       i < from->choices.count && from->choices.items[i].step == step + 1; i++) {
    struct course_choice choice = from->choices.items[i];
    choice.step = course->steps.count;
    vector_push(&course->choices, choice);
  }
}

void course_to_schedule(const struct course *course, struct schedule *schedule) {
  schedule_release(schedule);
  for (size_t i = 0; i < course->steps.count; i++) {
    const struct course_step *step = &course->steps.items[i];
    if (step->flush)
      schedule_add_flush(schedule, step->thread, step->flush - 1);
    else
      schedule_add_step(schedule, step->thread);
  }
  for (size_t i = 0; i < course->choices.count; i++)
    schedule_add_choice(schedule, course->choices.items[i].bits);
}

int course_compare(const struct course_cost *a, const struct course_cost *b) {
  const size_t as[] = {a->threads, a->switches, a->steps, a->inputs};
  const size_t bs[] = {b->threads, b->switches, b->steps, b->inputs};
  for (size_t i = 0; i < sizeof as / sizeof *as; i++)
    if (as[i] != bs[i])
      return as[i] < bs[i] ? -1 : 1;
  return 0;
}

uint64_t course_run_place(const struct thread *thread) {
  uint64_t place = hash_combine(1, thread->finished);
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    place = hash_combine(place, hash_combine((uintptr_t)frame->function, frame->location));
  }
  return place;
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct course_run *run = (struct course_run *)chooser;
  uint64_t key = hash_combine(run->running + 1u, (uintptr_t)edge), bits = 0, next;
  if (run->fixed) {
    map_get(run->fixed, (uintptr_t)edge, &bits);
  } else if (run->original) {
    if (run->next_original < run->original->choices.count)
      bits = run->original->choices.items[run->next_original++];
  } else if (map_get(&run->next_choices, key, &next) && next) {
    bits = run->course->choices.items[next - 1].bits;
    map_set(&run->next_choices, key, run->links.items[next - 1]);
  }
  bits &= width_mask(width);
  run->cost.inputs += bits != 0;
  vector_push(&run->done.choices, (struct course_choice){.edge = edge,
                                                         .thread = run->running,
                                                         .step = run->done.steps.count,
                                                         .bits = bits});
  return bits;
}

/* Races and deadlocks are told apart by lines only. */
bool course_run_is_there(const struct course_run *run) {
  const struct violation *wanted = &run->wanted, *seen = &run->machine.violation;
  bool is_among_threads = seen->property == PROPERTY_RACE || seen->property == PROPERTY_DEADLOCK;
  if (wanted->property != seen->property || wanted->is_cycle != seen->is_cycle)
    return false;
  if (run->takes_any_site || !is_among_threads)
    if (wanted->edge != seen->edge || wanted->other_edge != seen->other_edge ||
        wanted->at.file != seen->at.file || wanted->at.line != seen->at.line)
      return false;
  return run->takes_any_site || site_is_same(&wanted->site, &seen->site);
}

bool course_run_finds_error(struct course_run *run, struct state *state) {
  struct machine *machine = &run->machine;
  return (property_in(PROPERTY_RACE, machine->properties) && machine_finds_race(machine, state)) ||
         (property_in(PROPERTY_DEADLOCK, machine->properties) &&
          machine_finds_deadlock(machine, state));
}

bool course_run_spend(struct course_run *run, unsigned more) {
  uint64_t edges = run->machine.counts.edges;
  run->work.done += edges - run->edges_before + more;
  run->edges_before = edges;
  if (run->work.done >= run->work.most ||
      (run->limits && ++run->looks % LOOK_INTERVAL == 0 && limits_are_over(run->limits)))
    run->is_over = true;
  return run->is_over;
}

enum course_progress { GOES_ON, REACHED, MISSED };

static enum course_progress end_of(const struct course_run *run) {
  return course_run_is_there(run) ? REACHED : MISSED;
}

static void note_place(struct course_run *run, const struct thread *thread, uint32_t number,
                       struct course_step *step) {
  uint64_t before = 0;
  step->place = thread ? course_run_place(thread) : 0;
  map_get(&run->places, number, &before);
  map_set(&run->places, number, step->place);
  run->place_sum += hash_combine(number + 1u, step->place) - hash_combine(number + 1u, before);
  step->places = run->place_sum;
}

/* Is it too costly already to become better? Costs only grow. */
static bool is_hopeless(const struct course_run *run, const struct course_cost *bound) {
  return bound && course_compare(bound, &run->cost) < 0;
}

static void begin_step(struct course_run *run, struct course_step step) {
  const struct course *done = &run->done;
  uint64_t place;
  if (!map_get(&run->places, step.thread, &place)) {
    map_set(&run->places, step.thread, 0);
    run->cost.threads++;
  }
  run->cost.switches += done->steps.count && vector_last(&done->steps).thread != step.thread;
  run->cost.steps++;
  run->cost.inputs += step.is_spurious;
  vector_push(&run->done.steps, step);
  run->running = step.thread;
}

/* One step of the thread, or what ended the execution before or by it. */
static enum course_progress take_step(struct course_run *run, struct state *state,
                                      struct thread *thread, bool is_spurious,
                                      const struct course_cost *bound) {
  uint32_t number = thread->number;
  begin_step(run, (struct course_step){.thread = number, .is_spurious = is_spurious});
  enum outcome outcome = machine_step(&run->machine, state, thread);
  thread = state_thread(state, number);
  run->is_impossible |= outcome == OUTCOME_PRUNED || (thread && thread->stopped);
  note_place(run, thread, number, &vector_last(&run->done.steps));
  if (outcome != OUTCOME_STEPPED)
    return outcome == OUTCOME_VIOLATION ? end_of(run) : MISSED;
  if (course_run_finds_error(run, state))
    return end_of(run);
  return course_run_spend(run, STEP_WORK) || is_hopeless(run, bound) ? MISSED : GOES_ON;
}

static enum course_progress take_flush(struct course_run *run, struct state *state,
                                       struct thread *thread, uint32_t flush) {
  if (!thread || flush > thread->buffer.count || !machine_can_flush(state, thread, flush - 1))
    return GOES_ON;
  begin_step(run, (struct course_step){.thread = thread->number, .flush = flush});
  note_place(run, thread, thread->number, &vector_last(&run->done.steps));
  machine_flush(&run->machine, state, thread, flush - 1);
  return course_run_finds_error(run, state) ? end_of(run) : GOES_ON;
}

/* Steps of one thread in a row, and where they end: at a place, for the n-th time in them. */
struct stretch {
  size_t steps, visits, wakings;
  uint64_t place;
};

static struct stretch measure_stretch(const struct course *course, size_t first) {
  struct stretch stretch = {0};
  const struct course_step *steps = course->steps.items;
  size_t end = first;
  while (end < course->steps.count && steps[end].thread == steps[first].thread && !steps[end].flush)
    stretch.wakings += steps[end++].is_spurious;
  stretch.steps = end - first;
  stretch.place = steps[end - 1].place;
  for (size_t i = first; i < end; i++)
    stretch.visits += steps[i].place == stretch.place;
  return stretch;
}

static bool is_over(const struct stretch *stretch, bool seeks_place, size_t steps, size_t visits) {
  return seeks_place ? visits >= stretch->visits || steps >= 2 * stretch->steps + MORE_STEPS
                     : steps >= stretch->steps;
}

static enum course_progress follow_stretch(struct course_run *run, struct state *state,
                                           uint32_t number, struct stretch stretch,
                                           bool seeks_place, const struct course_cost *bound) {
  struct thread *thread = state_thread(state, number);
  enum course_progress progress = GOES_ON;
  size_t visits = 0;
  for (size_t i = 0; thread && progress == GOES_ON && !is_over(&stretch, seeks_place, i, visits);
       i++) {
    enum readiness readiness = machine_readiness(&run->machine, state, thread);
    bool wakes = readiness == READY_SPURIOUSLY && stretch.wakings > 0;
    if (readiness != READY && !wakes)
      break;
    stretch.wakings -= wakes;
    progress = take_step(run, state, thread, wakes, bound);
    visits += vector_last(&run->done.steps).place == stretch.place;
    thread = state_thread(state, number);
  }
  return progress;
}

static bool is_ready(struct course_run *run, struct state *state, struct thread *thread) {
  return thread && machine_readiness(&run->machine, state, thread) == READY;
}

/* Where the violation happens: a thread that is there waits for the other one. */
static bool is_in_front(const struct thread *thread, const struct edge *edge) {
  return !thread->finished && thread->frames.count && edge && thread_next_edge(thread) == edge;
}

/* A thread of the violation that is not there yet. */
static struct thread *pick_wanted(struct course_run *run, struct state *state, bool other_first) {
  const struct violation *wanted = &run->wanted;
  bool is_race = wanted->property == PROPERTY_RACE && wanted->other_edge;
  for (int i = 0; i < 2; i++) {
    bool is_other = (i == 0) == other_first;
    if (is_other && !is_race)
      continue;
    struct thread *thread = state_thread(state, is_other ? wanted->other_thread : wanted->thread);
    const struct edge *edge = is_other ? wanted->other_edge : wanted->edge;
    if (is_ready(run, state, thread) && !(is_race && is_in_front(thread, edge)))
      return thread;
  }
  return NULL;
}

/* The one that moved last, as long as it can, else the first one that can. */
static struct thread *pick_next(struct course_run *run, struct state *state,
                                enum course_tail tail) {
  struct thread *wanted = tail == TAIL_STAYS ? NULL : pick_wanted(run, state, tail == TAIL_OTHER);
  struct thread *last = state_thread(state, run->running);
  if (wanted)
    return wanted;
  if (is_ready(run, state, last))
    return last;
  for (size_t i = 0; i < state->thread_count; i++)
    if (is_ready(run, state, state->threads[i]))
      return state->threads[i];
  return NULL;
}

static enum course_progress follow(struct course_run *run, struct state *state,
                                   struct course_way way, const struct course_cost *bound) {
  const struct course *course = run->course;
  enum course_progress progress = course_run_finds_error(run, state) ? end_of(run) : GOES_ON;
  for (size_t i = 0; i < course->steps.count && progress == GOES_ON;) {
    const struct course_step *step = &course->steps.items[i];
    if (step->flush) {
      progress = take_flush(run, state, state_thread(state, step->thread), step->flush);
      i++;
      continue;
    }
    struct stretch stretch = measure_stretch(course, i);
    progress = follow_stretch(run, state, step->thread, stretch, way.seeks_places, bound);
    i += stretch.steps;
  }
  size_t most = (bound ? bound->steps : course->steps.count) + MORE_STEPS;
  for (size_t i = 0; i < most && progress == GOES_ON; i++) {
    struct thread *thread = pick_next(run, state, way.tail);
    if (!thread)
      return MISSED;
    progress = take_step(run, state, thread, false, bound);
  }
  return progress;
}

/* The choices of the course, by thread and edge. */
static void link_choices(struct course_run *run) {
  const struct course *course = run->course;
  map_release(&run->next_choices);
  run->links.count = 0;
  if (!course->choices.count)
    return;
  vector_ensure(&run->links, course->choices.count - 1);
  for (size_t i = course->choices.count; i-- > 0;) {
    const struct course_choice *choice = &course->choices.items[i];
    uint64_t key = hash_combine(choice->thread + 1u, (uintptr_t)choice->edge), next = 0;
    map_get(&run->next_choices, key, &next);
    run->links.items[i] = next;
    map_set(&run->next_choices, key, i + 1);
  }
}

bool course_run_try(struct course_run *run, const struct course *course, struct course_way way,
                    const struct course_cost *bound, bool strictly) {
  struct state *state = NULL;
  if (run->is_over)
    return false;
  run->course = course;
  run->cost = (struct course_cost){0};
  run->done.steps.count = run->done.choices.count = 0;
  run->running = 0;
  run->is_impossible = false;
  run->next_original = 0;
  run->place_sum = 0;
  map_release(&run->places);
  link_choices(run);
  enum outcome outcome = machine_start(&run->machine, &state);
  enum course_progress progress = outcome == OUTCOME_VIOLATION ? end_of(run)
                                  : outcome == OUTCOME_STEPPED ? follow(run, state, way, bound)
                                                               : MISSED;
  state_destroy(state);
  course_run_spend(run, START_WORK);
  return progress == REACHED && (!bound || course_compare(&run->cost, bound) < (strictly ? 0 : 1));
}

void course_run_init(struct course_run *run, const struct machine *original,
                     const struct violation *wanted, const struct limits *limits,
                     unsigned long long most_work) {
  *run = (struct course_run){.chooser = {choose, false, NULL},
                             .wanted = *wanted,
                             .limits = limits,
                             .work = {.most = most_work}};
  run->machine = (struct machine){.program = original->program,
                                  .domain = &domain_concrete,
                                  .properties = original->properties,
                                  .known = original->known,
                                  .memory_model = original->memory_model,
                                  .chooser = &run->chooser};
}

void course_run_release(struct course_run *run) {
  course_release(&run->done);
  map_release(&run->next_choices);
  map_release(&run->places);
  vector_release(&run->links);
}
