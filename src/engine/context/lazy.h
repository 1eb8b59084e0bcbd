/* SPDX-License-Identifier: Apache-2.0 */
/* The lazy approach: interleavings one after the other. */
#ifndef ENGINE_CONTEXT_LAZY_H
#define ENGINE_CONTEXT_LAZY_H

struct engine;
extern const struct engine engine_lazy;

#endif
