/* Constant data of all kinds. */
#include <stdint.h>
#include <stdio.h>

static const uint32_t crc_half[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun"};
static const unsigned char days[2][6] = {{31, 28, 31, 30, 31, 30}, {31, 29, 31, 30, 31, 30}};
static const double powers[] = {1, 10, 100, 1e3, 1e-3};
static const struct {
  short code;
  const char *text;
  long long weight;
} errors[] = {{-1, "bad", 1ll << 40}, {404, "missing", -7}, {0, "", 0}};

static uint32_t crc(const char *s) {
  uint32_t c = ~0u;
  for (; *s; s++) {
    c = crc_half[(c ^ (uint8_t)*s) & 15] ^ (c >> 4);
    c = crc_half[(c ^ ((uint8_t)*s >> 4)) & 15] ^ (c >> 4);
  }
  return ~c;
}

static int day_of_year(int leap, int month, int day) {
  for (int m = 0; m < month; m++)
    day += days[leap][m];
  return day;
}

int main(void) {
  printf("%08x %08x\n", crc("123456789"), crc(""));
  for (int i = 0; i < 6; i++)
    printf("%s %d %d\n", months[i], day_of_year(0, i, 1), day_of_year(1, i, 1));
  double total = 0;
  for (unsigned i = 0; i < sizeof powers / sizeof *powers; i++)
    total += powers[i];
  printf("%.3f\n", total);
  for (int i = 0; errors[i].code; i++)
    printf("%d %s %lld\n", errors[i].code, errors[i].text, errors[i].weight);
  printf("%c%c %d\n", "hex"[1], months[2][2], (int)sizeof "four");
  return day_of_year(1, 5, 30) & 0xff;
}
// SPDX-License-Identifier: Apache-2.0
