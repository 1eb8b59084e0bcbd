// expect: FALSE(memory)
#include <wchar.h>
int main(void) {
  wchar_t text[4];
  wcscpy(text, L"loom");
}
// SPDX-License-Identifier: Apache-2.0
