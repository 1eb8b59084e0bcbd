/* SPDX-License-Identifier: Apache-2.0 */
/* The modular engine: proofs that do not depend on how many threads there are. */
#ifndef ENGINE_MODULAR_MODULAR_H
#define ENGINE_MODULAR_MODULAR_H

struct engine;
extern const struct engine engine_modular;

#endif
