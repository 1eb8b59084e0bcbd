/* SPDX-License-Identifier: Apache-2.0 */
/* Exit codes: a promise to scripts, documented in the man page. */
#ifndef CLI_EXIT_CODE_H
#define CLI_EXIT_CODE_H

enum exit_code {
  EXIT_TRUE = 0,
  EXIT_USAGE = 2,
  EXIT_BAD_INPUT = 3,
  EXIT_INTERNAL = 4,
  EXIT_FALSE = 10,
  EXIT_UNKNOWN = 20,
};

#endif
