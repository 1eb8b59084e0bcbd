/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/whereabouts.h"

#include "base/limits.h"
#include "base/text.h"
#include "report/standing.h"

#include <stdio.h>

static const double first_time = 5; /* seconds */
static const double later = 3;      /* times as long */
enum { EDGES_BETWEEN = 1 << 14 };   /* looks at the clock */

void whereabouts_tell(const struct whereabouts *whereabouts, const struct state *state) {
  struct text lines = {0};
  standing_print(&lines, state, whereabouts->blocks);
  fputs(text_get(&lines), stderr);
  text_release(&lines);
}

static void hear(struct listener *listener, const struct state *state, const struct event *event) {
  struct whereabouts *whereabouts = (struct whereabouts *)listener;
  if (event->kind != EVENT_EDGE || ++whereabouts->edges % EDGES_BETWEEN)
    return;
  double now = clock_seconds();
  if (now < whereabouts->next_time)
    return;
  whereabouts->next_time = whereabouts->start + later * (now - whereabouts->start);
  fflush(stdout);
  fprintf(stderr, "heddle: the program still runs after %.0f s:\n", now - whereabouts->start);
  whereabouts_tell(whereabouts, state);
}

void whereabouts_begin(struct whereabouts *whereabouts, const struct blocks *blocks) {
  double now = clock_seconds();
  *whereabouts = (struct whereabouts){
      .listener.event = hear, .blocks = blocks, .start = now, .next_time = now + first_time};
}
