/* SPDX-License-Identifier: Apache-2.0 */
/* See impact.c. */
#ifndef ENGINE_IMPACT_IMPACT_H
#define ENGINE_IMPACT_IMPACT_H

extern const struct engine engine_impact;

#endif
