/* SPDX-License-Identifier: Apache-2.0 */
/* The functions clang calls for atomic operations that are no single instruction: objects of odd
 * or large size (the generic ones, with a size), and the sized ones, which other compilers' output
 * and hand-written code call by name. Sequentially consistent, whatever order is asked for. */
#include "heddle.h"

#pragma clang diagnostic ignored "-Watomic-alignment" /* 8 bytes in a structure of ILP32 */

/* clang knows these names as builtins, so the functions get them as assembler names. */
#define GENERIC(type, name, ...)                                                                   \
  type name##_model(__VA_ARGS__) __asm__("__atomic_" #name);                                       \
  type name##_model(__VA_ARGS__)

GENERIC(void, load, heddle_size size, void *from, void *to, int order) {
  (void)order;
  __heddle_atomic_begin();
  __heddle_copy(to, from, size);
  __heddle_atomic_end();
}

GENERIC(void, store, heddle_size size, void *to, void *from, int order) {
  (void)order;
  __heddle_atomic_begin();
  __heddle_copy(to, from, size);
  __heddle_atomic_end();
}

GENERIC(void, exchange, heddle_size size, void *object, void *desired, void *old, int order) {
  (void)order;
  __heddle_atomic_begin();
  __heddle_copy(old, object, size);
  __heddle_copy(object, desired, size);
  __heddle_atomic_end();
}

GENERIC(_Bool, compare_exchange, heddle_size size, void *object, void *expected, void *desired,
        int success, int failure) {
  (void)success, (void)failure;
  int equal = 1;
  __heddle_atomic_begin();
  for (heddle_size i = 0; equal && i < size; i++)
    equal = ((unsigned char *)object)[i] == ((unsigned char *)expected)[i];
  if (equal)
    __heddle_copy(object, desired, size);
  else
    __heddle_copy(expected, object, size);
  __heddle_atomic_end();
  return (_Bool)equal;
}

GENERIC(_Bool, is_lock_free, heddle_size size, void *object) {
  (void)object;
  return size <= sizeof(void *) && (size & (size - 1)) == 0;
}

#define FETCH(bytes, type, name)                                                                   \
  GENERIC(type, fetch_##name##_##bytes, type *object, type operand, int order) {                   \
    (void)order;                                                                                   \
    return __atomic_fetch_##name(object, operand, __ATOMIC_SEQ_CST);                               \
  }                                                                                                \
  GENERIC(type, name##_fetch_##bytes, type *object, type operand, int order) {                     \
    (void)order;                                                                                   \
    return __atomic_##name##_fetch(object, operand, __ATOMIC_SEQ_CST);                             \
  }

#define SIZED(bytes, type)                                                                         \
  GENERIC(type, load_##bytes, type *object, int order) {                                           \
    (void)order;                                                                                   \
    return __atomic_load_n(object, __ATOMIC_SEQ_CST);                                              \
  }                                                                                                \
  GENERIC(void, store_##bytes, type *object, type value, int order) {                              \
    (void)order;                                                                                   \
    __atomic_store_n(object, value, __ATOMIC_SEQ_CST);                                             \
  }                                                                                                \
  GENERIC(type, exchange_##bytes, type *object, type value, int order) {                           \
    (void)order;                                                                                   \
    return __atomic_exchange_n(object, value, __ATOMIC_SEQ_CST);                                   \
  }                                                                                                \
  GENERIC(_Bool, compare_exchange_##bytes, type *object, type *expected, type desired,             \
          int success, int failure) {                                                              \
    (void)success, (void)failure;                                                                  \
    return __atomic_compare_exchange_n(object, expected, desired, 0, __ATOMIC_SEQ_CST,             \
                                       __ATOMIC_SEQ_CST);                                          \
  }                                                                                                \
  FETCH(bytes, type, add)                                                                          \
  FETCH(bytes, type, sub)                                                                          \
  FETCH(bytes, type, and)                                                                          \
  FETCH(bytes, type, or)                                                                           \
  FETCH(bytes, type, xor)                                                                          \
  FETCH(bytes, type, nand)

SIZED(1, unsigned char)
SIZED(2, unsigned short)
SIZED(4, unsigned)
SIZED(8, unsigned long long)

/* <stdatomic.h> names these as functions too. */
void atomic_thread_fence(int order);
void atomic_thread_fence(int order) {
  (void)order;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void atomic_signal_fence(int order);
void atomic_signal_fence(int order) { (void)order; }
