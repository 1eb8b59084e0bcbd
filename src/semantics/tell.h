/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to semantics/: what the machine says to its listeners. */
#ifndef SEMANTICS_TELL_H
#define SEMANTICS_TELL_H

#include "semantics/machine.h"

static inline void tell_event(struct machine *machine, const struct state *state,
                              struct event event) {
  if (machine->now.is_waiting)
    return;
  for (struct listener *listener = machine->listeners; listener; listener = listener->next)
    if (listener->event)
      listener->event(listener, state, &event);
}

static inline void tell_number(const struct machine *machine, uint64_t bits) {
  for (struct listener *listener = machine->listeners; listener; listener = listener->next)
    if (listener->number)
      listener->number(listener, bits);
}

static inline void tell_touch(const struct machine *machine, enum touch_kind kind,
                              const struct touched *bytes) {
  for (struct listener *listener = machine->listeners; listener; listener = listener->next)
    if (listener->touch)
      listener->touch(listener, kind, bytes);
}

static inline void tell_bytes(const struct machine *machine, uint64_t address, uint64_t size,
                              bool writes) {
  struct touched bytes = {.address = address, .size = size, .writes = writes};
  tell_touch(machine, TOUCH_BYTES, &bytes);
}

static inline void tell_everything(const struct machine *machine) {
  tell_touch(machine, TOUCH_EVERYTHING, NULL);
}

/* The step depends on more than its thread and the bytes told. */
static inline void tell_dependence(const struct machine *machine) {
  tell_touch(machine, TOUCH_UNDECIDABLE, NULL);
}

#endif
