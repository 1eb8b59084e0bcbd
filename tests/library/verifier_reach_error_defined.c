// expect: FALSE(reach)
/* Also if the program defines it. */
void reach_error(void) {}
int main(void) { reach_error(); }
// SPDX-License-Identifier: Apache-2.0
