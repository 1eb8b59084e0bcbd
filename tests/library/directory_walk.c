// expect: FALSE(reach)
// properties: reach
// engines: explicit
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <ftw.h>
static int visited;
static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)place;
  assert(path[0] != '\0' && (kind == FTW_F || kind == FTW_D));
  return ++visited == 2;
}
int main(void) {
  int result = nftw(".", visit, 4, FTW_PHYS);
  assert(result != 1);
}
// SPDX-License-Identifier: Apache-2.0
