// Moves, bit tests, shifts, scans, conditions and jumps of inline assembly on random operands, in AT&T
// and in Intel syntax: the same as on the processor.
#include <stdio.h>
#include <string.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long word;

static unsigned long long state = 362436069362436069ULL;
static unsigned long long next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state % 5 ? state : state % 7 ? 1ULL << state % 64 : 0;
}
#ifdef __x86_64__
#define WIDE(x) x
#define Q "q"
#define SP "%%rsp"
#define CX "rcx"
#define BX "rbx"
#else
#define WIDE(x)
#define Q "l"
#define SP "%%esp"
#define CX "ecx"
#define BX "ebx"
#endif
#define ROUNDS 12
#define ULL(x) ((unsigned long long)(x))

#define BIT(name, suffix, T)                                                                       \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T memory[8], x = (T)next();                                                                    \
    int c;                                                                                         \
    for (int k = 0; k < 8; k++)                                                                    \
      memory[k] = (T)next();                                                                       \
    T number = (T)(next() % (4 * 8 * sizeof(T)));                                                  \
    if (i % 2)                                                                                     \
      number = (T)-(T)(next() % (4 * 8 * sizeof(T)));                                              \
    __asm__ volatile(name suffix " %2, %0" : "+r"(x), "=@ccc"(c) : "r"(number));                   \
    printf(name suffix " %llx %d\n", ULL(x), c);                                                   \
    __asm__ volatile(name suffix " %2, %0" : "+m"(memory[4]), "=@ccc"(c) : "r"(number) : "memory"); \
    for (int k = 0; k < 8; k++)                                                                    \
      printf(" %llx", ULL(memory[k]));                                                             \
    printf(" %d\n", c);                                                                            \
    __asm__ volatile(name suffix " $7, %0" : "+m"(memory[4]), "=@ccc"(c));                         \
    printf(" %llx %d\n", ULL(memory[4]), c);                                                       \
  }
#define LOCKED_BIT(name, suffix, T)                                                                \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T memory[2] = {(T)next(), (T)next()}, number = (T)(next() % (16 * sizeof(T)));                 \
    u8 bit;                                                                                        \
    __asm__ volatile("lock; " name suffix " %2, %1\n\tsetc %0"                                     \
                     : "=q"(bit), "+m"(memory[0])                                                  \
                     : "r"(number)                                                                 \
                     : "memory", "cc");                                                            \
    printf("lock " name suffix " %llx %llx %d\n", ULL(memory[0]), ULL(memory[1]), bit);            \
  }
#define SHIFT(name, suffix, T, constraint)                                                         \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = x, v = x;                                                                 \
    u8 count = (u8)next();                                                                         \
    int c, z, s, o;                                                                                \
    __asm__ volatile(name suffix " %%cl, %0" : "+" constraint(x) : "c"(count));                    \
    __asm__ volatile(name suffix " $1, %0" : "+" constraint(y), "=@ccc"(c), "=@cco"(o));           \
    printf(name suffix " %d %llx %llx %d %d\n", count, ULL(x), ULL(y), c, o);                      \
    __asm__ volatile("addb $0, %b0; " name suffix " $3, %0"                                        \
                     : "+" constraint(v), "=@ccc"(c), "=@ccz"(z), "=@ccs"(s));                     \
    printf("%llx %d %d %d\n", ULL(v), c, z, s);                                                    \
  }
#define SCAN(name, suffix, T)                                                                      \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = 77;                                                                       \
    int z;                                                                                         \
    __asm__ volatile(name suffix " %2, %0" : "+r"(y), "=@ccz"(z) : "rm"(x));                       \
    printf(name suffix " %llx %llx %d\n", ULL(x), ULL(y), z);                                      \
  }

static void bits(void) {
#define BITS(name) BIT(name, "w", u16) BIT(name, "l", u32) WIDE(BIT(name, "q", word))
  BITS("bt")
  BITS("bts")
  BITS("btr")
  BITS("btc")
#define LOCKED_BITS(name)                                                                          \
  LOCKED_BIT(name, "w", u16) LOCKED_BIT(name, "l", u32) WIDE(LOCKED_BIT(name, "q", word))
  LOCKED_BITS("bts")
  LOCKED_BITS("btr")
  LOCKED_BITS("btc")
}

static void shifts(void) {
#define SHIFTS(name)                                                                               \
  SHIFT(name, "b", u8, "q")                                                                        \
  SHIFT(name, "w", u16, "q") SHIFT(name, "l", u32, "q") WIDE(SHIFT(name, "q", word, "q"))
  SHIFTS("shl")
  SHIFTS("shr")
  SHIFTS("sar")
#define ROTATION(name, suffix, T, constraint)                                                      \
  for (int i = 0; i < ROUNDS; i++) {                                                               \
    T x = (T)next(), y = x;                                                                        \
    u8 count = (u8)next();                                                                         \
    int c, z;                                                                                      \
    __asm__ volatile(name suffix " %%cl, %0" : "+" constraint(x) : "c"(count));                    \
    __asm__ volatile("testb %b0, %b0; " name suffix " $3, %0"                                      \
                     : "+" constraint(y), "=@ccc"(c), "=@ccz"(z));                                 \
    printf(name suffix " %d %llx %llx %d %d\n", count, ULL(x), ULL(y), c, z);                      \
  }
#define ROTATIONS(name)                                                                            \
  ROTATION(name, "b", u8, "q")                                                                     \
  ROTATION(name, "w", u16, "q") ROTATION(name, "l", u32, "q") WIDE(ROTATION(name, "q", word, "q"))
  ROTATIONS("rol")
  ROTATIONS("ror")
}

static void scans(void) {
#define SCANS(name) SCAN(name, "w", u16) SCAN(name, "l", u32) WIDE(SCAN(name, "q", word))
  SCANS("bsf")
  SCANS("bsr")
  SCANS("popcnt")
  for (int i = 0; i < ROUNDS; i++) {
    u32 x = (u32)next();
    word y = (word)next();
    __asm__("bswap %0" : "+r"(x));
    __asm__("bswap" Q " %0" : "+r"(y));
    printf("bswap %x %lx\n", x, y);
  }
}

/* Parts of registers, extensions, addresses. */
static void moves(void) {
  for (int i = 0; i < ROUNDS; i++) {
    u8 b = (u8)next();
    u16 h = (u16)next();
    u32 w = (u32)next(), r = (u32)next(), t;
    word q = (word)next(), array[4] = {1, 2, 3, (word)next()}, at = i % 3;
    __asm__("movzbl %1, %0" : "=r"(t) : "qm"(b));
    printf("%x ", t);
    __asm__("movsbl %1, %0" : "=r"(t) : "q"(b));
    printf("%x ", t);
    __asm__("movzwl %1, %0" : "=r"(t) : "m"(h));
    printf("%x ", t);
    __asm__("movswl %1, %0" : "=r"(t) : "r"(h));
    printf("%x ", t);
    __asm__("movb %b1, %b0" : "+q"(r) : "q"(w));
    printf("%x ", r);
    __asm__("movb %h1, %h0" : "+Q"(r) : "Q"(w));
    printf("%x ", r);
    __asm__("movw %w1, %w0" : "+r"(r) : "r"(w));
    printf("%x ", r);
    __asm__("mov" Q " (%1,%2,%c3), %0" : "=r"(q) : "r"(array), "r"(at), "i"(sizeof(word)));
    printf("%lx ", q);
    __asm__("mov" Q " %1, %c3(%2)" : : "r"(q), "i"(0), "r"(array), "i"(sizeof(word)) : "memory");
    __asm__("mov" Q " %0, %c2(%1)" : : "r"(q), "r"(array), "i"(sizeof(word)) : "memory");
    printf("%lx %lx ", array[0], array[1]);
    __asm__("lea" Q " 5(%1,%2,4), %0" : "=r"(q) : "r"(q), "r"(at));
    printf("%lx ", q);
    __asm__("mov" Q " %1, %%" CX "; lea" Q " 7(%%" CX ",%%" CX ",2), %0" : "=r"(q) : "r"(q) : CX);
    printf("%lx ", q);
    __asm__("movl $-3, %0" : "=m"(t));
    printf("%x\n", t);
  }
#ifdef __x86_64__
  for (int i = 0; i < ROUNDS; i++) {
    word q = (word)next();
    u32 w = (u32)next();
    __asm__("movl %k1, %k0" : "=r"(q) : "r"(q)); /* clears the upper half */
    printf("%lx ", q);
    __asm__("movslq %1, %0" : "=r"(q) : "r"(w));
    printf("%lx ", q);
    __asm__("movabsq $0x123456789abcdef0, %0" : "=r"(q));
    printf("%lx\n", q);
  }
#endif
}

#define SET(cc)                                                                                    \
  {                                                                                                \
    u8 set;                                                                                        \
    u32 moved = 5;                                                                                 \
    __asm__("cmpl %3, %2; set" cc " %0; cmov" cc "l %4, %1"                                        \
            : "=&q"(set), "+&r"(moved)                                                             \
            : "r"(x), "m"(y), "m"(w));                                                             \
    printf(" " cc "%d,%x", set, moved);                                                            \
  }
static void conditions(void) {
  for (int i = 0; i < ROUNDS; i++) {
    u32 x = (u32)next(), y = i % 4 ? (u32)next() : x, w = (u32)next();
    SET("o") SET("no") SET("b") SET("nc") SET("e") SET("nz") SET("be") SET("a") SET("s") SET("ns")
    SET("p") SET("po") SET("l") SET("nl") SET("le") SET("g") SET("nge") SET("nle") SET("na") SET("c")
    printf("\n");
  }
}

static int is_positive(int x) {
  __asm__ goto("testl %0, %0; jg %l1" : : "r"(x) : "cc" : yes);
  return 0;
yes:
  return 1;
}

/* Jumps and labels, also of `asm goto`. */
static void jumps(void) {
  for (int i = 0; i < ROUNDS; i++) {
    u32 n = (u32)(next() % 20), sum = 0, max, a = (u32)next(), b = (u32)next();
    __asm__("testl %1, %1\n\tjz 2f\n1:\taddl %1, %0\n\tdecl %1\n\tjnz 1b\n2:" : "+r"(sum), "+r"(n));
    __asm__("movl %1, %0\n\tcmpl %2, %1\n\tja .Lbigger%=\n\tmovl %2, %0\n.Lbigger%=:"
            : "=&r"(max)
            : "r"(a), "r"(b)
            : "cc");
    printf("%u %u %x %d%d\n", sum, n, max, is_positive((int)a), is_positive((int)b));
  }
}

static void intel(void) {
  for (int i = 0; i < ROUNDS; i++) {
    u32 x = (u32)next(), y = (u32)next(), array[4] = {1, 2, 3, (u32)next()};
    word place = (word)array, at = i % 2;
    __asm__ volatile(".intel_syntax noprefix\n\t"
                     "mov ecx, dword ptr [rax + 4*rdx + 8]\n\t"
                     "add ecx, 0x10\n\t"
                     "lock xadd dword ptr [rax], ecx\n\t"
                     "movzx ecx, byte ptr [rax]\n\t"
                     ".att_syntax prefix"
                     : "=c"(x)
                     : "a"(place), "d"(at)
                     : "memory", "cc");
    printf("%x %x %x\n", x, array[0], y);
    __asm__ volatile("{movl %1, %0|mov %0, %1}; {addl|add} {$2, %0|%0, 2}" : "=r"(x) : "r"(y));
    printf("%x\n", x);
  }
}

/* Either in a register or in memory. */
static void places(void) {
  static u32 shared = 3;
  u32 x = 7, parts[2] = {1, 2};
  __asm__("incl %0" : "+g"(shared));
  __asm__("addl %1, %0" : "+rm"(x) : "g"(5));
  __asm__("movl %1, 4%0" : "=o"(parts[0]) : "ri"(9) : "memory");
  __asm__("" : "+r"(x));
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("pause\n\tlfence\n\tsfence # a comment; mov\n\tmfence /* and\n another */");
  __asm__ volatile("lock; addl $0, (" SP ")" : : : "memory", "cc");
  printf("%u %u %u\n", shared, x, parts[1]);
}

/* As headers write it. */
static void idioms(void) {
  for (int i = 0; i < ROUNDS; i++) {
    u32 place = (u32)next(), compare = i % 2 ? place : 5, set = (u32)next(), seen = 0, sum;
    word at = 5;
    _Bool done, bit;
    __asm__ volatile("lock cmpxchgl %2, %0; setz %1"
                     : "+m"(place), "=a"(done)
                     : "q"(set), "a"(compare)
                     : "memory", "cc");
    printf("%x %d ", place, done);
    __asm__ volatile("lock cmpxchgl %3, %0;"
                     "mov %% eax, %2;"
                     "setz %1;"
                     : "+m"(place), "=a"(done), "=m"(seen)
                     : "q"(compare), "a"(set)
                     : "memory", "cc");
    printf("%x %d %x ", place, done, seen);
    __asm__ volatile(".section .places,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\t"
                     "lock; addl %1, %0; sets %2"
                     : "+m"(place), "+q"(set), "=m"(bit)
                     :
                     : "memory", "cc");
    __asm__("xchg" Q " %%" BX ", %1; movl $7, %%ebx; addl %%ebx, %0; xchg" Q " %%" BX ", %1"
            : "+c"(place), "=d"(at)
            : "1"(at));
    printf("%x ", place);
    __asm__("incl %0; addl %1, %0" : "=r"(sum) : "r"(set), "0"(seen));
    __asm__ volatile("lock andl %0, %1" : : "r"(~set), "m"(place) : "memory");
    printf("%x %d %x\n", place, bit, sum);
  }
}

int main(void) {
  idioms();
  bits();
  shifts();
  scans();
  moves();
  conditions();
  jumps();
#ifdef __x86_64__
  intel();
#endif
  places();
  return 0;
}
