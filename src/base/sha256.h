/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4). Witnesses identify files by it. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stdbool.h>
#include <stddef.h>

enum { SHA256_TEXT = 65 }; /* 64 hexadecimal digits and NUL */

void sha256_of_bytes(const void *data, size_t size, char digest[SHA256_TEXT]);
/* False: the file cannot be read, as errno says. */
bool sha256_of_file(const char *path, char digest[SHA256_TEXT]);

#endif
