/* SPDX-License-Identifier: Apache-2.0 */
/* Ends a run early: Ctrl-C, SIGTERM, --time, --cpu-time, --memory, and internal errors. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "base/limits.h"
#include "base/text.h"

#include <stdbool.h>

struct options;

/* Catches signals, and crashes of heddle itself. To be called first. */
void interrupt_install(void);
bool interrupt_happened(void);

/* Time counts from here, not from the start of the process. */
void interrupt_start_clock(void);
/* The limits of a run that started when the process did. */
struct limits interrupt_limits(const struct options *options);

/* From here on the process ends with exit code 20 when a moment has passed since the end of the
 * time or the first signal: with UNKNOWN(time, before the search began) or UNKNOWN(interrupted) on
 * stdout until interrupt_guard_search is called, or with a remark on stderr for `run`. A search
 * that checks its limits in time ends itself and says more. */
void interrupt_guard_check(const struct limits *limits);
void interrupt_guard_run(const struct limits *limits);
/* Violations were shown already: "FALSE(…)\n", with exit code 10, is said instead. `verdict` must
 * stay as it is. */
void interrupt_guard_found(const char *verdict);
/* That much is known by now, and said instead; both texts must stay as they are until the next ones
 * come. False: violations were shown already. */
bool interrupt_guard_search(const char *on_time, const char *on_interrupt);
/* The search is over, and what is left to do has no limit of time. Signals count as before. */
void interrupt_end_time(void);

/* stdout as it was: what is printed to stdout from here on goes to stderr. */
void interrupt_keep_stdout(void);
/* The descriptor of stdout, the one that was kept if it was. */
int interrupt_stdout(void);

/* A file that is written when a handler ends the process, with a text for each cause. */
enum interrupt_cause { INTERRUPT_TIME, INTERRUPT_SIGNAL, INTERRUPT_MEMORY, INTERRUPT_CAUSES };
struct last_document {
  const char *path; /* NULL: stdout */
  struct text texts[INTERRUPT_CAUSES];
};
/* Takes the texts over. These replace the ones before. */
void interrupt_set_documents(const struct last_document *list, size_t count);

/* The verdict has been said: nothing more will be. */
void interrupt_unguard(void);

/* From here on the system refuses memory beyond the limit: the process then writes `last_words` to
 * stdout and ends with exit code 20. Call it after loading the program: clang has no such limit. */
void interrupt_limit_memory(const struct limits *limits, const char *last_words);

#endif
