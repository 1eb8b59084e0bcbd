/* SPDX-License-Identifier: Apache-2.0 */
/* The properties that a user can check. */
#ifndef PROGRAM_PROPERTY_H
#define PROGRAM_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* PROPERTY(name, text, by default, what a violation means), the most important one first: that is
 * the order in which violations are reported. Races come last because one race on a flag is found
 * long before what it leads to. */
#define PROPERTIES                                                                                 \
  PROPERTY(REACH, "reach", true, "a failed assertion or a call of an error function")              \
  PROPERTY(SPEC, "spec", false, "an automaton of --spec reaches an error state")                   \
  PROPERTY(MEMORY, "memory", true, "an invalid memory access or an invalid free")                  \
  PROPERTY(ABORT, "abort", true, "the program aborts, traps or raises a fatal signal")             \
  PROPERTY(LOCK, "lock", true, "a lock is misused")                                                \
  PROPERTY(DEADLOCK, "deadlock", true, "threads wait forever")                                     \
  PROPERTY(DIVISION, "division", true, "an undefined division or shift")                           \
  PROPERTY(OVERFLOW, "overflow", false, "a signed integer overflow")                               \
  PROPERTY(LEAK, "leak", false, "memory becomes unreachable without being freed")                  \
  PROPERTY(MEMCLEANUP, "memcleanup", false, "memory is still allocated when the program ends")     \
  PROPERTY(RACE, "race", true, "two threads access the same memory concurrently (data race)")

enum property {
#define PROPERTY(name, text, standard, meaning) PROPERTY_##name,
  PROPERTIES
#undef PROPERTY
      PROPERTY_COUNT
};

/* A set of properties: bit 1 << property. */
typedef uint32_t property_set;
static inline bool property_in(enum property property, property_set set) {
  return set >> property & 1;
}

#define PROPERTY_BIT(property) ((property_set)1 << (property))
#define ALL_PROPERTIES (PROPERTY_BIT(PROPERTY_COUNT) - 1)
/* Those that a step of one thread violates or not, whatever the other threads do next. */
#define PROPERTIES_OF_STEPS                                                                        \
  (PROPERTY_BIT(PROPERTY_REACH) | PROPERTY_BIT(PROPERTY_SPEC) | PROPERTY_BIT(PROPERTY_ABORT) |     \
   PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_LOCK) | PROPERTY_BIT(PROPERTY_OVERFLOW) | \
   PROPERTY_BIT(PROPERTY_DIVISION))

/* Do any of these tell who waits for whom? */
static inline bool property_watches_waiting(property_set set) {
  return property_in(PROPERTY_DEADLOCK, set) || property_in(PROPERTY_LOCK, set);
}

const char *property_name(enum property property);
const char *property_meaning(enum property property);
/* Appends the names: the first one after `first`, the others after `between`. */
void property_print_set(struct text *out, property_set set, const char *first, const char *between);
property_set property_defaults(void);
/* By the name a user types; false if there is none. */
bool property_find(const char *name, enum property *property);
/* Adds the properties of a comma-separated list ("race,memory", "all", "default"); false leaves the
 * unknown name in `unknown`. */
bool property_parse_list(const char *list, property_set *set, struct text *unknown);

#endif
