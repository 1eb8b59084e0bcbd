/* SPDX-License-Identifier: Apache-2.0 */
/* Data races. Two threads race if their next operations access the same bytes, at least one of them
 * writes, and not both are atomic. That is also how heddle check looks for races where every atomic
 * access synchronises (semantics/ordering.h); programs with others are not asked for races.
 *
 * The output has a function for each routine that says what a thread accesses next, by its program
 * counter: a case begins with the access, and what the address is made of is kept. Instead of
 * choosing the next thread, the main loop may choose to compare the next accesses of two threads.
 * An access in an atomic section is none that a case begins with; it is compared where it is
 * executed, with the next accesses of the others, but not while a thread that is in a step asks
 * whether others are blocked: it stands at no case. Only those are that may hit what is accessed
 * outside of atomic sections.
 *
 * Why the reductions lose no race. Both accesses are operations on memory that threads share, so
 * `local` lets the threads stop before them. They conflict, so with `conflict` the first thread
 * that comes to its access stops there as long as the other one may still come to the other
 * access. A thread that begins stops before its first access, too (body.c).
 *
 * Addresses are compared by == only: ranges overlap if one begins in the other. */
#include "sequentialize/racing.h"

#include "base/bits.h"
#include "program/access.h"

#include <string.h>

bool racing_wanted(const struct sequentializer *s) {
  return property_in(PROPERTY_RACE, s->options->properties) && !s->is_linear;
}

/* The accesses of an edge that may race. */
static unsigned accesses_of(const struct edge *edge, struct edge_access out[MOST_ACCESSES]) {
  unsigned count = edge_accesses(edge, out), kept = 0;
  for (unsigned i = 0; i < count; i++)
    if (access_races(&out[i]))
      out[kept++] = out[i];
  return kept;
}

/* May a thread access a thread-local variable of another one? */
static bool lends_thread_locals(const struct sequentializer *s) {
  for (uint32_t i = 0; i < s->program->thread_local_count; i++)
    if (!s->program->thread_locals[i].is_library &&
        sharing_of_object(s->sharing, &s->program->thread_locals[i]))
      return true;
  return false;
}

/* What the address may point to, of what threads share. False: nothing. The library's own accesses
 * to records of threads do not race; thread-local variables are one object with the records. */
static bool find_pointees(const struct sequentializer *s, const struct function *function,
                          const struct term *address, uint64_t *set, bool *is_unknown) {
  uint32_t count = sharing_object_count(s->sharing);
  uint32_t record = lends_thread_locals(s) ? count : sharing_record(s->sharing);
  bool any = false, found = false;
  memset(set, 0, (count / 64 + 1) * sizeof *set);
  sharing_add_pointees(s->sharing, function, address, set);
  for (uint32_t i = 0; i < count; i++) {
    any |= bits_has(set, i);
    if (bits_has(set, i) && (i == record || !sharing_is_shared(s->sharing, i)))
      bits_remove(set, i);
    found |= bits_has(set, i);
  }
  *is_unknown = !any;
  return found || !any;
}

/* Is it an access that a case begins with? */
static bool is_case(const struct flat_unit *unit, const struct flat_node *node) {
  return !unit->is_plain && node->kind == FLAT_EDGE && !node->depth && node->is_visible;
}

bool racing_is_plain_access(const struct flat_unit *unit, const struct flat_node *node) {
  struct edge_access list[MOST_ACCESSES];
  return is_case(unit, node) && accesses_of(node->edge, list) && !access_is_atomic(&list[0]);
}

static void note_plain(struct sequentializer *s, const struct flat_node *node, uint64_t *set) {
  struct edge_access list[MOST_ACCESSES];
  size_t words = sharing_object_count(s->sharing) / 64 + 1;
  unsigned count = accesses_of(node->edge, list);
  for (unsigned i = 0; i < count; i++) {
    bool is_unknown;
    if (access_is_atomic(&list[i]) ||
        !find_pointees(s, node->instance->function, list[i].address, set, &is_unknown))
      continue;
    s->races.unknown |= is_unknown;
    for (size_t k = 0; k < words; k++) {
      s->races.accessed[k] |= set[k];
      s->races.written[k] |= access_writes(&list[i]) ? set[k] : 0;
    }
  }
}

/* How much a free takes away is the size of the block. */
static void find_frees(struct sequentializer *s, const struct flat_unit *unit) {
  vector_each (node, &unit->nodes) {
    s->needs.heap_size |=
        node->kind == FLAT_EDGE && node->edge->op == OPERATION_FREE && !node->edge->free.is_slot;
  }
}

void racing_find(struct sequentializer *s) {
  size_t words = sharing_object_count(s->sharing) / 64 + 1;
  uint64_t *set = memory_allocate(words * sizeof *set);
  s->races.accessed = arena_allocate(s->arena, words * sizeof *s->races.accessed);
  s->races.written = arena_allocate(s->arena, words * sizeof *s->races.written);
  memset(s->races.accessed, 0, words * sizeof *s->races.accessed);
  memset(s->races.written, 0, words * sizeof *s->races.written);
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    for (size_t k = 0; k < unit->nodes.count; k++)
      if (is_case(unit, &unit->nodes.items[k]))
        note_plain(s, &unit->nodes.items[k], set);
    find_frees(s, unit);
  }
  for (size_t i = 0; i < s->functions.count; i++)
    find_frees(s, s->functions.items[i]);
  memory_release(set);
}

/* May the access race with one that is not atomic? */
static bool may_race(const struct sequentializer *s, const struct flat_node *node,
                     const struct edge_access *access, bool is_atomic) {
  size_t words = sharing_object_count(s->sharing) / 64 + 1;
  uint64_t *set = memory_allocate(words * sizeof *set);
  bool is_unknown;
  bool found = find_pointees(s, node->instance->function, access->address, set, &is_unknown);
  if (found && is_atomic && !is_unknown && !s->races.unknown) {
    const uint64_t *others = access_writes(access) ? s->races.accessed : s->races.written;
    found = false;
    for (size_t k = 0; k < words; k++)
      found |= (set[k] & others[k]) != 0;
  }
  memory_release(set);
  return found;
}

/* The arguments that describe an access: address, size, and whether it writes. */
static const char *describe(struct writer *w, const struct edge *edge,
                            const struct edge_access *access) {
  struct arena *arena = w->s->arena;
  struct ctype pointer = ctype_pointer(&w->s->types, NULL);
  if (access->kind == EDGE_END) {
    const char *block = cexpr_as(w, access->address, pointer);
    return arena_format(arena, "(char *)%s, %s, 1", block, access_block_size(w, block));
  }
  if (access->length)
    return arena_format(
        arena, "(char *)(%s), %s, %d", cexpr_as(w, access->address, pointer),
        cexpr_as(w, access->length, ctype_integer(w->s->program->pointer_width, false)),
        access_writes(access));
  struct cexpr place =
      cplace_at(w, access->address, access->size, ctype_integer((unsigned)access->size * 8, false));
  const char *writes = access_writes(access) ? "1" : "0";
  if (access->kind == EDGE_EXCHANGE) {
    bool points = place.type.kind == CTYPE_POINTER;
    struct ctype compared =
        place.type.kind == CTYPE_FLOAT ? ctype_integer(place.type.bits, false) : place.type;
    writes = arena_format(arena, "%s%s == %s(%s)", points ? "(void *)" : "",
                          cexpr_group(w, cexpr_cast(w, place, compared), CEXPR_UNARY),
                          points ? "(void *)" : "", cexpr_as(w, edge->cas.expected, compared));
  }
  return arena_format(arena, "(char *)&%s, %llu, %s", place.text, (unsigned long long)access->size,
                      writes);
}

void racing_write(struct writer *w, const struct flat_node *node) {
  struct edge_access list[MOST_ACCESSES];
  if (!racing_wanted(w->s) || w->is_looking || !(node->depth || w->unit->is_plain))
    return;
  if (node->edge->op == OPERATION_LOAD && node->edge->load.target != NO_REGISTER &&
      node->instance->constants[node->edge->load.target])
    return; /* no thread writes what is there */
  unsigned count = accesses_of(node->edge, list);
  for (unsigned i = 0; i < count; i++) {
    if (!may_race(w->s, node, &list[i], true))
      continue;
    const char *maybe = statement_nondet(w->s, ctype_integer(1, false));
    if (list[i].kind == EDGE_END)
      statement_line(w, "if (%s && %s != ((void *)0))", maybe,
                     cexpr_as(w, list[i].address, ctype_pointer(&w->s->types, NULL)));
    else
      statement_line(w, "if (%s)", maybe);
    w->s->needs.look_for_race = true;
    statement_line(w, "  look_for_race(%s, %s);", w->thread, describe(w, node->edge, &list[i]));
  }
}

void racing_declare(const struct sequentializer *s, struct text *out) {
  if (!racing_wanted(s))
    return;
  text_add(out, "/* What a thread is about to access. */\n"
                "struct next_access {\n  char *address;\n  unsigned long size;\n  int writes;\n"
                "  int is_atomic;\n};\n\n");
  if (s->needs.is_free)
    text_add(out, "static int is_asking; /* whether others are blocked, within a step */\n\n");
  if (s->needs.look_for_race)
    text_add(out,
             "/* In an atomic section: is another thread about to do an access that races with "
             "this one? */\nstatic void look_for_race(unsigned int self, char *address, "
             "unsigned long size, int writes);\n\n");
}

/* What a thread accesses next if it stands at a case. */
static void write_next(struct writer *w, uint32_t number, const struct flat_node *node) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = accesses_of(node->edge, list), wanted = 0;
  w->instance = node->instance;
  for (unsigned i = 0; i < count; i++)
    if (may_race(w->s, node, &list[i], access_is_atomic(&list[i])))
      list[wanted++] = list[i];
  if (!wanted)
    return;
  text_format(w->out, "  case %u:\n", number);
  if (list[0].kind == EDGE_END)
    statement_line(w, "if (%s != ((void *)0))",
                   cexpr_as(w, list[0].address, ctype_pointer(&w->s->types, NULL)));
  else if (wanted > 1)
    statement_line(w, "if (%s)", statement_nondet(w->s, ctype_integer(1, false)));
  for (unsigned i = 0; i < wanted; i++) {
    if (i)
      statement_line(w, "else");
    statement_line(w, "%sset_access(next, %s, %d);",
                   list[0].kind == EDGE_END || wanted > 1 ? "  " : "",
                   describe(w, node->edge, &list[i]), access_is_atomic(&list[i]));
  }
  statement_line(w, "break;");
}

static void write_routine(struct sequentializer *s, struct flat_unit *unit, struct text *out) {
  struct writer w = {.s = s, .unit = unit, .out = out, .indent = 2, .thread = "t"};
  if (unit->is_single)
    w.thread = arena_format(s->arena, "%u", unit->first_thread);
  text_format(out,
              "static void %s_next(%sstruct next_access *next) {\n  set_access(next, (void *)0, 0, "
              "0, 0);\n  switch (pc[%s]) {\n",
              unit->name, unit->is_single ? "" : "unsigned int t, ", w.thread);
  for (uint32_t i = 0; i < unit->cases.count; i++)
    if (is_case(unit, &unit->nodes.items[unit->cases.nodes[i]]))
      write_next(&w, i + 1, &unit->nodes.items[unit->cases.nodes[i]]);
  text_add(out, "  default:\n    break;\n  }\n}\n\n");
}

static const char COMPARISON[] =
    "static int overlap(const struct next_access *a, const struct next_access *b) {\n"
    "  unsigned long i;\n"
    "  for (i = 0; i < a->size && b->size > 0; i++)\n    if (a->address + i == b->address)\n"
    "      return 1;\n"
    "  for (i = 0; i < b->size && a->size > 0; i++)\n    if (b->address + i == a->address)\n"
    "      return 1;\n  return 0;\n}\n\n"
    "static int is_race(const struct next_access *a, const struct next_access *b) {\n"
    "  return (a->writes || b->writes) && !(a->is_atomic && b->is_atomic) && overlap(a, b);\n}\n\n";

void racing_define(struct sequentializer *s, struct text *out) {
  if (!racing_wanted(s))
    return;
  text_add(out, "static void set_access(struct next_access *access, char *address, unsigned long "
                "size, int writes,\n                       int is_atomic) {\n"
                "  access->address = address;\n  access->size = size;\n  access->writes = writes;\n"
                "  access->is_atomic = is_atomic;\n}\n\n");
  struct text body = {0};
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    write_routine(s, unit, out);
    text_format(&body, "  if (thread - %uu < %uu)\n    %s_next(%snext);\n", unit->first_thread,
                unit->thread_count, unit->name, unit->is_single ? "" : "thread, ");
  }
  text_format(out,
              "static void next_of(unsigned int thread, struct next_access *next) {\n%s}\n\n%s",
              text_get(&body), COMPARISON);
  text_release(&body);
  if (s->needs.look_for_race)
    text_format(
        out,
        "static void look_for_race(unsigned int self, char *address, unsigned long size, int "
        "writes) {\n  struct next_access mine, next;\n"
        "  unsigned int other = __VERIFIER_nondet_uint();\n%s"
        "  __VERIFIER_assume(other < %u && other != self);\n"
        "  set_access(&mine, address, size, writes, 1);\n  next_of(other, &next);\n"
        "  __VERIFIER_assume(is_race(&mine, &next));\n  reach_error(); /* data race */\n}\n\n",
        s->needs.is_free ? "  if (is_asking)\n    return;\n" : "", s->thread_total);
  text_format(out,
              "/* Two threads race with their next accesses, or this is no execution. */\n"
              "static void race(void) {\n  struct next_access a, b;\n"
              "  unsigned int one = __VERIFIER_nondet_uint();\n"
              "  unsigned int other = __VERIFIER_nondet_uint();\n"
              "  __VERIFIER_assume(one < other && other < %u);\n"
              "  next_of(one, &a);\n  next_of(other, &b);\n"
              "  __VERIFIER_assume(is_race(&a, &b));\n  reach_error(); /* data race */\n}\n\n",
              s->thread_total);
}
