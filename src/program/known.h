/* SPDX-License-Identifier: Apache-2.0 */
/* Violations that were already shown, by source location. They are not reported again: the
 * execution continues as if the property were not checked. So `--all` finds all violations, one
 * after the other. */
#ifndef PROGRAM_KNOWN_H
#define PROGRAM_KNOWN_H

#include "base/vector.h"
#include "program/program.h"
#include "program/property.h"
#include "program/suppress.h"

/* Two of them are the same violation if they are equal. Races and deadlocks are told apart by
 * lines only: the parts of `x++` race in several ways, of which one is enough. */
struct violation_site {
  enum property property;
  uint32_t count;             /* of places; at most as many as there is room for are kept */
  struct position places[16]; /* sorted, each once */
};

struct known_violations {
  VECTOR(struct violation_site) list;
  struct suppressions *suppressions; /* what is not to be shown at all; NULL: nothing */
};

void site_add(struct violation_site *site, struct position at);
bool site_is_same(const struct violation_site *a, const struct violation_site *b);
/* NULL: nothing is known. */
bool known_has(const struct known_violations *known, const struct violation_site *site);
/* Those of which some violations are known or suppressed. */
property_set known_properties(const struct known_violations *known);

#endif
