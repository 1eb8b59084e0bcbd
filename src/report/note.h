/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of sentences beside a verdict. */
#ifndef REPORT_NOTE_H
#define REPORT_NOTE_H

enum note_kind {
  NOTE_WARNING,    /* a proof covers less than it seems */
  NOTE_ASSUMPTION, /* what the verdict rests on */
  NOTE_REMARK,     /* anything else */
};

#endif
