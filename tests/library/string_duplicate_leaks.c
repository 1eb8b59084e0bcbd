// expect: FALSE(leak)
// properties: leak
#include <string.h>
int main(void) { return strdup("abc")[0] == 'b'; }
// SPDX-License-Identifier: Apache-2.0
