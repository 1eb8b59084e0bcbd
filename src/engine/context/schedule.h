/* SPDX-License-Identifier: Apache-2.0 */
/* The schedule recording approach: all interleavings in one formula. */
#ifndef ENGINE_CONTEXT_SCHEDULE_H
#define ENGINE_CONTEXT_SCHEDULE_H

struct engine;
extern const struct engine engine_schedule;

#endif
