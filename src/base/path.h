/* SPDX-License-Identifier: Apache-2.0 */
/* Paths as texts. Only the current directory is looked up in the file system. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>

struct arena;

/* Is this how the path ends (".yml")? */
bool file_path_has_ending(const char *path, const char *ending);

bool file_path_is_cplusplus(const char *path); /* a C++ source, by its ending? */

/* The current directory, "" if there is none. */
const char *file_path_here(struct arena *arena);
/* `path` seen from `folder`, which is absolute, without "." and "..". */
const char *file_path_resolve(struct arena *arena, const char *folder, const char *path);
/* The folder a file is in, absolute; `here` is where a relative path begins. */
const char *file_path_folder(struct arena *arena, const char *file, const char *here);
/* An absolute path as it is written from `here`, if it is below it. */
const char *file_path_relative(struct arena *arena, const char *here, const char *path);

#endif
