/* SPDX-License-Identifier: Apache-2.0 */
/* For debugging (--check-graphs): stores complete graphs, to check that none is visited twice, and
 * counts them up to symmetry. The latter tries all permutations of symmetric threads, independently
 * of symmetry.c. */
#include "engine/graph/search.h"

#include "program/address.h"

#include <string.h>

enum { MOST_MEMBERS = 6 }; /* of threads that are alike: for so many all orders are tried */

static void put_number(struct action_numbers *out, uint64_t number) {
  vector_push(out, (uint32_t)number);
  vector_push(out, (uint32_t)(number >> 32));
}

/* An address of a thread is that of the thread it is taken for. */
static uint64_t renamed(const struct egraph_search *search, const uint32_t *names, uint64_t value) {
  enum data_model model = search->task->program->data_model;
  uint32_t number;
  uint64_t slot;
  bool is_heap;
  if (!address_find_thread(model, value, &number, &is_heap) ||
      !map_get(&search->slots, number, &slot))
    return value;
  uint32_t other = search->threads.items[names[slot]].number;
  return value - address_of_stack(model, number).start + address_of_stack(model, other).start;
}

/* Does a creator join or look at another thread? In which order it does is left out. */
static bool is_of_other(const struct egraph_search *search, const struct memory_action *action) {
  uint32_t number;
  uint64_t slot;
  bool is_heap;
  if (action->kind != ACTION_READ && action->kind != ACTION_WRITE)
    return false;
  uint64_t address = search->graph.locations.items[action->location].address;
  return address_find_thread(search->task->program->data_model, address, &number, &is_heap) &&
         map_get(&search->slots, number, &slot) && slot != action->thread && action->in_section;
}

/* Where threads meet, their order is left out. */
static bool is_left_out(const struct memory_action *action) {
  return action->rendezvous && action->kind != ACTION_CHOICE;
}

/* The place of an action in its thread, not counting what is left out. */
static uint64_t index_of(const struct egraph_search *search, const struct memory_action *action) {
  const struct action_numbers *list = &search->threads.items[action->thread].actions;
  uint64_t index = 0;
  for (size_t i = 0; i < action->index; i++)
    index += !is_left_out(&search->graph.actions.items[list->items[i]]);
  return index;
}

/* What tells graphs apart, whatever order actions were added in: of each thread its actions, by
 * thread and index the sources of reads, and modification orders. Thread i is taken for names[i].
 */
static void put_graph(const struct egraph_search *search, const uint32_t *names, bool up_to_names,
                      struct action_numbers *key) {
  const struct event_graph *graph = &search->graph;
  for (uint32_t name = 0; name < search->threads.count; name++) {
    uint32_t slot = 0;
    while (names[slot] != name)
      slot++;
    const struct action_numbers *list = &search->threads.items[slot].actions;
    for (size_t j = 0; j < list->count; j++) {
      const struct memory_action *action = &graph->actions.items[list->items[j]];
      if (is_left_out(action) || (up_to_names && is_of_other(search, action)))
        continue;
      put_number(key, (uint64_t)name << 32 | index_of(search, action));
      put_number(key, renamed(search, names, action->value));
      if (action->kind == ACTION_READ && action->source != INITIAL_WRITE) {
        const struct memory_action *write = &graph->actions.items[action->source];
        put_number(key, is_left_out(write)
                            ? event_graph_rank(graph, action->location, action->source)
                            : (uint64_t)names[write->thread] << 32 | index_of(search, write));
      } else if (action->kind == ACTION_WRITE) {
        put_number(key, event_graph_rank(graph, action->location, list->items[j]));
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

/* Tries all names for the threads from `slot` on; keeps the least key. */
static void find_least(const struct egraph_search *search, uint32_t slot, uint32_t *names,
                       struct action_numbers *least) {
  if (slot == search->threads.count) {
    struct action_numbers key = {0};
    put_graph(search, names, true, &key);
    if (!least->count || is_less(&key, least)) {
      vector_release(least);
      *least = key;
    } else {
      vector_release(&key);
    }
    return;
  }
  find_least(search, slot + 1, names, least);
  uint32_t members = 0;
  for (uint32_t twin = search->graph.threads.items[slot].twin;
       twin != NO_TWIN && ++members < MOST_MEMBERS; twin = search->graph.threads.items[twin].twin) {
    uint32_t name = names[slot];
    names[slot] = names[twin];
    names[twin] = name;
    find_least(search, slot + 1, names, least);
    names[twin] = names[slot];
    names[slot] = name;
  }
}

void egraph_note_graph(struct egraph_search *search) {
  struct action_numbers key = {0}, least = {0};
  uint32_t *names = memory_allocate((search->threads.count + 1) * sizeof *names);
  for (uint32_t i = 0; i < search->threads.count; i++)
    names[i] = i;
  bool added;
  put_graph(search, names, false, &key);
  interner_add(search->seen_graphs, key.items, key.count * sizeof *key.items, &added);
  search->counts.duplicates += !added;
  find_least(search, 0, names, &least);
  interner_add(search->seen_classes, least.items, least.count * sizeof *least.items, NULL);
  memory_release(names);
  vector_release(&key);
  vector_release(&least);
}
