/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: blocks that only the thread which allocated them can know. */
#ifndef ENGINE_GRAPH_UNPUBLISHED_H
#define ENGINE_GRAPH_UNPUBLISHED_H

#include "engine/graph/search.h"

/* Is the place in a block of the thread that is not published? */
bool unpublished_has(struct graph_search *search, const struct thread *thread,
                     const struct place *place);
/* The thread publishes its blocks. */
void unpublished_publish(struct graph_search *search, const struct thread *thread);
/* The thread is about to create another one, which publishes its blocks. */
void unpublished_publish_to_new(struct graph_search *search, const struct thread *thread);
/* The thread accesses this many bytes of a block that is not published. */
void unpublished_note(struct graph_search *search, const struct thread *thread,
                      const struct place *place, uint64_t size, bool writes);
/* Does the action of the thread race with such an access? Then that is the violation. */
bool unpublished_finds_race(struct graph_search *search, const struct thread *thread,
                            const struct place *place, uint32_t number);
/* The thread is restored to its state after this many steps. */
void unpublished_rewind(struct graph_search *search, uint32_t slot, uint64_t steps);
/* Do all accesses to the block before it was published happen before the thread's next action? If
 * not, the search restarts. */
bool unpublished_knows_uses(struct graph_search *search, uint32_t slot, const struct place *place);
void unpublished_release(struct unpublished_blocks *blocks);

#endif
