/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to term/: hash consing. */
#ifndef TERM_INTERN_H
#define TERM_INTERN_H

struct term;
struct terms;

/* The one term that equals `wanted`, of which the number is not looked at. */
const struct term *term_intern(struct terms *terms, const struct term *wanted);

#endif
