// expect: TRUE
#include <stdlib.h>
#include <unistd.h>
int main(void) { return getpagesize() != 4096; }
// SPDX-License-Identifier: Apache-2.0
