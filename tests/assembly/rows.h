/* SPDX-License-Identifier: Apache-2.0 */
/* Read-modify-writes as assembly of x86, of AArch64, and as the builtin that they stand for. Each
 * returns what the instruction tells about the old value. FLAVOUR is ASSEMBLY or BUILTIN. */
#ifndef TESTS_ASSEMBLY_ROWS_H
#define TESTS_ASSEMBLY_ROWS_H

typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))
#define SC __ATOMIC_SEQ_CST

#define ROW_OF(name) name
#define BUILTIN_OF(name) name##_builtin
#define CALL(macro, name) macro(name)

#define DEFINE(name, builtin, ...)                                                                 \
  static inline int name##_builtin(int *p, int v) { return builtin; }                              \
  static inline int name(int *p, int v) __VA_ARGS__

static inline int exchanged(int *p, int expected, int desired) {
  __atomic_compare_exchange_n(p, &expected, desired, 0, SC, SC);
  return expected;
}
static inline int is_exchanged(int *p, int expected, int desired) {
  return __atomic_compare_exchange_n(p, &expected, desired, 0, SC, SC);
}

#ifndef __aarch64__
#define UPDATE(text) __asm__ volatile("lock; " text : "+m"(*p) : "r"(v) : "memory", "cc"); return 0;
#define TESTED(text, flag)                                                                         \
  unsigned char set;                                                                               \
  __asm__ volatile("lock; " text "\n\tset" flag " %1" : "+m"(*p), "=q"(set) : "r"(v) : "memory", "cc"); \
  return set;
#define FLAGGED(text, flag)                                                                        \
  int set;                                                                                         \
  __asm__ volatile("lock; " text : "+m"(*p), "=@cc" flag(set) : "r"(v) : "memory");                \
  return set;

DEFINE(xchg, __atomic_exchange_n(p, v, SC), {
  __asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(*p)::"memory");
  return v;
})
DEFINE(xchg_intel, __atomic_exchange_n(p, v, SC), {
  __asm__ volatile(".intel_syntax noprefix\n\txchg dword ptr [%2], %0\n\t.att_syntax prefix"
                   : "=r"(v) : "0"(v), "r"(p) : "memory");
  return v;
})
DEFINE(xadd, __atomic_fetch_add(p, v, SC), {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p)::"memory", "cc");
  return v;
})
DEFINE(xadd_by_address, __atomic_fetch_add(p, v, SC), {
  __asm__ volatile("lock xaddl %0, (%1)" : "+r"(v) : "r"(p) : "memory", "cc");
  return v;
})
DEFINE(add, (__atomic_fetch_add(p, v, SC), 0), { UPDATE("addl %1, %0") })
DEFINE(sub, (__atomic_fetch_sub(p, v, SC), 0), { UPDATE("subl %1, %0") })
DEFINE(and, (__atomic_fetch_and(p, v, SC), 0), { UPDATE("andl %1, %0") })
DEFINE(or, (__atomic_fetch_or(p, v, SC), 0), { UPDATE("orl %1, %0") })
DEFINE(xor, (__atomic_fetch_xor(p, v, SC), 0), { UPDATE("xorl %1, %0") })
DEFINE(not, (__atomic_fetch_xor(p, -1, SC), 0), { UPDATE("notl %0") })
DEFINE(inc, (__atomic_fetch_add(p, 1, SC), 0), { UPDATE("incl %0") })
DEFINE(dec, (__atomic_fetch_sub(p, 1, SC), 0), { UPDATE("decl %0") })
DEFINE(dec_and_test, __atomic_fetch_sub(p, 1, SC) == 1, { TESTED("decl %0", "e") })
DEFINE(inc_and_test, __atomic_add_fetch(p, 1, SC) == 0, { FLAGGED("incl %0", "z") })
DEFINE(sub_and_test, __atomic_sub_fetch(p, v, SC) == 0, { FLAGGED("subl %2, %0", "e") })
DEFINE(add_negative, __atomic_add_fetch(p, v, SC) < 0, { TESTED("addl %2, %0", "s") })
DEFINE(and_parity, __builtin_parity((unsigned char)__atomic_and_fetch(p, v, SC)) == 0,
       { FLAGGED("andl %2, %0", "p") })
DEFINE(bts, __atomic_fetch_or(p, 1 << (v & 31), SC) >> (v & 31) & 1, { TESTED("btsl %2, %0", "c") })
DEFINE(btr, __atomic_fetch_and(p, ~(1 << (v & 31)), SC) >> (v & 31) & 1,
       { FLAGGED("btrl %2, %0", "c") })
DEFINE(btc, __atomic_fetch_xor(p, 1 << (v & 31), SC) >> (v & 31) & 1, { FLAGGED("btcl %2, %0", "c") })
DEFINE(cmpxchg, exchanged(p, 0, v), {
  int old = 0;
  __asm__ volatile("lock cmpxchgl %2, %1" : "+a"(old), "+m"(*p) : "r"(v) : "memory", "cc");
  return old;
})
DEFINE(cmpxchg_sete, is_exchanged(p, 0, v), {
  int old;
  unsigned char set;
  __asm__ volatile("lock\n\tcmpxchgl %3, %1\n\tsete %2"
                   : "=a"(old), "+m"(*p), "=q"(set)
                   : "r"(v), "0"(0)
                   : "memory", "cc");
  return set;
})
/* A retry loop in the assembly itself. */
DEFINE(cmpxchg_loop, __atomic_fetch_add(p, v, SC), {
  int old, sum;
  __asm__ volatile("movl %1, %0\n1:\tmovl %0, %2\n\taddl %3, %2\n\tlock; cmpxchgl %2, %1\n\tjnz 1b"
                   : "=&a"(old), "+m"(*p), "=&r"(sum)
                   : "r"(v)
                   : "memory", "cc");
  return old;
})
DEFINE(cmpxchg8b, exchanged(p, 0, v), { /* the upper half is 0 */
  unsigned low = 0, high = 0;
  __asm__ volatile("lock; cmpxchg8b %0"
                   : "+m"(*(unsigned long long *)p), "+a"(low), "+d"(high)
                   : "b"(v), "c"(0)
                   : "memory", "cc");
  return (int)low;
})
#ifdef __x86_64__
DEFINE(cmpxchg16b, exchanged(p, 0, v), {
  unsigned long low = 0, high = 0;
  __asm__ volatile("lock; cmpxchg16b %0"
                   : "+m"(*(__int128 *)p), "+a"(low), "+d"(high)
                   : "b"((unsigned long)(unsigned)v), "c"(0L)
                   : "memory", "cc");
  return (int)low;
})
#endif
#else
#define EXCLUSIVE(load, store, work)                                                               \
  unsigned status;                                                                                 \
  int old, sum;                                                                                    \
  __asm__ volatile("1:\t" load " %w0, %3\n\t" work "\n\t" store " %w1, %w2, %3\n\tcbnz %w1, 1b"    \
                   : "=&r"(old), "=&r"(status), "=&r"(sum), "+Q"(*p)                               \
                   : "r"(v)                                                                        \
                   : "memory", "cc");                                                              \
  return old;
#define FETCH(name)                                                                                \
  int old;                                                                                         \
  __asm__ volatile(name " %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(v) : "memory");                \
  return old;
DEFINE(exclusive_add, __atomic_fetch_add(p, v, SC), { EXCLUSIVE("ldaxr", "stlxr", "add %w2, %w0, %w4") })
DEFINE(exclusive_and, __atomic_fetch_and(p, v, SC), { EXCLUSIVE("ldaxr", "stlxr", "and %w2, %w0, %w4") })
DEFINE(exclusive_swap, __atomic_exchange_n(p, v, SC), { EXCLUSIVE("ldaxr", "stlxr", "mov %w2, %w4") })
DEFINE(exclusive_exchange, exchanged(p, 0, v), {
  unsigned status;
  int old;
  __asm__ volatile("1:\tldaxr %w0, %2\n\tcbnz %w0, 2f\n\tstlxr %w1, %w3, %2\n\tcbnz %w1, 1b\n2:"
                   : "=&r"(old), "=&r"(status), "+Q"(*p)
                   : "r"(v)
                   : "memory");
  return old;
})
DEFINE(cas, exchanged(p, 0, v), {
  int old = 0;
  __asm__ volatile("casal %w0, %w2, %1" : "+r"(old), "+Q"(*p) : "r"(v) : "memory");
  return old;
})
DEFINE(swp, __atomic_exchange_n(p, v, SC), {
  int old;
  __asm__ volatile("swpal %w2, %w0, %1" : "=r"(old), "+Q"(*p) : "r"(v) : "memory");
  return old;
})
DEFINE(ldadd, __atomic_fetch_add(p, v, SC), { FETCH("ldaddal") })
DEFINE(ldclr, __atomic_fetch_and(p, ~v, SC), { FETCH("ldclral") })
DEFINE(ldset, __atomic_fetch_or(p, v, SC), { FETCH("ldsetal") })
DEFINE(ldeor, __atomic_fetch_xor(p, v, SC), { FETCH("ldeoral") })
DEFINE(ldumax, __atomic_fetch_max((unsigned *)p, (unsigned)v, SC), { FETCH("ldumaxal") })
DEFINE(ldsmin, __atomic_fetch_min(p, v, SC), { FETCH("ldsminal") })
DEFINE(stadd, (__atomic_fetch_add(p, v, SC), 0), {
  __asm__ volatile("staddl %w1, %0" : "+Q"(*p) : "r"(v) : "memory");
  return 0;
})
#endif
#endif
