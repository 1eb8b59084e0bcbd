// expect: FALSE(reach)
/* The handlers of other C libraries. */
extern void __assert_rtn(const char *, const char *, int, const char *);
int main(void) { __assert_rtn("main", __FILE__, __LINE__, "0"); }
// SPDX-License-Identifier: Apache-2.0
