/* SPDX-License-Identifier: Apache-2.0 */
/* Stands for clang-19 in tests that let many engines decide one program: what heddle asks of clang
 * is done once for each program and its options, and repeated from $WORK/clang from then on.
 * tests/run-job puts the folder of this program into PATH; $CLANG is the real one. Everything else
 * that clang is called for goes to it. It is not a script because it runs ten thousand times, and
 * each process that a script starts costs more than this one. */
#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 125 };

static int fail(const char *what) {
  fprintf(stderr, "tests/cached/clang: %s: %s\n", what, strerror(errno));
  return FAILED;
}

static int call_clang(char **arguments) {
  const char *clang = getenv("CLANG");
  execv(clang ? clang : "/usr/bin/clang-19", arguments);
  return fail("cannot run clang");
}

static bool is_file(const char *path) {
  struct stat status;
  return !stat(path, &status) && S_ISREG(status.st_mode);
}

/* By the options, the folder and the text of the file. */
static bool find_key(char **arguments, const char *file, char key[SHA256_TEXT]) {
  struct text text = {0};
  char folder[PATH_MAX];
  for (char **argument = arguments + 1; *argument; argument++)
    text_format(&text, "%s\n", *argument);
  text_format(&text, "%s\n", getcwd(folder, sizeof folder) ? folder : "");
  bool is_read = file_read(file, &text);
  if (is_read)
    sha256_of_bytes(text.data, text.length, key);
  text_release(&text);
  return is_read;
}

/* Writes the whole file to the descriptor. */
static bool repeat(const char *path, int to) {
  struct text text = {0};
  bool is_good = file_read(path, &text);
  for (size_t done = 0; is_good && done < text.length;) {
    ssize_t count = write(to, text.data + done, text.length - done);
    is_good = count > 0;
    done += is_good ? (size_t)count : 0;
  }
  text_release(&text);
  return is_good;
}

/* In the child process, which ends with its parent: what clang writes goes to the two files. */
static int compile(char **arguments, const char *output, const char *messages) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  int err = open(messages, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (out < 0 || err < 0)
    return fail(output);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close(out);
  close(err);
  return call_clang(arguments);
}

/* Compiles, and keeps the result if it is one. Returns the exit code. */
static int fill(char **arguments, const char *output, const char *messages) {
  char new_output[PATH_MAX + 16], new_messages[PATH_MAX + 16];
  snprintf(new_output, sizeof new_output, "%s.%d", output, getpid());
  snprintf(new_messages, sizeof new_messages, "%s.%d", messages, getpid());
  pid_t child = fork();
  if (!child)
    _exit(compile(arguments, new_output, new_messages));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return fail("fork");
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : FAILED;
  if (!repeat(new_messages, STDERR_FILENO) || !repeat(new_output, STDOUT_FILENO))
    return fail("cannot repeat the output");
  if (code) {
    unlink(new_output);
    unlink(new_messages);
  } else if (rename(new_messages, messages) || rename(new_output, output)) {
    return fail(output);
  }
  return code;
}

int main(int count, char **arguments) {
  const char *work = getenv("WORK"), *file = arguments[count - 1];
  char key[SHA256_TEXT], output[PATH_MAX], messages[PATH_MAX];
  if (count < 4 || !work || strcmp(arguments[1], "-c") || strcmp(arguments[2], "-emit-llvm") ||
      !is_file(file) || !find_key(arguments, file, key))
    return call_clang(arguments);
  snprintf(output, sizeof output, "%s/clang/%s", work, key);
  snprintf(messages, sizeof messages, "%s/clang/%s.err", work, key);
  if (!is_file(output))
    return fill(arguments, output, messages);
  if (!repeat(messages, STDERR_FILENO) || !repeat(output, STDOUT_FILENO))
    return fail("cannot repeat what is kept");
  return 0;
}
