/* Each case passes NULL where a valid pointer is required: one memory error each. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <err.h>
#include <error.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);
static char *volatile none;
static FILE *volatile closed;
static char text[16];
static void list(const char *format, ...) {
  va_list l;
  va_start(l, format);
  switch (__VERIFIER_nondet_int()) {
  case 1: vprintf(none, l); break;
  case 2: vprintf("%s", l); break;
  case 3: vsnprintf(text, 16, "%s", l); break;
  case 4: vsscanf(none, "%d", l); break;
  case 5: vsscanf("x 3", "x %d", l); break;
  }
  va_end(l);
}
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: fopen(none, "r"); break;
  case 2: fopen("x", none); break;
  case 3: fopen64(none, "r"); break;
  case 5: fdopen(0, none); break;
  case 6: fclose(closed); break;
  case 7: fputs(none, stdout); break;
  case 8: fputs("x", closed); break;
  case 9: puts(none); break;
  case 10: printf(none); break;
  case 11: printf("%s", none); break;
  case 12: printf("%.0s", none); break;
  case 13: printf("%d%5s", 3, none); break;
  case 14: fprintf(stderr, "%s", none); break;
  case 15: fprintf(closed, "x"); break;
  case 16: sprintf(none, "x"); break;
  case 17: sprintf(text, "%s", none); break;
  case 18: sprintf(text, none); break;
  case 19: snprintf(none, 3, "x"); break;
  case 20: snprintf(text, 3, "%s", none); break;
  case 21: dprintf(1, "%s", none); break;
  case 22: dprintf(1, none); break;
  case 24: asprintf((char **)none, "x"); break;
  case 25: sscanf(none, "%d", (int *)text); break;
  case 26: sscanf("3", none); break;
  case 27: sscanf("3", "%d", (int *)none); break;
  case 28: sscanf("x", "%s", none); break;
  case 29: scanf(none); break;
  case 30: scanf("%d", (int *)none); break;
  case 31: scanf("%3s", none); break;
  case 32: fscanf(closed, "%d", (int *)text); break;
  case 33: fgets(none, 3, stdin); break;
  case 34: fgets(text, 3, closed); break;
  case 35: fread(none, 1, 1, stdin); break;
  case 36: fread(text, 1, 1, closed); break;
  case 37: fwrite(none, 1, 1, stdout); break;
  case 38: fwrite(text, 1, 1, closed); break;
  case 39: fgetc(closed); break;
  case 40: getc(closed); break;
  case 41: fputc('x', closed); break;
  case 42: ungetc('x', closed); break;
  case 43: feof(closed); break;
  case 44: ferror(closed); break;
  case 45: clearerr(closed); break;
  case 46: fileno(closed); break;
  case 47: fseek(closed, 0, SEEK_SET); break;
  case 48: ftell(closed); break;
  case 49: rewind(closed); break;
  case 50: setvbuf(closed, NULL, _IONBF, 0); break;
  case 51: setbuf(closed, NULL); break;
  case 52: getdelim(NULL, NULL, 'x', closed); break;
  case 53: remove(none); break;
  case 54: rename(none, "x"); break;
  case 55: rename("x", none); break;
  case 57: warn("%s", none); break;
  case 58: error(0, 0, "%s", none); break;
  case 59: error_at_line(0, 0, none, 1, "x"); break;
  case 60: flockfile(closed); break;
  case 62: setlinebuf(closed); break;
  case 63: putc('x', closed); break;
  default: list("", none);
  case 66: error(0, 0, none); break;
  case 67: sscanf(none, ""); break;
  }
}
// SPDX-License-Identifier: Apache-2.0
