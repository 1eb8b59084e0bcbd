// expect: TRUE
/* The program's exit code does not matter. */
int main(void) { return 7; }
// SPDX-License-Identifier: Apache-2.0
