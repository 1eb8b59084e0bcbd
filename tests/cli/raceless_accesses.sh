# SPDX-License-Identifier: Apache-2.0
# Where races are proven, partial-order reduction need not interleave the accesses. Atomic ones it must.
cat >"$scratch/rows.c" <<'END'
#include <assert.h>
#include <pthread.h>
enum { N = 300 };
static int cells[3][N], sums[3];
static void *fill(void *which) {
  int row = *(int *)which;
  for (int i = 0; i < N; i++)
    cells[row][i] = i;
  for (int i = 0; i < N; i++)
    sums[row] += cells[row][i];
  return which;
}
int main(void) {
  static int rows[3] = {0, 1, 2};
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, fill, &rows[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  assert(sums[0] + sums[1] + sums[2] == 3 * N * (N - 1) / 2);
  return 0;
}
END
cat >"$scratch/lost.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
  int value = x;
  x = value + 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
END
# 100,000 units of work suffice for the program without these interleavings.
ends 0 "$BUILD/tests/fuzz/places" "$scratch/rows.c" 100000 static explicit
grep -q ' [0-9] questions decided, [1-9][0-9] of what is left' "$scratch/out" || fail "the accesses are interleaved"
ends 0 "$BUILD/tests/fuzz/places" "$scratch/lost.c" 1000000 static explicit
