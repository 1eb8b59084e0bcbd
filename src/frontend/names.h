/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of names separated by commas. */
#ifndef FRONTEND_NAMES_H
#define FRONTEND_NAMES_H

#include "base/memory.h"

#include <string.h>

struct name_list {
  const char *rest;
};

/* The next one, a copy; NULL: there is none left. */
static inline const char *names_next(struct name_list *list, struct arena *arena) {
  while (list->rest && *list->rest == ',')
    list->rest++;
  if (!list->rest || !*list->rest)
    return NULL;
  size_t length = strcspn(list->rest, ",");
  const char *name = arena_format(arena, "%.*s", (int)length, list->rest);
  list->rest += length;
  return name;
}

#endif
