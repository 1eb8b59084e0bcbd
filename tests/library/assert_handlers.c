// expect: FALSE(reach)
/* The handlers by their names: one of them is reached. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert(const char *, const char *, int);
extern void __assert2(const char *, int, const char *, const char *);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  if (__VERIFIER_nondet_bool())
    __assert("0", __FILE__, __LINE__);
  else if (__VERIFIER_nondet_bool())
    __assert2(__FILE__, __LINE__, "main", "0");
  else
    __assert_fail("0", __FILE__, __LINE__, "main");
}
// SPDX-License-Identifier: Apache-2.0
