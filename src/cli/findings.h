/* SPDX-License-Identifier: Apache-2.0 */
/* The results of `check --all`: the list of violations, and the result for each property. */
#ifndef CLI_FINDINGS_H
#define CLI_FINDINGS_H

#include "base/vector.h"
#include "program/known.h"

#include <stdio.h>

struct findings {
  struct arena *arena;
  property_set asked, proven;
  struct known_violations *known; /* in the order they were found */
  VECTOR(const char *) headlines;
  VECTOR(const char *) variables; /* of races, else "" */
};

/* `known` gets what is found. */
void findings_init(struct findings *findings, property_set asked, struct known_violations *known);
void findings_release(struct findings *findings);
/* `variable`: that a race is about, else "". */
void findings_add(struct findings *findings, const struct violation_site *site,
                  const char *headline, const char *variable);
/* Was a race on this variable found before? */
bool findings_has_race_on(const struct findings *findings, const char *variable);
/* The file for the next violation: the first has the name itself, then "bug-2.json", … */
const char *findings_number_path(const struct findings *findings, const char *path);
/* The list, each property in a line, and, unless `reason` is NULL, why there may be more. */
void findings_print(const struct findings *findings, const char *reason, FILE *out);
/* "FALSE(reach,race)\n", if there are violations. Lives as long as the findings. */
const char *findings_verdict(const struct findings *findings);

#endif
