/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle show`: prints the program as text, its control-flow automata as a graph, or the abstract
 * reachability graph of the engine explicit. */
#include "report/show.h"

#include "base/text.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/options.h"
#include "engine/engine.h"
#include "engine/graph.h"
#include "report/graph.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int write_text(const char *path, const struct text *text) {
  FILE *out = path ? fopen(path, "w") : stdout;
  bool fine = false;
  if (out) {
    fine = fwrite(text_get(text), 1, text->length, out) == text->length && fflush(out) == 0;
    if (out != stdout)
      fine &= fclose(out) == 0;
  }
  if (fine)
    return 0;
  fprintf(stderr, "heddle: %s: %s\n", path ? path : "standard output", strerror(errno));
  return EXIT_USAGE;
}

enum { MOST_NODES = 20000 }; /* of a graph that anybody wants to look at */

static void show_graph(struct text *out, const struct input *input) {
  struct graph graph = {.most_nodes = MOST_NODES};
  struct task task = {.program = input->program,
                      .properties = input->properties,
                      .known = &input->known,
                      .graph = &graph};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_find("explicit")->run(&task, &result);
  report_show_graph(out, input->program, &graph);
  if (result.verdict == VERDICT_UNKNOWN)
    fprintf(stderr, "heddle: the graph is not complete: %s\n", result.reason);
  graph_release(&graph);
  result_release(&result);
}

static void show(struct text *out, const char *what, const struct input *input, bool verbose) {
  if (strcmp(what, "cfa") == 0)
    report_show_cfa(out, input->program, verbose);
  else if (strcmp(what, "arg") == 0)
    show_graph(out, input);
  else
    report_show_program(out, input->program, verbose);
}

int command_show(const struct options *options) {
  const char *what = options->operand_count ? options->operands[0] : "";
  if (strcmp(what, "cfa") != 0 && strcmp(what, "arg") != 0 && strcmp(what, "program") != 0) {
    options_complain(options, *what ? "cannot show '%s'" : "nothing to show%s", what);
    return EXIT_USAGE;
  }
  struct input input = {0};
  int code = input_from_options(&input, options, 1);
  if (code == 0)
    code = input_load(&input, options);
  if (code == 0) {
    struct text text = {0};
    show(&text, what, &input, options->verbose);
    code = write_text(options->output, &text);
    text_release(&text);
  }
  input_release(&input);
  return code;
}
