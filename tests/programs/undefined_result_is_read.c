// expect: UNKNOWN(use of what library_version, which is not defined, returns at tests/programs/undefined_result_is_read.c:4)
// properties: memory
const char *library_version(void);
int main(void) { return *library_version() == '1'; }
// SPDX-License-Identifier: Apache-2.0
