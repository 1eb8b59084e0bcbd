/* SPDX-License-Identifier: Apache-2.0 */
#include "report/standing.h"

#include "base/text.h"
#include "report/tell.h"

enum { MOST_THREADS = 10 };

static void print_thread(struct text *out, struct snapshot snapshot, const struct thread *thread) {
  struct site site = describe_site(thread);
  struct position at = site.call ? site.at : thread_next_edge(thread)->at;
  struct text waits = {0};
  text_add(out, "  ");
  describe_thread(out, thread->number);
  if (at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, at);
  }
  if (site.function)
    text_format(out, " (in %s)", site.function->name);
  if (tell_waiting(&waits, snapshot, thread->number))
    text_format(out, ": %s", text_get(&waits));
  text_add(out, "\n");
  text_release(&waits);
}

void standing_print(struct text *out, const struct state *state, const struct blocks *blocks) {
  struct snapshot snapshot = {state, blocks};
  struct text raw = {0};
  size_t told = 0, left = 0;
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    if (thread->finished || !thread->frames.count)
      continue;
    if (told++ < MOST_THREADS)
      print_thread(&raw, snapshot, thread);
    else
      left++;
  }
  if (left)
    text_format(&raw, "  and %zu more threads\n", left);
  describe_names(out, text_get(&raw), snapshot);
  text_release(&raw);
}
