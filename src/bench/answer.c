/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises verdict lines by regular expressions; the last match counts. Without a match, the
 * reason is the exit status of the process and the most informative line it printed. */
#include "bench/answer.h"

#include <string.h>
#include <sys/wait.h>

static const char heddle_true[] = "^TRUE$";
static const char heddle_false[] = "^FALSE\\((.*)\\)$";
static const char heddle_unknown[] = "^UNKNOWN\\((.*)\\)$";

static bool compile_pattern(regex_t *pattern, const char *text, struct text *problem) {
  int code = regcomp(pattern, text, REG_EXTENDED);
  if (code == 0)
    return true;
  char why[128];
  regerror(code, pattern, why, sizeof why);
  text_format(problem, "'%s': %s", text, why);
  return false;
}

bool patterns_compile(struct patterns *patterns, const char *is_true, const char *is_false,
                      const char *is_unknown, struct text *problem) {
  if (!compile_pattern(&patterns->is_true, is_true ? is_true : heddle_true, problem))
    return false;
  if (compile_pattern(&patterns->is_false, is_false ? is_false : heddle_false, problem)) {
    if (compile_pattern(&patterns->is_unknown, is_unknown ? is_unknown : heddle_unknown, problem))
      return true;
    regfree(&patterns->is_false);
  }
  regfree(&patterns->is_true);
  return false;
}

void patterns_release(struct patterns *patterns) {
  regfree(&patterns->is_true);
  regfree(&patterns->is_false);
  regfree(&patterns->is_unknown);
}

static void set_text(struct text *text, const char *value, size_t length) {
  text_release(text);
  text_add_bytes(text, value, length);
}

static bool match(struct answer *answer, const regex_t *pattern, enum answer_kind kind,
                  const char *line) {
  regmatch_t groups[2];
  if (regexec(pattern, line, 2, groups, 0) != 0)
    return false;
  answer->is_given = true;
  answer->kind = kind;
  bool has_group = pattern->re_nsub > 0 && groups[1].rm_so >= 0;
  set_text(&answer->reason, has_group ? line + groups[1].rm_so : "",
           has_group ? (size_t)(groups[1].rm_eo - groups[1].rm_so) : 0);
  return true;
}

void answer_read_line(struct answer *answer, const struct patterns *patterns, const char *line) {
  static const char engine[] = "engine: ", violated[] = "violates: ";
  if (match(answer, &patterns->is_true, ANSWER_TRUE, line) ||
      match(answer, &patterns->is_false, ANSWER_FALSE, line) ||
      match(answer, &patterns->is_unknown, ANSWER_UNKNOWN, line) || !*line)
    return;
  if (strncmp(line, engine, sizeof engine - 1) == 0)
    set_text(&answer->engine, line + sizeof engine - 1, strlen(line) - (sizeof engine - 1));
  if (strncmp(line, violated, sizeof violated - 1) == 0)
    set_text(&answer->violated, line + sizeof violated - 1, strlen(line) - (sizeof violated - 1));
  if (!answer->complaint.length && (strcasestr(line, "error") || strstr(line, "heddle: ")))
    text_add(&answer->complaint, line);
  set_text(&answer->last, line, strlen(line));
}

static void fail(struct answer *answer, enum answer_kind kind, const char *reason) {
  answer->kind = kind;
  set_text(&answer->reason, reason, strlen(reason));
}

/* Why a process without an answer has none. */
static void explain(struct answer *answer, int status) {
  const struct text *line = answer->complaint.length ? &answer->complaint : &answer->last;
  struct text why = {0};
  if (WIFSIGNALED(status))
    text_format(&why, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    text_format(&why, "exit code %d", WEXITSTATUS(status));
  if (line->length)
    text_format(&why, ": %s", text_get(line));
  fail(answer, ANSWER_ERROR, text_get(&why));
  text_release(&why);
}

void answer_conclude(struct answer *answer, const struct pool_outcome *outcome, double seconds) {
  bool is_verdict = answer->is_given && answer->kind != ANSWER_UNKNOWN;
  if (outcome->stop == STOP_MEMORY)
    fail(answer, ANSWER_UNKNOWN, "memory");
  else if (outcome->stop == STOP_TIME || (is_verdict && seconds > 0 && outcome->wall > seconds))
    fail(answer, ANSWER_UNKNOWN, "time");
  else if (!answer->is_given || WIFSIGNALED(outcome->status))
    explain(answer, outcome->status);
}

void answer_check_exit_code(struct answer *answer, const struct pool_outcome *outcome) {
  static const int codes[] = {[ANSWER_TRUE] = 0, [ANSWER_FALSE] = 10, [ANSWER_UNKNOWN] = 20};
  if (outcome->stop == STOP_NOT && answer->kind != ANSWER_ERROR &&
      !(WIFEXITED(outcome->status) && WEXITSTATUS(outcome->status) == codes[answer->kind]))
    explain(answer, outcome->status);
}

void answer_release(struct answer *answer) {
  text_release(&answer->reason);
  text_release(&answer->engine);
  text_release(&answer->violated);
  text_release(&answer->complaint);
  text_release(&answer->last);
}
