// Each arithmetic instruction that inline assembly may have, on random operands of every size, with
// the flags that it defines: the same as on the processor.
#include <stdio.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long word;

static unsigned long long state = 88172645463325252ULL;
static unsigned long long next(void) {
  static const unsigned long long corners[] = {0, 1, 2, 127, 128, 255, 32767, 32768, 65535, 2147483647,
                                               2147483648U, 4294967295U, ~0ULL, 1ULL << 63};
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state % 3 ? state : corners[state / 3 % (sizeof corners / sizeof *corners)];
}

#define ROUNDS 12
#define FLAGS_OUT "=@ccc"(c), "=@ccz"(z), "=@ccs"(s), "=@cco"(o), "=@ccp"(p)
#define SHOW(name, x)                                                                              \
  printf("%s %llx %llx c%d z%d s%d o%d p%d\n", name, (unsigned long long)(x),                      \
         (unsigned long long)y, c, z, s, o, p)

/* Register with register, memory with register, locked memory with a constant. */
#define BINARY(name, suffix, T, constraint)                                                        \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = (T)next(), m = x, l = x;                                                  \
    int c, z, s, o, p;                                                                             \
    __asm__ volatile(name suffix " %6, %0" : "+" constraint(x), FLAGS_OUT : constraint(y));        \
    SHOW(name suffix, x);                                                                          \
    __asm__ volatile(name suffix " %6, %0" : "+m"(m), FLAGS_OUT : constraint(y));                  \
    SHOW("memory", m);                                                                             \
    __asm__ volatile("lock; " name suffix " $5, %0" : "+m"(l), FLAGS_OUT::"memory");               \
    SHOW("locked", l);                                                                             \
  }
#define COMPARE(name, suffix, T, constraint)                                                       \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = i == 3 ? x : (T)next();                                                   \
    int c, z, s, o, p, a, be, l, le, g, ge;                                                        \
    __asm__ volatile(name suffix " %6, %5"                                                         \
                     : FLAGS_OUT                                                                   \
                     : constraint(x), constraint(y));                                              \
    SHOW(name suffix, x);                                                                          \
    __asm__ volatile(name suffix " %7, %6"                                                         \
                     : "=@cca"(a), "=@ccbe"(be), "=@ccl"(l), "=@ccle"(le), "=@ccg"(g), "=@ccge"(ge) \
                     : "m"(x), constraint(y));                                                     \
    printf("%d%d%d%d%d%d\n", a, be, l, le, g, ge);                                                 \
  }
#define CARRY(name, suffix, T, constraint)                                                         \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = i == 5 ? x : (T)next();                                                   \
    int c, z, s, o, p;                                                                             \
    __asm__ volatile("stc\n\t" name suffix " %6, %0" : "+&" constraint(x), FLAGS_OUT : constraint(y)); \
    SHOW(name suffix, x);                                                                          \
    __asm__ volatile("clc\n\t" name suffix " %6, %0" : "+&" constraint(x), FLAGS_OUT : constraint(y)); \
    SHOW(name suffix, x);                                                                          \
  }
#define UNARY(name, suffix, T, constraint)                                                         \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = x, m = x, l = x;                                                          \
    int c = 0, z, s, o, p;                                                                         \
    __asm__ volatile("stc; " name suffix " %0" : "+" constraint(x), FLAGS_OUT);                    \
    SHOW(name suffix, x);                                                                          \
    __asm__ volatile("clc; " name suffix " %0" : "+m"(m), FLAGS_OUT);                              \
    SHOW("memory", m);                                                                             \
    __asm__ volatile("cmpl %%eax, %%eax; lock; " name suffix " %0" : "+m"(l), FLAGS_OUT);          \
    SHOW("locked", l);                                                                             \
  }
#define NEGATION(suffix, T, constraint)                                                            \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = x, m = x, l = x;                                                          \
    int c, z, s, o, p;                                                                             \
    __asm__ volatile("neg" suffix " %0" : "+" constraint(x), FLAGS_OUT);                           \
    SHOW("neg" suffix, x);                                                                         \
    __asm__ volatile("neg" suffix " %0" : "+m"(m), FLAGS_OUT);                                     \
    SHOW("neg memory", m);                                                                         \
    __asm__ volatile("lock; neg" suffix " %0" : "+m"(l), FLAGS_OUT);                               \
    SHOW("neg locked", l);                                                                         \
    __asm__ volatile("not" suffix " %0" : "+" constraint(x));                                      \
    __asm__ volatile("not" suffix " %0" : "+m"(m));                                                \
    __asm__ volatile("lock; not" suffix " %0" : "+m"(l));                                          \
    printf("not %llx %llx %llx\n", (unsigned long long)x, (unsigned long long)m,                   \
           (unsigned long long)l);                                                                 \
  }
#define EXCHANGE(suffix, T, constraint)                                                            \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = (T)next(), a = (T)next(), b = (T)next(), m = (T)next();                   \
    int c, z, s, o, p;                                                                             \
    __asm__ volatile("xchg" suffix " %0, %1" : "+" constraint(x), "+m"(m));                        \
    __asm__ volatile("xchg" suffix " %0, %1" : "+" constraint(x), "+" constraint(b));              \
    printf("xchg %llx %llx %llx\n", (unsigned long long)x, (unsigned long long)m,                  \
           (unsigned long long)b);                                                                 \
    __asm__ volatile("lock; xadd" suffix " %0, %1" : "+" constraint(x), "+m"(m), FLAGS_OUT);       \
    SHOW("xadd locked", x);                                                                        \
    __asm__ volatile("xadd" suffix " %0, %1" : "+" constraint(x), "+m"(m), FLAGS_OUT);             \
    SHOW("xadd", m);                                                                               \
    if (i % 2)                                                                                     \
      a = m;                                                                                       \
    y = b;                                                                                         \
    __asm__ volatile("lock; cmpxchg" suffix " %7, %1"                                              \
                     : "+a"(a), "+m"(m), FLAGS_OUT                                                 \
                     : constraint(b));                                                             \
    SHOW("cmpxchg locked", a);                                                                     \
    a = i % 3 ? m : a;                                                                             \
    __asm__ volatile("cmpxchg" suffix " %7, %1" : "+a"(a), "+m"(m), FLAGS_OUT : constraint(x));    \
    SHOW("cmpxchg", m);                                                                            \
    __asm__ volatile("cmpxchg" suffix " %3, %1"                                                    \
                     : "+a"(a), "+" constraint(m), "=@ccz"(z)                                      \
                     : constraint(x));                                                             \
    SHOW("cmpxchg register", m);                                                                   \
  }
#define MULTIPLY(suffix, T)                                                                        \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = (T)next();                                                                \
    int c, o;                                                                                      \
    __asm__ volatile("imul" suffix " %3, %0" : "+r"(x), "=@ccc"(c), "=@cco"(o) : "r"(y));          \
    printf("imul %llx %d %d\n", (unsigned long long)x, c, o);                                      \
    __asm__ volatile("imul" suffix " $77, %3, %0" : "=r"(x), "=@ccc"(c), "=@cco"(o) : "rm"(y));    \
    printf("imul %llx %d %d\n", (unsigned long long)x, c, o);                                      \
  }
#define EVERY(MACRO, name)                                                                         \
  MACRO(name, "b", u8, "q")                                                                        \
  MACRO(name, "w", u16, "r")                                                                       \
  MACRO(name, "l", u32, "r")                                                                       \
  WIDE(MACRO(name, "q", word, "r"))
#ifdef __x86_64__
#define WIDE(x) x
#else
#define WIDE(x)
#endif

static void binary_operations(void) {
  EVERY(BINARY, "add")
  EVERY(BINARY, "sub")
  EVERY(BINARY, "and")
  EVERY(BINARY, "or")
  EVERY(BINARY, "xor")
}

static void comparisons(void) {
  EVERY(COMPARE, "cmp")
  EVERY(COMPARE, "test")
}

static void with_carry(void) {
  EVERY(CARRY, "adc")
  EVERY(CARRY, "sbb")
}

static void unary_operations(void) {
  EVERY(UNARY, "inc")
  EVERY(UNARY, "dec")
  NEGATION("b", u8, "q")
  NEGATION("w", u16, "r")
  NEGATION("l", u32, "r")
  WIDE(NEGATION("q", word, "r"))
}

static void exchanges(void) {
  EXCHANGE("b", u8, "q")
  EXCHANGE("w", u16, "r")
  EXCHANGE("l", u32, "r")
  WIDE(EXCHANGE("q", word, "r"))
}

/* Both halves of what cmpxchg8b and cmpxchg16b compare, equal or not. */
static void pairs(void) {
  for (int i = 0; i < ROUNDS; i++) {
    struct {
      _Alignas(8) u32 half[2];
    } place = {{(u32)next(), (u32)next()}};
    u32 low = i % 2 ? place.half[0] : (u32)next(), high = i % 3 ? place.half[1] : (u32)next();
    u8 done;
    __asm__ volatile("lock; cmpxchg8b %1\n\tsetz %0"
                     : "=q"(done), "+m"(place), "+a"(low), "+d"(high)
                     : "b"((u32)next()), "c"((u32)next())
                     : "memory", "cc");
    printf("cmpxchg8b %d %x %x %x %x\n", done, low, high, place.half[0], place.half[1]);
  }
#ifdef __x86_64__
  for (int i = 0; i < ROUNDS; i++) {
    struct {
      _Alignas(16) word half[2];
    } place = {{(word)next(), (word)next()}};
    word low = i % 2 ? place.half[0] : (word)next(), high = i % 3 ? place.half[1] : (word)next();
    int done;
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(place), "+a"(low), "+d"(high)
                     : "b"((word)next()), "c"((word)next())
                     : "memory");
    printf("cmpxchg16b %d %lx %lx %lx %lx\n", done, low, high, place.half[0], place.half[1]);
  }
#else
  for (int i = 0; i < ROUNDS; i++) { /* edx:eax as one operand */
    unsigned long long place = next(), expected = i % 2 ? place : next(), old;
    __asm__ volatile("lock; cmpxchg8b %1"
                     : "=A"(old), "+m"(place)
                     : "b"((u32)next()), "c"((u32)next()), "0"(expected)
                     : "memory", "cc");
    printf("cmpxchg8b %llx %llx\n", old, place);
  }
#endif
}

/* The constraint A of what fits into one register. */
static void one_of_a_pair(void) {
  for (int i = 0; i < ROUNDS; i++) {
    word value = (word)next(), more = (word)next(), sum;
    __asm__("add %2, %0\n\tinc %0" : "=A"(sum) : "0"(value), "r"(more) : "cc");
    printf("add %lx\n", (unsigned long)sum);
    __asm__("neg %0" : "+A"(sum) : : "cc");
    printf("neg %lx\n", (unsigned long)sum);
  }
}

int main(void) {
  one_of_a_pair();
  binary_operations();
  comparisons();
  with_carry();
  unary_operations();
  exchanges();
  pairs();
  MULTIPLY("w", u16)
  MULTIPLY("l", u32)
  WIDE(MULTIPLY("q", word))
  return 0;
}
