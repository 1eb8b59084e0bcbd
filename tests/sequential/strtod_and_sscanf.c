/* Floats from text, and scanning strings. */
#include <stdio.h>
#include <stdlib.h>

static void parse(const char *text) {
  char *end;
  double value = strtod(text, &end);
  printf("[%s] %.17g %.9g +%d\n", text, value, strtof(text, NULL), (int)(end - text));
}

int main(void) {
  parse("3.14159");
  parse("  -2.5e3xyz");
  parse(".5");
  parse("5.");
  parse("1e");
  parse("1e+");
  parse("abc");
  parse("0x1.8p3");
  parse("inf");
  parse("-Infinity!");
  parse("1e400");
  parse("1e-400");
  parse("4.9e-324");
  parse("0.1");
  parse("123456789012345678901234567890");
  parse("2.2250738585072011e-308");
  parse("9007199254740993");
  parse("0.500000059604644775390625");
  printf("%g\n", atof("2.75 and more"));
  int a, b, n;
  char word[8], c;
  float f;
  double d;
  n = sscanf("12 -7 word", "%d %d %7s", &a, &b, word);
  printf("%d %d %d %s\n", n, a, b, word);
  n = sscanf("0x1f,077 x", "%i,%o %c", &a, (unsigned *)&b, &c);
  printf("%d %d %d %c\n", n, a, b, c);
  n = sscanf("3.5 1e-3", "%f%lf", &f, &d);
  printf("%d %g %g\n", n, f, d);
  n = sscanf("key=value;", "%7[^=]=%*[a-z];%n", word, &a);
  printf("%d %s %d\n", n, word, a);
  n = sscanf("12345", "%2d%3d", &a, &b);
  printf("%d %d %d\n", n, a, b);
  n = sscanf("x", "%d", &a);
  printf("%d\n", n);
  n = sscanf("", "%d", &a);
  printf("%d\n", n);
  long long ll;
  short h;
  n = sscanf("99999999999 300 50%", "%lld %hd %d%%", &ll, &h, &a);
  printf("%d %lld %d %d\n", n, ll, h, a);
  return n;
}
// SPDX-License-Identifier: Apache-2.0
