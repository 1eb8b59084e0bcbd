/* SPDX-License-Identifier: Apache-2.0 */
/* What clang calls in C++ without exceptions: new and delete, variables of a function that are
 * initialised once, destructors at the end of the program. The names are those of the Itanium ABI. */
#include "heddle.h"
#include "reused.h"

#include <stddef.h>

void *malloc(size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
int on_exit(void (*function)(int status, void *argument), void *argument);
_Noreturn void abort(void);

#if __SIZEOF_POINTER__ == 8
#define SIZE(before, after) before##m##after
#else
#define SIZE(before, after) before##j##after
#endif

#define NEW(name)                                                                                  \
  void *name(size_t size);                                                                         \
  void *name(size_t size) { return malloc(size); }
#define NEW_OR_NULL(name)                                                                          \
  void *name(size_t size, const void *unused);                                                     \
  void *name(size_t size, const void *unused) {                                                    \
    (void)unused;                                                                                  \
    return malloc(size);                                                                           \
  }
#define NEW_ALIGNED(name)                                                                          \
  void *name(size_t size, size_t alignment);                                                       \
  void *name(size_t size, size_t alignment) { return aligned_alloc(alignment, size); }
#define DELETE(name)                                                                               \
  void name(void *memory);                                                                         \
  void name(void *memory) { free(memory); }
#define DELETE_SIZED(name)                                                                         \
  void name(void *memory, size_t size);                                                            \
  void name(void *memory, size_t size) {                                                           \
    (void)size;                                                                                    \
    free(memory);                                                                                  \
  }
#define DELETE_ALIGNED(name)                                                                       \
  void name(void *memory, size_t size, size_t alignment);                                          \
  void name(void *memory, size_t size, size_t alignment) {                                         \
    (void)size, (void)alignment;                                                                   \
    free(memory);                                                                                  \
  }

NEW(SIZE(_Znw, ))
NEW(SIZE(_Zna, ))
NEW_OR_NULL(SIZE(_Znw, RKSt9nothrow_t))
NEW_OR_NULL(SIZE(_Zna, RKSt9nothrow_t))
NEW_ALIGNED(SIZE(_Znw, St11align_val_t))
NEW_ALIGNED(SIZE(_Zna, St11align_val_t))
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE_SIZED(SIZE(_ZdlPv, ))
DELETE_SIZED(SIZE(_ZdaPv, ))
DELETE_SIZED(_ZdlPvSt11align_val_t)
DELETE_SIZED(_ZdaPvSt11align_val_t)
DELETE_ALIGNED(SIZE(_ZdlPv, St11align_val_t))
DELETE_ALIGNED(SIZE(_ZdaPv, St11align_val_t))

/* The guard of a variable: is it initialised, and is a thread initialising it? clang reads the
 * first byte itself. */
enum { IS_DONE, IS_UNDER_WAY };

static int is_free(void *guard, heddle_word argument) {
  (void)argument;
  return !((char *)guard)[IS_UNDER_WAY];
}

int __cxa_guard_acquire(char *guard);
int __cxa_guard_acquire(char *guard) {
  __heddle_atomic_begin();
  __heddle_block_until(is_free, guard, 0);
  int is_first = !guard[IS_DONE];
  if (is_first) {
    guard[IS_UNDER_WAY] = 1;
    __heddle_acquired(guard);
  }
  __heddle_atomic_end();
  return is_first;
}

void __cxa_guard_release(char *guard);
void __cxa_guard_release(char *guard) {
  __heddle_atomic_begin();
  guard[IS_UNDER_WAY] = 0;
  guard[IS_DONE] = 1;
  __heddle_released(guard);
  __heddle_atomic_end();
}

void *__dso_handle;

struct destruction {
  void (*function)(void *object);
  void *object;
};

static void destroy(int status, void *argument) {
  struct destruction destruction = *(struct destruction *)argument;
  (void)status;
  free_block(argument);
  destruction.function(destruction.object);
}

int __cxa_atexit(void (*function)(void *object), void *object, void *library);
int __cxa_atexit(void (*function)(void *object), void *object, void *library) {
  (void)library;
  struct destruction *destruction = allocate_block(sizeof *destruction, sizeof(void *), KEPT_BLOCK);
  *destruction = (struct destruction){function, object};
  return on_exit(destroy, destruction);
}

_Noreturn void _ZSt9terminatev(void);
_Noreturn void _ZSt9terminatev(void) { abort(); }

_Noreturn void __cxa_pure_virtual(void);
_Noreturn void __cxa_pure_virtual(void) {
  __heddle_error("memory", "call of a pure virtual function");
  abort();
}
