// expect: TRUE
// properties: reach
// engines: order
// flags: --target=aarch64-linux-gnu
// lp64-only
// Instructions of AArch64 that only compute, compared with C for all operands.
void __assert_fail(const char *, const char *, unsigned, const char *);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))

#define BINARY(name, x, y)                                                                         \
  ({                                                                                               \
    unsigned long r;                                                                               \
    __asm__(name " %0, %1, %2" : "=r"(r) : "r"(x), "r"(y));                                        \
    r;                                                                                             \
  })
#define BINARY_W(name, x, y)                                                                       \
  ({                                                                                               \
    unsigned r;                                                                                    \
    __asm__(name " %w0, %w1, %w2" : "=r"(r) : "r"(x), "Ir"(y));                                    \
    r;                                                                                             \
  })
#define UNARY(name, x)                                                                             \
  ({                                                                                               \
    unsigned long r;                                                                               \
    __asm__(name " %0, %1" : "=r"(r) : "r"(x));                                                    \
    r;                                                                                             \
  })
#define COMPARES(condition, x, y)                                                                  \
  ({                                                                                               \
    unsigned r;                                                                                    \
    __asm__("cmp %w1, %w2\n\tcset %w0, " condition : "=r"(r) : "r"(x), "r"(y) : "cc");             \
    r;                                                                                             \
  })

static void longs(unsigned long x, unsigned long y) {
  assert(BINARY("add", x, y) == x + y);
  assert(BINARY("sub", x, y) == x - y);
  assert(BINARY("and", x, y) == (x & y));
  assert(BINARY("orr", x, y) == (x | y));
  assert(BINARY("eor", x, y) == (x ^ y));
  assert(BINARY("bic", x, y) == (x & ~y));
  assert(BINARY("orn", x, y) == (x | ~y));
  assert(BINARY("lsl", x, y) == x << (y & 63));
  assert(BINARY("lsr", x, y) == x >> (y & 63));
  assert(BINARY("asr", x, y) == (unsigned long)((long)x >> (y & 63)));
  assert(UNARY("mvn", x) == ~x && UNARY("neg", x) == -x && UNARY("mov", x) == x);
  unsigned long extended;
  __asm__("sxtw %0, %w1" : "=r"(extended) : "r"(x));
  assert(extended == (unsigned long)(long)(int)x);
}

static void ints(unsigned x, unsigned y) {
  assert(BINARY_W("add", x, y) == x + y && BINARY_W("sub", x, 7) == x - 7);
  assert(BINARY_W("asr", x, y) == (unsigned)((int)x >> (y & 31)));
  assert(COMPARES("eq", x, y) == (x == y) && COMPARES("ne", x, y) == (x != y));
  assert(COMPARES("hs", x, y) == (x >= y) && COMPARES("lo", x, y) == (x < y));
  assert(COMPARES("hi", x, y) == (x > y) && COMPARES("ls", x, y) == (x <= y));
  assert(COMPARES("ge", x, y) == ((int)x >= (int)y) && COMPARES("lt", x, y) == ((int)x < (int)y));
  assert(COMPARES("gt", x, y) == ((int)x > (int)y) && COMPARES("le", x, y) == ((int)x <= (int)y));
  assert(COMPARES("mi", x, y) == ((int)(x - y) < 0));
  unsigned least, flag;
  __asm__("cmp %w1, %w2\n\tcsel %w0, %w1, %w2, lo" : "=r"(least) : "r"(x), "r"(y) : "cc");
  assert(least == (x < y ? x : y));
  __asm__("tst %w1, #1\n\tcset %w0, ne" : "=r"(flag) : "r"(x) : "cc");
  assert(flag == (x & 1));
  __asm__("adds wzr, %w1, %w2\n\tcset %w0, vs" : "=r"(flag) : "r"(x), "r"(y) : "cc");
  int sum;
  assert(flag == __builtin_add_overflow((int)x, (int)y, &sum));
}

static unsigned is_odd(unsigned x) {
  unsigned odd;
  __asm__("mov %w0, #0\n\ttbz %w1, #0, 1f\n\tmov %w0, #1\n1:" : "=&r"(odd) : "r"(x));
  return odd;
}

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
  longs(x, y);
  ints((unsigned)x, (unsigned)y);
  assert(is_odd((unsigned)x) == (x & 1));
  return 0;
}
