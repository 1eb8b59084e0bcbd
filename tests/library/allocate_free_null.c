// expect: TRUE
#include <stdlib.h>
int main(void) { free(NULL); }
// SPDX-License-Identifier: Apache-2.0
