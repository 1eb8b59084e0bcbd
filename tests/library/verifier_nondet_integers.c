// expect: FALSE(reach)
/* Integers of every kind are arbitrary. */
#define NONDET(name, type) extern type __VERIFIER_nondet_##name(void)
NONDET(bool, _Bool);
NONDET(schar, signed char);
NONDET(unsigned_char, unsigned char);
NONDET(short, short);
NONDET(ushort, unsigned short);
NONDET(int, int);
NONDET(uint, unsigned);
NONDET(unsigned, unsigned);
NONDET(long, long);
NONDET(ulong, unsigned long);
NONDET(longlong, long long);
NONDET(ulonglong, unsigned long long);
NONDET(size_t, __SIZE_TYPE__);
NONDET(loff_t, long long);
NONDET(u8, unsigned char);
NONDET(u16, unsigned short);
NONDET(u32, unsigned);
NONDET(S64, long long);
extern void reach_error(void);
#define ASK(name) __VERIFIER_nondet_##name()
int main(void) {
  long long sum = ASK(bool) + ASK(schar) + ASK(unsigned_char) + ASK(short) + ASK(ushort);
  sum ^= ASK(int) ^ ASK(uint) ^ ASK(unsigned) ^ ASK(long) ^ (long long)ASK(ulong);
  sum ^= ASK(longlong) ^ (long long)ASK(ulonglong) ^ (long long)ASK(size_t) ^ ASK(loff_t);
  sum ^= ASK(u8) ^ ASK(u16) ^ ASK(u32) ^ ASK(S64);
  if (sum == 1)
    reach_error();
}
// SPDX-License-Identifier: Apache-2.0
