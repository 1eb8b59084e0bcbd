/* Reads .set files line by line. */
#include "bench/task_set.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void add(struct task_set *set, const char *path, const char *name) {
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
  add(set, copy, copy);
}

bool task_set_add(struct task_set *set, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  struct arena *arena = arena_of(set);
  const char *slash = strrchr(path, '/');
  int folder = slash ? (int)(slash - path + 1) : 0;
  char line[4096];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = '\0';
    if (!line[0] || line[0] == '#')
      continue;
    if (line[0] == '/')
      task_set_add_file(set, line);
    else
      add(set, arena_format(arena, "%.*s%s", folder, path, line), arena_copy_text(arena, line));
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
