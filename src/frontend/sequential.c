/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend/sequential.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

const char *sequential_bound(struct arena *arena, const char *name) {
  size_t length = strlen(SEQUENTIAL_BOUND);
  if (strncmp(name, SEQUENTIAL_BOUND, length) != 0)
    return NULL;
  struct text what = {0};
  text_add(&what, "a bound of the sequential program: ");
  for (const char *at = name + length; *at; at++)
    text_format(&what, "%c", *at == '_' ? ' ' : *at);
  const char *copy = arena_copy_text(arena, text_get(&what));
  text_release(&what);
  return copy;
}

const char *sequential_assertion(enum data_model model) {
  return model == DATA_MODEL_ILP32
             ? "_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4, \"for ILP32\");"
             : "_Static_assert(sizeof(long) == 8 && sizeof(void *) == 8, \"for LP64\");";
}

static bool has_line(const char *text, const char *line) {
  size_t length = strlen(line);
  for (const char *at = strstr(text, line); at; at = strstr(at + 1, line))
    if ((at == text || at[-1] == '\n') && at[length] == '\n')
      return true;
  return false;
}

bool sequential_find_data_model(const char *path, enum data_model *found) {
  struct text contents = {0};
  bool any = false;
  if (file_read(path, &contents))
    for (int model = DATA_MODEL_LP64; model <= DATA_MODEL_ILP32 && !any; model++) {
      any = has_line(text_get(&contents), sequential_assertion((enum data_model)model));
      *found = any ? (enum data_model)model : *found;
    }
  text_release(&contents);
  return any;
}
