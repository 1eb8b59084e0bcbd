/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes show the locations of the threads, edges are steps. */
#include "engine/explicit/draw.h"

/* The innermost frame of the user's program. */
static const struct frame *user_frame(const struct thread *thread) {
  size_t at = thread->frames.count - 1;
  while (at > 0 && thread->frames.items[at].function->is_library)
    at--;
  return &thread->frames.items[at];
}

static struct state_graph_thread place_of(const struct thread *thread) {
  struct state_graph_thread place = {.number = thread->number, .start = thread->start};
  if (thread->finished)
    return place;
  const struct frame *frame = user_frame(thread), *top = thread_top(thread);
  place.next = thread_next_edge(thread);
  place.next_in = top->function;
  place.function = frame->function;
  place.at = frame == top ? place.next->at : frame->function->edges[frame[1].call_edge].at;
  return place;
}

static void add_node(struct reach_listener *listener, uint32_t number) {
  struct drawing *drawing = (struct drawing *)listener;
  struct state_graph *graph = drawing->graph;
  const struct state *state = drawing->threading->explorer.state;
  (void)number; /* nodes come in this order */
  struct state_graph_node node = {(uint32_t)graph->threads.count, (uint32_t)state->thread_count};
  vector_push(&graph->nodes, node);
  for (size_t i = 0; i < state->thread_count; i++)
    vector_push(&graph->threads, place_of(state->threads[i]));
  listener->is_full = graph->nodes.count >= graph->most_nodes;
}

static void add_edge(struct reach_listener *listener, uint32_t from, uint32_t to, uint32_t thread) {
  struct state_graph *graph = ((struct drawing *)listener)->graph;
  if (from != NO_STATE)
    vector_push(&graph->edges, (struct state_graph_edge){from, to, thread});
}

void drawing_init(struct drawing *drawing, const struct threading *threading,
                  struct state_graph *graph) {
  *drawing = (struct drawing){{add_node, add_edge, false}, threading, graph};
  state_graph_clear(graph);
}
