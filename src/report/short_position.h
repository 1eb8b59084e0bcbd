/* SPDX-License-Identifier: Apache-2.0 */
/* Positions for tables: without folders. */
#ifndef REPORT_SHORT_POSITION_H
#define REPORT_SHORT_POSITION_H

#include "program/program.h"

struct text;

/* A file of the program without its folder, if that tells it apart from the user's others. */
const char *short_position_file(const struct program *program, uint32_t file);
/* "pool.c:27", with this name. */
void short_position_add(struct text *out, const struct program *program, struct position at);

#endif
