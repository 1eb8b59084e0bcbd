/* SPDX-License-Identifier: Apache-2.0 */
/* Heap allocation. Without `--faults on` it never fails for want of memory: a program that needs more than the address
 * space holds ends as a limit, not as an execution in which malloc returned NULL. A request that no
 * system can satisfy (more than half of the address space) gives NULL, as with glibc.
 *
 * Where addresses are used again, an allocation depends on what other threads freed before: it
 * reads, and freeing writes, a variable that says nothing else (reused.h). */
#include "errors.h"
#include "heddle.h"
#include "reused.h"

#include <stddef.h>

unsigned char __library_reusable;

enum { MALLOC_ALIGNMENT = 16, PAGE_SIZE = 4096 };

static int is_impossible(size_t size) {
  if (size <= (size_t)-1 / 2 && !__heddle_fault("an allocation"))
    return 0;
  *__errno_location() = ERROR_NOMEM;
  return 1;
}

static int product_overflows(size_t count, size_t size, size_t *product) {
  if (!__builtin_mul_overflow(count, size, product))
    return 0;
  *__errno_location() = ERROR_NOMEM;
  return 1;
}

void *malloc(size_t size) {
  if (is_impossible(size))
    return NULL;
  return allocate_block(size, MALLOC_ALIGNMENT, 0);
}

void *calloc(size_t count, size_t size) {
  size_t total;
  if (product_overflows(count, size, &total) || is_impossible(total))
    return NULL;
  return allocate_block(total, MALLOC_ALIGNMENT, 1);
}

void free(void *block) { free_block(block); }

void cfree(void *block) { free(block); }

/* Moves, so that a use of the old address is found; it may stay as well where addresses are used
 * again. */
static void *resize(void *block, size_t size) {
  if (block == NULL) {
    if (is_impossible(size))
      return NULL;
    return allocate_block(size, MALLOC_ALIGNMENT, 0);
  }
  if (size == 0) {
    free(block);
    return NULL;
  }
  look_for_reused(REUSE_BLOCKS);
  size_t old_size = __heddle_block_size(block);
  if (is_impossible(size))
    return NULL;
  void *fresh = __heddle_reallocate(block, size, MALLOC_ALIGNMENT);
  if (fresh == block) {
    if (size < old_size)
      note_reusable(REUSE_BLOCKS);
    return fresh;
  }
  __heddle_copy(fresh, block, old_size < size ? old_size : size);
  free(block);
  return fresh;
}

void *realloc(void *block, size_t size) { return resize(block, size); }

void *reallocarray(void *block, size_t count, size_t size) {
  size_t total;
  if (product_overflows(count, size, &total))
    return NULL;
  return resize(block, total);
}

size_t malloc_usable_size(void *block) { return block == NULL ? 0 : __heddle_block_size(block); }

/* The kernel wants a constant alignment: the next larger one of a few will do, since whatever is
 * aligned to it is aligned to the smaller one too. */
static void *allocate_aligned(size_t alignment, size_t size) {
  if (is_impossible(size))
    return NULL;
  look_for_reused(REUSE_BLOCKS);
  if (alignment <= MALLOC_ALIGNMENT)
    return __heddle_allocate(size, MALLOC_ALIGNMENT, 0);
  if (alignment <= 64)
    return __heddle_allocate(size, 64, 0);
  if (alignment <= 256)
    return __heddle_allocate(size, 256, 0);
  if (alignment <= PAGE_SIZE)
    return __heddle_allocate(size, PAGE_SIZE, 0);
  if (alignment <= 65536)
    return __heddle_allocate(size, 65536, 0);
  __heddle_unsupported("allocation aligned to more than 64 KiB");
  return NULL;
}

static int is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) {
    *__errno_location() = ERROR_INVAL;
    return NULL;
  }
  return allocate_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) { return allocate_aligned(alignment, size); }

void *valloc(size_t size) { return allocate_aligned(PAGE_SIZE, size); }

void *pvalloc(size_t size) {
  return allocate_aligned(PAGE_SIZE, (size + PAGE_SIZE - 1) & ~(size_t)(PAGE_SIZE - 1));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
    return ERROR_INVAL;
  if (size > (size_t)-1 / 2)
    return ERROR_NOMEM;
  void *block = allocate_aligned(alignment, size);
  if (block == NULL)
    return ERROR_NOMEM;
  *result = block;
  return 0;
}
