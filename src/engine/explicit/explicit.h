/* SPDX-License-Identifier: Apache-2.0 */
/* The explicit engine: configurable program analysis of threads with values. */
#ifndef ENGINE_EXPLICIT_EXPLICIT_H
#define ENGINE_EXPLICIT_EXPLICIT_H

struct engine;
extern const struct engine engine_explicit;

#endif
