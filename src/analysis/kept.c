/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/kept.h"

#include "analysis/offsets.h"
#include "base/bits.h"

#include <limits.h>

/* A variable of the program, or the records of threads: by number as in sharing.h. */
struct kept_object {
  uint64_t size;
  const unsigned char *bytes; /* at the start; NULL: zeros */
  bool *changed;              /* per byte; NULL: it is not followed */
  /* The sizes that the library stores to somewhere in it, if fields are whole: zeros, and other
   * values. */
  unsigned zero_sizes, other_sizes;
};

struct kept_bytes {
  const struct program *program;
  const struct sharing *sharing;
  struct offsets *offsets; /* NULL: the program may call arbitrary addresses */
  unsigned flags;
  uint32_t count;
  struct kept_object *objects;
  size_t words;
  uint64_t *set; /* scratch: where an address leads, … */
  int64_t offset;
  bool has_offset; /* … and how far */
};

/* Nothing is kept of a larger object: a byte for each of its bytes would take too much. */
enum { LARGEST = 1 << 16 };

static void add_object(struct kept_bytes *kept, uint32_t number, uint64_t size,
                       const unsigned char *bytes) {
  if (size > LARGEST)
    return;
  kept->objects[number] = (struct kept_object){
      .size = size, .bytes = bytes, .changed = memory_allocate_zeroed(size + 1)};
}

struct kept_bytes *kept_create(const struct program *program, const struct sharing *sharing,
                               unsigned flags) {
  struct kept_bytes *kept = memory_allocate_zeroed(sizeof *kept);
  kept->program = program;
  kept->sharing = sharing;
  kept->offsets = offsets_create(program, sharing, NULL);
  kept->flags = flags;
  kept->count = sharing_record(sharing) + 1;
  kept->objects = memory_allocate_zeroed(kept->count * sizeof *kept->objects);
  kept->words = bits_words(sharing_object_count(sharing));
  kept->set = bits_create(kept->words);
  for (uint32_t i = 0; i < program->object_count; i++)
    if (!program->objects[i].function && &program->objects[i] != program->opaque)
      add_object(kept, i, program->objects[i].size, program->objects[i].bytes);
  add_object(kept, sharing_record(sharing), program->record_size, NULL);
  return kept;
}

void kept_restart(struct kept_bytes *kept) {
  for (uint32_t i = 0; i < kept->count; i++) {
    struct kept_object *object = &kept->objects[i];
    object->zero_sizes = object->other_sizes = 0;
    if (object->changed)
      memset(object->changed, 0, object->size);
  }
}

void kept_destroy(struct kept_bytes *kept) {
  if (!kept)
    return;
  for (uint32_t i = 0; i < kept->count; i++)
    memory_release(kept->objects[i].changed);
  memory_release(kept->objects);
  memory_release(kept->set);
  offsets_destroy(kept->offsets);
  memory_release(kept);
}

/* Adds up the constants of a sum. */
static uint64_t constant_part(const struct term *term) {
  if (term_is_constant(term))
    return term->value;
  if (term->kind != TERM_APPLY || term->op != OP_ADD)
    return 0;
  return constant_part(term->operands[0]) + constant_part(term->operands[1]);
}

bool kept_is_thread_local(const struct program *program, const struct term *address) {
  uint64_t offset = constant_part(address);
  return offset >= program->record_size && offset < program->thread_local_end;
}

static void find_place(struct kept_bytes *kept, const struct function *function,
                       const struct term *address) {
  bits_clear(kept->set, kept->words);
  const struct object *object =
      term_is_constant(address) ? program_find_object(kept->program, address->value) : NULL;
  kept->has_offset = true;
  if (object) {
    bits_add(kept->set, (size_t)(object - kept->program->objects));
    kept->offset = (int64_t)(address->value - object->address);
  } else {
    sharing_add_pointees(kept->sharing, function, address, kept->set);
    kept->has_offset = kept->offsets && offsets_of(kept->offsets, function, address, &kept->offset);
    if (!kept->has_offset && kept_is_thread_local(kept->program, address))
      bits_remove(kept->set, sharing_record(kept->sharing));
  }
}

static unsigned char first_byte(const struct kept_object *object, uint64_t at) {
  return object->bytes ? object->bytes[at] : 0;
}

/* The bytes from `first` on get those of the value; NULL: arbitrary ones. */
static bool change_bytes(const struct kept_bytes *kept, struct kept_object *object, uint64_t first,
                         uint64_t end, const struct term *stored) {
  bool is_new = false;
  for (uint64_t i = first; i < end && i < object->size; i++) {
    bool is_same = stored && !(kept->flags & KEPT_NO_STORES) &&
                   (unsigned char)(stored->value >> 8 * (i - first)) == first_byte(object, i);
    is_new |= !is_same && !object->changed[i];
    object->changed[i] |= !is_same;
  }
  return is_new;
}

/* Notes a store at an unknown place in the object. */
static bool change_somewhere(const struct kept_bytes *kept, struct kept_object *object,
                             const struct edge_access *access, const struct term *stored,
                             bool is_library) {
  bool is_zero = stored && !stored->value && !(kept->flags & KEPT_NO_STORES);
  if (!(kept->flags & KEPT_WHOLE_FIELDS) || !is_library || access->size < 2) {
    bool is_new = false;
    for (uint64_t i = 0; i < object->size; i++)
      is_new |= change_bytes(kept, object, i, i + 1, is_zero ? stored : NULL);
    return is_new;
  }
  unsigned *sizes = is_zero ? &object->zero_sizes : &object->other_sizes, before = *sizes;
  *sizes |= access->size;
  return *sizes != before;
}

bool kept_note(struct kept_bytes *kept, const struct function *function,
               const struct edge_access *access, const struct term *address,
               const struct term *stored) {
  bool is_new = false;
  if (access->kind != EDGE_WRITE || !access->size || access->size > 8 ||
      (stored && !term_is_constant(stored)))
    stored = NULL;
  find_place(kept, function, address);
  bits_each (number, kept->set, kept->words) {
    struct kept_object *object = number < kept->count ? &kept->objects[number] : NULL;
    if (!object || !object->changed)
      continue;
    uint64_t first = (uint64_t)kept->offset;
    if (!kept->has_offset || !access->size)
      is_new |= change_somewhere(kept, object, access, stored, function->is_library);
    else
      is_new |= change_bytes(kept, object, first, first + access->size, stored);
  }
  return is_new;
}

/* Finds the value that the bytes of one object keep. */
static bool find_kept(const struct kept_object *object, uint64_t first, uint32_t size,
                      bool is_library, uint64_t *value) {
  *value = 0;
  unsigned sizes = is_library ? size : UINT_MAX;
  if (!object->changed || size > 8 || first > object->size || size > object->size - first ||
      object->other_sizes & sizes)
    return false;
  for (uint32_t i = 0; i < size; i++) {
    if (object->changed[first + i])
      return false;
    *value |= (uint64_t)first_byte(object, first + i) << 8 * i;
  }
  return !(*value && object->zero_sizes & sizes);
}

bool kept_value(struct kept_bytes *kept, const struct function *function,
                const struct term *address, uint32_t size, uint64_t *value) {
  bool is_found = false;
  find_place(kept, function, address);
  if (!kept->has_offset)
    return false;
  bits_each (number, kept->set, kept->words) {
    uint64_t here;
    if (number >= kept->count ||
        !find_kept(&kept->objects[number], (uint64_t)kept->offset, size, function->is_library,
                   &here) ||
        (is_found && here != *value))
      return false;
    is_found = true;
    *value = here;
  }
  return is_found;
}

bool kept_is_in_record(struct kept_bytes *kept, const struct function *function,
                       const struct term *address, uint64_t *offset) {
  uint32_t record = sharing_record(kept->sharing);
  find_place(kept, function, address);
  *offset = (uint64_t)kept->offset;
  bool is_record = kept->has_offset && bits_has(kept->set, record);
  bits_remove(kept->set, record);
  return is_record && bits_is_empty(kept->set, kept->words);
}
