/* SPDX-License-Identifier: Apache-2.0 */
#include "report/searched.h"

#include "analysis/loops.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/short_position.h"

#include <inttypes.h>

enum { MOST_LOOPS = 4, MOST_PARTS = 2 };

bool searched_find_loop(const struct program *program, uint32_t function, uint32_t head,
                        struct position *at) {
  const struct function *in = program->functions[function];
  if (in->is_library || head >= in->location_count)
    return false;
  *at = in->edges[in->locations[head].first_edge].at;
  return at->line != 0;
}

/* Is it a loop of the library, which has no place that the user knows? */
static bool is_hidden(const struct program *program, const struct loop_bound *loop) {
  struct position at;
  return loop->head != CALLS_OF_ITSELF &&
         !searched_find_loop(program, loop->function, loop->head, &at);
}

static void add_turns(struct text *out, uint32_t turns, bool is_first) {
  text_format(out, "%" PRIu32 "%s", turns,
              !is_first    ? " of "
              : turns == 1 ? " turn of "
                           : " turns of ");
}

static void add_bound(struct text *out, const struct program *program,
                      const struct loop_bound *loop, bool is_first) {
  struct position at;
  if (loop->head == CALLS_OF_ITSELF) {
    text_format(out, "%" PRIu32 " call%s of %s by itself", loop->iterations,
                loop->iterations == 1 ? "" : "s", program->functions[loop->function]->name);
  } else if (searched_find_loop(program, loop->function, loop->head, &at)) {
    add_turns(out, loop->iterations, is_first);
    text_add(out, "the loop at ");
    short_position_add(out, program, at);
  }
}

/* "3 turns of the loop at pool.c:44 and 2 of that at pool.c:24"; those of the library together. */
static void add_bounds(struct text *out, const struct program *program,
                       const struct guarantee *guarantee) {
  uint32_t hidden = UINT32_MAX, shown = 0, all = 0;
  for (uint32_t i = 0; i < guarantee->loop_count; i++) {
    bool is_shown = !is_hidden(program, &guarantee->loops[i]);
    all += is_shown;
    if (!is_shown && guarantee->loops[i].iterations < hidden)
      hidden = guarantee->loops[i].iterations;
  }
  all += hidden != UINT32_MAX;
  for (uint32_t i = 0; i < guarantee->loop_count; i++) {
    const struct loop_bound *loop = &guarantee->loops[i];
    if (is_hidden(program, loop))
      continue;
    text_add(out, shown == 0 ? "" : shown + 1 < all ? ", " : " and ");
    add_bound(out, program, loop, shown++ == 0);
  }
  if (hidden != UINT32_MAX) {
    text_add(out, shown ? " and " : "");
    add_turns(out, hidden, shown == 0);
    text_add(out, "loops inside library functions");
  }
}

/* The loops of the user's functions: " (pool.c:24, pool.c:44)". */
static void add_all_loops(struct text *out, const struct program *program) {
  struct arena *arena = arena_create();
  unsigned count = 0;
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (function->is_library || !function->locations)
      continue;
    const struct loops *loops = loops_create(arena, function);
    for (uint32_t l = 0; !loops->too_deep && l < function->location_count; l++) {
      const struct location_loops *in = &loops->locations[l];
      struct position at;
      if (!in->depth || in->heads[in->depth - 1] != l || !searched_find_loop(program, i, l, &at))
        continue;
      if (count < MOST_LOOPS) {
        text_add(out, count ? ", " : " (");
        short_position_add(out, program, at);
      }
      count++;
    }
  }
  text_add(out, count > MOST_LOOPS ? ", …)" : count ? ")" : "");
  arena_destroy(arena);
}

/* "every execution with at most 3 turns of the loop at pool.c:44". */
static void add_part(struct text *out, const struct program *program,
                     const struct guarantee *guarantee) {
  text_format(out, "every execution%s", guarantee->under_sc ? " under sc" : "");
  if (guarantee->bounds_iterations) {
    text_add(out, " with at most ");
    if (guarantee->loop_count) {
      add_bounds(out, program, guarantee);
    } else {
      text_format(out, "%" PRIu32 " turn%s of each loop", guarantee->iterations,
                  guarantee->iterations == 1 ? "" : "s");
      add_all_loops(out, program);
    }
  }
  if (guarantee->bounds_preemptions && guarantee->preemptions)
    text_format(out, "%s at most %" PRIu32 " switch%s away from a thread that could go on",
                guarantee->bounds_iterations ? " and" : " with", guarantee->preemptions,
                guarantee->preemptions == 1 ? "" : "es");
  else if (guarantee->bounds_preemptions)
    text_format(out, "%s switches only where a thread waits or ends",
                guarantee->bounds_iterations ? " and" : " with");
}

/* What was found in the parts before. */
static void add_answer(struct text *out, const struct guarantee *guarantee, property_set open) {
  text_add(out, ": no violation");
  if ((guarantee->properties & open) != open)
    property_print_set(out, guarantee->properties & open, " of ", ", ");
  if (guarantee->needs_fresh_addresses)
    text_add(out, ", as long as freed addresses are not reused");
}

static bool have_same_answer(const struct guarantee *a, const struct guarantee *b,
                             property_set open) {
  return (a->properties & open) == (b->properties & open) &&
         a->needs_fresh_addresses == b->needs_fresh_addresses;
}

static void add_random(struct text *out, const struct partial_result *partial) {
  struct text sentence = {0};
  partial_result_print_executions(&sentence, partial);
  /* "No violation in …." */
  text_format(out, "%s%.*s", out->length ? "; no" : "no", (int)sentence.length - 3,
              text_get(&sentence) + 2);
  text_release(&sentence);
}

void searched_print(struct text *out, const struct program *program,
                    const struct partial_result *partial, property_set open) {
  const struct guarantee *last = NULL;
  unsigned parts = 0;
  for (size_t i = 0; partial && i < partial->guarantee_count && parts < MOST_PARTS; i++) {
    const struct guarantee *guarantee = &partial->guarantees[i];
    if (!(guarantee->properties & open))
      continue;
    if (last && have_same_answer(last, guarantee, open))
      text_add(out, ", and ");
    else if (last)
      add_answer(out, last, open);
    if (last && !have_same_answer(last, guarantee, open))
      text_add(out, "; ");
    add_part(out, program, guarantee);
    last = guarantee;
    parts++;
  }
  if (last)
    add_answer(out, last, open);
  if (parts < MOST_PARTS && partial && partial->executions)
    add_random(out, partial);
  if (!out->length)
    text_add(out, "nothing completely");
}
