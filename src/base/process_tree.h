/* SPDX-License-Identifier: Apache-2.0 */
/* A process and its descendants, from /proc: their resource usage, and sending them signals. */
#ifndef BASE_PROCESS_TREE_H
#define BASE_PROCESS_TREE_H

#include <stddef.h>
#include <sys/types.h>

struct tree_usage {
  double cpu;    /* seconds, of those alive and of those they waited for */
  size_t memory; /* resident bytes of those alive; pages shared by several count several times */
};

struct tree_usage process_tree_measure(pid_t root);
/* To the group `root` leads, and to descendants that left it. */
void process_tree_signal(pid_t root, int number);

#endif
