/* SPDX-License-Identifier: Apache-2.0 */
/* The main function of heddle: parses the command line and calls a command. */
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/parse.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The exit code: `code`, unless something that was printed is lost. */
static int finish(int code) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return code;
  fprintf(stderr, "heddle: standard output: cannot be written%s%s\n", errno ? ": " : "",
          errno ? strerror(errno) : "");
  return EXIT_USAGE;
}

int main(int count, char **arguments) {
  interrupt_install();
  struct options options;
  switch (options_parse(&options, count, arguments)) {
  case PARSED_OK:
    break;
  case PARSED_DONE:
    return finish(0);
  case PARSED_WRONG:
    return EXIT_USAGE;
  }
  static int (*const commands[COMMAND_COUNT])(const struct options *) = {
      [COMMAND_CHECK] = command_check,
      [COMMAND_RUN] = command_run,
      [COMMAND_REPLAY] = command_replay,
      [COMMAND_SHOW] = command_show,
      [COMMAND_BENCH] = command_bench,
      [COMMAND_HARNESS] = command_harness,
      [COMMAND_SEQUENTIALIZE] = command_sequentialize,
      [COMMAND_ORDERS] = command_orders,
  };
  int code = commands[options.command](&options);
  options_release(&options);
  return finish(code);
}
