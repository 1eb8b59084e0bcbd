/* SPDX-License-Identifier: Apache-2.0 */
/* Splits and joins paths, component by component. */
#include "base/path.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>
#include <unistd.h>

bool file_path_has_ending(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length >= tail && strcmp(path + length - tail, ending) == 0;
}

bool file_path_is_cplusplus(const char *path) {
  static const char *const endings[] = {".cc", ".cpp", ".cxx", ".c++", ".cp", ".C", ".CPP", ".ii"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (file_path_has_ending(path, endings[i]))
      return true;
  return false;
}

const char *file_path_here(struct arena *arena) {
  char folder[4096];
  return getcwd(folder, sizeof folder) ? arena_copy_text(arena, folder) : "";
}

/* Appends one part, or takes the last one away for "..". */
static void add_part(struct text *out, const char *part, size_t length) {
  if (length == 0 || (length == 1 && part[0] == '.'))
    return;
  if (length == 2 && part[0] == '.' && part[1] == '.') {
    while (out->length && out->data[--out->length] != '/')
      continue;
    if (out->data)
      out->data[out->length] = '\0';
    return;
  }
  text_add(out, "/");
  text_add_bytes(out, part, length);
}

static void add_parts(struct text *out, const char *path) {
  while (*path) {
    size_t length = strcspn(path, "/");
    add_part(out, path, length);
    path += length + (path[length] == '/');
  }
}

const char *file_path_resolve(struct arena *arena, const char *folder, const char *path) {
  struct text out = {0};
  if (path[0] != '/')
    add_parts(&out, folder);
  add_parts(&out, path);
  const char *result = out.length ? arena_copy_text(arena, text_get(&out)) : "/";
  text_release(&out);
  return result;
}

const char *file_path_folder(struct arena *arena, const char *file, const char *here) {
  return file_path_resolve(arena, file_path_resolve(arena, here, file), "..");
}

const char *file_path_relative(struct arena *arena, const char *here, const char *path) {
  size_t length = strlen(here);
  bool is_below = strncmp(path, here, length) == 0 && path[length] == '/' && path[length + 1];
  return is_below ? arena_copy_text(arena, path + length + 1) : path;
}
