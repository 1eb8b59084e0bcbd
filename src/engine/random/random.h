/* SPDX-License-Identifier: Apache-2.0 */
/* The engine random: executions under random schedules. It finds violations and proves nothing. */
#ifndef ENGINE_RANDOM_RANDOM_H
#define ENGINE_RANDOM_RANDOM_H

struct engine;
extern const struct engine engine_random;

#endif
