// expect: FALSE(reach)
// options: --error-function fail
static void fail(void) {}
static void (*volatile handler)(void) = fail;
int main(void) { handler(); }
// SPDX-License-Identifier: Apache-2.0
