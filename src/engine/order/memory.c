/* Memory in symbolic execution: which objects an address can lie in, private contents as lanes of
 * terms, accesses to shared memory as events.
 *
 * An address is a term. The objects it may lie in are those its constants lie in; a pointer-wide
 * variable may be the address of anything shared. Where it lies outside of all of them is an error
 * of its own, or a gap, so that guessing too few objects can never hide anything. */
#include "engine/order/symbolic.h"

#include "base/hash.h"
#include "program/address.h"

#include <string.h>

enum { MOST_TARGETS = 256, MOST_ELEMENTS = 4096 };

static const uint64_t LIVES_START = 0x100000, LIVES_STEP = 32;

struct targets {
  uint32_t numbers[MOST_TARGETS];
  uint32_t count;
  bool any;      /* any shared instance */
  bool too_many;
};

static size_t first_behind(const struct symbolic *symbolic, uint64_t address) {
  size_t low = 0, high = symbolic->by_address.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (symbolic->by_address.items[middle]->base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

struct instance *memory_find(const struct symbolic *symbolic, uint64_t address) {
  size_t at = first_behind(symbolic, address);
  if (!at)
    return NULL;
  struct instance *instance = symbolic->by_address.items[at - 1];
  return address - instance->base < (instance->size ? instance->size : 1) ? instance : NULL;
}

static struct instance *add_instance(struct symbolic *symbolic, uint64_t base, uint64_t size) {
  struct instance *instance = arena_allocate(symbolic->arena, sizeof *instance);
  instance->base = base;
  instance->size = size;
  instance->number = (uint32_t)symbolic->instances.count;
  vector_push(&symbolic->instances, instance);
  size_t at = first_behind(symbolic, base);
  vector_push(&symbolic->by_address, instance);
  memmove(&symbolic->by_address.items[at + 1], &symbolic->by_address.items[at],
          (symbolic->by_address.count - 1 - at) * sizeof instance);
  symbolic->by_address.items[at] = instance;
  return instance;
}

static struct marks *marks_of(struct knowledge *knowledge, uint64_t key, uint64_t size) {
  uint64_t known;
  if (map_get(&knowledge->marks, key, &known))
    return (struct marks *)(uintptr_t)known;
  struct marks *marks = arena_allocate(knowledge->arena, sizeof *marks);
  marks->size = size;
  marks->readers = arena_allocate(knowledge->arena, (size_t)size * sizeof *marks->readers);
  marks->writers = arena_allocate(knowledge->arena, (size_t)size * sizeof *marks->writers);
  marks->late = arena_allocate(knowledge->arena, (size_t)size * sizeof *marks->late);
  map_set(&knowledge->marks, key, (uint64_t)(uintptr_t)marks);
  return marks;
}

/* Says what the instance is; those that may die get a life. */
static void identify(struct symbolic *symbolic, struct instance *instance, uint64_t key) {
  static const unsigned char alive[] = {1};
  instance->key = hash_combine(key, instance->size);
  instance->marks = marks_of(symbolic->knowledge, instance->key, instance->size);
  if (!instance->marks->mortal && !(instance->heap && !instance->shared))
    return;
  struct instance *life =
      add_instance(symbolic, LIVES_START + symbolic->life_count++ * LIVES_STEP, 1);
  life->shared = instance->shared;
  life->bytes = alive;
  life->key = hash_combine(instance->key, 1);
  life->marks = marks_of(symbolic->knowledge, life->key, 1);
  instance->life = life;
}

/* 1 + the thread that a byte belongs to, or SEVERAL. */
static uint16_t joined(uint16_t known, uint32_t thread) {
  uint16_t own = (uint16_t)(thread + 1);
  return known == NOBODY || known == own ? own : SEVERAL;
}

/* How a range of bytes of a shared instance is accessed: as part of the path, by an event, or a write
 * both ways. A thread that is the only writer knows what is there; what is only written before any
 * thread was created is known to all of them from their creator. */
struct treatment {
  bool local, event;
};

static struct treatment treat(const struct marks *marks, uint64_t first, uint64_t end,
                              uint32_t thread, bool writes) {
  bool written = false, mine = true, own = true, early = true;
  for (uint64_t i = first; i < end; i++) {
    written |= marks->writers[i] != NOBODY;
    mine &= marks->readers[i] == thread + 1;
    own &= marks->writers[i] == thread + 1;
    early &= marks->writers[i] != SEVERAL && !marks->late[i];
  }
  if (!written || mine || (early && !writes))
    return (struct treatment){.local = true};
  return (struct treatment){.local = own, .event = !own || writes};
}

/* Notes an access; whoever treated one of the bytes otherwise so far has to run again. */
static void note_access(struct symbolic *symbolic, struct marks *marks, uint64_t first,
                        uint64_t end, uint32_t thread, bool writes) {
  bool late = writes && symbolic->threads.count > 1;
  for (uint64_t i = first; i < end; i++) {
    uint16_t reader = joined(marks->readers[i], thread);
    uint16_t writer = writes ? joined(marks->writers[i], thread) : marks->writers[i];
    symbolic->knowledge->changed |= writer != marks->writers[i] || (late && !marks->late[i]) ||
                                    (reader != marks->readers[i] && writer != NOBODY);
    marks->readers[i] = reader;
    marks->writers[i] = writer;
    marks->late[i] |= late;
  }
}

void memory_add_program_objects(struct symbolic *symbolic) {
  for (uint32_t i = 0; i < symbolic->program->object_count; i++) {
    const struct object *object = &symbolic->program->objects[i];
    if (object->function)
      continue;
    struct instance *instance = add_instance(symbolic, object->address, object->size);
    instance->object = object;
    instance->bytes = object->bytes;
    instance->constant =
        object->is_constant || !sharing_is_written(symbolic->sharing, object);
    instance->shared = !instance->constant && sharing_of_object(symbolic->sharing, object);
    identify(symbolic, instance, object->address);
  }
}

void memory_add_thread_objects(struct symbolic *symbolic, struct symbolic_thread *thread) {
  const struct program *program = symbolic->program;
  struct instance *record = add_instance(symbolic, thread->record, program->record_size);
  record->shared = true;
  identify(symbolic, record, thread->key);
  for (uint32_t i = 0; i < program->thread_local_count; i++) {
    const struct object *object = &program->thread_locals[i];
    struct instance *copy =
        add_instance(symbolic, thread->record + object->address, object->size);
    copy->object = object;
    copy->bytes = object->bytes;
    copy->shared = sharing_of_object(symbolic->sharing, object);
    identify(symbolic, copy, hash_combine(thread->key, object->address));
  }
  thread->stack_end = thread->record + program->thread_local_end;
  thread->heap_end = address_of_heap(program->data_model, thread->number).start;
}

static uint64_t place_object(struct symbolic *symbolic, uint32_t thread, bool heap, uint64_t size,
                             uint64_t alignment) {
  struct symbolic_thread *of = &symbolic->threads.items[thread];
  enum data_model model = symbolic->program->data_model;
  struct address_range range =
      heap ? address_of_heap(model, of->number) : address_of_stack(model, of->number);
  uint64_t *end = heap ? &of->heap_end : &of->stack_end;
  if (alignment < ADDRESS_GAP)
    alignment = ADDRESS_GAP;
  uint64_t base = (*end + ADDRESS_GAP + alignment - 1) / alignment * alignment;
  if (base >= range.end || size >= range.end - base)
    return 0;
  *end = base + size;
  return base;
}

const struct term *memory_allocate_object(struct symbolic *symbolic, uint32_t thread,
                                          struct path *path, const struct edge *edge,
                                          uint64_t key) {
  const struct term *size = symbolic_evaluate(symbolic, path, edge->allocate.size);
  uint64_t base = term_is_constant(size) && size->value < (1u << 24)
                      ? place_object(symbolic, thread, edge->allocate.heap, size->value,
                                     edge->allocate.alignment)
                      : 0;
  if (!base) {
    symbolic_add_gap(symbolic, path, edge, "allocation of an unknown or very large size", false);
    path->guard = term_constant(symbolic->terms, 1, 0);
    return NULL;
  }
  struct instance *instance = add_instance(symbolic, base, size->value);
  instance->allocation = edge;
  instance->heap = edge->allocate.heap;
  instance->arbitrary = !edge->allocate.zeroed;
  instance->shared = sharing_of_allocation(symbolic->sharing, edge);
  identify(symbolic, instance, key);
  path_set_contents(symbolic, path, instance, symbolic->untouched);
  return term_constant(symbolic->terms, symbolic->program->pointer_width, base);
}

static void add_target(struct targets *targets, const struct instance *instance) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->numbers[i] == instance->number)
      return;
  if (targets->count == MOST_TARGETS)
    targets->too_many = true;
  else
    targets->numbers[targets->count++] = instance->number;
}

/* The objects next to a constant, gaps included: a[i - 1] may be computed from behind a. */
static void add_constant(const struct symbolic *symbolic, uint64_t address,
                         struct targets *targets) {
  size_t at = first_behind(symbolic, address);
  for (size_t i = at ? at - 1 : 0; i <= at && i < symbolic->by_address.count; i++) {
    const struct instance *instance = symbolic->by_address.items[i];
    if (address + ADDRESS_GAP >= instance->base &&
        address <= instance->base + instance->size + ADDRESS_GAP)
      add_target(targets, instance);
  }
}

static void collect_targets(const struct symbolic *symbolic, const struct term *term,
                            struct map *seen, struct targets *targets) {
  if (term->width < symbolic->program->pointer_width || map_get(seen, term->id, NULL))
    return;
  map_set(seen, term->id, 1);
  if (term->kind == TERM_CONSTANT) {
    add_constant(symbolic, term->value, targets);
    return;
  }
  if (term->kind == TERM_VARIABLE) {
    targets->any = true;
    return;
  }
  if (term->op == OP_MUL || term->op == OP_ZEXT || term->op == OP_SEXT || term->op == OP_SHL)
    return; /* an index, not a pointer */
  bool combines = term->op == OP_ADD || term->op == OP_SUB || term->op == OP_AND ||
                  term->op == OP_OR || term->op == OP_XOR || term->op == OP_ITE;
  if (!combines) {
    targets->any = true;
    return;
  }
  for (unsigned i = term->op == OP_ITE ? 1 : 0; i < term->arity; i++)
    collect_targets(symbolic, term->operands[i], seen, targets);
}

static void find_targets(const struct symbolic *symbolic, const struct term *address,
                         struct targets *targets) {
  *targets = (struct targets){.count = 0};
  if (term_is_constant(address)) {
    const struct instance *instance = memory_find(symbolic, address->value);
    if (instance)
      add_target(targets, instance);
    return;
  }
  struct map seen = {0};
  collect_targets(symbolic, address, &seen, targets);
  map_release(&seen);
  if (!targets->any && targets->count)
    return;
  targets->any = true;
  for (size_t i = 0; i < symbolic->instances.count; i++)
    if (symbolic->instances.items[i]->shared || symbolic->instances.items[i]->constant)
      add_target(targets, symbolic->instances.items[i]);
}

uint32_t memory_node(struct symbolic *symbolic, uint32_t thread, struct path *path,
                     const struct edge *edge) {
  if (path->node != NO_NODE)
    return path->node;
  struct node node = {
      .thread = thread, .position = symbolic->threads.items[thread].node_count++, .edge = edge};
  vector_push(&symbolic->nodes, node);
  return (uint32_t)symbolic->nodes.count - 1;
}

void memory_close_node(struct path *path) { path->node = NO_NODE; }

/* Terms are graphs: a budget of visits keeps this from going over shared parts again and again. */
static unsigned low_zeros(const struct term *term, unsigned *budget) {
  if (term->kind == TERM_CONSTANT)
    return term->value ? (unsigned)__builtin_ctzll(term->value) : 64;
  if (term->kind == TERM_VARIABLE || *budget == 0)
    return 0;
  --*budget;
  unsigned first = term->op == OP_ITE ? 64 : low_zeros(term->operands[0], budget);
  if (term->op == OP_ZEXT || term->op == OP_SEXT)
    return first;
  if (term->op == OP_SHL)
    return term_is_constant(term->operands[1]) && term->operands[1]->value < 64
               ? first + (unsigned)term->operands[1]->value
               : first;
  if (term->op != OP_MUL && term->op != OP_ADD && term->op != OP_SUB && term->op != OP_ITE)
    return 0;
  unsigned second = low_zeros(term->operands[1], budget);
  if (term->op == OP_MUL)
    return first + second;
  if (term->op == OP_ITE)
    first = low_zeros(term->operands[2], budget);
  return first < second ? first : second;
}

unsigned term_low_zeros(const struct term *term) {
  unsigned budget = 100;
  return low_zeros(term, &budget);
}

static const struct term *offset_in(struct symbolic *symbolic, const struct term *address,
                                    const struct instance *instance) {
  return term_apply(symbolic->terms, OP_SUB, address,
                    term_constant(symbolic->terms, address->width, instance->base), NULL);
}

/* Do `size` bytes from the address on lie in the instance? */
static const struct term *lies_in(struct symbolic *symbolic, const struct term *address,
                                  const struct instance *instance, uint32_t size) {
  if (instance->size < size)
    return term_constant(symbolic->terms, 1, 0);
  return term_apply(
      symbolic->terms, OP_ULE, offset_in(symbolic, address, instance),
      term_constant(symbolic->terms, address->width, instance->size - size), NULL);
}

static const struct term *or_(struct symbolic *symbolic, const struct term *a,
                              const struct term *b) {
  return term_apply(symbolic->terms, OP_OR, a, b, NULL);
}

/* The value of `size` lanes as one term; arbitrary ones get their variable. */
static const struct term *join_lanes(struct symbolic *symbolic, uint32_t thread, struct path *path,
                                     const struct edge *edge, struct lane *lanes, uint32_t size) {
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < size; i++)
    unknown += !lanes[i].term;
  if (unknown) {
    const struct term *fresh = symbolic_fresh(symbolic, unknown * 8);
    struct choice choice = {thread, edge, path->guard, fresh};
    vector_push(&symbolic->choices, choice);
    for (uint32_t i = 0, used = 0; i < size; i++)
      if (!lanes[i].term)
        lanes[i] = (struct lane){fresh, used++};
  }
  const struct term *first = lanes[0].term;
  bool whole = first->width == size * 8;
  for (uint32_t i = 0; i < size && whole; i++)
    whole = lanes[i].term == first && lanes[i].index == i;
  if (whole)
    return first;
  const struct term *value = NULL;
  for (uint32_t i = size; i-- > 0;) {
    const struct term *byte =
        term_extract(symbolic->terms, lanes[i].index * 8, 8, lanes[i].term);
    value = value ? term_apply(symbolic->terms, OP_CONCAT, value, byte, NULL) : byte;
  }
  return value;
}

/* The distance between offsets the access can have; 0: too many of them. */
static uint64_t offset_step(const struct term *offset, const struct instance *instance,
                            uint32_t size) {
  unsigned zeros = term_low_zeros(offset);
  uint64_t step = zeros >= 16 ? 65536 : (uint64_t)1 << zeros;
  (void)size;
  return instance->size / step > MOST_ELEMENTS ? 0 : step;
}

static const struct term *load_private(struct symbolic *symbolic, uint32_t thread,
                                       struct path *path, const struct edge *edge,
                                       struct instance *instance, const struct term *address,
                                       uint32_t size) {
  struct lane *lanes = path_lanes(symbolic, path, instance);
  const struct term *offset = offset_in(symbolic, address, instance);
  if (term_is_constant(offset))
    return join_lanes(symbolic, thread, path, edge, lanes + offset->value, size);
  uint64_t step = offset_step(offset, instance, size);
  if (!step) {
    symbolic_add_gap(symbolic, path, edge, "access to a large array", false);
    return symbolic_fresh(symbolic, size * 8);
  }
  const struct term *value = NULL;
  for (uint64_t at = 0; at + size <= instance->size; at += step) {
    const struct term *one = join_lanes(symbolic, thread, path, edge, lanes + at, size);
    const struct term *here = term_apply(symbolic->terms, OP_EQ, offset,
                                         term_constant(symbolic->terms, offset->width, at), NULL);
    value = value ? term_apply(symbolic->terms, OP_ITE, here, one, value) : one;
  }
  return value ? value : symbolic_fresh(symbolic, size * 8);
}

static void set_lanes(struct lane *lanes, const struct term *value, uint32_t size) {
  for (uint32_t i = 0; i < size; i++)
    lanes[i] = (struct lane){value, i};
}

/* Where `when` holds; the path's own guard need not be repeated. */
static void store_private(struct symbolic *symbolic, uint32_t thread, struct path *path,
                          const struct edge *edge, struct instance *instance,
                          const struct term *address, const struct term *value, uint32_t size,
                          const struct term *when) {
  struct lane *lanes = path_lanes(symbolic, path, instance);
  const struct term *offset = offset_in(symbolic, address, instance);
  uint64_t step = term_is_constant(offset) ? 1 : offset_step(offset, instance, size);
  if (!step) {
    symbolic_add_gap(symbolic, path, edge, "access to a large array", false);
    return;
  }
  uint64_t first = term_is_constant(offset) ? offset->value : 0;
  uint64_t last = term_is_constant(offset) ? offset->value : instance->size - size;
  for (uint64_t at = first; at <= last; at += step) {
    const struct term *here = term_and_(
        symbolic, when,
        term_apply(symbolic->terms, OP_EQ, offset,
                   term_constant(symbolic->terms, offset->width, at), NULL));
    if (term_is_false(here))
      continue;
    if (term_is_true(here)) {
      set_lanes(lanes + at, value, size);
      continue;
    }
    const struct term *old = join_lanes(symbolic, thread, path, edge, lanes + at, size);
    set_lanes(lanes + at, term_apply(symbolic->terms, OP_ITE, here, value, old), size);
  }
}

/* What find_access leaves: for each target where the access lies in it. */
struct access {
  struct targets targets;
  const struct term *lies[MOST_TARGETS];
  bool event[MOST_TARGETS];  /* that target is accessed by an event */
  bool local[MOST_TARGETS];  /* and, or, as part of the path */
  const struct term *shared; /* it lies in one of those */
};

/* Decides and notes how the bytes of a target are accessed. */
static struct treatment treat_target(struct symbolic *symbolic, uint32_t thread,
                                     struct instance *instance, const struct term *address,
                                     uint32_t size, bool writes) {
  if (!instance->shared)
    return (struct treatment){.local = true};
  struct marks *marks = instance->marks;
  uint64_t first = 0, end = instance->size;
  if (term_is_constant(address)) {
    first = address->value - instance->base;
    end = first + size;
  }
  note_access(symbolic, marks, first, end, thread, writes);
  struct treatment treatment = treat(marks, first, end, thread, writes);
  for (uint64_t i = 0; i < instance->size; i++) {
    if (!treatment.event || treatment.local || term_is_constant(address) ||
        marks->writers[i] == SEVERAL)
      continue; /* else all of it is accessed by events: an index may be anything */
    marks->readers[i] = marks->writers[i] = SEVERAL;
    marks->late[i] = symbolic->knowledge->changed = true;
  }
  return treatment;
}

static void add_event(struct symbolic *symbolic, uint32_t thread, struct path *path,
                      const struct edge *edge, struct order_event event, const struct access *access) {
  event.node = memory_node(symbolic, thread, path, edge);
  event.sequence = (uint32_t)symbolic->events.count;
  event.edge = edge;
  event.is_atomic |= path->atomic_depth != 0;
  event.targets = memory_allocate((access->targets.count + 1) * sizeof *event.targets);
  for (uint32_t i = 0; i < access->targets.count; i++)
    if (access->event[i])
      event.targets[event.target_count++] = access->targets.numbers[i];
  vector_push(&symbolic->events, event);
}

static const struct term *is_alive(struct symbolic *symbolic, uint32_t thread, struct path *path,
                                   const struct edge *edge, const struct instance *instance,
                                   const struct term *where) {
  const struct term *guard = path->guard;
  path->guard = term_and_(symbolic, guard, where);
  const struct term *life = memory_load(
      symbolic, thread, path, edge,
      term_constant(symbolic->terms, symbolic->program->pointer_width, instance->life->base), 1,
      true);
  path->guard = guard;
  return term_apply(symbolic->terms, OP_NOT,
                    term_apply(symbolic->terms, OP_EQ, life, term_constant(symbolic->terms, 8, 0),
                               NULL),
                    NULL, NULL);
}

/* Where the address lies in none of the objects: an error, and nothing goes on there. */
static void check_bounds(struct symbolic *symbolic, uint32_t thread, struct path *path,
                         const struct edge *edge, const struct term *address,
                         const struct term *valid) {
  if (!property_in(PROPERTY_MEMORY, symbolic->properties) && !term_is_constant(address) &&
      !term_is_true(valid)) {
    struct path outside = *path;
    const struct term *page = term_constant(symbolic->terms, address->width, 4096);
    outside.guard = term_and_(
        symbolic, term_and_(symbolic, path->guard,
                            term_apply(symbolic->terms, OP_NOT, valid, NULL, NULL)),
        term_apply(symbolic->terms, OP_ULE, page, address, NULL));
    if (!term_is_false(outside.guard))
      symbolic_add_gap(symbolic, &outside, edge, "access that may leave its object", false);
  }
  symbolic_check(symbolic, thread, path, edge, valid, PROPERTY_MEMORY, "invalid access", true);
}

static void find_access(struct symbolic *symbolic, uint32_t thread, struct path *path,
                        const struct edge *edge, const struct term *address, uint32_t size,
                        bool writes, struct access *access) {
  find_targets(symbolic, address, &access->targets);
  const struct term *none = term_constant(symbolic->terms, 1, 0), *valid = none;
  access->shared = none;
  for (uint32_t i = 0; i < access->targets.count; i++) {
    struct instance *instance = symbolic->instances.items[access->targets.numbers[i]];
    const struct term *lies = lies_in(symbolic, address, instance, size);
    if (writes && instance->constant)
      lies = none;
    if (instance->life && !term_is_false(lies))
      lies = term_and_(symbolic, lies,
                       is_alive(symbolic, thread, path, edge, instance, lies));
    instance->late |= instance->returned && !term_is_false(lies);
    access->lies[i] = lies;
    valid = or_(symbolic, valid, lies);
    struct treatment treatment = {false, false};
    if (!term_is_false(lies))
      treatment = treat_target(symbolic, thread, instance, address, size, writes);
    access->event[i] = treatment.event;
    access->local[i] = treatment.local;
    if (access->event[i])
      access->shared = or_(symbolic, access->shared, lies);
  }
  if (access->targets.too_many)
    symbolic_add_gap(symbolic, path, edge, "pointer to too many objects", false);
  check_bounds(symbolic, thread, path, edge, address, valid);
}

/* Several events of one access are one step. */
static bool open_node(struct symbolic *symbolic, uint32_t thread, struct path *path,
                      const struct edge *edge, const struct term *address) {
  if (path->node != NO_NODE)
    return false;
  struct targets targets;
  find_targets(symbolic, address, &targets);
  bool mortal = false;
  for (uint32_t i = 0; i < targets.count; i++) {
    const struct instance *instance = symbolic->instances.items[targets.numbers[i]];
    mortal |= instance->life && instance->shared;
  }
  if (mortal)
    path->node = memory_node(symbolic, thread, path, edge);
  return mortal;
}

const struct term *memory_load(struct symbolic *symbolic, uint32_t thread, struct path *path,
                               const struct edge *edge, const struct term *address, uint32_t size,
                               bool is_atomic) {
  bool opened = open_node(symbolic, thread, path, edge, address);
  struct access access;
  find_access(symbolic, thread, path, edge, address, size, false, &access);
  const struct term *value = NULL;
  if (!term_is_false(access.shared)) {
    value = symbolic_fresh(symbolic, size * 8);
    struct order_event event = {.is_atomic = is_atomic,
                          .guard = term_and_(symbolic, path->guard, access.shared),
                          .address = address,
                          .value = value,
                          .size = size};
    add_event(symbolic, thread, path, edge, event, &access);
    for (uint32_t i = 0; i < access.targets.count; i++)
      if (access.event[i] && symbolic->instances.items[access.targets.numbers[i]]->arbitrary) {
        struct choice choice = {thread, edge, event.guard, value};
        vector_push(&symbolic->choices, choice);
        break;
      }
  }
  for (uint32_t i = 0; i < access.targets.count; i++) {
    struct instance *instance = symbolic->instances.items[access.targets.numbers[i]];
    if (!access.local[i])
      continue;
    const struct term *one =
        load_private(symbolic, thread, path, edge, instance, address, size);
    value = value ? term_apply(symbolic->terms, OP_ITE, access.lies[i], one, value) : one;
  }
  if (opened)
    memory_close_node(path);
  return value ? value : term_constant(symbolic->terms, size * 8, 0);
}

void memory_store(struct symbolic *symbolic, uint32_t thread, struct path *path,
                  const struct edge *edge, const struct term *address, const struct term *value,
                  uint32_t size, bool is_atomic) {
  bool opened = open_node(symbolic, thread, path, edge, address);
  struct access access;
  find_access(symbolic, thread, path, edge, address, size, true, &access);
  if (!term_is_false(access.shared)) {
    struct order_event event = {.writes = true,
                          .is_atomic = is_atomic,
                          .guard = term_and_(symbolic, path->guard, access.shared),
                          .address = address,
                          .value = value,
                          .size = size};
    add_event(symbolic, thread, path, edge, event, &access);
  }
  for (uint32_t i = 0; i < access.targets.count; i++) {
    struct instance *instance = symbolic->instances.items[access.targets.numbers[i]];
    if (access.local[i])
      store_private(symbolic, thread, path, edge, instance, address, value, size, access.lies[i]);
  }
  if (opened)
    memory_close_node(path);
}

void memory_kill(struct symbolic *symbolic, uint32_t thread, struct path *path,
                 const struct edge *edge, struct instance *instance) {
  instance->returned = true;
  if (!instance->life)
    return;
  memory_store(symbolic, thread, path, edge,
               term_constant(symbolic->terms, symbolic->program->pointer_width,
                             instance->life->base),
               term_constant(symbolic->terms, 8, 0), 1, true);
}

void memory_free(struct symbolic *symbolic, uint32_t thread, struct path *path,
                 const struct edge *edge) {
  const struct term *address = symbolic_evaluate(symbolic, path, edge->free.address);
  const struct term *zero = term_constant(symbolic->terms, address->width, 0);
  const struct term *valid = term_apply(symbolic->terms, OP_EQ, address, zero, NULL);
  bool opened = path->node == NO_NODE;
  path->node = memory_node(symbolic, thread, path, edge);
  struct targets targets;
  find_targets(symbolic, address, &targets);
  struct {
    struct instance *instance;
    const struct term *is;
  } frees[MOST_TARGETS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < targets.count; i++) {
    struct instance *instance = symbolic->instances.items[targets.numbers[i]];
    if (!instance->heap)
      continue;
    const struct term *is = term_apply(
        symbolic->terms, OP_EQ, address,
        term_constant(symbolic->terms, address->width, instance->base), NULL);
    instance->freed |= !term_is_false(is);
    if (instance->life && !term_is_false(is))
      is = term_and_(symbolic, is, is_alive(symbolic, thread, path, edge, instance, is));
    valid = or_(symbolic, valid, is);
    frees[count].instance = instance;
    frees[count++].is = is;
  }
  symbolic_check(symbolic, thread, path, edge, valid, PROPERTY_MEMORY,
                 "free of something that is not an allocated block", true);
  const struct term *guard = path->guard;
  for (uint32_t i = 0; i < count; i++) {
    if (!frees[i].instance->life || term_is_false(frees[i].is))
      continue;
    if (frees[i].instance->life->shared) { /* a store decides what it is now */
      path->guard = term_and_(symbolic, guard, frees[i].is);
      memory_store(symbolic, thread, path, edge,
                   term_constant(symbolic->terms, address->width, frees[i].instance->life->base),
                   term_constant(symbolic->terms, 8, 0), 1, true);
      path->guard = guard;
    } else {
      store_private(symbolic, thread, path, edge, frees[i].instance->life,
                    term_constant(symbolic->terms, address->width, frees[i].instance->life->base),
                    term_constant(symbolic->terms, 8, 0), 1, frees[i].is);
    }
  }
  if (opened)
    memory_close_node(path);
}
