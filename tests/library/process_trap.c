// expect: FALSE(abort)
// engines: reference explicit order impact
int main(void) { __builtin_trap(); }
// SPDX-License-Identifier: Apache-2.0
