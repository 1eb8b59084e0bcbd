/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is mapped. A mapping is a block of whole pages, zeroed if it maps no file, with
 * arbitrary contents otherwise; munmap ends its lifetime. It is found wherever the system likes.
 * What protection does is not modelled beyond what is said below. */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"
#include "reused.h"

#include <sys/mman.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

enum { PAGE = 4096 };

static size_t whole_pages(size_t size) { return (size + PAGE - 1) & ~(size_t)(PAGE - 1); }

static void check_protection(int protection) {
  if (!(protection & PROT_READ))
    __heddle_unsupported("memory that is protected from being read");
  if (!(protection & PROT_WRITE))
    __heddle_suppose("memory that is mapped for reading only is not written");
}

static unsigned char is_file_shared;

static void *map(size_t size, int protection, int flags, int descriptor) {
  int is_closed = 0;
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
    __heddle_unsupported("mmap at a fixed address");
  if (size == 0 || !(flags & (MAP_SHARED | MAP_PRIVATE))) {
    __library_fail(ERROR_INVAL);
    return MAP_FAILED;
  }
  if (size > (size_t)-1 / 2 || __heddle_fault("mmap")) {
    __library_fail(ERROR_NOMEM);
    return MAP_FAILED;
  }
  check_protection(protection);
  if (flags & MAP_ANONYMOUS)
    return allocate_block(whole_pages(size), PAGE, 1);
  __heddle_atomic_begin();
  is_closed = __library_find_description(descriptor) == NULL;
  if (!is_closed && flags & MAP_SHARED && is_file_shared++ != 0)
    __heddle_unsupported("two shared mappings of files, which may be one");
  __heddle_atomic_end();
  if (is_closed)
    return MAP_FAILED;
  return allocate_block(whole_pages(size), PAGE, 0);
}

#undef mmap
#undef mmap64
void *mmap(void *wish, size_t size, int protection, int flags, int descriptor, off_t offset) {
  return map(size, protection, flags, descriptor);
}

void *mmap64(void *wish, size_t size, int protection, int flags, int descriptor, __off64_t offset) {
  return map(size, protection, flags, descriptor);
}

int munmap(void *start, size_t size) {
  if (size == 0 || (heddle_word)start % PAGE != 0)
    return __library_fail(ERROR_INVAL);
  if (__heddle_block_size(start) != whole_pages(size))
    __heddle_unsupported("munmap of a part of a mapping");
  free_block(start);
  return 0;
}

int mprotect(void *start, size_t size, int protection) {
  if ((heddle_word)start % PAGE != 0)
    return __library_fail(ERROR_INVAL);
  if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __heddle_unsupported("mprotect that forbids accesses");
  return __heddle_fault("mprotect") ? __library_fail(ERROR_NOMEM) : 0;
}

int madvise(void *start, size_t size, int advice) {
  if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
    __heddle_unsupported("madvise that gives memory back");
  return 0;
}

int posix_madvise(void *start, size_t size, int advice) { return 0; }

int msync(void *start, size_t size, int flags) {
  return __heddle_fault("msync") ? __library_fail_somehow() : 0;
}

static int lock(void) { return __heddle_fault("mlock") ? __library_fail(ERROR_NOMEM) : 0; }

int mlock(const void *start, size_t size) { return lock(); }

int munlock(const void *start, size_t size) { return 0; }

int mlockall(int flags) { return lock(); }

int munlockall(void) { return 0; }

void *mremap(void *start, size_t size, size_t wanted, int flags, ...) {
  __heddle_unsupported("mremap");
  return MAP_FAILED;
}
