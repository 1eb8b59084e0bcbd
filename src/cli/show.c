/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle show`: prints the program as text, its control-flow automata as a graph, the abstract
 * reachability graph of the engine explicit, the list of passes, or the table of
 * what engines prove. */
#include "report/show.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/engines.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/options.h"
#include "engine/engine.h"
#include "engine/state_graph.h"
#include "report/graph.h"
#include "report/question.h"
#include "transform/pass.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NODES = 20000 }; /* a larger graph is of no use to look at */

static void show_graph(struct text *out, const struct input *input) {
  struct state_graph graph = {.most_nodes = MOST_NODES};
  struct task task = {.program = input->program,
                      .properties = input->properties,
                      .known = &input->known,
                      .graph = &graph,
                      .counts = true};
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_run(engine_find("explicit"), &task, &result);
  report_show_graph(out, input->program, &graph);
  if (result.verdict == VERDICT_UNKNOWN)
    fprintf(stderr, "heddle: the graph is not complete: %s\n", result.reason);
  state_graph_release(&graph);
  result_release(&result);
}

static void show_obligations(struct text *out, const struct input *input) {
  struct obligations *obligations =
      obligations_find(input->program, input->properties ? input->properties : property_defaults());
  question_list(out, input->program, obligations);
  obligations_destroy(obligations);
}

static void show_text(struct text *out, const char *what, const struct input *input, bool verbose) {
  if (strcmp(what, "cfa") == 0)
    report_show_cfa(out, input->program, verbose);
  else if (strcmp(what, "arg") == 0)
    show_graph(out, input);
  else if (strcmp(what, "obligations") == 0)
    show_obligations(out, input);
  else
    report_show_program(out, input->program, verbose);
}

/* What each pass does and why verdicts stay the same. */
static void print_passes(struct text *out) {
  for (const struct pass *pass = transform_passes; pass->name; pass++)
    text_format(out, "%-12s %s\n%-12s sound: %s\n", pass->name, pass->what, "", pass->sound);
}

static int show_list(const struct options *options, void (*print)(struct text *out)) {
  struct text text = {0};
  print(&text);
  int code = file_write(options->files.output, &text) ? 0 : EXIT_USAGE;
  text_release(&text);
  return code;
}

int command_show(const struct options *options) {
  const char *what = options->operand_count ? options->operands[0] : "";
  if (strcmp(what, "passes") == 0)
    return show_list(options, print_passes);
  if (strcmp(what, "engines") == 0)
    return show_list(options, engines_print_table);
  if (strcmp(what, "cfa") != 0 && strcmp(what, "arg") != 0 && strcmp(what, "program") != 0 &&
      strcmp(what, "obligations") != 0) {
    options_complain(options, *what ? "cannot show '%s'" : "nothing to show%s", what);
    return EXIT_USAGE;
  }
  if (options->after && !transform_knows(options->after)) {
    options_complain(options, "no pass '%s'", options->after);
    return EXIT_USAGE;
  }
  struct input input = {0};
  int code = input_from_options(&input, options, 1);
  if (code == 0)
    code = input_load(&input, options);
  if (code == 0) {
    struct text text = {0};
    show_text(&text, what, &input, options->verbose);
    code = file_write(options->files.output, &text) ? 0 : EXIT_USAGE;
    text_release(&text);
  }
  input_release(&input);
  return code;
}
