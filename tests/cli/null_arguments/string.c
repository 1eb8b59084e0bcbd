/* Each case passes NULL where a valid pointer is required: one memory error each. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>
#include <libgen.h>
int __VERIFIER_nondet_int(void);
static char *volatile none;
static wchar_t *volatile wide;
static char text[16] = "x", empty[1];
static wchar_t wtext[16] = L"x";
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: strlen(none); break;
  case 2: strnlen(none, 3); break;
  case 3: strcpy(none, "x"); break;
  case 4: strcpy(text, none); break;
  case 5: strncpy(none, "x", 3); break;
  case 6: strncpy(text, none, 3); break;
  case 7: stpcpy(none, "x"); break;
  case 8: stpcpy(text, none); break;
  case 9: stpncpy(text, none, 3); break;
  case 10: strcat(none, "x"); break;
  case 11: strcat(text, none); break;
  case 12: strncat(none, "x", 3); break;
  case 13: strncat(text, none, 3); break;
  case 14: strcmp(none, "x"); break;
  case 15: strcmp("x", none); break;
  case 16: strncmp(none, "x", 3); break;
  case 17: strncmp("x", none, 3); break;
  case 18: strcasecmp(none, "x"); break;
  case 19: strncasecmp("x", none, 3); break;
  case 20: strcoll(none, "x"); break;
  case 21: strxfrm(text, none, 3); break;
  case 22: strdup(none); break;
  case 23: strndup(none, 3); break;
  case 24: strchr(none, 'x'); break;
  case 25: strrchr(none, 'x'); break;
  case 26: strchrnul(none, 'x'); break;
  case 27: strstr(none, "x"); break;
  case 28: strstr("x", none); break;
  case 29: strspn(none, "x"); break;
  case 30: strspn("x", none); break;
  case 31: strcspn(none, "x"); break;
  case 32: strcspn("x", none); break;
  case 33: strpbrk(none, "x"); break;
  case 34: strpbrk("x", none); break;
  case 35: strtok(text, none); break;
  case 36: strtok_r(text, none, &(char *){0}); break;
  case 37: strsep((char **)none, "x"); break;
  case 38: memcpy(none, text, 3); break;
  case 39: memcpy(text, none, 3); break;
  case 40: memmove(none, text, 3); break;
  case 41: memmove(text, none, 3); break;
  case 42: memset(none, 0, 3); break;
  case 43: memcmp(none, text, 3); break;
  case 44: memcmp(text, none, 3); break;
  case 45: memchr(none, 0, 3); break;
  case 46: memrchr(none, 0, 3); break;
  case 47: memmem(none, 3, "x", 1); break;
  case 48: memccpy(none, "x", 0, 3); break;
  case 49: mempcpy(none, text, 3); break;
  case 50: rawmemchr(none, 0); break;
  case 51: bzero(none, 3); break;
  case 52: explicit_bzero(none, 3); break;
  case 53: strcasestr(none, "x"); break;
  case 54: strsep(&(char *){text}, none); break;
  case 69: strspn("", none); break;
  case 70: strpbrk("", none); break;
  case 71: strtok(empty, none); break;
  case 56: wcslen(wide); break;
  case 57: wcscpy(wide, L"x"); break;
  case 58: wcscpy(wtext, wide); break;
  case 59: wcscmp(wide, L"x"); break;
  case 60: wcscat(wtext, wide); break;
  case 61: wcschr(wide, L'x'); break;
  case 62: wcsstr(wide, L"x"); break;
  case 63: wcsdup(wide); break;
  case 64: wmemset(wide, 0, 3); break;
  case 65: index(none, 'x'); break;
  case 66: bcmp(none, "x", 3); break;
  case 67: strncat(none, "", 3); break;
  case 68: strstr("", none); break;
  }
}
// SPDX-License-Identifier: Apache-2.0
