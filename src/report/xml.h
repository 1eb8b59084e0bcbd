/* SPDX-License-Identifier: Apache-2.0 */
/* Text in XML documents. */
#ifndef REPORT_XML_H
#define REPORT_XML_H

struct text;

/* Appends bytes as the contents of an element or attribute: markup is escaped, and what cannot be
 * in an XML document (control characters, bytes that are not UTF-8) becomes a question mark. */
void xml_add(struct text *out, const char *bytes);

#endif
