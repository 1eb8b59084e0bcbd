// expect: UNKNOWN(use of the result of the undefined function library_version at tests/programs/undefined_result_is_read.c:5)
// properties: memory
// engines: explicit
const char *library_version(void);
int main(void) { return *library_version() == '1'; }
// SPDX-License-Identifier: Apache-2.0
