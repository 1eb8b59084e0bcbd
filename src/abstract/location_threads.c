/* SPDX-License-Identifier: Apache-2.0 */
/* Selects the threads that move from a location. One thread suffices if no other can move, or if
 * its steps commute with everything that others may do. */
#include "abstract/locations.h"

#include "abstract/locations_inside.h"

/* How many reduced locations are followed to find a cycle. */
enum { MOST_FOLLOWED = 256 };

void stand_release(struct stand *stand) {
  actions_release(&stand->actions);
  memory_release(stand->targets);
  stand->known = NULL;
  stand->targets = NULL;
}

size_t stand_count(const struct stand *stand) {
  return stand->known ? stand->known->actions.count : stand->actions.count;
}

const struct action *stand_action(const struct stand *stand, size_t index) {
  return stand->known ? &stand->known->actions.items[index] : &stand->actions.items[index];
}

uint32_t stand_target(const struct stand *stand, size_t index) {
  return stand->known ? stand->targets[index] : stand->actions.items[index].to;
}

bool locations_watch_stuck(struct locations *locations, const struct stand *stand) {
  for (size_t i = 0; i < stand_count(stand); i++) {
    const struct action *action = stand_action(stand, i);
    const struct footprint *footprint = &action->footprint;
    if (!action->is_stuck)
      return false;
    vector_append(&locations->watched.list, footprint->list.items, footprint->list.count);
  }
  return true;
}

/* Does a path through reduced locations lead from one location to another, or is it very long? */
static bool leads_back(const struct locations *locations, uint32_t from, uint32_t to,
                       unsigned *left) {
  if (from == NO_LOCATION)
    return false;
  if (from == to || !*left)
    return true;
  --*left;
  const struct standpoint *location = &locations->list.items[from];
  for (size_t i = 0; i < location->stands.count && location->is_reduced; i++)
    for (size_t j = 0; j < stand_count(&location->stands.items[i]); j++)
      if (leads_back(locations, stand_target(&location->stands.items[i], j), to, left))
        return true;
  return false;
}

/* May the actions of the thread, whose steps commute with those of others, represent all actions?
 * Not if one of them ends the execution, or leads through more such locations back to this one:
 * others could be left out forever. */
static bool leads_on(const struct locations *locations, uint32_t number,
                     const struct stand *stand) {
  unsigned left = MOST_FOLLOWED;
  for (size_t i = 0; i < stand_count(stand); i++)
    if (stand_action(stand, i)->outcome != OUTCOME_STEPPED ||
        leads_back(locations, stand_target(stand, i), number, &left))
      return false;
  return stand_count(stand) > 0;
}

static void run_threads(struct locations *locations, uint32_t number) {
  for (size_t i = 0; i < locations->list.items[number].stands.count; i++) {
    struct stand stand = locations->list.items[number].stands.items[i];
    if (!stand_count(&stand))
      locations_run_thread(locations, number, i, &stand, RUN_ALL);
    locations->list.items[number].stands.items[i] = stand; /* the list may have been moved */
  }
}

/* If only one thread can move from the location, its actions continue as long as this is so.
 * False: several threads can move, or there are too many actions. */
static bool run_alone(struct locations *locations, uint32_t number) {
  size_t mover = SIZE_MAX, movers = 0;
  locations->watched.list.count = 0;
  for (size_t i = 0; i < locations->list.items[number].stands.count; i++) {
    struct stand stand = locations->list.items[number].stands.items[i];
    locations->found_mover = false;
    if (!stand_count(&stand))
      locations_run_thread(locations, number, i, &stand, RUN_LOOK);
    if (locations->found_mover || !locations_watch_stuck(locations, &stand)) {
      stand_release(&stand);
      mover = i;
      movers++;
    }
    locations->list.items[number].stands.items[i] = stand;
  }
  if (movers != 1 || locations->has_too_many || locations->symbolic.explorer.limit)
    return false;
  struct stand alone = locations->list.items[number].stands.items[mover];
  locations->from = number;
  locations->thread_count = locations->list.items[number].stands.count;
  locations_run_thread(locations, number, mover, &alone, RUN_ALONE);
  bool is_done = !locations->has_too_many;
  if (!is_done)
    stand_release(&alone);
  locations->has_too_many = false;
  locations->list.items[number].stands.items[mover] = alone;
  locations->list.items[number].is_alone = is_done;
  locations->list.items[number].chosen = mover;
  return is_done;
}

/* Executes only the thread with this index, whose steps commute with those of others; false: there
 * is no such thread, or others are needed, too. */
static bool run_unnoticed(struct locations *locations, uint32_t number, size_t index) {
  if (index >= locations->list.items[number].stands.count)
    return false;
  struct stand stand = locations->list.items[number].stands.items[index];
  if (!stand_count(&stand))
    locations_run_thread(locations, number, index, &stand, RUN_ALL);
  locations->list.items[number].stands.items[index] = stand;
  locations->list.items[number].chosen = index;
  return locations->list.items[number].is_reduced = leads_on(locations, number, &stand);
}

/* Lists the threads at a location, and which of them can move. */
static void list_stands(struct locations *locations, uint32_t number) {
  struct explorer *explorer = &locations->symbolic.explorer;
  locations->active_count = 0;
  locations->has_waiting = false;
  for (size_t i = 0; i < explorer->state->thread_count; i++) {
    struct thread *thread = explorer->state->threads[i];
    enum readiness readiness = machine_readiness(&explorer->machine, explorer->state, thread);
    struct stand stand = {.number = thread->number, .is_ready = locations_can_be_ready(readiness)};
    vector_push(&locations->list.items[number].stands, stand);
    locations->active_count += readiness != FINISHED && readiness != STOPPED;
    locations->has_waiting |= readiness == BLOCKED || readiness == HELD_BACK;
  }
}

/* Checks that a step has not added accesses to what threads may still do. */
static void check_way(struct locations *locations, struct way_there way, uint32_t to) {
  const struct standpoint *before = &locations->list.items[way.from];
  const struct standpoint *after = &locations->list.items[to];
  for (size_t i = 0; i < after->stands.count; i++) {
    size_t index = 0;
    while (index < before->stands.count &&
           before->stands.items[index].number != after->stands.items[i].number)
      index++;
    if (index == before->stands.count)
      index = way.mover; /* it created the thread */
    por_check_future(locations->symbolic.explorer.por, before->futures.items[index],
                     after->futures.items[i]);
  }
}

/* Checks the steps to and from the location whose other ends are known. */
static void check_ways(struct locations *locations, uint32_t number) {
  struct standpoint *location = &locations->list.items[number];
  for (size_t i = 0; i < location->ways.count; i++)
    check_way(locations, location->ways.items[i], number);
  vector_release(&location->ways);
  for (size_t i = 0; i < location->stands.count; i++)
    for (size_t j = 0; j < stand_count(&location->stands.items[i]); j++) {
      struct way_there way = {number, i};
      uint32_t to = stand_target(&location->stands.items[i], j);
      if (to == NO_LOCATION)
        continue;
      if (locations->list.items[to].is_known)
        check_way(locations, way, to);
      else
        vector_push(&locations->list.items[to].ways, way);
    }
}

/* Prefers steps in which no other thread takes part. */
static void run_joining(struct locations *locations, uint32_t number, size_t local,
                        size_t unnoticed) {
  if (!run_unnoticed(locations, number, local) && !run_alone(locations, number) &&
      !run_unnoticed(locations, number, unnoticed))
    run_threads(locations, number);
}

const struct standpoint *locations_get(struct locations *locations, uint32_t number) {
  struct explorer *explorer = &locations->symbolic.explorer;
  struct standpoint *location = &locations->list.items[number];
  if (location->is_known)
    return location;
  if (locations->joins_steps && !locations->cache)
    locations->cache = action_cache_create();
  explorer_load(explorer, number);
  size_t local = por_look(explorer->por, &explorer->machine, explorer->state, number);
  size_t unnoticed = locations->joins_steps ? por_find_unnoticed(explorer->por) : SIZE_MAX;
  for (size_t i = 0; i < explorer->state->thread_count && locations->joins_steps; i++)
    vector_push(&location->futures, por_future(explorer->por, i));
  explorer->loaded = NO_STATE; /* looking may have added assumptions */
  explorer_load(explorer, number);
  list_stands(locations, number);
  if (locations->joins_steps)
    run_joining(locations, number, local, unnoticed);
  else
    run_threads(locations, number);
  locations->has_too_many |= explorer->limit != NULL;
  locations->list.items[number].is_known = true;
  if (locations->joins_steps)
    check_ways(locations, number);
  return &locations->list.items[number];
}
