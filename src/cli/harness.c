/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle harness`: writes a harness for functions of a library. */
#include "frontend/harness.h"

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
  bool fine = out && fwrite(text_get(text), 1, text->length, out) == text->length;
  fine &= out && (out == stdout ? fflush(out) : fclose(out)) == 0;
  if (fine)
    return 0;
  fprintf(stderr, "heddle: %s: %s\n", path ? path : "standard output", strerror(errno));
  return EXIT_USAGE;
}

int command_harness(const struct options *options) {
  if (strcmp(options->entry, "main") == 0) {
    options_complain(options, "name the functions to call with --entry");
    return EXIT_USAGE;
  }
  struct input input = {0};
  struct text text = {0};
  int code = input_from_options(&input, options, 0);
  if (code == 0 && harness_write(&input.source, &text) != STATUS_OK)
    code = EXIT_BAD_INPUT;
  if (code == 0)
    code = write_text(options->output, &text);
  text_release(&text);
  input_release(&input);
  return code;
}
