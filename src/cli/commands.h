/* SPDX-License-Identifier: Apache-2.0 */
/* The commands. Each gets the parsed command line and returns the exit code. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

struct options;

int command_check(const struct options *options);
int command_run(const struct options *options);
int command_replay(const struct options *options);
int command_sequentialize(const struct options *options);
int command_show(const struct options *options);
int command_harness(const struct options *options);
int command_orders(const struct options *options);
int command_bench(const struct options *options);

#endif
