/* SPDX-License-Identifier: Apache-2.0 */
#include "report/searched.h"

#include "analysis/loops.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/short_position.h"

#include <inttypes.h>

enum { MOST_LOOPS = 4, MOST_PARTS = 2 };

/* The position of a loop of the user. False: there is none. */
static bool find_loop(const struct program *program, uint32_t function, uint32_t head,
                      struct position *at) {
  const struct function *in = program->functions[function];
  if (in->is_library || head >= in->location_count)
    return false;
  *at = in->edges[in->locations[head].first_edge].at;
  return at->line != 0;
}

static void add_loop(struct text *out, const struct program *program,
                     const struct loop_bound *loop) {
  struct position at;
  const char *name = program->functions[loop->function]->name;
  if (loop->head == CALLS_OF_ITSELF) {
    text_format(out, "calls of %s by itself", name);
  } else if (find_loop(program, loop->function, loop->head, &at)) {
    text_add(out, "the loop at ");
    short_position_add(out, program, at);
  } else {
    text_format(out, "the loop in %s", name);
  }
}

/* "3 turns of the loop at pool.c:44 and 2 of that at pool.c:24". */
static void add_bounds(struct text *out, const struct program *program,
                       const struct guarantee *guarantee) {
  for (uint32_t i = 0; i < guarantee->loop_count; i++) {
    const struct loop_bound *loop = &guarantee->loops[i];
    const char *separator = i == 0 ? "" : i + 1 < guarantee->loop_count ? ", " : " and ";
    text_format(out, "%s%" PRIu32 "%s", separator, loop->iterations,
                i                       ? " of "
                : loop->iterations == 1 ? " turn of "
                                        : " turns of ");
    add_loop(out, program, loop);
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
      if (!in->depth || in->heads[in->depth - 1] != l || !find_loop(program, i, l, &at))
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

void searched_print_part(struct text *out, const struct program *program,
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
  if (guarantee->needs_fresh_addresses)
    text_add(out, ", as long as freed addresses are not reused");
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
  unsigned parts = 0;
  for (size_t i = 0; partial && i < partial->guarantee_count; i++) {
    const struct guarantee *guarantee = &partial->guarantees[i];
    if (!(guarantee->properties & open) || parts == MOST_PARTS)
      continue;
    text_add(out, parts ? "; " : "");
    searched_print_part(out, program, guarantee);
    text_add(out, ": no violation");
    if ((guarantee->properties & open) != open)
      property_print_set(out, guarantee->properties & open, " of ", ", ");
    parts++;
  }
  if (!parts && partial && partial->executions)
    add_random(out, partial);
  if (!out->length)
    text_add(out, "nothing completely");
}
