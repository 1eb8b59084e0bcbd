/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle harness`: writes a C program that calls functions of a library. */
#ifndef FRONTEND_HARNESS_H
#define FRONTEND_HARNESS_H

#include "frontend/options.h"

struct text;

/* For the functions that options->entry names. Messages about errors go to stderr. */
enum status harness_write(const struct frontend_options *options, struct text *out);

#endif
