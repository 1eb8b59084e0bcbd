// expect: FALSE(leak)
// properties: leak
#include <stdlib.h>
#include <string.h>
int main(void) {
  putenv(strdup("MODE=slow")); /* which nothing points to any more afterwards */
  setenv("MODE", "fast", 1);
}
// SPDX-License-Identifier: Apache-2.0
