/* Every integer conversion with flags, width and precision. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
  printf("[%d] [%i] [%u] [%x] [%X] [%o]\n", -42, 42, 42u, 0xbeefu, 0xbeefu, 0777u);
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%+5d]\n", 42, 42, 42, 42, 42, -42);
  printf("[%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d] [%.0d]\n", 7, 7, 7, 7, 0, 1);
  printf("[%#x] [%#X] [%#o] [%#x] [%#o] [%#08x]\n", 255u, 255u, 8u, 0u, 0u, 255u);
  printf("[%hhd] [%hhu] [%hd] [%hu]\n", 300, 300, 70000, 70000);
  printf("[%ld] [%lu] [%lld] [%llu] [%llx]\n", -1l, 1ul, -1ll, ~0ull, ~0ull);
  printf("[%zu] [%zd] [%td] [%jd] [%ju]\n", sizeof(char), (ptrdiff_t)-5, (ptrdiff_t)7,
         (intmax_t)-9, (uintmax_t)10);
  printf("[%*d] [%-*d] [%.*d] [%*.*d]\n", 6, 1, 6, 2, 4, 3, 8, 5, 4);
  printf("[%*d] [%.*d]\n", -6, 1, -1, 2);
  printf("[%c] [%5c] [%-5c] [%c]\n", 'a', 'b', 'c', 65);
  printf("[%s] [%10s] [%-10s] [%.2s] [%10.3s] [%s]\n", "text", "text", "text", "text", "text", "");
  printf("[%%] [%5s] [%.0s]\n", "ab", "gone");
  printf("[%" PRId64 "] [%" PRIu32 "] [%" PRIx16 "] [%" PRId8 "]\n", INT64_MIN, UINT32_MAX,
         (uint16_t)65535, (int8_t)-128);
  printf("[%p] [%d]\n", NULL, (int)sizeof(int));
  int n = printf("%d %s\n", 12345, "five");
  printf("%d\n", n);
  n = printf("%s", "");
  putchar('0' + n);
  putchar('\n');
  puts("line");
  fputs("no newline", stdout);
  fputc('!', stdout);
  putc('\n', stdout);
  fwrite("raw bytes\n", 1, 10, stdout);
  printf("%s%c%s%c", "a", 'b', "c", '\n');
  return n;
}
// SPDX-License-Identifier: Apache-2.0
