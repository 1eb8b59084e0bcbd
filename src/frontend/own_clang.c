/* SPDX-License-Identifier: Apache-2.0 */
/* FOLDER/heddle uses FOLDER/libexec/clang-19. That finds its own headers in
 * FOLDER/lib/clang/19/include, and its shared libraries in FOLDER/lib if LD_LIBRARY_PATH says so.
 */
#include "frontend/own_clang.h"

#include "base/vector.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Where heddle's binary is; NULL: not known. */
static const char *find_folder(struct arena *arena) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0)
    return NULL;
  path[length] = '\0';
  *strrchr(path, '/') = '\0';
  return arena_copy_text(arena, path);
}

static const char *const *make_environment(struct arena *arena, const char *folder) {
  static const char name[] = "LD_LIBRARY_PATH=";
  VECTOR(const char *) list = {0};
  for (char **entry = environ; *entry; entry++)
    if (strncmp(*entry, name, sizeof name - 1) != 0)
      vector_push(&list, *entry);
  vector_push(&list, arena_format(arena, "%s%s/lib", name, folder));
  vector_push(&list, NULL);
  const char *const *copy = arena_copy(arena, list.items, list.count * sizeof *list.items);
  vector_release(&list);
  return copy;
}

void own_clang_find(struct arena *arena, struct own_clang *clang) {
  const char *folder = find_folder(arena);
  *clang = (struct own_clang){0};
  if (!folder)
    return;
  clang->path = arena_format(arena, "%s/libexec/clang-19", folder);
  if (access(clang->path, X_OK) != 0) {
    clang->path = NULL;
    return;
  }
  clang->environment = make_environment(arena, folder);
  clang->header_folders[0] = arena_format(arena, "%s/lib/include/x86_64-linux-gnu", folder);
  clang->header_folders[1] = arena_format(arena, "%s/lib/include", folder);
}
