/* SPDX-License-Identifier: Apache-2.0 */
/* Classes of characters in the "C" locale: the functions, and the tables that glibc's macros of the
 * same names read. The tables go from -128 to 255: EOF and signed char are valid indices. */
#include <stddef.h>

/* Which bit of a table entry says what, on a little-endian machine. */
enum {
  UPPER = 1 << 8,
  LOWER = 1 << 9,
  ALPHA = 1 << 10,
  DIGIT = 1 << 11,
  HEX_DIGIT = 1 << 12,
  SPACE = 1 << 13,
  PRINT = 1 << 14,
  GRAPH = 1 << 15,
  BLANK = 1 << 0,
  CONTROL = 1 << 1,
  PUNCTUATION = 1 << 2,
  ALNUM = 1 << 3,
};

enum {
  OFFSET = 128,
  VISIBLE = PRINT | GRAPH,
  LETTER = VISIBLE | ALPHA | ALNUM,
  SIGN = VISIBLE | PUNCTUATION,
};

static const unsigned short classes[384] = {
    [OFFSET + 0 ... OFFSET + 8] = CONTROL,
    [OFFSET + '\t'] = CONTROL | SPACE | BLANK,
    [OFFSET + '\n' ... OFFSET + '\r'] = CONTROL | SPACE,
    [OFFSET + 14 ... OFFSET + 31] = CONTROL,
    [OFFSET + ' '] = SPACE | BLANK | PRINT,
    [OFFSET + '!' ... OFFSET + '/'] = SIGN,
    [OFFSET + '0' ... OFFSET + '9'] = VISIBLE | DIGIT | HEX_DIGIT | ALNUM,
    [OFFSET + ':' ... OFFSET + '@'] = SIGN,
    [OFFSET + 'A' ... OFFSET + 'F'] = LETTER | UPPER | HEX_DIGIT,
    [OFFSET + 'G' ... OFFSET + 'Z'] = LETTER | UPPER,
    [OFFSET + '[' ... OFFSET + '`'] = SIGN,
    [OFFSET + 'a' ... OFFSET + 'f'] = LETTER | LOWER | HEX_DIGIT,
    [OFFSET + 'g' ... OFFSET + 'z'] = LETTER | LOWER,
    [OFFSET + '{' ... OFFSET + '~'] = SIGN,
    [OFFSET + 127] = CONTROL,
};
static const unsigned short *const classes_start = classes + OFFSET;

#define EIGHT(n) n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7
#define THIRTY_TWO(n) EIGHT(n), EIGHT(n + 8), EIGHT(n + 16), EIGHT(n + 24)
/* The 26 letters and what is around them in a row of 32 from '@' or '`'; `letter` is 'A' or 'a'. */
#define ROW(n, letter)                                                                             \
  n, EIGHT(letter), EIGHT(letter + 8), EIGHT(letter + 16), letter + 24, letter + 25, n + 27,       \
      n + 28, n + 29, n + 30, n + 31
/* glibc leaves -1 (EOF) as it is; the entries below are those of the same unsigned char. */
#define TABLE(upper, lower)                                                                        \
  THIRTY_TWO(128), THIRTY_TWO(160), THIRTY_TWO(192), EIGHT(224), EIGHT(232), EIGHT(240), 248, 249, \
      250, 251, 252, 253, 254, -1, THIRTY_TWO(0), THIRTY_TWO(32), ROW(64, upper), ROW(96, lower),  \
      THIRTY_TWO(128), THIRTY_TWO(160), THIRTY_TWO(192), THIRTY_TWO(224)

static const int lowered[384] = {TABLE('a', 'a')};
static const int uppered[384] = {TABLE('A', 'A')};
static const int *const lowered_start = lowered + OFFSET;
static const int *const uppered_start = uppered + OFFSET;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_start; }
const int **__ctype_tolower_loc(void) { return (const int **)&lowered_start; }
const int **__ctype_toupper_loc(void) { return (const int **)&uppered_start; }
size_t __ctype_get_mb_cur_max(void) { return 1; }

static int is(int c, int class) { return classes_start[c] & class; }

int isalnum(int c) { return is(c, ALNUM); }
int isalpha(int c) { return is(c, ALPHA); }
int isblank(int c) { return is(c, BLANK); }
int iscntrl(int c) { return is(c, CONTROL); }
int isdigit(int c) { return is(c, DIGIT); }
int isgraph(int c) { return is(c, GRAPH); }
int islower(int c) { return is(c, LOWER); }
int isprint(int c) { return is(c, PRINT); }
int ispunct(int c) { return is(c, PUNCTUATION); }
int isspace(int c) { return is(c, SPACE); }
int isupper(int c) { return is(c, UPPER); }
int isxdigit(int c) { return is(c, HEX_DIGIT); }
int isascii(int c) { return (unsigned)c < 128; }
int toascii(int c) { return c & 127; }
/* Unlike the classes these are defined for every int. */
int tolower(int c) { return c >= -OFFSET && c < 256 ? lowered_start[c] : c; }
int toupper(int c) { return c >= -OFFSET && c < 256 ? uppered_start[c] : c; }
