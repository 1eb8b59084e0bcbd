/* SPDX-License-Identifier: Apache-2.0 */
/* The table of used lines is in memory shared with the processes of engines. */
#include "program/suppress.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_LINES = 4096 };

struct suppression {
  const char *line, *pattern, *place;
  property_set properties;
  bool innermost_only;
};

struct suppressions {
  struct arena *arena;
  VECTOR(struct suppression) list;
  volatile unsigned char *used; /* by index; MOST_LINES of them */
};

struct suppressions *suppressions_create(void) {
  struct suppressions *suppressions = memory_allocate_zeroed(sizeof *suppressions);
  suppressions->arena = arena_create();
  void *page = mmap(NULL, MOST_LINES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  suppressions->used = page == MAP_FAILED ? NULL : page;
  return suppressions;
}

void suppressions_destroy(struct suppressions *suppressions) {
  if (!suppressions)
    return;
  if (suppressions->used)
    munmap((void *)(uintptr_t)suppressions->used, MOST_LINES);
  vector_release(&suppressions->list);
  arena_destroy(suppressions->arena);
  memory_release(suppressions);
}

/* ThreadSanitizer's kinds and heddle's properties; false: there is no such kind. */
static bool find_kind(const char *kind, struct suppression *suppression) {
  static const char *const of_others[] = {"thread", "signal", "called_from_lib"};
  enum property property;
  if (strcmp(kind, "race_top") == 0) {
    suppression->properties = (property_set)1 << PROPERTY_RACE;
    suppression->innermost_only = true;
    return true;
  }
  if (property_find(strcmp(kind, "mutex") == 0 ? "lock" : kind, &property)) {
    suppression->properties = (property_set)1 << property;
    return true;
  }
  for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
    if (strcmp(kind, of_others[i]) == 0)
      return true; /* reports that heddle does not make */
  return false;
}

static bool add(struct suppressions *suppressions, const char *line, const char *place,
                struct text *problem) {
  struct suppression suppression = {.place = place};
  size_t end = strlen(line);
  line += strspn(line, " \t");
  end = strlen(line);
  while (end > 0 && isspace((unsigned char)line[end - 1]))
    end--;
  if (!end || *line == '#')
    return true;
  char *kept = arena_allocate(suppressions->arena, end + 1);
  memcpy(kept, line, end);
  kept[end] = '\0';
  const char *colon = strchr(kept, ':');
  if (!colon || !colon[1]) {
    text_format(problem, "not a suppression, KIND:PATTERN: %s", kept);
    return false;
  }
  char *kind = arena_copy_text(suppressions->arena, kept);
  kind[colon - kept] = '\0';
  suppression.line = kept;
  suppression.pattern = colon + 1;
  if (!find_kind(kind, &suppression)) {
    text_format(problem, "no kind of suppression: %s", kind);
    return false;
  }
  if (suppressions->list.count == MOST_LINES) {
    text_format(problem, "more than %d suppressions", MOST_LINES);
    return false;
  }
  vector_push(&suppressions->list, suppression);
  return true;
}

bool suppressions_add(struct suppressions *suppressions, const char *line, struct text *problem) {
  return add(suppressions, line, "", problem);
}

bool suppressions_read(struct suppressions *suppressions, const char *path) {
  FILE *file = fopen(path, "re");
  char line[4096];
  bool fine = file != NULL;
  if (!file)
    fprintf(stderr, "heddle: %s: %s\n", path, strerror(errno));
  for (unsigned number = 1; fine && fgets(line, sizeof line, file); number++) {
    struct text place = {0}, problem = {0};
    text_format(&place, "%s:%u", path, number);
    fine =
        add(suppressions, line, arena_copy_text(suppressions->arena, text_get(&place)), &problem);
    if (!fine)
      fprintf(stderr, "heddle: %s: %s\n", text_get(&place), text_get(&problem));
    text_release(&place);
    text_release(&problem);
  }
  if (file)
    fclose(file);
  return fine;
}

property_set suppressions_properties(const struct suppressions *suppressions) {
  property_set set = 0;
  for (size_t i = 0; suppressions && i < suppressions->list.count; i++)
    set |= suppressions->list.items[i].properties;
  return set;
}

/* The first occurrence of the first `length` characters of `part`. */
static const char *find_part(const char *name, const char *part, size_t length) {
  for (; *name; name++)
    if (strncmp(name, part, length) == 0)
      return name;
  return NULL;
}

static bool matches(const char *pattern, const char *name) {
  bool at_begin = *pattern == '^', skips = false;
  pattern += at_begin;
  while (*pattern) {
    if (*pattern == '*') {
      pattern++;
      at_begin = false;
      skips = true;
      continue;
    }
    if (*pattern == '$')
      return !*name || skips;
    size_t length = strcspn(pattern, "*$");
    bool at_end = pattern[length] == '$';
    const char *found = find_part(name, pattern, length);
    while (found && at_end && found[length] && (found = find_part(found + 1, pattern, length)))
      continue;
    if (!found || (at_begin && found != name))
      return false;
    name = found + length;
    pattern += length;
    at_begin = skips = false;
  }
  return true;
}

bool suppressions_match(const struct suppressions *suppressions, enum property property,
                        const char *name, bool is_innermost) {
  for (size_t i = 0; suppressions && *name && i < suppressions->list.count; i++) {
    const struct suppression *suppression = &suppressions->list.items[i];
    if (!property_in(property, suppression->properties) ||
        (suppression->innermost_only && !is_innermost) || !matches(suppression->pattern, name))
      continue;
    if (suppressions->used)
      suppressions->used[i] = 1;
    return true;
  }
  return false;
}

size_t suppressions_count(const struct suppressions *suppressions) {
  return suppressions ? suppressions->list.count : 0;
}

const char *suppressions_line(const struct suppressions *suppressions, size_t index) {
  return suppressions->list.items[index].line;
}

bool suppressions_is_used(const struct suppressions *suppressions, size_t index) {
  return suppressions->used && suppressions->used[index];
}

const char *suppressions_place(const struct suppressions *suppressions, size_t index) {
  return suppressions->list.items[index].place;
}
