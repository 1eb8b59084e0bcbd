/* SPDX-License-Identifier: Apache-2.0 */
/* The exhaustive reference search: the concretizer that every other engine is tested against. */
#ifndef ENGINE_REFERENCE_REFERENCE_H
#define ENGINE_REFERENCE_REFERENCE_H

struct engine;
extern const struct engine engine_reference;

#endif
