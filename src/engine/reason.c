/* SPDX-License-Identifier: Apache-2.0 */
/* Reasons are texts. The advance of an engine has one of two forms, so that several can be
 * merged. */
#include "engine/reason.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "program/program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_file(const struct program *program, const char *file, bool in_library) {
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (function->at.line && function->is_library == in_library &&
        function->at.file < program->file_count &&
        strcmp(program->files[function->at.file], file) == 0)
      return true;
  }
  return false;
}

/* If the text begins with " at FILE:LINE" in the library, the end of that; else NULL. */
static const char *skip_library_place(const struct program *program, const char *text) {
  static const char at[] = " at ";
  if (strncmp(text, at, sizeof at - 1) != 0)
    return NULL;
  const char *start = text + sizeof at - 1, *colon = start + strcspn(start, ": ");
  if (*colon != ':' || !isdigit((unsigned char)colon[1]))
    return NULL;
  struct text file = {0};
  text_add_bytes(&file, start, (size_t)(colon - start));
  bool is_library =
      has_file(program, text_get(&file), true) && !has_file(program, text_get(&file), false);
  text_release(&file);
  const char *end = colon + 1;
  while (isdigit((unsigned char)*end) || (*end == ':' && isdigit((unsigned char)end[1])))
    end++;
  return is_library ? end : NULL;
}

/* The length of a reason without its place, " at FILE:LINE". */
static size_t length_of_matter(const char *reason) {
  const char *place = NULL;
  for (const char *next = reason; (next = strstr(next, " at ")); next++) {
    const char *file = next + strlen(" at "), *end = file + strcspn(file, ": ");
    if (*end == ':' && isdigit((unsigned char)end[1]))
      place = next;
  }
  return place ? (size_t)(place - reason) : strlen(reason);
}

/* Adds a reason without its place. A single word is the name of a function without a model. */
static void add_matter(struct text *out, const char *reason, size_t length) {
  text_add_bytes(out, reason, length);
  if (reason[length] && !memchr(reason, ' ', length))
    text_add(out, " is not modelled,");
}

void reason_add_plain(struct text *out, const struct program *program, const char *reason) {
  size_t length = length_of_matter(reason);
  add_matter(out, reason, length);
  reason += length;
  while (*reason) {
    const char *end = skip_library_place(program, reason);
    if (!end)
      text_add_bytes(out, reason, 1);
    reason = end ? end : reason + 1;
  }
}

bool reason_begins_with_limit(const char *reason, const char *limit) {
  size_t length = strlen(limit);
  return strncmp(reason, limit, length) == 0 && strchr(",; ", reason[length]) != NULL;
}

bool reason_is_vague(const char *reason) {
  static const char *const parts[] = {"unknown address",      "unknown value",
                                      "unknown size",         "unknown function",
                                      "unknown condition",    "unknown start function",
                                      "unknown jump buffer",  "the relations tried do not prove",
                                      "locks do not exclude", "not covered by "};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strstr(reason, parts[i]))
      return true;
  return false;
}

/* The advance of engines without a violation. */
struct advance {
  unsigned long long states, iterations;
};

/* False: the reason is not about an advance. */
static bool read_advance(struct advance *advance, const char *reason) {
  unsigned long long number, known;
  int end = 0;
  if (sscanf(reason, "after %llu of %llu known states without a violation%n", &number, &known,
             &end) == 2 &&
      end && !reason[end]) {
    advance->states = number > advance->states ? number : advance->states;
    return true;
  }
  if (sscanf(reason, "bounded: unwind %llu, no violation%n", &number, &end) == 1 && end &&
      !reason[end]) {
    advance->iterations = number > advance->iterations ? number : advance->iterations;
    return true;
  }
  return false;
}

static void add_advance(struct text *out, const struct advance *advance) {
  if (!advance->states && !advance->iterations)
    return;
  text_format(out, "%sno violation", out->length ? ", " : "");
  if (advance->states)
    text_format(out, " in %llu states", advance->states);
  if (advance->iterations)
    text_format(out, "%s within %llu iteration%s of each loop", advance->states ? " or" : "",
                advance->iterations, advance->iterations == 1 ? "" : "s");
}

/* Does another reason include this one? Of equal ones, the first counts. */
static bool is_said_elsewhere(char *const *reasons, size_t count, size_t index) {
  size_t length = length_of_matter(reasons[index]);
  const char *place = reasons[index] + length;
  for (size_t i = 0; i < count; i++) {
    const char *other_place = reasons[i] + length_of_matter(reasons[i]);
    if (strcmp(reasons[i], reasons[index]) == 0
            ? i < index
            : strncmp(reasons[i], reasons[index], length) == 0 &&
                  (!*place || strcmp(place, other_place) == 0))
      return true;
  }
  return false;
}

void reason_add_all(struct text *out, const struct program *program, const char *limit,
                    const char *const *reasons, size_t count) {
  struct advance advance = {0};
  VECTOR(char *) others = {0};
  struct arena *arena = arena_create();
  for (size_t i = 0; i < count; i++) {
    const char *more =
        reasons[i] + (reason_begins_with_limit(reasons[i], limit) ? strlen(limit) : 0);
    more += *limit ? strspn(more, ",; ") : 0;
    if (!*more || read_advance(&advance, more))
      continue;
    vector_push(&others, arena_copy_text(arena, more));
  }
  struct text words = {0};
  text_add(&words, limit);
  add_advance(&words, &advance);
  for (size_t i = 0; i < others.count; i++)
    if (!is_said_elsewhere(others.items, others.count, i)) {
      text_add(&words, words.length ? "; " : "");
      reason_add_plain(&words, program, others.items[i]);
    }
  text_add(out, text_get(&words));
  text_release(&words);
  vector_release(&others);
  arena_destroy(arena);
}
