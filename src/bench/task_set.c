/* SPDX-License-Identifier: Apache-2.0 */
/* Reads .set files line by line. */
#include "bench/task_set.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

static void add_task(struct task_set *set, const char *path, const char *name) {
  vector_push(&set->paths, path);
  vector_push(&set->names, name);
}

static struct arena *arena_of(struct task_set *set) {
  if (!set->arena)
    set->arena = arena_create();
  return set->arena;
}

void task_set_add_file(struct task_set *set, const char *path) {
  const char *copy = arena_copy_text(arena_of(set), path);
  add_task(set, copy, copy);
}

/* An entry of a set in `folder` ("" or ending in a slash). */
static void add_entry(struct task_set *set, const char *folder, const char *entry) {
  struct arena *arena = arena_of(set);
  size_t skipped = *entry == '/' ? 0 : strlen(folder);
  const char *path = arena_format(arena, "%s%s", skipped ? folder : "", entry);
  glob_t found = {0};
  /* What matches nothing stays as it is, and is reported when it is opened. */
  if (strpbrk(entry, "*?[") && glob(path, 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) {
      const char *match = arena_copy_text(arena, found.gl_pathv[i]);
      add_task(set, match, match + skipped);
    }
    globfree(&found);
  } else {
    add_task(set, path, path + skipped);
  }
}

bool task_set_add(struct task_set *set, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  const char *slash = strrchr(path, '/');
  const char *folder =
      arena_format(arena_of(set), "%.*s", slash ? (int)(slash - path + 1) : 0, path);
  char line[4096];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] && line[0] != '#')
      add_entry(set, folder, line);
  }
  bool fine = !ferror(file); /* a folder opens but cannot be read */
  int error = errno;
  fclose(file);
  errno = error;
  return fine;
}

void task_set_release(struct task_set *set) {
  arena_destroy(set->arena);
  vector_release(&set->paths);
  vector_release(&set->names);
}
