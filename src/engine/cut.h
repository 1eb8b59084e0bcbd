/* SPDX-License-Identifier: Apache-2.0 */
/* The program that is left to search once places are proven. */
#ifndef ENGINE_CUT_H
#define ENGINE_CUT_H

#include <stdint.h>

struct task;

/* Cuts from the program of the task what its board makes superfluous (transform/cutting.h), and
 * sets task.rests_on. Only in a process that has the program to itself. Returns how many edges
 * were cut. */
uint32_t cut_proven(struct task *task);

#endif
