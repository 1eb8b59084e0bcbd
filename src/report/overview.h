/* SPDX-License-Identifier: Apache-2.0 */
/* The table before the verdict: what is proven, what is left, how far the search went, and what was
 * in the way. In words of the program, at most about 25 lines. */
#ifndef REPORT_OVERVIEW_H
#define REPORT_OVERVIEW_H

#include "engine/board.h"
#include "engine/partial_result.h"

struct text;

struct overview {
  const struct program *program;
  property_set asked, proven;
  const struct board *board;            /* NULL: single places are not known */
  const struct partial_result *partial; /* NULL: nothing was searched completely */
  const char *engine, *reason;          /* why it is not decided; "": it is */
  const char *details;                  /* "engine: reason" line by line; NULL: only `reason` */
  size_t width;                         /* of a line, in characters */
  unsigned most_places; /* of a property that are named; for overview_print, not its callers */
};

void overview_print(struct text *out, const struct overview *overview);

/* Names of the properties that are not proven: "memory, deadlock". */
void overview_print_open(struct text *out, property_set asked, property_set proven);
/* The place and subject of an obligation: "pool.c:27 j->next". */
void overview_print_place(struct text *out, const struct program *program,
                          const struct obligation *obligation);

#endif
