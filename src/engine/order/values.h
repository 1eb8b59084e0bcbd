/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: assumptions about the values of shared words, and their use by reads.
 *
 * A thread reads the value that it last knew, or one that another thread writes. If these are a few
 * constants, the value is a choice of them; otherwise it is a variable, as narrow as the range of
 * all of them.
 *
 * Ranges of counters would grow from run to run; engine/counter.h bounds them by their steps.
 *
 * The elements of an object that is accessed at unknown indices have one common range: of the
 * initial values and of all written values. */
#ifndef ENGINE_ORDER_VALUES_H
#define ENGINE_ORDER_VALUES_H

#include "engine/order/symbolic.h"

/* Do the paths keep what they know of this word? */
bool word_values_are_known(const struct word *word, const struct instance *instance);

/* Too small, or too little below 0, for the address of an object. */
bool word_values_are_small(struct range range);

/* What the thread can find in the word, if that is one of a few constants; else NULL. `own` is what
 * it knew last, or NULL. */
const struct term *word_values_read_few(struct symbolic *symbolic, uint32_t thread,
                                        const struct word *word, const struct term *own,
                                        bool *abbreviated);
/* The same as a variable. */
const struct term *word_values_read(struct symbolic *symbolic, const struct thread_path *path,
                                    const struct word *word, const struct term *own,
                                    bool may_point);
/* A variable for what is read from one of these objects at an index that is not known. */
const struct term *word_values_read_element(struct symbolic *symbolic, const struct term *address,
                                            uint32_t size, const struct targets *targets);
/* A write somewhere in the object, where the condition holds. */
void word_values_note_element(struct symbolic *symbolic, struct instance *instance,
                              const struct term *address, uint32_t size, const struct term *value,
                              const struct term *condition);
/* A variable with as many bits as the range needs. */
const struct term *word_values_narrow_variable(struct symbolic *symbolic, struct range range,
                                               unsigned width);
/* A write when there is more than one thread, where the condition holds. */
void word_values_note_write(struct symbolic *symbolic, uint32_t thread, struct word *word,
                            const struct term *value, const struct term *condition);
/* The path creates its first thread: what is there is what others begin with. */
void word_values_note_start(struct symbolic *symbolic, struct thread_path *path);

#endif
