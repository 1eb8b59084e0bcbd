/* A local search over schedules: a stretch of steps of one thread is left out, moved back to that
 * thread's stretch before, or forward to its next one, and the program is executed that way. If it
 * still fails in the same way with fewer stretches, or as many and fewer steps, that is the
 * schedule from then on. Choices stay with the thread that made them, in its own order. */
#include "semantics/shorten.h"

#include <string.h>

enum { MOST_EDGES = 5000000 }; /* executed over all attempts */

/* The choices one thread made, and how many of them the current attempt has used. */
struct thread_choices {
  uint32_t thread;
  VECTOR(uint64_t) bits;
  size_t next;
};

struct shortening {
  struct chooser chooser; /* first: the chooser is the shortening */
  struct machine machine;
  const struct violation *wanted;
  VECTOR(struct thread_choices) choices;
  bool gathers; /* the first execution hands the schedule's choices out to the threads */
  const struct schedule *original;
  size_t next_original;
  uint32_t running;
  struct schedule attempt; /* as it was executed */
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
  const struct violation *wanted = shortening->wanted, *seen = &shortening->machine.violation;
  return wanted->property == seen->property && wanted->edge == seen->edge &&
         wanted->other_edge == seen->other_edge && wanted->is_cycle == seen->is_cycle &&
         wanted->at.file == seen->at.file && wanted->at.line == seen->at.line;
}

static bool finds_error(struct machine *machine, struct state *state) {
  return (property_in(PROPERTY_RACE, machine->properties) && machine_finds_race(machine, state)) ||
         (property_in(PROPERTY_DEADLOCK, machine->properties) &&
          machine_finds_deadlock(machine, state));
}

/* Executes the entries; true: they lead to the wanted violation. */
static bool follow(struct shortening *shortening, struct state *state,
                   const struct schedule *schedule) {
  struct machine *machine = &shortening->machine;
  for (size_t i = 0; i <= schedule->entries.count; i++) {
    bool is_end = i == schedule->entries.count;
    uint32_t steps = is_end ? 1 : schedule->entries.items[i].steps;
    for (uint32_t j = 0; j < steps; j++) {
      if (finds_error(machine, state))
        return is_wanted(shortening);
      if (is_end || machine->edges_executed > MOST_EDGES)
        return false;
      shortening->running = schedule->entries.items[i].thread;
      struct thread *thread = state_thread(state, shortening->running);
      enum readiness readiness = thread ? machine_readiness(machine, state, thread) : FINISHED;
      if (readiness != READY && readiness != READY_SPURIOUSLY)
        return false;
      schedule_add_step(&shortening->attempt, shortening->running);
      enum outcome outcome = machine_step(machine, state, thread);
      if (outcome != OUTCOME_STEPPED)
        return outcome == OUTCOME_VIOLATION && is_wanted(shortening);
    }
  }
  return false;
}

static bool leads_there(struct shortening *shortening, const struct schedule *schedule) {
  schedule_release(&shortening->attempt);
  for (size_t i = 0; i < shortening->choices.count; i++)
    shortening->choices.items[i].next = 0;
  shortening->running = 0;
  struct state *state = NULL;
  enum outcome outcome = machine_start(&shortening->machine, &state);
  bool leads = outcome == OUTCOME_VIOLATION ? is_wanted(shortening)
               : outcome == OUTCOME_STEPPED ? follow(shortening, state, schedule)
                                            : false;
  state_destroy(state);
  return leads;
}

static uint64_t step_count(const struct schedule *schedule) {
  uint64_t count = 0;
  for (size_t i = 0; i < schedule->entries.count; i++)
    count += schedule->entries.items[i].steps;
  return count;
}

static bool is_shorter(const struct schedule *a, const struct schedule *b) {
  return a->entries.count != b->entries.count ? a->entries.count < b->entries.count
                                              : step_count(a) < step_count(b);
}

static void add_entry(struct schedule *schedule, struct schedule_entry entry) {
  if (schedule->entries.count && vector_last(&schedule->entries).thread == entry.thread)
    vector_last(&schedule->entries).steps += entry.steps;
  else
    vector_push(&schedule->entries, entry);
}

/* The entries with the one at `from` left out, or moved behind the one at `to`. */
enum { NOWHERE = UINT32_MAX };
static void rearrange(struct schedule *out, const struct schedule *in, size_t from, size_t to) {
  schedule_release(out);
  for (size_t i = 0; i < in->entries.count; i++) {
    if (i != from)
      add_entry(out, in->entries.items[i]);
    if (i == to)
      add_entry(out, in->entries.items[from]);
  }
}

static bool attempt(struct shortening *shortening, struct schedule *best,
                    struct violation *violation, size_t from, size_t to) {
  struct schedule changed = {0};
  rearrange(&changed, best, from, to);
  bool better = leads_there(shortening, &changed) && is_shorter(&shortening->attempt, best);
  schedule_release(&changed);
  if (better) {
    schedule_copy(best, &shortening->attempt);
    *violation = shortening->machine.violation;
  }
  return better;
}

/* The nearest entry of the same thread before (or behind) the one at `at`. */
static size_t neighbour(const struct schedule *schedule, size_t at, bool before) {
  const struct schedule_entry *entries = schedule->entries.items;
  for (size_t i = at; before ? i-- > 0 : ++i < schedule->entries.count;)
    if (entries[i].thread == entries[at].thread)
      return i;
  return NOWHERE;
}

/* Each entry once: left out, joined with the one before, joined with the next. */
static bool improve(struct shortening *shortening, struct schedule *best,
                    struct violation *violation) {
  bool improved = false;
  for (size_t i = best->entries.count; i-- > 0;) {
    if (i >= best->entries.count)
      continue;
    size_t before = neighbour(best, i, true);
    bool changed = attempt(shortening, best, violation, i, NOWHERE) ||
                   (before != NOWHERE && attempt(shortening, best, violation, i, before));
    if (!changed && i < best->entries.count) {
      size_t next = neighbour(best, i, false);
      changed = next != NOWHERE && attempt(shortening, best, violation, i, next - 1);
    }
    improved |= changed;
    if (shortening->machine.edges_executed > MOST_EDGES)
      return false;
  }
  return improved;
}

void schedule_shorten(const struct program *program, property_set properties,
                      struct schedule *schedule, struct violation *violation) {
  struct violation wanted = *violation;
  struct shortening shortening = {
      .chooser = {choose, false, NULL}, .wanted = &wanted, .gathers = true, .original = schedule};
  shortening.machine = (struct machine){.program = program,
                                        .domain = &domain_concrete,
                                        .properties = properties,
                                        .chooser = &shortening.chooser};
  if (leads_there(&shortening, schedule)) {
    shortening.gathers = false;
    while (improve(&shortening, schedule, violation))
      continue;
  }
  for (size_t i = 0; i < shortening.choices.count; i++)
    vector_release(&shortening.choices.items[i].bits);
  vector_release(&shortening.choices);
  schedule_release(&shortening.attempt);
}
