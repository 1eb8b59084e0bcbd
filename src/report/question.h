/* SPDX-License-Identifier: Apache-2.0 */
/* Obligations in words: "pool.c:27: j->next lies within its block". */
#ifndef REPORT_QUESTION_H
#define REPORT_QUESTION_H

#include "analysis/obligations.h"

struct text;

/* What the obligation is about, without its place: "j->next", "the assertion", "free(j)". */
void question_add_subject(struct text *out, const struct program *program,
                          const struct obligation *obligation);
/* The whole claim, without its place: "j->next lies within a live object". */
void question_add_claim(struct text *out, const struct program *program,
                        const struct obligation *obligation);
/* All of them, a line each, with number, property and place. */
void question_list(struct text *out, const struct program *program,
                   const struct obligations *obligations);

/* The name of the property, or "not modelled". */
const char *question_property(const struct obligation *obligation);

#endif
