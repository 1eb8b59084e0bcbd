/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: records what threads hold, to find deadlocks of some threads while
 * others can still move. */
#ifndef SEQUENTIALIZE_HOLDING_H
#define SEQUENTIALIZE_HOLDING_H

#include "sequentialize/writer.h"

/* Notes what the edge takes or gives back, if that may be part of a cycle. */
void holding_write(struct writer *w, const struct edge *hold);
/* Says what the thread waits for, where it is asked. */
void holding_write_wait(struct writer *w, const struct edge *wait);
/* Variables and functions of the output; `dispatch` lets thread `next` make a step. */
void holding_declare(const struct sequentializer *s, struct text *out);
void holding_define(struct sequentializer *s, const char *dispatch, struct text *out);

#endif
