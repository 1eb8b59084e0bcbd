/* The same array through several sorts. */
#include <stdio.h>
#include <string.h>

enum { N = 40 };
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static void bubble(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n - i; j++)
      if (a[j - 1] > a[j])
        swap(&a[j - 1], &a[j]);
}
static void insertion(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    for (; j > 0 && a[j - 1] > x; j--)
      a[j] = a[j - 1];
    a[j] = x;
  }
}
static void quick(int *a, int n) {
  if (n < 2)
    return;
  int pivot = a[n / 2], i = 0, j = n - 1;
  while (i <= j) {
    while (a[i] < pivot)
      i++;
    while (a[j] > pivot)
      j--;
    if (i <= j)
      swap(&a[i++], &a[j--]);
  }
  quick(a, j + 1);
  quick(a + i, n - i);
}
static void sift(int *a, int i, int n) {
  for (int child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && a[child + 1] > a[child])
      child++;
    if (a[i] >= a[child])
      return;
    swap(&a[i], &a[child]);
  }
}
static void heap(int *a, int n) {
  for (int i = n / 2; i-- > 0;)
    sift(a, i, n);
  for (int i = n; i-- > 1;) {
    swap(&a[0], &a[i]);
    sift(a, 0, i);
  }
}
static void shell(int *a, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2)
    for (int i = gap; i < n; i++)
      for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap)
        swap(&a[j - gap], &a[j]);
}

int main(void) {
  static void (*const sorts[])(int *, int) = {bubble, insertion, quick, heap, shell};
  int original[N], first[N];
  unsigned x = 12345;
  for (int i = 0; i < N; i++) {
    x = x * 1103515245u + 12345u;
    original[i] = (int)(x >> 16) % 1000 - 500;
  }
  for (int s = 0; s < 5; s++) {
    int copy[N];
    memcpy(copy, original, sizeof copy);
    sorts[s](copy, N);
    if (s == 0)
      memcpy(first, copy, sizeof copy);
    printf("%d %d %d %d\n", s, memcmp(first, copy, sizeof copy) == 0, copy[0], copy[N - 1]);
  }
  for (int i = 0; i < N; i++)
    printf("%d ", first[i]);
  printf("\n");
  return first[N / 2] & 0x7f;
}
// SPDX-License-Identifier: Apache-2.0
