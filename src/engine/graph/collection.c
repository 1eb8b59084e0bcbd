/* SPDX-License-Identifier: Apache-2.0 */
/* For debugging (--check-graphs): stores complete graphs, counts those that are visited twice, and
 * counts them up to symmetry. For the latter it tries all permutations of symmetric threads,
 * independently of symmetry.c. */
#include "engine/graph/collection.h"

#include "base/memory.h"

#include "program/address.h"

#include <string.h>

enum { MOST_MEMBERS = 6 }; /* all orders of up to so many symmetric threads are tried */

static void put_number(struct action_numbers *out, uint64_t number) {
  vector_push(out, (uint32_t)number);
  vector_push(out, (uint32_t)(number >> 32));
}

/* Maps an address in the memory of one thread to the same offset in the memory of the thread
 * that has its name. */
static uint64_t renamed(const struct clocked_graph *graph, const uint32_t *names, uint64_t value) {
  enum data_model model = graph->symmetry.data_model;
  uint32_t number;
  uint64_t slot;
  bool is_heap;
  if (!address_find_thread(model, value, &number, &is_heap) ||
      !map_get(&graph->slots, number, &slot))
    return value;
  uint32_t other = graph->threads.items[names[slot]].number;
  return value - address_of_stack(model, number).start + address_of_stack(model, other).start;
}

/* Does the action access the record of another thread in a section, as joining does? The order of
 * such actions does not tell graphs apart. */
static bool is_of_other(const struct clocked_graph *graph, const struct memory_action *action) {
  uint32_t number;
  uint64_t slot;
  bool is_heap;
  if (action->kind != ACTION_READ && action->kind != ACTION_WRITE)
    return false;
  uint64_t address = graph->events.locations.items[action->location].address;
  return address_find_thread(graph->symmetry.data_model, address, &number, &is_heap) &&
         map_get(&graph->slots, number, &slot) && slot != action->thread && action->in_section;
}

/* The order of threads that meet does not tell graphs apart. */
static bool is_left_out(const struct memory_action *action) {
  return action->rendezvous && action->kind != ACTION_CHOICE;
}

/* The index of an action among those of its thread that are not left out. */
static uint64_t index_of(const struct clocked_graph *graph, const struct memory_action *action) {
  const struct action_numbers *list = &graph->threads.items[action->thread].actions;
  uint64_t index = 0;
  for (size_t i = 0; i < action->index; i++)
    index += !is_left_out(clocked_graph_action(graph, list->items[i]));
  return index;
}

/* Writes a key of the graph that does not depend on the order in which actions were added: for each
 * thread its actions, with sources as thread and index, and with ranks in modification order.
 * Thread i gets the name names[i]. */
static void put_graph(const struct clocked_graph *graph, const uint32_t *names, bool up_to_names,
                      struct action_numbers *key) {
  const struct event_graph *events = &graph->events;
  for (uint32_t name = 0; name < graph->threads.count; name++) {
    uint32_t slot = 0;
    while (names[slot] != name)
      slot++;
    const struct action_numbers *list = &graph->threads.items[slot].actions;
    for (size_t j = 0; j < list->count; j++) {
      const struct memory_action *action = &events->actions.items[list->items[j]];
      if (is_left_out(action) || (up_to_names && is_of_other(graph, action)))
        continue;
      put_number(key, (uint64_t)name << 32 | index_of(graph, action));
      put_number(key, renamed(graph, names, action->value));
      if (action->kind == ACTION_READ && action->source != INITIAL_WRITE) {
        const struct memory_action *write = &events->actions.items[action->source];
        put_number(key, is_left_out(write)
                            ? event_graph_rank(events, action->location, action->source)
                            : (uint64_t)names[write->thread] << 32 | index_of(graph, write));
      } else if (action->kind == ACTION_WRITE) {
        put_number(key, event_graph_rank(events, action->location, list->items[j]));
      }
    }
  }
}

static bool is_less(const struct action_numbers *a, const struct action_numbers *b) {
  for (size_t i = 0; i < a->count && i < b->count; i++)
    if (a->items[i] != b->items[i])
      return a->items[i] < b->items[i];
  return a->count < b->count;
}

/* Tries all names of the threads from `slot` on, and keeps the least key. */
static void find_least(const struct clocked_graph *graph, uint32_t slot, uint32_t *names,
                       struct action_numbers *least) {
  if (slot == graph->threads.count) {
    struct action_numbers key = {0};
    put_graph(graph, names, true, &key);
    if (!least->count || is_less(&key, least)) {
      vector_release(least);
      *least = key;
    } else {
      vector_release(&key);
    }
    return;
  }
  find_least(graph, slot + 1, names, least);
  uint32_t members = 0;
  for (uint32_t twin = graph->events.threads.items[slot].twin;
       twin != NO_TWIN && ++members < MOST_MEMBERS; twin = graph->events.threads.items[twin].twin) {
    uint32_t name = names[slot];
    names[slot] = names[twin];
    names[twin] = name;
    find_least(graph, slot + 1, names, least);
    names[twin] = names[slot];
    names[slot] = name;
  }
}

void collection_add(struct graph_collection *collection, const struct clocked_graph *graph) {
  struct action_numbers key = {0}, least = {0};
  uint32_t *names = memory_allocate((graph->threads.count + 1) * sizeof *names);
  for (uint32_t i = 0; i < graph->threads.count; i++)
    names[i] = i;
  bool added;
  put_graph(graph, names, false, &key);
  interner_add(collection->graphs, key.items, key.count * sizeof *key.items, &added);
  collection->duplicates += !added;
  find_least(graph, 0, names, &least);
  interner_add(collection->classes, least.items, least.count * sizeof *least.items, NULL);
  memory_release(names);
  vector_release(&key);
  vector_release(&least);
}
