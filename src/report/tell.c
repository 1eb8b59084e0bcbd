/* Explains a violation by the state it happened in. */
#include "report/tell.h"

#include "base/text.h"
#include "report/story.h"

#include <string.h>

static bool is_assertion(const struct site *site) {
  return site->library && strcmp(site->library->function->name, "__assert_fail") == 0;
}

/* " at file:line, in pthread_mutex_lock(&m)": where a thread stands, seen from the user's code. */
static void print_site(struct text *out, struct scene scene, const struct thread *thread,
                       struct position at) {
  struct site site = {0};
  if (thread && thread->frames.count)
    site = describe_site(thread);
  if (site.library)
    at = site.at;
  if (!site.function && thread && thread->frames.count) {
    text_add(out, ", before or after the program's own functions");
    return;
  }
  if (at.line) {
    text_add(out, " at ");
    program_print_position(out, scene.state->program, at);
  }
  if (site.library && !is_assertion(&site)) {
    text_add(out, ", in ");
    describe_call(out, scene, thread, site.library);
  } else if (site.function) {
    text_format(out, ", in %s", site.function->name);
  }
}

static void print_actor(struct text *out, struct scene scene, uint32_t number, struct position at) {
  describe_thread(out, number);
  print_site(out, scene, state_thread(scene.state, number), at);
}

const char *tell_access_verb(const struct edge *edge) {
  switch ((int)edge->op) {
  case OPERATION_LOAD:
  case OPERATION_PRINT:
    return "reads";
  case OPERATION_RMW:
  case OPERATION_CAS:
    return "updates";
  case OPERATION_FREE:
    return "frees";
  case OPERATION_COPY:
    return "copies";
  default:
    return "writes";
  }
}

/* The functions that wait for the one a thread is in, innermost first, as far as they are the
 * user's. */
static void print_stack(struct text *out, struct scene scene, const struct thread *thread) {
  size_t top = thread ? thread->frames.count : 0;
  while (top > 0 && thread->frames.items[top - 1].function->is_library)
    top--;
  for (size_t i = top; i-- > 1;) {
    const struct function *caller = thread->frames.items[i - 1].function;
    if (caller->is_library)
      continue;
    text_format(out, "    called by %s", caller->name);
    struct position at = caller->edges[thread->frames.items[i].call_edge].at;
    if (at.line) {
      text_add(out, " at ");
      program_print_position(out, scene.state->program, at);
    }
    text_add(out, "\n");
  }
}

static void print_held(struct text *out, struct scene scene, const struct thread *thread) {
  const char *before = ", holding ";
  for (size_t i = 0; thread && i < thread->held.count; i++) {
    if (thread->held.items[i] == thread_record(scene.state, thread))
      continue;
    text_add(out, before);
    describe_place(out, scene, thread->held.items[i]);
    before = " and ";
  }
  if (*before == ',')
    text_add(out, ", holding no lock");
}

static void print_race_side(struct text *out, struct scene scene, uint32_t number,
                            const struct edge *edge, struct position at) {
  const struct thread *thread = state_thread(scene.state, number);
  text_add(out, "  ");
  describe_thread(out, number);
  text_format(out, " %s it", tell_access_verb(edge));
  print_site(out, scene, thread, at);
  print_held(out, scene, thread);
  text_add(out, "\n");
  print_stack(out, scene, thread);
}

static void explain_race(struct text *out, struct scene scene, const struct violation *violation) {
  text_add(out, "data race on ");
  describe_place(out, scene, violation->address);
  text_add(out, "\n");
  print_race_side(out, scene, violation->thread, violation->edge, violation->at);
  print_race_side(out, scene, violation->other_thread, violation->other_edge, violation->other_at);
}

static bool holds(const struct thread *thread, uint64_t object) {
  for (size_t i = 0; i < thread->held.count; i++)
    if (thread->held.items[i] == object)
      return true;
  return false;
}

static void print_holders(struct text *out, const struct state *state, uint64_t object) {
  const char *before = ", held by ";
  for (size_t i = 0; i < state->thread_count; i++) {
    if (state->threads[i]->finished || !holds(state->threads[i], object))
      continue;
    text_add(out, before);
    describe_thread(out, state->threads[i]->number);
    before = " and ";
  }
}

static bool is_record_of_some(const struct state *state, uint64_t object) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (thread_record(state, state->threads[i]) == object)
      return true;
  return false;
}

bool tell_waiting(struct text *out, struct scene scene, uint32_t number) {
  const struct thread *thread = state_thread(scene.state, number);
  if (!thread || thread->finished || !thread->frames.count)
    return false;
  const struct edge *edge = thread_next_edge(thread);
  uint64_t object;
  if (edge->op != OPERATION_WAIT ||
      !describe_evaluate(scene.state, thread, thread_top(thread), edge->wait.object, &object))
    return false;
  text_add(out, "waits for ");
  describe_place(out, scene, object);
  if (is_record_of_some(scene.state, object))
    text_add(out, " to end");
  else
    print_holders(out, scene.state, object);
  return true;
}

static void print_waiting(struct text *out, struct scene scene, uint32_t number) {
  const struct thread *thread = state_thread(scene.state, number);
  text_add(out, "  ");
  if (!thread || thread->finished || !thread->frames.count) {
    describe_thread(out, number);
    text_add(out, " has ended\n");
    return;
  }
  print_actor(out, scene, number, thread_next_edge(thread)->at);
  struct text waits = {0};
  if (tell_waiting(&waits, scene, number))
    text_format(out, ": %s", text_get(&waits));
  text_release(&waits);
  text_add(out, "\n");
  print_stack(out, scene, thread);
}

static void explain_deadlock(struct text *out, struct scene scene,
                             const struct violation *violation) {
  text_format(out, "deadlock: %s\n", violation->message);
  for (uint32_t i = 0; i < violation->waiting_count; i++)
    print_waiting(out, scene, violation->waiting[i]);
}

static void print_mark(struct text *out, struct scene scene, const char *what,
                       const struct story_mark *mark) {
  if (!mark)
    return;
  text_format(out, "  %s by ", what);
  describe_thread(out, mark->thread);
  if (mark->at.line) {
    text_add(out, " at ");
    program_print_position(out, scene.state->program, mark->at);
  }
  if (*mark->function)
    text_format(out, ", in %s", mark->function);
  text_add(out, "\n");
}

/* What object an address belongs to, or is close to. */
static void explain_address(struct text *out, struct scene scene, uint64_t address) {
  struct place place = {0};
  bool found = false;
  for (uint64_t back = 0; back <= 64 && !found && address >= back; back++)
    found = state_find_place(scene.state, address - back, &place);
  if (!found)
    return;
  place.offset = address - place.address;
  text_add(out, "  concerns ");
  describe_object(out, scene, &place);
  text_format(out, ", %llu bytes", (unsigned long long)place.size);
  if (place.offset)
    text_format(out, ", at offset %llu", (unsigned long long)place.offset);
  text_add(out, "\n");
  if (!scene.story || !place.dynamic || !place.dynamic->allocation ||
      !place.dynamic->allocation->allocate.heap)
    return;
  print_mark(out, scene, "allocated", story_find_mark(scene.story, place.address, false));
  if (!place.content)
    print_mark(out, scene, "freed", story_find_mark(scene.story, place.address, true));
}

/* The text of a failed assertion is the first argument of what assert.h calls. */
bool tell_assertion(struct text *out, struct scene scene, const struct violation *violation) {
  const struct thread *thread = state_thread(scene.state, violation->thread);
  struct site site = {0};
  uint64_t address;
  struct place place;
  if (thread && thread->frames.count)
    site = describe_site(thread);
  if (!is_assertion(&site))
    return false;
  uint32_t text = site.library->function->parameters[0];
  if (!scene.state->domain->known(scene.state->domain_context,
                                  thread->registers.items[site.library->first_register + text],
                                  &address) ||
      !state_find_place(scene.state, address, &place) || !place.variable || !place.variable->bytes)
    return false;
  const char *start = (const char *)place.variable->bytes + place.offset;
  text_add_bytes(out, start, strnlen(start, place.size - place.offset));
  return true;
}

static void explain_error(struct text *out, struct scene scene, const struct violation *violation) {
  struct text condition = {0};
  text_add(out, violation->message);
  if (tell_assertion(&condition, scene, violation))
    text_format(out, ": %s", text_get(&condition));
  text_release(&condition);
  text_add(out, "\n  ");
  print_actor(out, scene, violation->thread, violation->at);
  text_add(out, "\n");
  print_stack(out, scene, state_thread(scene.state, violation->thread));
  if (violation->address)
    explain_address(out, scene, violation->address);
}

void story_print_violation(struct text *out, const struct story *story, const struct state *state,
                           const struct violation *violation) {
  struct text raw = {0};
  struct scene scene = {state, story};
  if (violation->property == PROPERTY_RACE && violation->other_edge)
    explain_race(&raw, scene, violation);
  else if (violation->property == PROPERTY_DEADLOCK && violation->waiting_count)
    explain_deadlock(&raw, scene, violation);
  else
    explain_error(&raw, scene, violation);
  describe_names(out, text_get(&raw), state);
  text_release(&raw);
}
