/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle harness`: writes a harness for functions of a library. */
#include "frontend/harness.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/options.h"

#include <string.h>

int command_harness(const struct options *options) {
  if (strcmp(options->source.entry, "main") == 0) {
    options_complain(options, "name the functions to call with --entry");
    return EXIT_USAGE;
  }
  struct input input = {0};
  struct text text = {0};
  int code = input_from_options(&input, options, 0);
  if (code == 0 && harness_write(&input.source, &text) != STATUS_OK)
    code = EXIT_BAD_INPUT;
  if (code == 0)
    code = file_write(options->files.output, &text) ? 0 : EXIT_USAGE;
  text_release(&text);
  input_release(&input);
  return code;
}
