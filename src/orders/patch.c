/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the lines that stay by the longest common subsequence, between the first and the last
 * differing line. */
#include "orders/patch.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CONTEXT = 3 };

struct text_line {
  const char *start;
  size_t length; /* with its end */
};

struct text_lines {
  struct text_line *items;
  size_t count, capacity;
};

/* A line of the diff. */
struct patch_line {
  char mark; /* ' ', '-' or '+' */
  struct text_line line;
};

struct patch_lines {
  struct patch_line *items;
  size_t count, capacity;
};

static void split(const char *text, struct text_lines *lines) {
  while (*text) {
    size_t length = strcspn(text, "\n");
    length += text[length] == '\n';
    struct text_line line = {text, length};
    vector_push(lines, line);
    text += length;
  }
}

static bool is_same(struct text_line a, struct text_line b) {
  return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

static void push(struct patch_lines *out, char mark, struct text_line line) {
  struct patch_line marked = {mark, line};
  vector_push(out, marked);
}

/* The lines from `first` to the ends, which differ in their first and last lines. */
static void compare(const struct text_line *old, size_t old_count, const struct text_line *fresh,
                    size_t fresh_count, struct patch_lines *out) {
  size_t width = fresh_count + 1;
  uint32_t *common = memory_allocate_zeroed((old_count + 1) * width * sizeof *common);
  for (size_t i = old_count; i-- > 0;)
    for (size_t j = fresh_count; j-- > 0;) {
      uint32_t skips_old = common[(i + 1) * width + j], skips_fresh = common[i * width + j + 1];
      common[i * width + j] = is_same(old[i], fresh[j]) ? common[(i + 1) * width + j + 1] + 1
                              : skips_old > skips_fresh ? skips_old
                                                        : skips_fresh;
    }
  size_t i = 0, j = 0;
  while (i < old_count || j < fresh_count) {
    if (i < old_count && j < fresh_count && is_same(old[i], fresh[j])) {
      push(out, ' ', old[i]);
      i++, j++;
    } else if (j == fresh_count ||
               (i < old_count && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      push(out, '-', old[i++]);
    } else {
      push(out, '+', fresh[j++]);
    }
  }
  memory_release(common);
}

static void print_line(struct text *out, const struct patch_line *line) {
  text_add_bytes(out, &line->mark, 1);
  text_add_bytes(out, line->line.start, line->line.length);
  if (!line->line.length || line->line.start[line->line.length - 1] != '\n')
    text_add(out, "\n\\ No newline at end of file\n");
}

/* Is there a change within the next lines? */
static bool changes_soon(const struct patch_lines *all, size_t from, size_t lines) {
  for (size_t i = from; i < all->count && i < from + lines; i++)
    if (all->items[i].mark != ' ')
      return true;
  return false;
}

/* A hunk from line `from` on, with context around; returns where it ends. */
static size_t print_hunk(struct text *out, const struct patch_lines *all, size_t from,
                         size_t old_line, size_t fresh_line) {
  size_t end = from, old = 0, fresh = 0;
  while (end == from || changes_soon(all, end, 2 * CONTEXT + 1)) {
    while (all->items[end].mark == ' ')
      end++;
    while (end < all->count && all->items[end].mark != ' ')
      end++;
  }
  end = end + CONTEXT < all->count ? end + CONTEXT : all->count;
  for (size_t i = from; i < end; i++) {
    old += all->items[i].mark != '+';
    fresh += all->items[i].mark != '-';
  }
  text_format(out, "@@ -%zu,%zu +%zu,%zu @@\n", old ? old_line : old_line - 1, old,
              fresh ? fresh_line : fresh_line - 1, fresh);
  for (size_t i = from; i < end; i++)
    print_line(out, &all->items[i]);
  return end;
}

void patch_print(struct text *out, const char *path, const char *before, const char *after) {
  struct text_lines old = {0}, fresh = {0};
  struct patch_lines all = {0};
  split(before, &old);
  split(after, &fresh);
  size_t head = 0, tail = 0;
  while (head < old.count && head < fresh.count && is_same(old.items[head], fresh.items[head]))
    push(&all, ' ', old.items[head++]);
  while (tail < old.count - head && tail < fresh.count - head &&
         is_same(old.items[old.count - 1 - tail], fresh.items[fresh.count - 1 - tail]))
    tail++;
  compare(old.items + head, old.count - head - tail, fresh.items + head, fresh.count - head - tail,
          &all);
  for (size_t i = old.count - tail; i < old.count; i++)
    push(&all, ' ', old.items[i]);
  size_t old_line = 1, fresh_line = 1;
  bool has_header = false;
  while (*path == '/')
    path++;
  for (size_t i = 0; i < all.count;) {
    if (!changes_soon(&all, i, CONTEXT + 1)) {
      old_line += all.items[i].mark != '+';
      fresh_line += all.items[i].mark != '-';
      i++;
      continue;
    }
    if (!has_header)
      text_format(out, "--- a/%s\n+++ b/%s\n", path, path);
    has_header = true;
    size_t end = print_hunk(out, &all, i, old_line, fresh_line);
    for (; i < end; i++) {
      old_line += all.items[i].mark != '+';
      fresh_line += all.items[i].mark != '-';
    }
  }
  vector_release(&old);
  vector_release(&fresh);
  vector_release(&all);
}
