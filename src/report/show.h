/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a program as text, and its control-flow automata as a Graphviz graph. */
#ifndef REPORT_SHOW_H
#define REPORT_SHOW_H

#include <stdbool.h>

struct edge;
struct function;
struct program;
struct text;

/* The user's functions, and those of the library models too if `with_library`. */
void report_show_program(struct text *out, const struct program *program, bool with_library);
void report_show_cfa(struct text *out, const struct program *program, bool with_library);

/* What an edge does, without its place: "x = load 4 bytes at counter". Pointers to program objects
 * appear as &name. */
void report_show_edge(struct text *out, const struct program *program,
                      const struct function *function, const struct edge *edge);
/* Inside a quoted string of a Graphviz graph. */
void report_escape_label(struct text *out, const char *label);

#endif
