/* SPDX-License-Identifier: Apache-2.0 */
/* An access of the interpreter is the next event of the executed node with the same edge. Its
 * address may differ from that of the formula. */
#include "engine/order/exceptions.h"

/* The event of the access; NO_EVENT: the formula has none. */
static uint32_t find_event(struct exceptions *exceptions, const struct edge *edge, bool writes) {
  const struct formula *formula = exceptions->formula;
  if (exceptions->node == NO_NODE)
    return NO_EVENT;
  for (uint32_t i = formula->first_event[exceptions->node];
       i < formula->first_event[exceptions->node + 1]; i++) {
    uint32_t number = formula->events[i];
    const struct order_event *event = &formula->run->log.events.items[number];
    if (exceptions->is_done[number] || event->edge != edge || event->writes != writes ||
        !formula_value(formula, formula->guards.items[number]))
      continue;
    exceptions->is_done[number] = true;
    return number;
  }
  return NO_EVENT;
}

/* In the model, is the event before that write of the same location? */
static bool is_before(const struct exceptions *exceptions, uint32_t event,
                      const struct executed_write *write) {
  return write->event != NO_EVENT &&
         formula_value(exceptions->formula,
                       formula_event_before(exceptions->formula, event, write->event));
}

/* The oldest write to the location that is newer than the event; NULL: there is none. */
static const struct executed_write *next_newer(const struct exceptions *exceptions, uint32_t event,
                                               uint64_t address) {
  const struct executed_write *best = NULL;
  vector_each (write, &exceptions->writes) {
    if (write->address == address && is_before(exceptions, event, write) &&
        (!best || is_before(exceptions, write->event, best)))
      best = write;
  }
  return best;
}

/* The number of the access that wrote the newest value of the location; 0: none. */
static uint64_t newest(const struct exceptions *exceptions, uint64_t address) {
  const struct executed_write *best = NULL;
  vector_each (write, &exceptions->writes) {
    if (write->address == address &&
        (!best || write->event == NO_EVENT || !is_before(exceptions, write->event, best)))
      best = write;
  }
  return best ? best->number : 0;
}

/* The number of the access that the read takes its value from; false: the formula does not tell. */
static bool find_source(const struct exceptions *exceptions, uint32_t event, uint64_t *number) {
  const struct formula *formula = exceptions->formula;
  for (size_t i = 0; i < formula->readings.count; i++) {
    if (formula->readings.items[i].event != event)
      continue;
    const struct read_source *source = formula_source(formula, &formula->readings.items[i]);
    *number = 0;
    if (!source || source->write == FROM_START)
      return source != NULL;
    for (size_t j = 0; j < exceptions->writes.count; j++)
      if (exceptions->writes.items[j].event == source->write)
        *number = exceptions->writes.items[j].number;
    return *number != 0;
  }
  return false;
}

static void guide_access(struct exception_guide *guide, const struct overlay_access *access,
                         enum action_kind kind, uint64_t number) {
  struct exceptions *exceptions = (struct exceptions *)guide;
  uint64_t address = access->place->address + access->place->offset, other;
  bool writes = kind == ACTION_WRITE;
  uint32_t event = find_event(exceptions, thread_next_edge(access->thread), writes);
  struct schedule_exception exception = {number, 0};
  if (writes) {
    const struct executed_write *newer =
        event == NO_EVENT ? NULL : next_newer(exceptions, event, address);
    if (newer) {
      exception.other = newer->number;
      vector_push(&exceptions->schedule->exceptions, exception);
    }
    vector_push(&exceptions->writes, (struct executed_write){address, number, event});
  } else if (event != NO_EVENT && find_source(exceptions, event, &other) &&
             other != newest(exceptions, address)) {
    exception.other = other;
    vector_push(&exceptions->schedule->exceptions, exception);
  }
}

void exceptions_create(struct exceptions *exceptions, struct formula *formula,
                       struct schedule *schedule) {
  *exceptions =
      (struct exceptions){.guide = {guide_access}, .formula = formula, .schedule = schedule};
  exceptions->is_done = memory_allocate_zeroed(formula->run->log.events.count + 1);
}

void exceptions_begin(struct exceptions *exceptions) {
  for (size_t i = 0; i < exceptions->formula->run->log.events.count; i++)
    exceptions->is_done[i] = false;
  exceptions->writes.count = 0;
  exceptions->node = NO_NODE;
  exceptions->schedule->has_graph = true;
}

void exceptions_release(struct exceptions *exceptions) {
  memory_release(exceptions->is_done);
  vector_release(&exceptions->writes);
}
