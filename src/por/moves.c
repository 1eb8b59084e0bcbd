/* SPDX-License-Identifier: Apache-2.0 */
/* Removes local states without successors until all remaining states have one; the rest can reach a
 * cycle. This is repeated when a query comes after new moves were added. */
#include "por/moves.h"

#include "base/map.h"
#include "base/vector.h"

#include <string.h>

struct control_move {
  uint32_t from, to;
};

struct moves {
  struct map local_states, known; /* known: moves, by a number made of both local states */
  uint32_t state_count;
  VECTOR(struct control_move) all;
  bool *goes_round; /* per local state, of those and of the moves at that time */
  uint32_t known_states;
  size_t known_moves;
};

struct moves *moves_create(void) {
  return memory_allocate_zeroed(sizeof(struct moves));
}

void moves_destroy(struct moves *moves) {
  if (!moves)
    return;
  map_release(&moves->local_states);
  map_release(&moves->known);
  vector_release(&moves->all);
  memory_release(moves->goes_round);
  memory_release(moves);
}

static uint32_t number_of(struct moves *moves, uint64_t local_state) {
  uint64_t number;
  if (!map_get(&moves->local_states, local_state, &number)) {
    number = moves->state_count++;
    map_set(&moves->local_states, local_state, number);
  }
  return (uint32_t)number;
}

void moves_add(struct moves *moves, uint64_t from, uint64_t to) {
  struct control_move move = {number_of(moves, from), number_of(moves, to)};
  uint64_t key = (uint64_t)move.from << 32 | move.to;
  if (map_get(&moves->known, key, NULL))
    return;
  map_set(&moves->known, key, 1);
  vector_push(&moves->all, move);
}

/* The moves by their target: those to local state i are sources[first[i] .. first[i + 1]). */
static void sort_by_target(const struct moves *moves, uint32_t *first, uint32_t *sources) {
  size_t count = moves->state_count;
  for (size_t i = 0; i < moves->all.count; i++)
    first[moves->all.items[i].to + 1]++;
  for (size_t i = 0; i < count; i++)
    first[i + 1] += first[i];
  for (size_t i = moves->all.count; i-- > 0;)
    sources[--first[moves->all.items[i].to + 1]] = moves->all.items[i].from;
  memmove(first, first + 1, count * sizeof *first);
  first[count] = (uint32_t)moves->all.count;
}

static void find_cycles(struct moves *moves) {
  size_t count = moves->state_count;
  uint32_t *left = memory_allocate_zeroed((count + 1) * sizeof *left);
  uint32_t *first = memory_allocate_zeroed((count + 2) * sizeof *first);
  uint32_t *sources = memory_allocate((moves->all.count + 1) * sizeof *sources);
  VECTOR(uint32_t) work = {0};
  sort_by_target(moves, first, sources);
  moves->goes_round = memory_resize(moves->goes_round, count + 1);
  memset(moves->goes_round, 1, count);
  for (size_t i = 0; i < moves->all.count; i++)
    left[moves->all.items[i].from]++;
  for (uint32_t i = 0; i < count; i++)
    if (!left[i])
      vector_push(&work, i);
  while (work.count) {
    uint32_t done = vector_pop(&work);
    moves->goes_round[done] = false;
    for (uint32_t i = first[done]; i < first[done + 1]; i++)
      if (--left[sources[i]] == 0)
        vector_push(&work, sources[i]);
  }
  vector_release(&work);
  memory_release(left);
  memory_release(first);
  memory_release(sources);
  moves->known_moves = moves->all.count;
  moves->known_states = moves->state_count;
}

bool moves_can_go_round(struct moves *moves, uint64_t from) {
  uint64_t number;
  if (moves->known_moves != moves->all.count)
    find_cycles(moves);
  return map_get(&moves->local_states, from, &number) && number < moves->known_states &&
         moves->goes_round[number];
}
