/* Conditions that threads come to wait for before they do something else, with the numbers they are
 * asked with. While one does not hold, what is behind it cannot happen. */
#ifndef POR_GUARDS_H
#define POR_GUARDS_H

#include "por/later.h"

struct guards;
struct guards *guards_create(void);
void guards_destroy(struct guards *guards);
/* Equal ones have equal numbers. */
uint32_t guards_intern(struct guards *guards, const struct function *condition, uint64_t object,
                       uint64_t argument);

/* What was read to find out that the condition does not hold. */
struct guard_reads {
  const struct watched *items;
  size_t count;
};
/* Would the thread be blocked there in this state? False if that cannot be told. */
bool guards_block(struct guards *guards, uint32_t number, const struct later *later,
                  struct machine *machine, struct state *state, struct thread *thread,
                  struct guard_reads *reads);

#endif
