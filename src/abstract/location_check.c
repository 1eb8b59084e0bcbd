/* SPDX-License-Identifier: Apache-2.0 */
/* Executes again the actions on which a proof relies. */
#include "abstract/location_check.h"

#include "abstract/locations_inside.h"

void stands_release(struct stands *stands) {
  for (size_t i = 0; i < stands->count; i++)
    stand_release(&stands->items[i]);
  vector_release(stands);
}

/* Is the other thread unable to move after that many steps of the action, for all answers to
 * choices? */
static bool is_stuck_within(struct locations *locations, const struct action *action,
                            uint32_t steps, uint32_t other) {
  struct explorer *explorer = &locations->symbolic.explorer;
  struct answers *answers = &explorer->answers;
  struct move move = action->move;
  move.steps = steps;
  explorer_repeat(explorer, move, action->answers.items, action->answers.count);
  size_t taken = answers->next; /* the later ones answer choices of later steps */
  answers_repeat(answers, action->answers.items, taken);
  do {
    explorer_load(explorer, move.from);
    for (uint32_t i = 0; i < steps; i++)
      explorer_step(explorer, move.thread);
    struct thread *thread = state_thread(explorer->state, other);
    if (!thread || !locations_is_ready(locations, thread))
      return thread != NULL;
    footprint_clear(&locations->symbolic.footprint);
    if (!locations_is_stuck(locations, other, explorer_step(explorer, other)))
      return false;
  } while (answers_advance(answers) && answers->list.count > taken);
  return true;
}

/* Checks that all others were stuck wherever the thread moved alone. */
static bool exclusive_steps_hold(struct locations *locations, const struct stands *stands,
                                 size_t mover) {
  por_choose(locations->symbolic.explorer.por,
             SIZE_MAX); /* reduction must not take the steps for those of one thread */
  for (size_t i = 0; i < locations->exclusive_steps.count; i++) {
    struct exclusive_step exclusive = locations->exclusive_steps.items[i];
    const struct action *action = &stands->items[mover].actions.items[exclusive.action];
    for (size_t j = 0; j < stands->count; j++)
      if (j != mover &&
          !is_stuck_within(locations, action, exclusive.steps, stands->items[j].number))
        return false;
  }
  return true;
}

static bool run_alone_anew(struct locations *locations, uint32_t number, size_t mover,
                           struct stands *stands) {
  locations->watched.list.count = 0;
  for (size_t i = 0; i < stands->count; i++) {
    struct stand *stand = &stands->items[i];
    if (i != mover && stand->is_ready)
      locations_execute(locations, number, i, stand, RUN_ALL);
    if (i != mover && !locations_watch_stuck(locations, stand))
      return false;
  }
  locations->from = number;
  locations->thread_count = stands->count;
  locations->exclusive_steps.count = 0;
  locations->notes_exclusive_steps = true;
  locations_execute(locations, number, mover, &stands->items[mover], RUN_ALONE);
  locations->notes_exclusive_steps = false;
  return exclusive_steps_hold(locations, stands, mover);
}

/* Looks at the location again and lists its threads. May the chosen thread represent all? */
static bool look_anew(struct locations *locations, uint32_t number, struct stands *stands) {
  struct explorer *explorer = &locations->symbolic.explorer;
  const struct standpoint *location = &locations->list.items[number];
  explorer->loaded = NO_STATE;
  explorer_load(explorer, number);
  por_look(explorer->por, &explorer->machine, explorer->state, number);
  bool may_be_chosen = !location->is_reduced || por_is_unnoticed(explorer->por, location->chosen);
  explorer->loaded = NO_STATE;
  explorer_load(explorer, number);
  for (size_t i = 0; i < explorer->state->thread_count; i++) {
    struct thread *thread = explorer->state->threads[i];
    struct stand stand = {.number = thread->number};
    stand.is_ready = locations_is_ready(locations, thread);
    vector_push(stands, stand);
  }
  return may_be_chosen;
}

bool locations_run_anew(struct locations *locations, uint32_t number, struct stands *stands) {
  bool holds = look_anew(locations, number, stands);
  bool is_reduced = locations->list.items[number].is_reduced;
  bool is_alone = locations->list.items[number].is_alone;
  size_t chosen = locations->list.items[number].chosen;
  struct action_cache *cache = locations->cache;
  locations->cache = NULL;
  if (is_alone)
    holds &= run_alone_anew(locations, number, chosen, stands);
  for (size_t i = 0; i < stands->count && !is_alone; i++)
    if (stands->items[i].is_ready && (!is_reduced || i == chosen))
      locations_execute(locations, number, i, &stands->items[i], RUN_ALL);
  locations->cache = cache;
  return holds && !locations->has_too_many && !locations_violate_claim(locations);
}

enum mark { NOT_SEEN, ON_PATH, DONE };

struct way_search {
  const struct locations *locations;
  uint8_t *marks;
  VECTOR(uint32_t) stack; /* locations; those on the present path are marked ON_PATH */
};

/* Pushes the reduced locations that follow; false: one is on the present path, which is a cycle. */
static bool push_targets(struct way_search *search, uint32_t number) {
  const struct standpoint *location = &search->locations->list.items[number];
  const struct stand *stand = &location->stands.items[location->chosen];
  for (size_t i = 0; i < stand_count(stand); i++) {
    uint32_t to = stand_target(stand, i);
    if (!search->locations->list.items[to].is_reduced)
      continue;
    if (search->marks[to] == ON_PATH)
      return false;
    if (search->marks[to] == NOT_SEEN)
      vector_push(&search->stack, to);
  }
  return true;
}

bool locations_reduction_ends(const struct locations *locations) {
  size_t count = locations->list.count;
  struct way_search search = {locations, memory_allocate_zeroed(count + 1), {0}};
  bool ends = true;
  for (uint32_t i = 0; i < count && ends; i++) {
    if (!locations->list.items[i].is_reduced || search.marks[i] != NOT_SEEN)
      continue;
    vector_push(&search.stack, i);
    while (search.stack.count && ends) {
      uint32_t number = vector_last(&search.stack);
      if (search.marks[number] == NOT_SEEN) {
        search.marks[number] = ON_PATH;
        ends = push_targets(&search, number);
      } else {
        search.marks[number] = DONE;
        search.stack.count--;
      }
    }
  }
  vector_release(&search.stack);
  memory_release(search.marks);
  return ends;
}
