/* SPDX-License-Identifier: Apache-2.0 */
/* A layout gives each object a real address: a multiple of its alignment, between 2^16 and 2^47 (on
 * ILP32 to the end), where it overlaps no other. Few bits, remainders by numbers without a common
 * divisor, and an order never contradict each other; where more is decided, it is looked whether
 * there still is such a layout. */
#include "semantics/layout_answer.h"

#include "analysis/reuse.h"
#include "base/bits.h"
#include "base/number.h"
#include "program/address.h"
#include "semantics/layout.h"
#include "semantics/tell.h"

#include <string.h>

enum {
  MOST_BITS = 8, /* up to so many bits, all their values are tried */
  USER_BITS = 47,
  LOWEST_ADDRESS = 1 << 16,
};

struct asking {
  struct machine *machine;
  struct state *state;
  const struct layout_request *request;
  const struct edge *edge;
  bool remembers;   /* decisions are kept for later questions */
  bool asks_always; /* also for what is decided */
  bool is_refuted;  /* … and the answer is another one */
  bool is_unknown;  /* the domain cannot tell the answers apart */
};

/* An address and the object it is in. */
struct located {
  bool is_found;
  uint64_t number, object, offset, size, alignment;
  uint64_t tag; /* above the address */
};

static void note_change(struct state *state) { state->packed_layout = CHANGED; }

static uint64_t alignment_of(const struct memory_object *object) {
  return object->allocation ? object->allocation->allocate.alignment
         : object->variable ? object->variable->alignment
                            : ADDRESS_GAP;
}

static struct located locate(const struct asking *in, uint64_t number) {
  const struct program *program = in->machine->program;
  struct located found = {.number = number};
  struct thread *owner;
  const struct memory_object *object = number >= address_of_threads(program->data_model)
                                           ? state_find_remembered(in->state, number, &owner)
                                           : NULL;
  if (object) {
    found.object = object->address;
    found.offset = memory_object_offset(object, number);
    found.size = memory_object_end(object) - object->address;
    found.alignment = alignment_of(object);
  }
  for (uint32_t i = 0; !object && i < program->object_count; i++) {
    const struct object *variable = &program->objects[i];
    uint64_t address = number & ADDRESS_BITS;
    if (variable->address > address || address - variable->address > variable->size)
      continue;
    found.object = variable->address;
    found.offset = address - variable->address;
    found.size = variable->size;
    found.alignment = variable->alignment ? variable->alignment : 1;
    break;
  }
  found.is_found = found.object;
  found.tag = number - found.object - found.offset;
  return found;
}

/* More layouts would have to be tried. */
static void note_incomplete(const struct asking *in) {
  stale_parts_note(in->machine->stale_parts, in->machine->program, in->request->user_edge,
                   REUSE_LAYOUT);
}

static bool ask_bit(struct asking *in) {
  uint64_t bit = 0;
  in->is_unknown |= !in->request->choose(in->machine, in->edge, &bit);
  return bit & 1;
}

static uint64_t ask_below(struct asking *in, uint64_t count) {
  uint64_t number = 0;
  for (unsigned bit = 0; count > UINT64_C(1) << bit; bit++)
    number |= (uint64_t)ask_bit(in) << bit;
  return number % count;
}

static struct layout_fact *find_fact(const struct real_layout *layout, uint64_t object,
                                     uint64_t modulus) {
  for (size_t i = 0; i < layout->facts.count; i++)
    if (layout->facts.items[i].object == object && layout->facts.items[i].modulus == modulus)
      return &layout->facts.items[i];
  return NULL;
}

static struct layout_fact get_fact(const struct asking *in, uint64_t object, uint64_t modulus) {
  const struct layout_fact *fact =
      in->remembers ? find_fact(in->state->layout, object, modulus) : NULL;
  return fact ? *fact : (struct layout_fact){.object = object, .modulus = modulus};
}

static void set_fact(const struct asking *in, struct layout_fact fact) {
  struct real_layout *layout = in->state->layout;
  if (!in->remembers || in->is_unknown)
    return;
  note_change(in->state);
  struct layout_fact *old = find_fact(layout, fact.object, fact.modulus);
  if (old) {
    *old = fact;
    return;
  }
  vector_push(&layout->facts, fact);
  for (size_t i = layout->facts.count - 1; i > 0; i--) {
    struct layout_fact *a = &layout->facts.items[i - 1], *b = a + 1;
    if (a->object < b->object || (a->object == b->object && a->modulus < b->modulus))
      break;
    struct layout_fact swapped = *a;
    *a = *b;
    *b = swapped;
  }
}

static unsigned user_bits(const struct asking *in) {
  return in->machine->program->data_model == DATA_MODEL_LP64 ? USER_BITS : 32;
}

/* Compares the highest bits of two addresses, as far down as the bits of both are decided: -1 or 1
 * if these differ, else 0. */
static int compare_decided(const struct asking *in, uint64_t a, uint64_t b) {
  struct layout_fact first = get_fact(in, a, 0), second = get_fact(in, b, 0);
  for (unsigned bit = user_bits(in); bit-- > 0;) {
    uint64_t one = UINT64_C(1) << bit;
    if (!(first.mask & second.mask & one))
      return 0;
    if ((first.bits ^ second.bits) & one)
      return first.bits & one ? 1 : -1;
  }
  return 0;
}

static bool overlaps(const struct asking *in, const struct located *object,
                     const struct layout_fact *fact, const struct layout_fact *other) {
  uint64_t all = width_mask(user_bits(in)), size = locate(in, other->object).size;
  uint64_t most = object->size ? object->size : 1;
  return other->object != fact->object && !other->modulus && (fact->mask & all) == all &&
         (other->mask & all) == all && fact->bits < other->bits + (size ? size : 1) &&
         other->bits < fact->bits + most;
}

/* Has the address another remainder, if it is known in full? */
static bool misses(const struct layout_fact *fact, const struct layout_fact *remainder,
                   uint64_t all) {
  return remainder->object == fact->object && remainder->modulus && (fact->mask & all) == all &&
         fact->bits % remainder->modulus != remainder->bits;
}

/* Do the decisions exclude every layout? */
static bool contradicts(const struct asking *in, const struct located *object) {
  const struct real_layout *layout = in->state->layout;
  struct layout_fact fact = get_fact(in, object->object, 0);
  uint64_t all = width_mask(user_bits(in));
  bool is_bad =
      (fact.mask & all) == all && (fact.bits < LOWEST_ADDRESS || fact.bits + object->size > all);
  for (size_t i = 0; i < layout->facts.count; i++)
    is_bad |= overlaps(in, object, &fact, &layout->facts.items[i]) ||
              misses(&fact, &layout->facts.items[i], all);
  for (size_t i = 0; i + 1 < layout->order.count; i++)
    for (size_t j = i + 1; j < layout->order.count; j++)
      is_bad |= compare_decided(in, layout->order.items[i], layout->order.items[j]) > 0;
  return is_bad;
}

/* Chooses among some values of many bits: those of heddle's address, all zero, all one,
 * arbitrary ones. */
static uint64_t try_bits(struct asking *in, uint64_t object) {
  uint64_t ways[] = {object, 0, UINT64_MAX, (object >> 4) * UINT64_C(0x9E3779B97F4A7C15)};
  note_incomplete(in);
  return ways[ask_below(in, sizeof ways / sizeof ways[0])];
}

/* Decides bits of the address of an object, at least those of the mask. */
static struct layout_fact decide(struct asking *in, const struct located *at, uint64_t mask) {
  struct layout_fact fact = get_fact(in, at->object, 0);
  uint64_t known = (at->alignment - 1) | ~width_mask(user_bits(in));
  uint64_t fresh = mask & ~(in->asks_always ? 0 : fact.mask) & ~known, bits = 0;
  if (!fresh)
    return fact;
  if (__builtin_popcountll(fresh) > MOST_BITS)
    bits = try_bits(in, at->object);
  else
    for (unsigned bit = 0; bit < 64; bit++)
      if (fresh >> bit & 1)
        bits |= (uint64_t)ask_bit(in) << bit;
  in->is_refuted |= (bits ^ fact.bits) & fact.mask & fresh;
  fact.mask |= fresh | known;
  fact.bits = (fact.bits & ~fresh) | (bits & fresh);
  set_fact(in, fact);
  return fact;
}

/* The address, with the bits of a mask as they are decided. An offset may carry into them. */
static uint64_t answer_bits(struct asking *in, const struct located *at, uint64_t mask) {
  uint64_t wanted = mask, highest = mask;
  for (unsigned shift = 1; shift < 64; shift *= 2)
    highest |= highest >> shift;
  if (at->offset >= at->alignment)
    wanted = highest;
  return decide(in, at, wanted).bits + at->offset + at->tag;
}

/* Can the address have this remainder and those by other numbers? */
static bool is_remainder(const struct asking *in, uint64_t object, uint64_t modulus,
                         uint64_t remainder) {
  const struct real_layout *layout = in->state->layout;
  for (size_t i = 0; in->remembers && i < layout->facts.count; i++) {
    const struct layout_fact *fact = &layout->facts.items[i];
    uint64_t common = fact->modulus ? number_divisor(fact->modulus, modulus) : 1;
    if (fact->object == object && fact->bits % common != remainder % common)
      return false;
  }
  return true;
}

static uint64_t decide_remainder(struct asking *in, uint64_t object, uint64_t modulus) {
  struct layout_fact fact = get_fact(in, object, modulus);
  uint64_t count = 0;
  if (modulus == 1 || (fact.mask && !in->asks_always))
    return fact.bits;
  if (in->asks_always) {
    uint64_t bits = ask_below(in, modulus);
    in->is_refuted |= (fact.mask && fact.bits != bits) || !is_remainder(in, object, modulus, bits);
    fact.bits = bits;
    fact.mask = UINT64_MAX;
    set_fact(in, fact);
    return bits;
  }
  for (uint64_t i = 0; i < modulus; i++)
    count += is_remainder(in, object, modulus, i);
  uint64_t index = ask_below(in, count);
  for (uint64_t i = 0; i < modulus; i++)
    if (is_remainder(in, object, modulus, i) && index-- == 0)
      fact.bits = i;
  fact.mask = UINT64_MAX;
  set_fact(in, fact);
  return fact.bits;
}

/* A number whose remainder, shifted, is that of the address. The remainder by an odd number and the
 * lowest bits do not depend on each other. */
static uint64_t answer_remainder(struct asking *in, const struct located *at, uint64_t modulus,
                                 unsigned shift) {
  uint64_t odd = modulus, low = (UINT64_C(1) << shift) - 1;
  unsigned zeros = 0;
  while (!(odd & 1)) {
    odd >>= 1;
    zeros++;
  }
  uint64_t all = width_mask(user_bits(in)), few = (UINT64_C(1) << zeros) - 1;
  if ((get_fact(in, at->object, 0).mask & all) == all)
    return answer_bits(in, at, all);
  uint64_t bits = answer_bits(in, at, few << shift | low);
  uint64_t below = bits & low, decided = decide_remainder(in, at->object, odd);
  uint64_t rest = (decided + at->offset + at->tag % odd + odd - below % odd) % odd;
  bits >>= shift;
  for (uint64_t i = 0; i < modulus; i++)
    if (((i ^ bits) & few) == 0 && (i << shift) % odd == rest)
      return i << shift;
  return at->number;
}

/* Where an object is among those in order; SIZE_MAX: it is not. */
static size_t find_in_order(const struct real_layout *layout, uint64_t object) {
  for (size_t i = 0; i < layout->order.count; i++)
    if (layout->order.items[i] == object)
      return i;
  return SIZE_MAX;
}

static void insert(struct asking *in, uint64_t object, size_t place) {
  struct real_layout *layout = in->state->layout;
  vector_push(&layout->order, object);
  for (size_t i = layout->order.count - 1; i > place; i--)
    layout->order.items[i] = layout->order.items[i - 1];
  layout->order.items[place] = object;
  note_change(in->state);
}

/* Puts `a` before `b`, or after it, if that is not decided yet. */
static void place_beside(struct asking *in, uint64_t a, uint64_t b, bool is_before) {
  struct real_layout *layout = in->state->layout;
  if (find_in_order(layout, a) == SIZE_MAX && find_in_order(layout, b) == SIZE_MAX)
    insert(in, a, layout->order.count);
  size_t first = find_in_order(layout, a), second = find_in_order(layout, b);
  if (first == SIZE_MAX)
    insert(in, a, is_before ? second : second + 1);
  else if (second == SIZE_MAX)
    insert(in, b, is_before ? first + 1 : first);
  else
    in->is_refuted |= (first < second) != is_before;
}

/* Puts an object before or after each of those in order. */
static size_t decide_place(struct asking *in, uint64_t object) {
  struct real_layout *layout = in->state->layout;
  size_t place = find_in_order(layout, object), count = layout->order.count;
  if (place != SIZE_MAX)
    return place;
  for (place = 0; place < count; place++) {
    int decided = 0;
    for (size_t i = place; i < count && decided >= 0; i++) {
      decided = compare_decided(in, object, layout->order.items[i]);
      if (decided > 0)
        break;
    }
    bool is_after = decided > 0;
    if (!is_after && compare_decided(in, object, layout->order.items[place]) == 0)
      is_after = ask_bit(in);
    if (!is_after)
      break;
  }
  insert(in, object, place);
  return place;
}

static bool answer_order(struct asking *in, const struct located *a, const struct located *b) {
  bool is_before = in->asks_always && ask_bit(in);
  if (!in->remembers)
    return in->asks_always ? is_before : ask_bit(in);
  if (in->asks_always) {
    place_beside(in, a->object, b->object, is_before);
    return is_before;
  }
  if (a->offset >= a->size && !b->offset)
    note_incomplete(in); /* the one may end where the other begins */
  decide_place(in, a->object);
  decide_place(in, b->object);
  return find_in_order(in->state->layout, a->object) < find_in_order(in->state->layout, b->object);
}

static uint64_t answer_both(struct asking *in, unsigned width, const struct located *a,
                            const struct located *b) {
  const struct layout_question *question = in->edge->nondet.layout;
  struct operation_on_bits operation = {
      .op = question->op, .width = 1, .operand_width = width, .a = a->number, .b = b->number};
  bool differ = (a->is_found || b->is_found) && a->object != b->object;
  if (question->kind == LAYOUT_ORDER && differ && a->is_found && b->is_found)
    return answer_order(in, a, b);
  if (differ)
    note_incomplete(in);
  return question->kind == LAYOUT_ORDER ? operator_apply(&operation) : 0;
}

/* What may be in a word of memory: no address, one, or several. */
struct found_addresses {
  const struct asking *in;
  unsigned count;
  struct located one;
};

static void find_address(void *visitor, uint64_t number) {
  struct found_addresses *found = visitor;
  struct located at = locate(found->in, number);
  found->count += at.is_found;
  if (at.is_found)
    found->one = at;
}

/* Looks at the whole word, aligned as pointers are, of which `size` bytes were read. */
static struct found_addresses find_addresses(const struct asking *in, uint64_t address,
                                             uint64_t size) {
  struct found_addresses found = {.in = in};
  const struct domain *domain = in->machine->domain;
  unsigned width = in->machine->program->pointer_width / 8;
  uint64_t before = address & (width - 1), number = 0;
  struct place place;
  if (!state_find_place(in->state, address, &place) || !place.content)
    return found;
  if (before > place.offset || place.size - (place.offset - before) < width)
    return found;
  uint64_t offset = place.offset - before;
  const unsigned char *content =
      place.content + (domain->has_extra ? domain->content_size(offset) : offset);
  if (domain->has_extra) {
    domain->content_references(in->machine->domain_context, content, width, width, find_address,
                               &found);
  } else {
    memcpy(&number, content, width);
    find_address(&found, number);
  }
  if (found.count && before + size > width)
    found.count = 2;
  return found;
}

/* Bytes of the address that is in memory where they were read. Executions along a graph may have
 * other memory than was read; an answer that might fit no layout ends the execution. False: it is
 * what was read. */
static bool answer_part(struct asking *in, uint64_t address, uint64_t *bits) {
  const struct layout_question *question = in->edge->nondet.layout;
  const struct domain *domain = in->machine->domain;
  uint64_t shift = address % (in->machine->program->pointer_width / 8) * 8, read = 0;
  uint64_t mask = width_mask(8 * question->shift);
  struct found_addresses found = find_addresses(in, address, question->shift);
  if (question->modulus)
    note_incomplete(in);
  if (!found.count)
    return false;
  bool is_known = domain->known(in->machine->domain_context, in->request->values[1], &read);
  bool is_same = (found.one.number >> shift & mask) == read;
  bool is_there = found.count == 1 && (is_known ? is_same : !in->asks_always);
  if (!is_there || !question->mask) {
    note_incomplete(in);
    in->is_refuted |= found.count && question->mask && (in->asks_always || !domain->has_extra);
    return false;
  }
  tell_dependence(in->machine);
  *bits = answer_bits(in, &found.one, mask << shift) >> shift;
  in->is_refuted |= in->remembers && contradicts(in, &found.one);
  return true;
}

static uint64_t answer_one(struct asking *in, const struct located *at) {
  const struct layout_question *question = in->edge->nondet.layout;
  if (question->kind == LAYOUT_BITS)
    return answer_bits(in, at, question->mask);
  if (question->kind == LAYOUT_REMAINDER)
    return answer_remainder(in, at, question->modulus, question->shift);
  note_incomplete(in);
  return at->number;
}

/* Gets the two numbers of a question. False: the domain does not know them. */
static bool get_numbers(const struct asking *in, uint64_t numbers[2]) {
  const struct domain *domain = in->machine->domain;
  void *context = in->machine->domain_context;
  numbers[1] = 0;
  return domain->known(context, in->request->values[0], &numbers[0]) &&
         (!in->edge->nondet.other || domain->known(context, in->request->values[1], &numbers[1]));
}

enum outcome layout_answer(struct machine *machine, struct state *state,
                           const struct layout_request *request, struct value *answer) {
  const struct domain *domain = machine->domain;
  const struct edge *edge = request->edge;
  struct asking in = {.machine = machine,
                      .state = state,
                      .request = request,
                      .edge = edge,
                      .remembers = state->layout && !machine->now.is_looking &&
                                   !machine->chooser->only_looks,
                      .asks_always = state->keeps_dead};
  uint64_t numbers[2], part;
  if (edge->nondet.layout->kind == LAYOUT_PART) {
    bool is_known = domain->known(machine->domain_context, request->values[0], &numbers[0]);
    bool is_answered = is_known && answer_part(&in, numbers[0], &part);
    if (!is_known)
      note_incomplete(&in);
    *answer = !edge->nondet.other ? domain->constant(machine->domain_context, request->width, 0)
              : !is_answered      ? request->values[1]
              : in.is_unknown     ? domain->forgotten(machine->domain_context, request->width)
                                  : domain->constant(machine->domain_context, request->width,
                                                     part & width_mask(request->width));
    return in.is_refuted ? OUTCOME_PRUNED : OUTCOME_STEPPED;
  }
  if (!get_numbers(&in, numbers)) {
    if (edge->nondet.layout->kind == LAYOUT_USE)
      note_incomplete(&in);
    *answer = domain->arbitrary(machine->domain_context, request->width, edge, machine->chooser);
    return OUTCOME_STEPPED;
  }
  struct located a = locate(&in, numbers[0]), b = locate(&in, numbers[1]);
  bool is_of_object = a.is_found || b.is_found;
  uint64_t bits = a.number;
  if (is_of_object)
    tell_dependence(machine);
  if (edge->nondet.other)
    bits = answer_both(&in, edge->nondet.address->width, &a, &b);
  else if (a.is_found)
    bits = answer_one(&in, &a);
  if (in.is_refuted || (in.remembers && a.is_found && contradicts(&in, &a)) ||
      (in.remembers && b.is_found && contradicts(&in, &b)))
    return OUTCOME_PRUNED;
  *answer = in.is_unknown ? domain->forgotten(machine->domain_context, request->width)
                          : domain->constant(machine->domain_context, request->width,
                                             bits & width_mask(request->width));
  return OUTCOME_STEPPED;
}
