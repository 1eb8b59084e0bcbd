/* SPDX-License-Identifier: Apache-2.0 */
/* The under-approximation and widening approach. */
#ifndef ENGINE_CONTEXT_WIDEN_H
#define ENGINE_CONTEXT_WIDEN_H

struct engine;
extern const struct engine engine_widen;

#endif
