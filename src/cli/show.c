/* `heddle show`: the program as text, or its control-flow automata as a graph. */
#include "report/show.h"

#include "base/text.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/options.h"

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

int command_show(const struct options *options) {
  const char *what = options->operand_count ? options->operands[0] : "";
  bool as_graph = strcmp(what, "cfa") == 0;
  if (!as_graph && strcmp(what, "program") != 0) {
    options_complain(options, *what ? "cannot show '%s'" : "nothing to show%s", what);
    return EXIT_USAGE;
  }
  struct input input;
  int code = input_from_options(&input, options, 1);
  if (code == 0)
    code = input_load(&input, options);
  if (code == 0) {
    struct text text = {0};
    (as_graph ? report_show_cfa : report_show_program)(&text, input.program, options->verbose);
    code = write_text(options->output, &text);
    text_release(&text);
  }
  input_release(&input);
  return code;
}
