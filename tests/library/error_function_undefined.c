// expect: FALSE(reach)
// options: --error-function other,panic
// engines: reference explicit order impact
_Noreturn void panic(const char *text);
int main(void) { panic("always"); }
// SPDX-License-Identifier: Apache-2.0
