/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the thread with the highest priority. */
#include "engine/random/priorities.h"

#include "base/hash.h"

enum { LONGEST_ROW = 2000 }; /* steps of one thread before its priority drops */
static const uint64_t middle = UINT64_C(1)
                               << 62; /* random priorities are above, changed ones below */

static uint64_t draw(struct priorities *priorities) {
  priorities->random += 0x9e3779b97f4a7c15u;
  return hash_mix(priorities->random);
}

static uint64_t *priority_of(struct priorities *priorities, uint32_t thread) {
  vector_ensure(&priorities->of_thread, thread);
  uint64_t *priority = &priorities->of_thread.items[thread];
  if (!*priority)
    *priority = middle | draw(priorities);
  return priority;
}

static bool is_change(const struct priorities *priorities) {
  for (size_t i = 0; i < priorities->changes.count; i++)
    if (priorities->changes.items[i] == priorities->steps)
      return true;
  return priorities->steps_in_row >= LONGEST_ROW;
}

/* Drops the priority of the thread that moved last, if it is time. */
static void count_step(struct priorities *priorities, const struct thread *last) {
  if (!last)
    return;
  priorities->steps++;
  priorities->steps_in_row++;
  if (!is_change(priorities))
    return;
  *priority_of(priorities, last->number) = --priorities->lowest;
  priorities->steps_in_row = 0;
}

static struct thread *pick(struct scheduler *scheduler, struct machine *machine,
                           struct state *state, struct thread *last) {
  struct priorities *priorities = (struct priorities *)scheduler;
  struct thread *chosen = NULL;
  uint64_t highest = 0;
  count_step(priorities, last);
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    uint64_t priority = *priority_of(priorities, thread->number);
    if (priority > highest && machine_readiness(machine, state, thread) == READY) {
      chosen = thread;
      highest = priority;
    }
  }
  if (chosen != last)
    priorities->steps_in_row = 0;
  return chosen;
}

void priorities_begin(struct priorities *priorities, uint64_t seed, unsigned depth,
                      uint64_t length) {
  priorities->scheduler.pick = pick;
  priorities->random = seed;
  priorities->of_thread.count = priorities->changes.count = 0;
  priorities->steps = priorities->steps_in_row = 0;
  priorities->lowest = middle;
  for (unsigned i = 1; i < depth; i++)
    vector_push(&priorities->changes, 1 + draw(priorities) % (length ? length : 1));
}

void priorities_release(struct priorities *priorities) {
  vector_release(&priorities->of_thread);
  vector_release(&priorities->changes);
}
