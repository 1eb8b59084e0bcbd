/* SPDX-License-Identifier: Apache-2.0 */
/* Where it is no longer known which thread owns a block, for the user. */
#include "engine/static/heap.h"

#include "base/text.h"
#include "program/access.h"

/* A variable of the source in the term; NULL: there is none. */
static const char *find_name(const struct function *function, const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    const struct reg *reg = &function->registers[term->value];
    return reg->is_source && reg->name[0] ? reg->name : NULL;
  }
  const char *found = NULL;
  for (unsigned i = 0; term->kind == TERM_APPLY && !found && i < term->arity; i++)
    found = find_name(function, term->operands[i]);
  return found;
}

/* The edge of the user's that leads to an edge of a node. */
static const struct edge *user_edge(const struct node *node, const struct edge *edge) {
  return node->function->is_library && node->user_edge ? node->user_edge : edge;
}

/* What the edge accesses, or gives to a function, as the source names it. */
static const char *pointer_name(const struct node *node, const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  const char *found = NULL;
  if (!node->function->is_library) {
    for (unsigned i = 0, count = edge_accesses(edge, list); i < count && !found; i++)
      found = find_name(node->function, list[i].address);
    return found;
  }
  const struct edge *call = node->user_edge;
  for (uint32_t i = 0; call && call->op == OPERATION_CALL && i < call->call.argument_count; i++)
    if (!found)
      found = find_name(node->user_function, call->call.arguments[i]);
  return found;
}

static void tell_loss(const struct heaps *heaps, const struct heap_loss *loss, struct text *out) {
  const struct analysis *analysis = heaps->analysis;
  const struct space_object *object = &analysis->space.objects.items[loss->site];
  const struct node *maker = &analysis->nodes.items[object->node];
  const struct node *node = &analysis->nodes.items[loss->node];
  const struct edge *made = user_edge(maker, object->edge), *at = user_edge(node, loss->edge);
  const char *name = pointer_name(node, loss->edge);
  text_add(out, "the owner of a block made at ");
  program_print_position(out, analysis->program, made->at);
  text_add(out, " is not known at ");
  program_print_position(out, analysis->program, at->at);
  if (name)
    text_format(out, ", through %s", name);
}

void heaps_tell(const struct heaps *heaps, struct text *out) {
  if (!heaps)
    return;
  for (size_t i = 0; i < heaps->losses.count; i++) {
    tell_loss(heaps, &heaps->losses.items[i], out);
    text_add(out, "\n");
  }
  if (!heaps->reason)
    return;
  text_format(out, "no owners of blocks are known: %s", heaps->reason);
  if (heaps->reason_at && heaps->reason_at->at.line)
    text_add(out, " at ");
  if (heaps->reason_at)
    program_print_position(out, heaps->analysis->program, heaps->reason_at->at);
  text_add(out, "\n");
}
