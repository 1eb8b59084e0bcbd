/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: the reduction `forget`, which resets dead values. */
#ifndef SEQUENTIALIZE_FORGETTING_H
#define SEQUENTIALIZE_FORGETTING_H

#include "sequentialize/writer.h"

/* Finds which variables may still have a value at each node. After flow_analyse. */
void forgetting_find(struct sequentializer *s, struct flat_unit *unit);
/* Sets variables to 0 that are not read from the node on. */
void forgetting_write(struct writer *w, uint32_t node);
/* The same for all variables, where the thread ends or never goes on. */
void forgetting_write_all(struct writer *w, uint32_t node);
/* The condition under which another thread may still violate something; "": none can, NULL: it is
 * not asked for, or not known. */
const char *forgetting_hope(struct writer *w);
/* Ends the execution if nothing can be violated after the end of the thread. */
void forgetting_write_end(struct writer *w);

#endif
