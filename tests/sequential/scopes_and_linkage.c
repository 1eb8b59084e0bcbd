/* The same name for different things. */
#include <stdio.h>

struct name {
  int name;
};
static int name = 1;
enum { value = 3 };
typedef int number;
extern int declared_later;
static int forward(int);

static int shadow(int name) {
  int total = name;
  {
    int name = 100;
    total += name;
    {
      extern int declared_later;
      total += declared_later;
    }
    for (int name = 0; name < 3; name++)
      total += name;
    total += name;
  }
  return total;
}

static int labels(int x) {
  struct x {
    int x;
  } y = {x};
  goto x;
x:
  return y.x + 1;
}

int declared_later = 1000;
int tentative;
int tentative;
int tentative = 8;

static int forward(int n) { return n ? forward(n - 1) + 1 : 0; }

int main(void) {
  struct name name_struct = {.name = 5};
  printf("%d %d\n", name, name_struct.name);
  printf("%d\n", shadow(7));
  printf("%d\n", labels(41));
  number number = 6;
  number *= number;
  printf("%d %d\n", number, (int)sizeof number);
  {
    enum { value = 30 };
    struct name {
      char c[2];
    };
    printf("%d %d\n", value, (int)sizeof(struct name));
  }
  printf("%d %d %d\n", value, tentative, forward(5));
  return declared_later & 0xff;
}
// SPDX-License-Identifier: Apache-2.0
