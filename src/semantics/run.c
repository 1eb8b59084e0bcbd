/* SPDX-License-Identifier: Apache-2.0 */
/* One execution, at random or along a record. Random runs switch threads seldom or often, as drawn
 * at the start, because some errors need long uninterrupted runs and others frequent switches. From
 * time to time they wake a waiting thread spuriously. Likewise, buffered stores become visible soon
 * or late. */
#include "semantics/run.h"

#include "base/hash.h"
#include "semantics/graph_run.h"
#include "semantics/lookahead.h"

#include <stdio.h>
#include <string.h>

struct program_run {
  struct chooser chooser; /* first: the chooser is the run */
  const struct run_options *options;
  uint64_t random;
  uint32_t stay_in_256;  /* how likely the running thread goes on */
  uint32_t flush_in_256; /* how likely a store that waits becomes visible */
  uint32_t flush;        /* what was picked: 0 is a step of the thread, n its n-th waiting store */
  size_t next_entry, next_choice;
  uint32_t entry_steps; /* taken of the current entry */
  bool out_of_choices;
  struct lookahead *lookahead;
  struct axiomatic_run *graph; /* NULL: memory is as the machine has it */
};

static uint64_t draw(struct program_run *run) {
  run->random += 0x9e3779b97f4a7c15u;
  return hash_mix(run->random);
}

/* Small numbers and the extremes decide more branches than uniform ones. */
static uint64_t draw_value(struct program_run *run, unsigned width) {
  uint64_t mask = width_mask(width);
  switch (draw(run) % 8) {
  case 0:
  case 1:
    return draw(run) % 2;
  case 2:
  case 3:
    return draw(run) % 11 & mask;
  case 4:
    return (draw(run) % 2 ? mask : mask >> 1) - draw(run) % 2;
  case 5:
    return (mask >> 1) + draw(run) % 2;
  default:
    return draw(run) & mask;
  }
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)edge;
  struct program_run *run = (struct program_run *)chooser;
  uint64_t bits;
  if (!run->options->replay) {
    bits = draw_value(run, width) & width_mask(width);
  } else if (run->next_choice < run->options->replay->choices.count) {
    bits = run->options->replay->choices.items[run->next_choice++] & width_mask(width);
  } else {
    run->out_of_choices = true;
    bits = 0;
  }
  if (run->options->record)
    schedule_add_choice(run->options->record, bits);
  return bits;
}

enum { SPURIOUS_IN_256 = 8 };

/* A store that becomes visible; NULL: none waits that could. */
static struct thread *pick_flush(struct program_run *run, struct state *state) {
  struct thread *chosen = NULL;
  unsigned candidates = 0;
  for (size_t i = 0; i < state->thread_count; i++)
    for (size_t j = 0; j < state->threads[i]->buffer.count; j++)
      if (machine_can_flush(state, state->threads[i], j) && draw(run) % ++candidates == 0) {
        chosen = state->threads[i];
        run->flush = (uint32_t)j + 1;
      }
  return chosen;
}

static struct thread *pick_least_holding(struct program_run *run, struct machine *machine,
                                         struct state *state) {
  struct thread *chosen = NULL;
  unsigned candidates = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    if (machine_readiness(machine, state, thread) != READY ||
        (chosen && thread->held.count > chosen->held.count))
      continue;
    if (chosen && thread->held.count < chosen->held.count)
      candidates = 0;
    if (draw(run) % ++candidates == 0)
      chosen = thread;
  }
  return chosen;
}

static struct thread *pick_thread(struct program_run *run, struct machine *machine,
                                  struct state *state, struct thread *last) {
  struct thread *preferred = NULL;
  if (run->options->scheduler)
    preferred = run->options->scheduler->pick(run->options->scheduler, machine, state, last);
  else if (run->options->spares_holders)
    preferred = pick_least_holding(run, machine, state);
  if (preferred)
    return preferred;
  if (last && draw(run) % 256 < run->stay_in_256 &&
      machine_readiness(machine, state, last) == READY)
    return last;
  struct thread *chosen = NULL, *sleeper = NULL;
  unsigned candidates = 0, sleepers = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    enum readiness readiness = machine_readiness(machine, state, state->threads[i]);
    if (readiness == READY && draw(run) % ++candidates == 0)
      chosen = state->threads[i];
    if (readiness == READY_SPURIOUSLY && draw(run) % ++sleepers == 0)
      sleeper = state->threads[i];
  }
  return sleeper && (!chosen || draw(run) % 256 < SPURIOUS_IN_256) ? sleeper : chosen;
}

static struct thread *pick_randomly(struct program_run *run, struct machine *machine,
                                    struct state *state, struct thread *last) {
  struct thread *chosen = NULL;
  bool waiting = memory_model_has_buffers(state->memory_model) && state_has_waiting_stores(state);
  if (waiting && draw(run) % 256 < run->flush_in_256)
    chosen = pick_flush(run, state);
  if (!chosen)
    chosen = pick_thread(run, machine, state, last);
  if (!chosen && waiting)
    chosen = pick_flush(run, state);
  return chosen;
}

/* Can the store of a recorded flush become visible? */
static bool can_flush(const struct state *state, const struct thread *thread, uint32_t flush) {
  return thread && flush <= thread->buffer.count && machine_can_flush(state, thread, flush - 1);
}

/* NULL with `*end` set: the record ended or does not fit. */
static struct thread *pick_recorded(struct program_run *run, struct machine *machine,
                                    struct state *state, enum run_end *end) {
  const struct schedule *replay = run->options->replay;
  while (run->next_entry < replay->entries.count &&
         run->entry_steps >= replay->entries.items[run->next_entry].steps) {
    run->next_entry++;
    run->entry_steps = 0;
  }
  if (run->next_entry >= replay->entries.count) {
    *end = RUN_ENDED_EARLY;
    return NULL;
  }
  uint32_t number = replay->entries.items[run->next_entry].thread;
  struct thread *thread = state_thread(state, number);
  run->flush = replay->entries.items[run->next_entry].flush;
  enum readiness readiness = !thread || run->flush ? FINISHED
                             : run->graph ? thread->finished || thread->stopped ? FINISHED : READY
                                          : machine_readiness(machine, state, thread);
  if (run->flush ? !can_flush(state, thread, run->flush)
                 : readiness != READY && readiness != READY_SPURIOUSLY) {
    *end = RUN_DIVERGED;
    snprintf(machine->reason, sizeof machine->reason,
             run->flush ? "no store of thread %u can become visible at entry %zu of the schedule"
                        : "thread %u cannot move at entry %zu of the schedule",
             (unsigned)number, run->next_entry + 1);
    return NULL;
  }
  run->entry_steps++;
  return thread;
}

/* The step that was picked. */
static enum outcome take_step(struct program_run *run, struct machine *machine, struct state *state,
                              struct thread *thread) {
  struct schedule *record = run->options->record;
  if (run->flush) {
    if (record)
      schedule_add_flush(record, thread->number, run->flush - 1);
    machine_flush(machine, state, thread, run->flush - 1);
    return OUTCOME_STEPPED;
  }
  if (record)
    schedule_add_step(record, thread->number);
  if (run->graph)
    axiomatic_run_begin_step(run->graph, thread);
  enum outcome outcome = machine_step(machine, state, thread);
  if (run->graph)
    axiomatic_run_end_step(run->graph, state, thread);
  return outcome;
}

static enum run_end end_of(enum outcome outcome) {
  switch (outcome) {
  case OUTCOME_EXITED:
    return RUN_EXITED;
  case OUTCOME_PRUNED:
    return RUN_PRUNED;
  case OUTCOME_VIOLATION:
    return RUN_VIOLATION;
  case OUTCOME_UNSUPPORTED:
    return RUN_UNSUPPORTED;
  case OUTCOME_STEPPED:
  case OUTCOME_LIMIT:
    break;
  }
  return RUN_LIMIT;
}

static bool finds_error(struct machine *machine, struct state *state) {
  if (property_in(PROPERTY_RACE, machine->properties) && machine_finds_race(machine, state))
    return true;
  return property_in(PROPERTY_DEADLOCK, machine->properties) &&
         machine_finds_deadlock(machine, state);
}

static bool some_stopped(const struct state *state) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i]->stopped)
      return true;
  return false;
}

/* One thread that is not waiting: there is nothing to choose and no error among threads. */
static bool runs_alone(const struct state *state) {
  return state->thread_count == 1 && !state->threads[0]->finished &&
         thread_next_edge(state->threads[0])->op != OPERATION_WAIT;
}

/* Looking at the limits takes system calls: often enough is every thousand steps, or now and then
 * when steps take long. */
static bool is_time_to_look(uint64_t steps, double *last_look) {
  if (steps % 16 != 0)
    return false;
  double now = clock_seconds();
  if (steps % 1024 != 0 && now - *last_look < 0.05)
    return false;
  *last_look = now;
  return true;
}

/* Counts for people who watch a recorded execution: another thread goes on although the last one
 * could. */
static void note_switch(struct program_run *run, struct machine *machine, struct state *state,
                        struct thread *from, const struct thread *to) {
  if (machine_tells_events(machine) && run->options->replay && !run->graph && from && from != to &&
      !from->finished && !lookahead_waits(&run->lookahead, machine, state, from))
    machine->counts.preemptions++;
}

static enum run_end run_steps(struct program_run *run, struct machine *machine,
                              struct state *state) {
  struct thread *last = NULL, *runner = NULL;
  double last_look = clock_seconds();
  for (uint64_t steps = 1;; steps++) {
    const char *reason;
    if (run->options->most_steps && steps > run->options->most_steps)
      return RUN_LIMIT;
    if (is_time_to_look(steps, &last_look) &&
        limits_check(&run->options->limits, &reason) != STATUS_OK) {
      snprintf(machine->reason, sizeof machine->reason, "%s", reason);
      return RUN_LIMIT;
    }
    bool single = runs_alone(state);
    if (!single && !run->graph && finds_error(machine, state))
      return RUN_VIOLATION;
    enum run_end end = RUN_STUCK;
    run->flush = 0;
    if (run->options->replay)
      last = pick_recorded(run, machine, state, &end);
    else
      last = single ? state->threads[0] : pick_randomly(run, machine, state, last);
    if (!last)
      return end == RUN_STUCK && some_stopped(state) ? RUN_PRUNED : end;
    if (!run->flush) {
      note_switch(run, machine, state, runner, last);
      runner = last;
    }
    enum outcome outcome = take_step(run, machine, state, last);
    if (run->out_of_choices) {
      snprintf(machine->reason, sizeof machine->reason, "the record has too few choices");
      return RUN_DIVERGED;
    }
    if (outcome != OUTCOME_STEPPED)
      return end_of(outcome);
  }
}

/* An execution of an axiomatic model is one only if the axioms hold. Races show in its graph. */
static enum run_end judge_graph(struct program_run *run, struct machine *machine,
                                struct state *state, enum run_end end, bool wants_races) {
  if (end != RUN_VIOLATION && end != RUN_ENDED_EARLY && end != RUN_EXITED)
    return end;
  bool may_race = wants_races && end != RUN_VIOLATION;
  const char *violated = axiomatic_run_refutes(run->graph, may_race);
  if (!violated && may_race) {
    if (axiomatic_run_finds_race(run->graph, state))
      return RUN_VIOLATION;
    violated = axiomatic_run_refutes(run->graph, false);
  }
  if (violated) {
    snprintf(machine->reason, sizeof machine->reason,
             "the recorded execution is none of the memory model: %s", violated);
    return RUN_DIVERGED;
  }
  if (end == RUN_ENDED_EARLY && property_in(PROPERTY_DEADLOCK, machine->properties) &&
      machine_finds_deadlock(machine, state))
    return RUN_VIOLATION;
  return end;
}

static enum run_end run_along_graph(struct program_run *run, struct machine *machine,
                                    struct state **state) {
  const property_set asked = machine->properties, race = (property_set)1 << PROPERTY_RACE;
  run->graph = axiomatic_run_create(machine, run->options->replay);
  machine->properties &= ~race;
  enum outcome outcome = machine_start(machine, state);
  (*state)->keeps_dead = true;
  (*state)->memory_model = MEMORY_RC11; /* no buffers, whose axioms these are */
  enum run_end end = outcome == OUTCOME_STEPPED ? run_steps(run, machine, *state) : end_of(outcome);
  machine->properties = asked;
  end = judge_graph(run, machine, *state, end, asked & race);
  axiomatic_run_destroy(run->graph);
  return end;
}

enum run_end run_program(struct machine *machine, const struct run_options *options,
                         struct state **state) {
  struct program_run run = {
      .chooser = {choose, false, NULL}, .options = options, .random = options->seed};
  static const uint32_t stays[] = {0, 128, 224, 250};
  run.stay_in_256 = stays[draw(&run) % 4];
  static const uint32_t flushes[] = {4, 32, 128};
  run.flush_in_256 = flushes[options->seed % 3];
  machine->chooser = &run.chooser;
  machine->limit.limits = &options->limits;
  if (options->replay && options->replay->has_graph)
    return run_along_graph(&run, machine, state);
  enum outcome outcome = machine_start(machine, state);
  enum run_end end =
      outcome == OUTCOME_STEPPED ? run_steps(&run, machine, *state) : end_of(outcome);
  lookahead_destroy(run.lookahead);
  return end;
}

static bool is_same_position(struct position a, struct position b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool violation_is_same(const struct violation *a, const struct violation *b) {
  return a->property == b->property && a->thread == b->thread && a->edge == b->edge &&
         is_same_position(a->at, b->at) && a->waiting_count == b->waiting_count &&
         a->is_cycle == b->is_cycle && a->other_edge == b->other_edge;
}
