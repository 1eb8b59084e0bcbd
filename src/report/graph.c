/* SPDX-License-Identifier: Apache-2.0 */
/* Prints nodes and edges as text. */
#include "report/graph.h"

#include "base/text.h"
#include "engine/state_graph.h"
#include "report/show.h"

static void add_thread_name(struct text *out, const struct state_graph_thread *thread) {
  if (thread->number == 0 || !thread->start)
    text_format(out, thread->number == 0 ? "main" : "thread %u", (unsigned)thread->number);
  else
    text_format(out, "%s (%u)", thread->start->name, (unsigned)thread->number);
}

static void add_place(struct text *out, const struct program *program,
                      const struct state_graph_thread *thread) {
  add_thread_name(out, thread);
  if (!thread->function) {
    text_add(out, " finished");
    return;
  }
  text_add(out, " ");
  program_print_position(out, program, thread->at);
  if (thread->next_in != thread->function)
    text_format(out, " in %s", thread->next_in->name);
}

static void add_node(struct text *out, const struct program *program,
                     const struct state_graph *graph, uint32_t number) {
  const struct state_graph_node *node = &graph->nodes.items[number];
  text_format(out, "  n%u [label=\"", (unsigned)number);
  for (uint32_t i = 0; i < node->thread_count; i++) {
    struct text label = {0};
    add_place(&label, program, &graph->threads.items[node->first_thread + i]);
    text_add(out, i ? "\\n" : "");
    report_escape_label(out, text_get(&label));
    text_release(&label);
  }
  text_add(out, "\"];\n");
}

static const struct state_graph_thread *find_thread(const struct state_graph *graph, uint32_t node,
                                                    uint32_t number) {
  const struct state_graph_node *at = &graph->nodes.items[node];
  for (uint32_t i = 0; i < at->thread_count; i++)
    if (graph->threads.items[at->first_thread + i].number == number)
      return &graph->threads.items[at->first_thread + i];
  return NULL;
}

static void add_edge(struct text *out, const struct program *program,
                     const struct state_graph *graph, size_t number) {
  const struct state_graph_edge *edge = &graph->edges.items[number];
  const struct state_graph_thread *thread = find_thread(graph, edge->from, edge->thread);
  struct text label = {0};
  if (thread && thread->next) {
    add_thread_name(&label, thread);
    text_add(&label, ": ");
    report_show_edge(&label, program, thread->next_in, thread->next);
  }
  if (edge->to == NO_NODE)
    text_format(out, "  e%zu [shape=point];\n  n%u -> e%zu [label=\"", number, (unsigned)edge->from,
                number);
  else
    text_format(out, "  n%u -> n%u [label=\"", (unsigned)edge->from, (unsigned)edge->to);
  report_escape_label(out, text_get(&label));
  text_add(out, edge->to == NO_NODE ? "\", style=dashed];\n" : "\"];\n");
  text_release(&label);
}

void report_show_graph(struct text *out, const struct program *program,
                       const struct state_graph *graph) {
  text_add(out, "digraph arg {\n  node [shape=box, fontname=monospace];\n"
                "  edge [fontname=monospace];\n");
  for (uint32_t i = 0; i < graph->nodes.count; i++)
    add_node(out, program, graph, i);
  for (size_t i = 0; i < graph->edges.count; i++)
    add_edge(out, program, graph, i);
  text_add(out, "}\n");
}
