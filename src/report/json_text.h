/* Inside report/: texts of any origin in JSON. */
#ifndef REPORT_JSON_TEXT_H
#define REPORT_JSON_TEXT_H

#include <jansson.h>

struct text;

/* File names, sources and what a program prints can be any bytes; JSON wants UTF-8. If they are
 * not, every byte beyond ASCII becomes a question mark. */
json_t *json_text(const char *bytes);
/* Appends a value in one line. */
void json_print(struct text *out, const json_t *value);

#endif
