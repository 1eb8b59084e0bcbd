/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: assumptions about the values of shared words, and their use by reads.
 *
 * A thread reads the value that it last knew, or one that another thread writes. If these are a few
 * constants, the value is a selection of them; otherwise it is a variable in the range of all of
 * them. The range of a counter would grow from run to run, but the sum of its steps bounds it
 * (abstract/counter.h). The elements of an object that is accessed at unknown indices have one
 * range, of the initial and all written values. */
#ifndef ENGINE_ORDER_VALUES_H
#define ENGINE_ORDER_VALUES_H

#include "engine/order/access.h"

/* Do paths keep the value of the word that their thread last knew? */
bool word_values_are_known(const struct word *word, const struct instance *instance);

/* Does the range contain no address of an object? */
bool word_values_are_small(struct range range);

/* The value that the thread reads, if it is one of a few constants; otherwise NULL. `own`: the
 * value that it last knew, or NULL. *abbreviated: one value stands for all owners of a lock. */
const struct term *word_values_read_few(struct order_run *run, uint32_t thread,
                                        const struct word *word, const struct term *own,
                                        bool *abbreviated);
/* The value that the thread reads, as a variable. */
const struct term *word_values_read(struct order_run *run, const struct thread_path *path,
                                    const struct word *word, const struct term *own,
                                    bool may_point);
/* A variable for an element of one of these objects, which is read at an unknown index. */
const struct term *word_values_read_element(struct order_run *run, const struct request *request,
                                            const struct targets *targets);
/* Records a write, in the objects whose elements are recorded. */
void word_values_note_elements(struct order_run *run, const struct request *request,
                               const struct order_access *access);
/* Records a write while several threads exist, where the condition holds. */
void word_values_note_write(struct order_run *run, uint32_t thread, struct word *word,
                            const struct term *value, const struct term *condition);
/* Records the values that other threads start with: the path creates its first thread. */
void word_values_note_start(struct order_run *run, struct thread_path *path);

#endif
