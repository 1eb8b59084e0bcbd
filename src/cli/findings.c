/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the list of violations. */
#include "cli/findings.h"

#include <string.h>

void findings_init(struct findings *findings, property_set asked, struct known_violations *known) {
  *findings = (struct findings){.arena = arena_create(), .asked = asked, .known = known};
}

void findings_release(struct findings *findings) {
  vector_release(&findings->headlines);
  vector_release(&findings->variables);
  arena_destroy(findings->arena);
}

void findings_add(struct findings *findings, const struct violation_site *site,
                  const char *headline, const char *variable) {
  vector_push(&findings->known->list, *site);
  vector_push(&findings->headlines, arena_copy_text(findings->arena, headline));
  vector_push(&findings->variables, arena_copy_text(findings->arena, variable));
}

static size_t count_on(const struct findings *findings, const char *variable) {
  size_t count = 0;
  for (size_t i = 0; i < findings->variables.count; i++)
    count += *variable && strcmp(findings->variables.items[i], variable) == 0;
  return count;
}

bool findings_has_race_on(const struct findings *findings, const char *variable) {
  return count_on(findings, variable) > 0;
}

const char *findings_number_path(const struct findings *findings, const char *path) {
  size_t number = findings->known->list.count + 1;
  if (!path || number == 1)
    return path;
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - path) : strlen(path);
  size_t size = strlen(path) + 24;
  char *numbered = arena_allocate(findings->arena, size);
  snprintf(numbered, size, "%.*s-%zu%s", (int)stem, path, number, path + stem);
  return numbered;
}

static size_t count_of(const struct findings *findings, enum property property) {
  size_t count = 0;
  for (size_t i = 0; i < findings->known->list.count; i++)
    count += findings->known->list.items[i].property == property;
  return count;
}

static void print_property(const struct findings *findings, enum property property,
                           bool is_complete, FILE *out) {
  size_t count = count_of(findings, property);
  bool holds = property_in(property, findings->proven);
  fprintf(out, "  %-10s ", property_name(property));
  if (count)
    fprintf(out, "violated, %zu place%s%s\n", count, count == 1 ? "" : "s",
            is_complete || holds ? "" : " or more");
  else
    fprintf(out, "%s\n", is_complete || holds ? "holds" : "not decided");
}

static void print_headline(const struct findings *findings, size_t number, FILE *out) {
  fprintf(out, "%3zu  %s\n", number + 1, findings->headlines.items[number]);
}

/* All races on the variable of this one, which is the first. */
static void print_races(const struct findings *findings, size_t first, FILE *out) {
  const char *variable = findings->variables.items[first];
  fprintf(out, "     races on %s:\n", variable);
  for (size_t i = first; i < findings->variables.count; i++)
    if (strcmp(findings->variables.items[i], variable) == 0)
      print_headline(findings, i, out);
}

static bool is_first_on(const struct findings *findings, size_t number) {
  for (size_t i = 0; i < number; i++)
    if (strcmp(findings->variables.items[i], findings->variables.items[number]) == 0)
      return false;
  return true;
}

/* Those of one property in the order they were found, races on one variable together. */
static void print_violations(const struct findings *findings, enum property property, FILE *out) {
  for (size_t i = 0; i < findings->known->list.count; i++) {
    if (findings->known->list.items[i].property != property)
      continue;
    bool is_one_of_several = count_on(findings, findings->variables.items[i]) > 1;
    if (!is_one_of_several)
      print_headline(findings, i, out);
    else if (is_first_on(findings, i))
      print_races(findings, i, out);
  }
}

void findings_print(const struct findings *findings, const char *reason, FILE *out) {
  size_t count = findings->headlines.count;
  fprintf(out, "\n%zu violation%s%s:\n", count, count == 1 ? "" : "s",
          reason ? ", perhaps more" : "");
  for (int i = 0; i < PROPERTY_COUNT; i++)
    print_violations(findings, (enum property)i, out);
  fputc('\n', out);
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, findings->asked))
      print_property(findings, (enum property)i, !reason, out);
  if (reason)
    fprintf(out, "There may be more: %s.\n", *reason ? reason : "no reason given");
}

const char *findings_verdict(const struct findings *findings) {
  const char *text = "FALSE", *separator = "(";
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (count_of(findings, (enum property)i)) {
      text =
          arena_format(findings->arena, "%s%s%s", text, separator, property_name((enum property)i));
      separator = ",";
    }
  return arena_format(findings->arena, "%s)\n", text);
}
