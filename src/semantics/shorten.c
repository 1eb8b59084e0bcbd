/* SPDX-License-Identifier: Apache-2.0 */
/* Delta debugging (Zeller and Hildebrandt, 2002) over schedules. An attempt is a changed schedule:
 * a sequence of runs of threads is left out, a run is made shorter, or merged with the previous or
 * next run of its thread. The program is executed along it. Where the schedule does not fit any
 * more, the attempt continues: a thread that cannot move is skipped, and after the end of the
 * schedule each thread runs for as long as it can. If this fails in the same way with fewer runs,
 * or as many runs and fewer steps, it becomes the schedule. At the end, no run can be left out. A
 * run ends after its steps or, in a second attempt, at the location where it ended before: a thread
 * that need not wait takes fewer steps to the same location.
 *
 * Choices stay with the thread that made them, in its own order. They become zero, or else smaller,
 * as long as the same violation happens. */
#include "semantics/shorten.h"

#include "base/hash.h"
#include "base/map.h"

#include <math.h>

enum {
  FEW_STEPS = 100,    /* that a stretch may take more than before */
  STEPS_TO_END = 6,   /* that a thread takes rather than be interrupted */
  LOOK_INTERVAL = 64, /* steps between looks at the clock */
};

/* The choices one thread made, and how many of them the current attempt has used. */
struct thread_choices {
  uint32_t thread;
  VECTOR(uint64_t) bits;
  size_t next;
};

/* Steps of one thread in a row, and where they end: in front of an edge, for the n-th time. */
struct stretch {
  struct schedule_entry entry;
  const struct edge *goal; /* NULL: the thread ends */
  uint64_t visit;
};
struct shorten_plan {
  VECTOR(struct stretch) list;
};

struct shortening {
  struct chooser chooser; /* first: the chooser is the shortening */
  struct machine machine;
  struct violation wanted;
  VECTOR(struct thread_choices) choices;
  bool gathers; /* the first execution hands the schedule's choices out to the threads */
  const struct schedule *original;
  size_t next_original;
  uint32_t running;
  struct schedule attempt;  /* as it was executed */
  struct shorten_plan plan; /* the same */
  struct map visits;        /* of threads in front of edges, in this attempt */
  bool seeks_goals;         /* stretches end where they ended before */
  struct schedule *best;
  struct shorten_plan best_plan;
  struct violation *violation; /* that the best one leads to */
  double processor_end, end;   /* of the time for all of it; on the wall clock */
  uint64_t steps;
  bool is_over;
};

static struct thread_choices *choices_of(struct shortening *shortening, uint32_t thread) {
  for (size_t i = 0; i < shortening->choices.count; i++)
    if (shortening->choices.items[i].thread == thread)
      return &shortening->choices.items[i];
  vector_push(&shortening->choices, (struct thread_choices){.thread = thread});
  return &vector_last(&shortening->choices);
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)edge;
  struct shortening *shortening = (struct shortening *)chooser;
  struct thread_choices *choices = choices_of(shortening, shortening->running);
  if (shortening->gathers && shortening->next_original < shortening->original->choices.count)
    vector_push(&choices->bits, shortening->original->choices.items[shortening->next_original++]);
  uint64_t bits = choices->next < choices->bits.count ? choices->bits.items[choices->next] : 0;
  choices->next++;
  bits &= width_mask(width);
  schedule_add_choice(&shortening->attempt, bits);
  return bits;
}

static bool is_wanted(const struct shortening *shortening) {
  const struct violation *wanted = &shortening->wanted, *seen = &shortening->machine.violation;
  return wanted->property == seen->property && wanted->edge == seen->edge &&
         wanted->other_edge == seen->other_edge && wanted->is_cycle == seen->is_cycle &&
         wanted->at.file == seen->at.file && wanted->at.line == seen->at.line &&
         (shortening->gathers || site_is_same(&wanted->site, &seen->site));
}

static bool finds_error(struct machine *machine, struct state *state) {
  return (property_in(PROPERTY_RACE, machine->properties) && machine_finds_race(machine, state)) ||
         (property_in(PROPERTY_DEADLOCK, machine->properties) &&
          machine_finds_deadlock(machine, state));
}

static bool is_out_of_time(struct shortening *shortening) {
  if (!shortening->is_over && ++shortening->steps % LOOK_INTERVAL == 0)
    shortening->is_over =
        clock_cpu_seconds() > shortening->processor_end || clock_seconds() > shortening->end;
  return shortening->is_over;
}

enum shorten_progress { GOES_ON, REACHED, MISSED };

static enum shorten_progress end_of(const struct shortening *shortening) {
  return is_wanted(shortening) ? REACHED : MISSED;
}

static uint64_t visits_of(const struct shortening *shortening, uint32_t thread,
                          const struct edge *edge) {
  uint64_t count = 0;
  map_get(&shortening->visits, hash_combine(thread + 1u, (uintptr_t)edge), &count);
  return count;
}

static void add_stretch(struct shorten_plan *plan, struct stretch stretch) {
  struct stretch *last = plan->list.count ? &vector_last(&plan->list) : NULL;
  if (!stretch.entry.steps)
    return;
  if (last && last->entry.thread == stretch.entry.thread && !last->entry.flush &&
      !stretch.entry.flush) {
    stretch.entry.steps += last->entry.steps;
    *last = stretch;
  } else {
    vector_push(&plan->list, stretch);
  }
}

static void note_step(struct shortening *shortening, const struct state *state, uint32_t number) {
  const struct thread *thread = state_thread(state, number);
  struct stretch stretch = {.entry = {number, 1, 0}};
  if (thread && !thread->finished && thread->frames.count) {
    stretch.goal = thread_next_edge(thread);
    stretch.visit = visits_of(shortening, number, stretch.goal) + 1;
    map_set(&shortening->visits, hash_combine(number + 1u, (uintptr_t)stretch.goal), stretch.visit);
  }
  add_stretch(&shortening->plan, stretch);
}

/* One step of the thread, or what ended the execution before or by it. */
static enum shorten_progress take_step(struct shortening *shortening, struct state *state,
                                       struct thread *thread) {
  uint32_t number = shortening->running = thread->number;
  schedule_add_step(&shortening->attempt, number);
  enum outcome outcome = machine_step(&shortening->machine, state, thread);
  note_step(shortening, state, number);
  if (outcome != OUTCOME_STEPPED)
    return outcome == OUTCOME_VIOLATION ? end_of(shortening) : MISSED;
  if (finds_error(&shortening->machine, state))
    return end_of(shortening);
  return is_out_of_time(shortening) ? MISSED : GOES_ON;
}

static enum shorten_progress take_flush(struct shortening *shortening, struct state *state,
                                        struct thread *thread, uint32_t flush) {
  if (!thread || flush > thread->buffer.count || !machine_can_flush(state, thread, flush - 1))
    return GOES_ON;
  schedule_add_flush(&shortening->attempt, thread->number, flush - 1);
  add_stretch(&shortening->plan, (struct stretch){.entry = {thread->number, 1, flush}});
  machine_flush(&shortening->machine, state, thread, flush - 1);
  return finds_error(&shortening->machine, state) ? end_of(shortening) : GOES_ON;
}

/* Is the thread where the stretch is to end? */
static bool is_at_end(const struct shortening *shortening, const struct thread *thread,
                      const struct stretch *stretch, uint32_t steps) {
  if (!shortening->seeks_goals)
    return steps >= stretch->entry.steps;
  return steps >= 2 * stretch->entry.steps + FEW_STEPS ||
         (stretch->goal && thread_next_edge(thread) == stretch->goal &&
          visits_of(shortening, thread->number, stretch->goal) >= stretch->visit);
}

static enum shorten_progress follow_stretch(struct shortening *shortening, struct state *state,
                                            const struct stretch *stretch) {
  struct thread *thread = state_thread(state, stretch->entry.thread);
  if (stretch->entry.flush)
    return take_flush(shortening, state, thread, stretch->entry.flush);
  enum shorten_progress progress = GOES_ON;
  for (uint32_t i = 0; thread && progress == GOES_ON; i++) {
    enum readiness readiness = machine_readiness(&shortening->machine, state, thread);
    if ((readiness != READY && readiness != READY_SPURIOUSLY) ||
        is_at_end(shortening, thread, stretch, i))
      break;
    progress = take_step(shortening, state, thread);
    thread = state_thread(state, stretch->entry.thread);
  }
  return progress;
}

/* The one that ran last, as long as it can, else the first one that can. */
static struct thread *pick_next(struct shortening *shortening, struct state *state) {
  struct thread *thread = state_thread(state, shortening->running);
  if (thread && machine_readiness(&shortening->machine, state, thread) == READY)
    return thread;
  for (size_t i = 0; i < state->thread_count; i++)
    if (machine_readiness(&shortening->machine, state, state->threads[i]) == READY)
      return state->threads[i];
  return NULL;
}

static bool follow(struct shortening *shortening, struct state *state,
                   const struct shorten_plan *plan) {
  enum shorten_progress progress =
      finds_error(&shortening->machine, state) ? end_of(shortening) : GOES_ON;
  for (size_t i = 0; i < plan->list.count && progress == GOES_ON; i++)
    progress = follow_stretch(shortening, state, &plan->list.items[i]);
  uint64_t most = schedule_step_count(shortening->best) + FEW_STEPS;
  for (uint64_t i = 0; i < most && progress == GOES_ON; i++) {
    struct thread *thread = pick_next(shortening, state);
    if (!thread)
      break;
    progress = take_step(shortening, state, thread);
  }
  return progress == REACHED;
}

static bool leads_there(struct shortening *shortening, const struct shorten_plan *plan) {
  if (shortening->is_over)
    return false;
  schedule_release(&shortening->attempt);
  shortening->plan.list.count = 0;
  map_release(&shortening->visits);
  for (size_t i = 0; i < shortening->choices.count; i++)
    shortening->choices.items[i].next = 0;
  shortening->running = 0;
  struct state *state = NULL;
  enum outcome outcome = machine_start(&shortening->machine, &state);
  bool leads = outcome == OUTCOME_VIOLATION ? is_wanted(shortening)
               : outcome == OUTCOME_STEPPED ? follow(shortening, state, plan)
                                            : false;
  state_destroy(state);
  return leads;
}

static bool is_shorter(const struct schedule *a, const struct schedule *b) {
  return a->entries.count != b->entries.count ? a->entries.count < b->entries.count
                                              : schedule_step_count(a) < schedule_step_count(b);
}

static void keep_attempt(struct shortening *shortening) {
  schedule_copy(shortening->best, &shortening->attempt);
  shortening->best_plan.list.count = 0;
  for (size_t i = 0; i < shortening->plan.list.count; i++)
    vector_push(&shortening->best_plan.list, shortening->plan.list.items[i]);
  *shortening->violation = shortening->machine.violation;
}

/* With stretches that end after their steps or, if that fails, where they ended before. */
static bool improves(struct shortening *shortening, const struct shorten_plan *plan,
                     bool (*is_better)(const struct shortening *shortening)) {
  bool better = false;
  for (int i = 0; i < 2 && !better; i++) {
    shortening->seeks_goals = i > 0;
    better = leads_there(shortening, plan) && is_better(shortening);
  }
  shortening->seeks_goals = false;
  return better;
}

static bool gets_shorter(const struct shortening *shortening) {
  return is_shorter(&shortening->attempt, shortening->best);
}

static bool gets_no_longer(const struct shortening *shortening) {
  return !is_shorter(shortening->best, &shortening->attempt);
}

static bool attempt(struct shortening *shortening, struct shorten_plan *changed) {
  bool better = improves(shortening, changed, gets_shorter);
  vector_release(&changed->list);
  if (better)
    keep_attempt(shortening);
  return better;
}

static size_t count_of(const struct shortening *shortening) {
  return shortening->best_plan.list.count;
}

static struct stretch stretch_at(const struct shortening *shortening, size_t index) {
  return shortening->best_plan.list.items[index];
}

/* Without `count` stretches from `first` on. */
static bool leave_out(struct shortening *shortening, size_t first, size_t count) {
  struct shorten_plan changed = {0};
  for (size_t i = 0; i < count_of(shortening); i++)
    if (i < first || i >= first + count)
      add_stretch(&changed, stretch_at(shortening, i));
  return attempt(shortening, &changed);
}

/* Moves the stretch at `from` to the place after the one at `to`. */
static bool move(struct shortening *shortening, size_t from, size_t to) {
  struct shorten_plan changed = {0};
  for (size_t i = 0; i < count_of(shortening); i++) {
    if (i != from)
      add_stretch(&changed, stretch_at(shortening, i));
    if (i == to)
      add_stretch(&changed, stretch_at(shortening, from));
  }
  return attempt(shortening, &changed);
}

static bool cut(struct shortening *shortening, size_t at, uint32_t steps) {
  struct shorten_plan changed = {0};
  for (size_t i = 0; i < count_of(shortening); i++) {
    struct stretch stretch = stretch_at(shortening, i);
    stretch.entry.steps = i == at ? steps : stretch.entry.steps;
    add_stretch(&changed, stretch);
  }
  bool better =
      leads_there(shortening, &changed) && is_shorter(&shortening->attempt, shortening->best);
  vector_release(&changed.list);
  if (better)
    keep_attempt(shortening);
  return better;
}

/* Tries to leave out several stretches in a row, then fewer and fewer; false: all are needed. */
static bool leave_out_rows(struct shortening *shortening) {
  bool improved = false;
  for (size_t size = count_of(shortening); size > 0; size /= 2)
    for (size_t first = 0; first < count_of(shortening) && !shortening->is_over;) {
      bool better = leave_out(shortening, first, size);
      improved |= better;
      first += better ? 0 : size;
    }
  return improved;
}

#define NOWHERE UINT32_MAX

/* The nearest stretch of the same thread before (or after) the one at `at`. */
static size_t neighbour(const struct shortening *shortening, size_t at, bool before) {
  for (size_t i = at; before ? i-- > 0 : ++i < count_of(shortening);)
    if (stretch_at(shortening, i).entry.thread == stretch_at(shortening, at).entry.thread)
      return i;
  return NOWHERE;
}

static bool join_stretches(struct shortening *shortening) {
  bool improved = false;
  for (size_t i = count_of(shortening); i-- > 0 && !shortening->is_over;) {
    if (i >= count_of(shortening))
      continue;
    size_t before = neighbour(shortening, i, true);
    size_t next = neighbour(shortening, i, false);
    improved |= (before != NOWHERE && move(shortening, i, before)) ||
                (next != NOWHERE && move(shortening, i, next - 1));
  }
  return improved;
}

static bool cut_stretches(struct shortening *shortening) {
  bool improved = false;
  for (size_t i = 0; i < count_of(shortening); i++) {
    uint32_t part = stretch_at(shortening, i).entry.steps / 2;
    while (part > 0 && i < count_of(shortening) && !shortening->is_over) {
      uint32_t steps = stretch_at(shortening, i).entry.steps;
      bool better = steps > part && cut(shortening, i, steps - part);
      improved |= better;
      part = better && part < steps / 2 ? part : part / 2;
    }
  }
  return improved;
}

/* A thread that has only a few steps left until it waits or ends takes them: then it is not
 * interrupted. */
static void finish_stretches(struct shortening *shortening) {
  for (size_t i = 0; i + 1 < count_of(shortening); i++) {
    size_t count = count_of(shortening);
    struct shorten_plan changed = {0};
    for (size_t j = 0; j < count; j++) {
      struct stretch stretch = stretch_at(shortening, j);
      stretch.entry.steps += i == j ? STEPS_TO_END : 0;
      vector_push(&changed.list, stretch);
    }
    if (leads_there(shortening, &changed) && shortening->plan.list.count == count &&
        shortening->plan.list.items[i].entry.steps < changed.list.items[i].entry.steps)
      keep_attempt(shortening);
    vector_release(&changed.list);
  }
}

/* Another value for a choice; kept if the schedule still leads there and does not get longer. */
static bool try_choice(struct shortening *shortening, uint64_t *choice, uint64_t bits) {
  uint64_t old = *choice;
  if (old == bits)
    return false;
  *choice = bits;
  if (improves(shortening, &shortening->best_plan, gets_no_longer)) {
    keep_attempt(shortening);
    return true;
  }
  *choice = old;
  return false;
}

static bool is_zero(const struct thread_choices *choices) {
  for (size_t i = 0; i < choices->bits.count; i++)
    if (choices->bits.items[i])
      return false;
  return true;
}

/* All of a thread at once, if that goes. */
static bool clear_choices(struct shortening *shortening, struct thread_choices *choices) {
  size_t count = choices->bits.count;
  if (is_zero(choices))
    return false;
  choices->bits.count = 0; /* what is not there is zero */
  bool better = improves(shortening, &shortening->best_plan, gets_no_longer);
  if (better)
    keep_attempt(shortening);
  else
    choices->bits.count = count;
  return better;
}

static bool shrink_choices(struct shortening *shortening) {
  bool improved = false;
  for (size_t i = 0; i < shortening->choices.count; i++) {
    struct thread_choices *choices = &shortening->choices.items[i];
    improved |= clear_choices(shortening, choices);
    for (size_t j = choices->bits.count; j-- > 0 && !shortening->is_over;) {
      uint64_t *bits = &choices->bits.items[j];
      if (*bits == 0)
        continue;
      improved |= try_choice(shortening, bits, 0) || (*bits > 1 && try_choice(shortening, bits, 1));
      for (unsigned shift = 32; shift > 0 && *bits > 1; shift /= 2)
        while (*bits >> shift && try_choice(shortening, bits, *bits >> shift))
          improved = true;
      choices = &shortening->choices.items[i]; /* an execution may add threads */
    }
  }
  return improved;
}

void shorten_schedule(const struct machine *original, double seconds, double end,
                      struct schedule *schedule, struct violation *violation) {
  struct shortening shortening = {.chooser = {choose, false, NULL},
                                  .wanted = *violation,
                                  .gathers = true,
                                  .original = schedule,
                                  .best = schedule,
                                  .violation = violation,
                                  .processor_end = clock_cpu_seconds() + seconds,
                                  .end = end > 0 ? end : INFINITY};
  shortening.machine = (struct machine){.program = original->program,
                                        .domain = &domain_concrete,
                                        .properties = original->properties,
                                        .known = original->known,
                                        .memory_model = original->memory_model,
                                        .chooser = &shortening.chooser};
  struct shorten_plan given = {0};
  for (size_t i = 0; i < schedule->entries.count; i++)
    vector_push(&given.list, (struct stretch){.entry = schedule->entries.items[i]});
  if (leads_there(&shortening, &given)) {
    shortening.gathers = false;
    shortening.wanted = shortening.machine.violation;
    keep_attempt(&shortening);
    bool improved;
    do {
      improved = leave_out_rows(&shortening);
      improved |= join_stretches(&shortening);
      improved |= cut_stretches(&shortening);
      improved |= shrink_choices(&shortening);
    } while (improved && !shortening.is_over);
    finish_stretches(&shortening);
  }
  vector_release_members(&shortening.choices, bits);
  schedule_release(&shortening.attempt);
  map_release(&shortening.visits);
  vector_release(&shortening.plan.list);
  vector_release(&shortening.best_plan.list);
  vector_release(&given.list);
}
