// expect: FALSE(memory)
// The result is the only reference to the dead local; it must not be taken for the new one.
static int *dangling(void) {
  int local = 1;
  int *volatile p = &local;
  return p;
}
static void use(int *old) {
  int fresh = 2;
  int *volatile q = &fresh;
  *old = *q + 1;
}
int main(void) {
  use(dangling());
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
