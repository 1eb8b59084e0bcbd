// expect: TRUE
// properties: leak,memory
#include <stdlib.h>
static char text[] = "MODE=slow";
int main(void) {
  setenv("MODE", "fast", 1);
  setenv("MODE", "faster", 1);
  putenv(text);
  setenv("MODE", "fast", 1);
  unsetenv("MODE");
  setenv("A", "1", 1);
  setenv("B", "2", 1);
  clearenv();
}
// SPDX-License-Identifier: Apache-2.0
