/* Waits that come before anything else: from some locations a thread accesses nothing before it
 * waits for a condition, as at the beginning of pthread_mutex_lock. As long as the condition does
 * not hold, nothing that follows can happen. */
#ifndef POR_LEADS_H
#define POR_LEADS_H

#include "por/effects.h"

/* What is waited for, relative to the function: constants, its parameters, or the thread's record.
 */
struct lead {
  const struct function *condition;
  struct base object, argument;
};

struct leads;
struct leads *leads_create(const struct program *program, struct effects *effects);
void leads_destroy(struct leads *leads);
/* From a location of the function; false: there is no such wait. */
bool leads_find(struct leads *leads, const struct function *function, uint32_t location,
                struct lead *lead);

#endif
