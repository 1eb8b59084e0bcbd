/* Integers from text: bases, ends, overflow. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void try_signed(const char *text, int base) {
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, base);
  printf("[%s] %d: %lld +%d %d\n", text, base, value, (int)(end - text), errno == ERANGE);
  errno = 0;
  unsigned long long u = strtoull(text, &end, base);
  printf("  %llu +%d %d\n", u, (int)(end - text), errno == ERANGE);
  errno = 0;
  int32_t narrow = (int32_t)strtol(text, &end, base);
  printf("  %d\n", (int)(narrow == (int32_t)value || errno == ERANGE));
}

int main(void) {
  try_signed("123", 10);
  try_signed("  -42abc", 10);
  try_signed("+7", 10);
  try_signed("", 10);
  try_signed("   ", 10);
  try_signed("-", 10);
  try_signed("abc", 10);
  try_signed("0x1fz", 16);
  try_signed("0x1fz", 0);
  try_signed("0x", 16);
  try_signed("0xg", 0);
  try_signed("0755", 0);
  try_signed("089", 0);
  try_signed("zz", 36);
  try_signed("1012", 2);
  try_signed("9223372036854775807", 10);
  try_signed("9223372036854775808", 10);
  try_signed("-9223372036854775808", 10);
  try_signed("-9223372036854775809", 10);
  try_signed("18446744073709551615", 10);
  try_signed("18446744073709551616", 10);
  try_signed("-1", 10);
  try_signed("\t\n 12", 10);
  printf("%d %ld %lld %d\n", atoi("-99 bottles"), atol("12"), atoll("1099511627776"), atoi("x"));
  printf("%lld\n", (long long)strtoimax("-7f", NULL, 16));
  errno = 0;
  strtol("99999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  return (int)strtoul("77", NULL, 8);
}
// SPDX-License-Identifier: Apache-2.0
