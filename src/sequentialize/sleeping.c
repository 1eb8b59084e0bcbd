/* SPDX-License-Identifier: Apache-2.0 */
/* The reduction `order`: neighbouring steps that commute come in the order of threads. If thread 2
 * moves although thread 1 could have, thread 1 may move next only if what it does next does not
 * commute with the step of thread 2; otherwise the same happens if thread 1 moves first. Until then
 * thread 1 is asleep. These are sleep sets, with the number of a thread as the order in which it is
 * tried, kept in a variable of the output.
 *
 * Steps are put into classes by what they touch (interference.h), and a table has for each class
 * those that it does not commute with, so one assumption is evaluated per step: is the chosen
 * thread awake?
 *
 * Why nothing is lost. Let E be an execution that violates something, or any complete one. Wherever
 * a thread is chosen, take of those whose next step in E commutes with all that comes before it in
 * E the thread with the smallest number. This is an execution that only reorders E, so it has the
 * same violation and the same end. A thread u that is chosen is awake: if it were asleep, a thread
 * with a larger number was chosen earlier while u stood where it stands now, and all steps since
 * then commute with that of u; so u could have been taken then.
 * - With `conflict`, a thread goes on after its step as long as it conflicts with no thread. What
 * it does then commutes with all that others may do, so the first step alone decides who sleeps.
 * The two reductions do not get in each other's way: which threads are offered where one is chosen
 * is not changed, and a step that `conflict` adds to E is executed at once.
 * - That is so of threads that are free. What a thread does while others are blocked need not
 * commute with what these do later: it may release the mutex that they wait for. So a blocked
 * thread does not fall asleep; it could not have moved first anyway.
 * - A race of an access in an atomic section is found where the section is executed while another
 *   thread stands before its own access. So a step does not commute with a later section of another
 *   thread, either, if its thread, or one that it creates, comes to such an access after the step.
 * - Threads that are created by a step were not there before it, and are awake.
 * - A thread that may have to wait can sleep as well: a step that changes whether it can go on does
 *   not commute with it.
 * - A step of a loop that is repeated forever: E is finite, and the argument needs no more. */
#include "sequentialize/sleeping.h"

#include "sequentialize/interference.h"
#include "sequentialize/racing.h"

enum { MOST_CLASSES = 64, MOST_SLEEPERS = 32 };

/* What a step touches, and, if races are looked for, what its thread accesses later. */
struct step_class {
  uint32_t footprint, accesses;
};

struct step_classes {
  struct step_class list[MOST_CLASSES];
  uint32_t count; /* the last one takes those that no class is left for, if all are used */
};

bool sleeping_applies(const struct sequentializer *s) {
  return s->options->reduces_order && s->thread_total > 1 && s->thread_total <= MOST_SLEEPERS;
}

static bool overflows(const struct step_classes *classes, uint32_t number) {
  return number == MOST_CLASSES - 1 && classes->count == MOST_CLASSES;
}

static uint32_t class_of(struct step_classes *classes, struct step_class class) {
  for (uint32_t i = 0; i < classes->count; i++)
    if (classes->list[i].footprint == class.footprint &&
        classes->list[i].accesses == class.accesses)
      return i;
  if (classes->count == MOST_CLASSES)
    return MOST_CLASSES - 1;
  classes->list[classes->count] = class;
  return classes->count++;
}

static struct step_class class_at(struct sequentializer *s, const struct flat_unit *unit,
                                  uint32_t node) {
  struct step_class class = {.footprint = interference_step(s->interference, unit, node)};
  if (racing_wanted(s))
    class.accesses = interference_accesses(s->interference, unit, node);
  return class;
}

/* Does a step not commute with one of another thread that comes later? */
static bool is_noticed(const struct sequentializer *s, struct step_class step,
                       struct step_class later) {
  return interference_conflict(s->interference, step.footprint, later.footprint) ||
         interference_conflict(s->interference, later.footprint, step.footprint) ||
         (racing_wanted(s) &&
          interference_conflict(s->interference, step.accesses, later.footprint));
}

static void print_table(struct sequentializer *s, const struct step_classes *classes,
                        struct text *out) {
  text_add(out, "/* The classes of steps that each class does not commute with. */\n"
                "static const unsigned long long conflicts[] = {");
  for (uint32_t i = 0; i < classes->count; i++) {
    uint64_t set = 0;
    for (uint32_t k = 0; k < classes->count; k++)
      if (overflows(classes, i) || overflows(classes, k) ||
          is_noticed(s, classes->list[i], classes->list[k]))
        set |= (uint64_t)1 << k;
    text_format(out, "%s0x%llxull", i ? ", " : "", (unsigned long long)set);
  }
  text_add(out, "};\n");
}

/* The class of each case, one routine after the other, and where the cases of a thread begin. */
static void print_classes(struct sequentializer *s, struct text *out) {
  struct step_classes classes = {.count = 0};
  struct text list = {0}, starts = {0};
  uint32_t total = 0;
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    for (uint32_t k = 0; k < unit->thread_count; k++)
      text_format(&starts, "%s%d", starts.length ? ", " : "", (int)total - 1);
    for (uint32_t k = 0; k < unit->cases.count; k++)
      text_format(&list, "%s%u", list.length ? ", " : "",
                  class_of(&classes, class_at(s, unit, unit->cases.nodes[k])));
    total += unit->cases.count;
  }
  text_format(out,
              "/* The class of each case of each routine, and where those of a thread begin. */\n"
              "static const unsigned char classes[] = {%s};\n"
              "static const int first_class[] = {%s};\n",
              text_get(&list), text_get(&starts));
  print_table(s, &classes, out);
  text_release(&list);
  text_release(&starts);
}

void sleeping_helpers(struct sequentializer *s, struct text *out) {
  if (!sleeping_applies(s))
    return;
  print_classes(s, out);
  text_format(
      out,
      "/* Threads whose next step would have been the same before the last ones: a bit each. */\n"
      "static unsigned int asleep;\n\n"
      "/* The set after the next step of a thread: those that slept or have a smaller number, "
      "and\n * a next step that commutes with it. */\n"
      "static unsigned int fall_asleep(unsigned int next) {\n"
      "  unsigned long long others = conflicts[classes[first_class[next] + pc[next]]];\n"
      "  unsigned int i, result = 0;\n"
      "  for (i = 0; i < %u; i++)\n"
      "    if (i != next && pc[i] > 0 && (i < next || (asleep >> i & 1)) &&\n"
      "        !(others >> classes[first_class[i] + pc[i]] & 1)%s)\n"
      "      result |= 1u << i;\n  return result;\n}\n\n",
      s->thread_total, s->needs.is_free ? " && !is_blocked(i)" : "");
}

void sleeping_choice(const struct sequentializer *s, struct text *out) {
  if (sleeping_applies(s))
    text_add(out, "    __VERIFIER_assume(!(asleep >> next & 1));\n"
                  "    asleep = fall_asleep(next);\n");
}
