/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: words that are used as locks (knowledge.h), and how long paths hold
 * them. */
#ifndef ENGINE_ORDER_LOCKS_H
#define ENGINE_ORDER_LOCKS_H

#include "engine/order/request.h"

struct word;

/* Sets the sections that a new node of the path lies in. */
void lock_note_sections(struct order_run *run, struct thread_path *path, struct order_node *node);
/* The epoch in which the path holds the lock, or 0. */
uint32_t lock_epoch(struct thread_path *path, uint64_t lock);
/* The epoch of a lock that the path holds and that protects the word, or 0. */
uint32_t lock_protecting(struct thread_path *path, const struct word *word);
/* Call this before a write to a word: takes the lock if the word is one. `known`: the value there,
 * or NULL. Returns the epoch of the lock that the write takes, holds or releases, or 0. */
uint32_t lock_before_write(struct order_run *run, const struct request *request, struct word *word,
                           const struct term *known);
/* Call this after the write; `event` is its number, or NO_EVENT. */
void lock_after_write(struct order_run *run, const struct request *request, uint32_t epoch,
                      uint32_t event);
/* The locks that the joined path holds. */
void lock_join(struct order_run *run, const struct thread_path *a, const struct thread_path *b,
               struct thread_path *joined);
/* The `exact` of a byte with the same value on two paths, after these were joined. */
uint32_t lock_joined_stamp(const struct thread_path *a, uint32_t of_a, const struct thread_path *b,
                           uint32_t of_b, const struct thread_path *joined);

#endif
