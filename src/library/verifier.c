/* SPDX-License-Identifier: Apache-2.0 */
/* The functions by which benchmark programs talk to a verifier: those of SV-COMP, and the same in
 * the dialects of ESBMC and CBMC. A program that defines one of them itself keeps its own. */
#include "heddle.h"
#include "process.h"

#define NONDET(name, type, source)                                                                 \
  type __VERIFIER_nondet_##name(void);                                                             \
  type __VERIFIER_nondet_##name(void) { return (type)__heddle_nondet_##source(); }

#if __SIZEOF_POINTER__ == 8
#define LONG u64
#else
#define LONG u32
#endif
/* LONG is to be replaced before it is pasted to a name. */
#define NONDET_LONG(name, type) NONDET_REPLACED(name, type, LONG)
#define NONDET_REPLACED(name, type, source) NONDET(name, type, source)

NONDET(bool, _Bool, bool)
NONDET(char, char, u8)
NONDET(schar, signed char, u8)
NONDET(uchar, unsigned char, u8)
NONDET(unsigned_char, unsigned char, u8)
NONDET(short, short, u16)
NONDET(ushort, unsigned short, u16)
NONDET(unsigned_short, unsigned short, u16)
NONDET(int, int, u32)
NONDET(uint, unsigned, u32)
NONDET(unsigned, unsigned, u32)
NONDET(unsigned_int, unsigned, u32)
NONDET_LONG(long, long)
NONDET_LONG(ulong, unsigned long)
NONDET_LONG(unsigned_long, unsigned long)
NONDET(longlong, long long, u64)
NONDET(ulonglong, unsigned long long, u64)
NONDET_LONG(size_t, heddle_size)
NONDET_LONG(ssize_t, long)
NONDET_LONG(ptrdiff_t, long)
NONDET_LONG(intptr_t, long)
NONDET_LONG(uintptr_t, unsigned long)
NONDET_LONG(off_t, long)
NONDET(loff_t, long long, u64)
NONDET_LONG(sector_t, unsigned long)
NONDET(int8_t, signed char, u8)
NONDET(uint8_t, unsigned char, u8)
NONDET(int16_t, short, u16)
NONDET(uint16_t, unsigned short, u16)
NONDET(int32_t, int, u32)
NONDET(uint32_t, unsigned, u32)
NONDET(int64_t, long long, u64)
NONDET(uint64_t, unsigned long long, u64)
NONDET(s8, signed char, u8)
NONDET(u8, unsigned char, u8)
NONDET(s16, short, u16)
NONDET(u16, unsigned short, u16)
NONDET(s32, int, u32)
NONDET(u32, unsigned, u32)
NONDET(s64, long long, u64)
NONDET(u64, unsigned long long, u64)
NONDET(S8, signed char, u8)
NONDET(U8, unsigned char, u8)
NONDET(S16, short, u16)
NONDET(U16, unsigned short, u16)
NONDET(S32, int, u32)
NONDET(U32, unsigned, u32)
NONDET(S64, long long, u64)
NONDET(U64, unsigned long long, u64)
NONDET(float, float, float)
NONDET(double, double, double)
NONDET_LONG(pointer, void *)
NONDET_LONG(pchar, char *)
NONDET_LONG(charp, char *)

void __VERIFIER_nondet_memory(void *memory, heddle_size size);
void __VERIFIER_nondet_memory(void *memory, heddle_size size) {
  for (heddle_size i = 0; i < size; i++)
    ((unsigned char *)memory)[i] = __heddle_nondet_u8();
}

/* Errors end the program where they are not checked, as the abort that usually follows them. */
_Noreturn void reach_error(void);
_Noreturn void reach_error(void) {
  __heddle_error("reach", "error call reached");
  __library_end_quietly();
}

_Noreturn void __VERIFIER_error(void);
_Noreturn void __VERIFIER_error(void) {
  __heddle_error("reach", "error call reached");
  __library_end_quietly();
}

#define ASSERT(name, ...)                                                                          \
  void name(int condition, ##__VA_ARGS__);                                                         \
  void name(int condition, ##__VA_ARGS__) {                                                        \
    if (!condition) {                                                                              \
      __heddle_error("reach", "assertion failed");                                                 \
      __library_end_quietly();                                                                      \
    }                                                                                              \
  }

#define ASSUME(name)                                                                               \
  void name(int condition);                                                                        \
  void name(int condition) { __heddle_assume(condition); }

#define NO_ARGUMENT(name, action)                                                                  \
  void name(void);                                                                                 \
  void name(void) { action; }

ASSERT(__VERIFIER_assert)
ASSERT(__CPROVER_assert, const char *text __attribute__((unused)))
ASSERT(__ESBMC_assert, const char *text __attribute__((unused)))

ASSUME(__VERIFIER_assume)
ASSUME(assume_abort_if_not)
ASSUME(__CPROVER_assume)
ASSUME(__ESBMC_assume)

NO_ARGUMENT(__VERIFIER_atomic_begin, __heddle_atomic_begin())
NO_ARGUMENT(__VERIFIER_atomic_end, __heddle_atomic_end())
NO_ARGUMENT(__CPROVER_atomic_begin, __heddle_atomic_begin())
NO_ARGUMENT(__CPROVER_atomic_end, __heddle_atomic_end())
NO_ARGUMENT(__ESBMC_atomic_begin, __heddle_atomic_begin())
NO_ARGUMENT(__ESBMC_atomic_end, __heddle_atomic_end())
NO_ARGUMENT(__VERIFIER_yield, )
NO_ARGUMENT(__ESBMC_yield, )
NO_ARGUMENT(__CPROVER_yield, )
