// expect: TRUE
// properties: reach,deadlock
#include <assert.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char a[2], b[3];
  struct iovec out[] = {{"ab", 2}, {"cde", 3}}, in[] = {{a, 2}, {b, 3}};
  pipe(ends);
  assert(writev(ends[1], out, 2) == 5);
  assert(readv(ends[0], in, 2) == 5 && a[1] == 'b' && b[2] == 'e');
}
// SPDX-License-Identifier: Apache-2.0
