/* A thread that comes to a wait inside an atomic section gives the section up. That changes nothing
 * but where it stands if it accessed nothing in the section before; it may then as well come
 * there later, and when the condition holds not notice that it would have waited. So the wait must
 * be the first thing in its section. Whether a function of the user is called in a section is not
 * known, so if one could be, nothing is said at all; nor if there are jumps out of functions. */
#include "por/leads.h"

#include "base/vector.h"

#include <limits.h>
#include <string.h>

enum { MOST_EDGES = 64, DEEPEST = 4 };

struct leads {
  const struct program *program;
  struct effects *effects;
  bool *calls_user; /* per function: directly, or through what it calls */
  bool is_usable;
};

static bool calls_user_at(const struct leads *leads, const struct edge *edge) {
  return edge->op == OPERATION_CALL && (!edge->call.callee || !edge->call.callee->is_library ||
                                        leads->calls_user[edge->call.callee->number]);
}

static void find_callers(struct leads *leads) {
  const struct program *program = leads->program;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++) {
      const struct function *function = program->functions[i];
      for (uint32_t j = 0; j < function->edge_count && !leads->calls_user[i]; j++)
        changed |= leads->calls_user[i] = calls_user_at(leads, &function->edges[j]);
    }
  }
}

/* Follows an edge with the depth of sections before it; false: they are not used as expected. */
static bool follow_depth(const struct leads *leads, const struct edge *edge, int *depth) {
  if (edge->op == OPERATION_ATOMIC_BEGIN)
    ++*depth;
  else if (edge->op == OPERATION_ATOMIC_END)
    --*depth;
  else if (edge->op == OPERATION_RETURN)
    return *depth == 0;
  else if (*depth && calls_user_at(leads, edge))
    return false;
  return *depth >= 0 && edge->op != OPERATION_SETJMP;
}

/* Does a function of the library leave every section it enters, and call nobody else in one? */
static bool keeps_sections(const struct leads *leads, const struct function *function) {
  int *depths = memory_allocate((function->location_count + 1) * sizeof *depths);
  VECTOR(uint32_t) work = {0};
  bool keeps = true;
  for (uint32_t i = 0; i < function->location_count; i++)
    depths[i] = INT_MAX;
  depths[function->entry] = 0;
  vector_push(&work, function->entry);
  while (work.count && keeps) {
    uint32_t from = vector_pop(&work);
    const struct location *location = &function->locations[from];
    for (uint32_t i = 0; i < location->edge_count && keeps; i++) {
      const struct edge *edge = &function->edges[location->first_edge + i];
      int depth = depths[from];
      keeps = follow_depth(leads, edge, &depth);
      if (!keeps || edge->to >= function->location_count)
        continue;
      if (depths[edge->to] == INT_MAX)
        vector_push(&work, edge->to);
      else
        keeps = depths[edge->to] == depth;
      depths[edge->to] = depth;
    }
  }
  vector_release(&work);
  memory_release(depths);
  return keeps;
}

static bool has_sections(const struct function *function) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    switch ((int)function->edges[i].op) {
    case OPERATION_ATOMIC_BEGIN:
    case OPERATION_ATOMIC_END:
    case OPERATION_SETJMP:
      return true;
    default:
      break;
    }
  return false;
}

struct leads *leads_create(const struct program *program, struct effects *effects) {
  struct leads *leads = memory_allocate_zeroed(sizeof *leads);
  leads->program = program;
  leads->effects = effects;
  leads->calls_user = memory_allocate_zeroed((program->function_count + 1) * sizeof(bool));
  find_callers(leads);
  leads->is_usable = true;
  for (uint32_t i = 0; i < program->function_count && leads->is_usable; i++) {
    const struct function *function = program->functions[i];
    if (function->locations)
      leads->is_usable =
          function->is_library ? keeps_sections(leads, function) : !has_sections(function);
  }
  return leads;
}

void leads_destroy(struct leads *leads) {
  if (!leads)
    return;
  memory_release(leads->calls_user);
  memory_release(leads);
}

static bool is_plain(struct base base) {
  return base.exact && base.kind != BASE_UNSET && base.kind != BASE_OTHER;
}

/* What a base of the callee is to the caller. */
static struct base at_call(struct leads *leads, const struct function *caller,
                           const struct edge *call, struct base base) {
  const struct base unknown = {.kind = BASE_OTHER};
  if (base.kind != BASE_PARAMETER)
    return base;
  if (call->call.callee->is_variadic || base.parameter >= call->call.argument_count)
    return unknown;
  struct base outer = effects_base(leads->effects, caller, call->call.arguments[base.parameter]);
  outer.offset += base.offset;
  return outer;
}

static bool find(struct leads *leads, const struct function *function, uint32_t location,
                 unsigned depth, struct lead *lead) {
  for (unsigned i = 0; i < MOST_EDGES; i++) {
    const struct location *at = &function->locations[location];
    const struct edge *edge = &function->edges[at->first_edge];
    if (at->edge_count != 1)
      return false;
    switch ((int)edge->op) {
    case OPERATION_SKIP:
    case OPERATION_ASSIGN:
    case OPERATION_SELF:
    case OPERATION_WATCHING:
    case OPERATION_ATOMIC_BEGIN:
      location = edge->to;
      continue;
    case OPERATION_WAIT:
      *lead = (struct lead){edge->wait.condition,
                            effects_base(leads->effects, function, edge->wait.object),
                            effects_base(leads->effects, function, edge->wait.argument)};
      return !edge->wait.spurious && is_plain(lead->object) && is_plain(lead->argument);
    case OPERATION_CALL:
      if (!edge->call.callee || !edge->call.callee->is_library || !edge->call.callee->locations ||
          depth == DEEPEST ||
          !find(leads, edge->call.callee, edge->call.callee->entry, depth + 1, lead))
        return false;
      lead->object = at_call(leads, function, edge, lead->object);
      lead->argument = at_call(leads, function, edge, lead->argument);
      return is_plain(lead->object) && is_plain(lead->argument);
    default:
      return false;
    }
  }
  return false;
}

bool leads_find(struct leads *leads, const struct function *function, uint32_t location,
                struct lead *lead) {
  return leads->is_usable && function->is_library && function->locations &&
         find(leads, function, location, 0, lead);
}
