/* SPDX-License-Identifier: Apache-2.0 */
/* Writes two versions of a text as a unified diff, for patch -p1 and git apply. */
#ifndef ORDERS_PATCH_H
#define ORDERS_PATCH_H

#include "base/text.h"

/* Nothing if they are equal. */
void patch_print(struct text *out, const char *path, const char *before, const char *after);

#endif
