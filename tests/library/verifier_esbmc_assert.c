// expect: FALSE(reach)
/* Its assertion can fail. */
extern void __ESBMC_assert(_Bool, const char *);
int main(void) { __ESBMC_assert(0, "no"); }
// SPDX-License-Identifier: Apache-2.0
