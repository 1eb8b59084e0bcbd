// expect: UNKNOWN(output to a stream that is neither stdout nor stderr at tests/library/stdio_other_stream.c:6)
// properties: reach
#include <stdio.h>
int main(void) {
  char pretended[64];
  fputs("text", (FILE *)pretended);
}
// SPDX-License-Identifier: Apache-2.0
