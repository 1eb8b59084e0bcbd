/* SPDX-License-Identifier: Apache-2.0 */
/* Guarantees are kept as long as no other one implies them. */
#include "engine/partial_result.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool bounds_more(bool bounds, uint32_t most, bool other_bounds, uint32_t other_most) {
  return bounds && (!other_bounds || most < other_most);
}

/* Does guarantee `a` imply guarantee `b`? */
static bool implies(const struct guarantee *a, const struct guarantee *b) {
  return (a->properties & b->properties) == b->properties &&
         !bounds_more(a->bounds_preemptions, a->preemptions, b->bounds_preemptions,
                      b->preemptions) &&
         !bounds_more(a->bounds_iterations, a->iterations, b->bounds_iterations, b->iterations) &&
         (!a->needs_fresh_addresses || b->needs_fresh_addresses) && (!a->under_sc || b->under_sc);
}

void partial_result_add_guarantee(struct partial_result *partial, struct guarantee guarantee) {
  size_t count = 0;
  if (!guarantee.properties)
    return;
  for (size_t i = 0; i < partial->guarantee_count; i++)
    if (implies(&partial->guarantees[i], &guarantee) &&
        (!guarantee.loop_count || !implies(&guarantee, &partial->guarantees[i])))
      return;
  for (size_t i = 0; i < partial->guarantee_count; i++)
    if (!implies(&guarantee, &partial->guarantees[i]))
      partial->guarantees[count++] = partial->guarantees[i];
  if (count < MOST_GUARANTEES)
    partial->guarantees[count++] = guarantee;
  partial->guarantee_count = count;
}

void partial_result_merge(struct partial_result *partial, const struct partial_result *more) {
  for (size_t i = 0; i < more->guarantee_count; i++)
    partial_result_add_guarantee(partial, more->guarantees[i]);
  partial->executions += more->executions;
  partial->concurrent += more->concurrent;
  partial->asserting += more->asserting;
  if (more->spot.ways)
    partial->spot = more->spot;
}

static void add_count(struct text *out, uint64_t count, const char *word) {
  text_format(out, "%" PRIu64 " %s%s", count, word, count == 1 ? "" : "s");
}

void partial_result_print_guarantee(struct text *out, const struct guarantee *guarantee,
                                    property_set open) {
  text_add(out, "No violation");
  if ((guarantee->properties & open) != open)
    property_print_set(out, guarantee->properties & open, " of ", ", ");
  text_add(out, " in any execution");
  if (guarantee->under_sc)
    text_add(out, " under sc");
  if (guarantee->bounds_preemptions || guarantee->bounds_iterations)
    text_add(out, " with at most ");
  if (guarantee->bounds_preemptions)
    add_count(out, guarantee->preemptions, "preemption");
  if (guarantee->bounds_preemptions && guarantee->bounds_iterations)
    text_add(out, " and ");
  if (guarantee->bounds_iterations) {
    add_count(out, guarantee->iterations, "iteration");
    text_add(out, " of each loop");
  }
  if (guarantee->needs_fresh_addresses)
    text_add(out, ", as long as freed addresses are not reused");
  text_add(out, ".");
}

/* How many of the executions did something. */
static void add_part(struct text *out, uint64_t part, uint64_t all, const char *what) {
  if (part && part < all)
    text_format(out, "%" PRIu64 " of them %s", part, what);
  else
    text_format(out, "%s %s",
                part       ? all == 1 ? "it" : "all"
                : all == 1 ? "it never"
                           : "none",
                what);
}

void partial_result_print_executions(struct text *out, const struct partial_result *partial) {
  text_add(out, "No violation in ");
  add_count(out, partial->executions, "random execution");
  text_add(out, ": ");
  add_part(out, partial->concurrent, partial->executions, "created a second thread");
  text_add(out, ", ");
  add_part(out, partial->asserting, partial->executions, "reached an assertion");
  text_add(out, ".");
}

void partial_result_print_spot(struct text *out, const struct hot_spot *spot,
                               const struct program *program) {
  text_add(out, "The combinations grow most ");
  text_add(out, spot->kind == SPOT_VARIABLE ? "with the values of "
                : spot->kind == SPOT_LOOP   ? "inside the loop at "
                                            : "at ");
  if (spot->kind == SPOT_VARIABLE)
    text_format(out, "%s (", program->objects[spot->object].name);
  program_print_position(out, program, spot->at);
  text_add(out, spot->kind == SPOT_VARIABLE ? ")." : ".");
}

void partial_result_write(struct text *out, const struct partial_result *partial) {
  for (size_t i = 0; i < partial->guarantee_count; i++) {
    const struct guarantee *guarantee = &partial->guarantees[i];
    text_format(out, "guarantee %" PRIx32 " %d %" PRIu32 " %d %" PRIu32 " %d %d",
                guarantee->properties, guarantee->bounds_preemptions, guarantee->preemptions,
                guarantee->bounds_iterations, guarantee->iterations,
                guarantee->needs_fresh_addresses, guarantee->under_sc);
    text_format(out, " %" PRIu32, guarantee->loop_count);
    for (uint32_t k = 0; k < guarantee->loop_count; k++)
      text_format(out, " %" PRIu32 " %" PRIu32 " %" PRIu32, guarantee->loops[k].function,
                  guarantee->loops[k].head, guarantee->loops[k].iterations);
    text_add(out, "\n");
  }
  if (partial->executions)
    text_format(out, "executions %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", partial->executions,
                partial->concurrent, partial->asserting);
  const struct hot_spot *spot = &partial->spot;
  if (spot->ways)
    text_format(out,
                "spot %d %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
                (int)spot->kind, spot->at.file, spot->at.line, spot->at.column, spot->object,
                spot->ways, spot->states);
}

static bool read_loops(struct guarantee *guarantee, const struct program *program,
                       const char *line) {
  int length;
  if (sscanf(line, " %" SCNu32 "%n", &guarantee->loop_count, &length) != 1 ||
      guarantee->loop_count > MOST_LOOP_BOUNDS)
    return false;
  for (uint32_t i = 0; i < guarantee->loop_count; i++) {
    struct loop_bound *loop = &guarantee->loops[i];
    line += length;
    if (sscanf(line, " %" SCNu32 " %" SCNu32 " %" SCNu32 "%n", &loop->function, &loop->head,
               &loop->iterations, &length) != 3 ||
        loop->function >= program->function_count)
      return false;
  }
  return true;
}

static bool read_guarantee(struct partial_result *partial, const struct program *program,
                           const char *line) {
  struct guarantee guarantee = {0};
  int preemptions, iterations, fresh, under_sc, length = 0;
  if (sscanf(line, "guarantee %" SCNx32 " %d %" SCNu32 " %d %" SCNu32 " %d %d%n",
             &guarantee.properties, &preemptions, &guarantee.preemptions, &iterations,
             &guarantee.iterations, &fresh, &under_sc, &length) != 7 ||
      !read_loops(&guarantee, program, line + length))
    return false;
  guarantee.bounds_preemptions = preemptions != 0;
  guarantee.bounds_iterations = iterations != 0;
  guarantee.needs_fresh_addresses = fresh != 0;
  guarantee.under_sc = under_sc != 0;
  partial_result_add_guarantee(partial, guarantee);
  return true;
}

static bool read_spot(struct partial_result *partial, const struct program *program,
                      const char *line) {
  struct hot_spot spot = {0};
  int kind;
  if (sscanf(line, "spot %d %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32,
             &kind, &spot.at.file, &spot.at.line, &spot.at.column, &spot.object, &spot.ways,
             &spot.states) != 7 ||
      kind < SPOT_PLACE || kind > SPOT_VARIABLE || spot.at.file >= program->file_count ||
      (kind == SPOT_VARIABLE && spot.object >= program->object_count))
    return false;
  spot.kind = (enum spot_kind)kind;
  partial->spot = spot;
  return true;
}

bool partial_result_read(struct partial_result *partial, const struct program *program,
                         const char *line) {
  return sscanf(line, "executions %" SCNu64 " %" SCNu64 " %" SCNu64, &partial->executions,
                &partial->concurrent, &partial->asserting) == 3 ||
         read_spot(partial, program, line) || read_guarantee(partial, program, line);
}
