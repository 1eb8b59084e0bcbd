/* SPDX-License-Identifier: Apache-2.0 */
/* What other models need of number.c and number_float.c. */
#ifndef LIBRARY_NUMBER_H
#define LIBRARY_NUMBER_H

int __library_digit_value(char c); /* of 0-9, a-z, A-Z: 0 to 35; 99 otherwise */
const char *__library_skip_space(const char *text);
double __library_parse_double(const char *text, char **end); /* as strtod */

#endif
