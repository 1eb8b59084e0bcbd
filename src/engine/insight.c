/* SPDX-License-Identifier: Apache-2.0 */
/* Guarantees are kept as long as no other one implies them. */
#include "engine/insight.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool bounds_more(bool bounds, uint32_t most, bool other_bounds, uint32_t other_most) {
  return bounds && (!other_bounds || most < other_most);
}

/* Does the first one say all that the second one says? */
static bool implies(const struct guarantee *a, const struct guarantee *b) {
  return (a->properties & b->properties) == b->properties &&
         !bounds_more(a->bounds_preemptions, a->preemptions, b->bounds_preemptions,
                      b->preemptions) &&
         !bounds_more(a->bounds_iterations, a->iterations, b->bounds_iterations, b->iterations) &&
         (!a->needs_fresh_addresses || b->needs_fresh_addresses) && (!a->under_sc || b->under_sc);
}

void insight_add_guarantee(struct insight *insight, struct guarantee guarantee) {
  size_t count = 0;
  if (!guarantee.properties)
    return;
  for (size_t i = 0; i < insight->guarantee_count; i++)
    if (implies(&insight->guarantees[i], &guarantee))
      return;
  for (size_t i = 0; i < insight->guarantee_count; i++)
    if (!implies(&guarantee, &insight->guarantees[i]))
      insight->guarantees[count++] = insight->guarantees[i];
  if (count < MOST_GUARANTEES)
    insight->guarantees[count++] = guarantee;
  insight->guarantee_count = count;
}

void insight_merge(struct insight *insight, const struct insight *more) {
  for (size_t i = 0; i < more->guarantee_count; i++)
    insight_add_guarantee(insight, more->guarantees[i]);
  insight->executions += more->executions;
  if (more->spot.ways)
    insight->spot = more->spot;
}

static void add_count(struct text *out, uint64_t count, const char *word) {
  text_format(out, "%" PRIu64 " %s%s", count, word, count == 1 ? "" : "s");
}

static void add_properties(struct text *out, property_set set) {
  const char *separator = " of ";
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, set)) {
      text_format(out, "%s%s", separator, property_name((enum property)i));
      separator = ", ";
    }
}

void insight_print_guarantee(struct text *out, const struct guarantee *guarantee,
                             property_set open) {
  text_add(out, "No violation");
  if ((guarantee->properties & open) != open)
    add_properties(out, guarantee->properties & open);
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
    text_add(out, ", as long as the addresses of what is freed are not used again");
  text_add(out, ".");
}

void insight_print_executions(struct text *out, const struct insight *insight) {
  text_add(out, "No violation in ");
  add_count(out, insight->executions, "random execution");
  text_add(out, ".");
}

void insight_print_spot(struct text *out, const struct hot_spot *spot,
                        const struct program *program) {
  struct text place = {0};
  program_print_position(&place, program, spot->at);
  if (spot->kind == SPOT_VARIABLE)
    text_format(out,
                "Most of the states differ in %s (%s): in %" PRIu32 " states it has %" PRIu32
                " different values.",
                program->objects[spot->object].name, text_get(&place), spot->states, spot->ways);
  else
    text_format(out,
                "Most of the states differ %s %s: of %" PRIu32
                " states, threads are there in %" PRIu32 " different ways.",
                spot->kind == SPOT_LOOP ? "inside the loop at" : "at", text_get(&place),
                spot->states, spot->ways);
  text_release(&place);
}

void insight_write(struct text *out, const struct insight *insight) {
  for (size_t i = 0; i < insight->guarantee_count; i++) {
    const struct guarantee *guarantee = &insight->guarantees[i];
    text_format(out, "guarantee %" PRIx32 " %d %" PRIu32 " %d %" PRIu32 " %d %d\n",
                guarantee->properties, guarantee->bounds_preemptions, guarantee->preemptions,
                guarantee->bounds_iterations, guarantee->iterations,
                guarantee->needs_fresh_addresses, guarantee->under_sc);
  }
  if (insight->executions)
    text_format(out, "executions %" PRIu64 "\n", insight->executions);
  const struct hot_spot *spot = &insight->spot;
  if (spot->ways)
    text_format(out,
                "spot %d %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
                (int)spot->kind, spot->at.file, spot->at.line, spot->at.column, spot->object,
                spot->ways, spot->states);
}

static bool read_guarantee(struct insight *insight, const char *line) {
  struct guarantee guarantee = {0};
  int preemptions, iterations, fresh, under_sc;
  if (sscanf(line, "guarantee %" SCNx32 " %d %" SCNu32 " %d %" SCNu32 " %d %d",
             &guarantee.properties, &preemptions, &guarantee.preemptions, &iterations,
             &guarantee.iterations, &fresh, &under_sc) != 7)
    return false;
  guarantee.bounds_preemptions = preemptions != 0;
  guarantee.bounds_iterations = iterations != 0;
  guarantee.needs_fresh_addresses = fresh != 0;
  guarantee.under_sc = under_sc != 0;
  insight_add_guarantee(insight, guarantee);
  return true;
}

static bool read_spot(struct insight *insight, const struct program *program, const char *line) {
  struct hot_spot spot = {0};
  int kind;
  if (sscanf(line, "spot %d %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu32,
             &kind, &spot.at.file, &spot.at.line, &spot.at.column, &spot.object, &spot.ways,
             &spot.states) != 7 ||
      kind < SPOT_PLACE || kind > SPOT_VARIABLE || spot.at.file >= program->file_count ||
      (kind == SPOT_VARIABLE && spot.object >= program->object_count))
    return false;
  spot.kind = (enum spot_kind)kind;
  insight->spot = spot;
  return true;
}

bool insight_read(struct insight *insight, const struct program *program, const char *line) {
  return sscanf(line, "executions %" SCNu64, &insight->executions) == 1 ||
         read_spot(insight, program, line) || read_guarantee(insight, line);
}
