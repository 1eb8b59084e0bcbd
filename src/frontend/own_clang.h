/* SPDX-License-Identifier: Apache-2.0 */
/* The clang that is delivered beside heddle's binary (scripts/svcomp.sh), with the shared libraries
 * and the headers that it needs. */
#ifndef FRONTEND_OWN_CLANG_H
#define FRONTEND_OWN_CLANG_H

#include "base/memory.h"

enum { OWN_HEADER_FOLDERS = 2 };

struct own_clang {
  const char *path;               /* NULL: there is none, so the one in PATH is used */
  const char *const *environment; /* of heddle, but for where the libraries are */
  /* The C library's headers, for machines that have none. */
  const char *header_folders[OWN_HEADER_FOLDERS];
};

void own_clang_find(struct arena *arena, struct own_clang *clang);

#endif
