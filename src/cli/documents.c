/* SPDX-License-Identifier: Apache-2.0 */
/* Documents are written when everything else is done. A handler that ends the process earlier
 * writes one that was prepared. */
#include "cli/documents.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "report/account.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { DOCUMENTS = 2 };
typedef void (*printer)(struct text *out, const struct account *account);
static const printer printers[DOCUMENTS] = {account_print_json, account_print_sarif};

static const char *path_of(const struct options *options, size_t index) {
  return index == 0 ? options->files.json : options->files.sarif;
}

static bool is_stdout(const char *path) { return path && strcmp(path, "-") == 0; }

bool documents_begin(const struct options *options, struct account **account) {
  *account = NULL;
  if (is_stdout(options->files.json) && is_stdout(options->files.sarif)) {
    options_complain(options, "--json and --sarif cannot both go to standard output");
    return false;
  }
  if (options->files.json || options->files.sarif)
    *account = account_create(options_version());
  if (is_stdout(options->files.json) || is_stdout(options->files.sarif))
    interrupt_keep_stdout();
  return true;
}

/* To the descriptor that is kept for the document. */
static bool write_to_stdout(const struct text *text) {
  size_t done = 0;
  ssize_t written = 0;
  while (done < text->length && written >= 0) {
    written = write(interrupt_stdout(), text->data + done, text->length - done);
    done += written > 0 ? (size_t)written : 0;
    if (written < 0 && errno == EINTR)
      written = 0;
  }
  if (written < 0)
    fprintf(stderr, "heddle: standard output: cannot be written: %s\n", strerror(errno));
  return written >= 0;
}

void documents_prepare(struct account *account, const struct options *options, const char *verdict,
                       int exit_code) {
  static const char *const reasons[INTERRUPT_CAUSES] = {"time", "interrupted", "memory"};
  struct last_document documents[DOCUMENTS];
  size_t count = 0;
  if (!account)
    return;
  for (size_t i = 0; i < DOCUMENTS; i++) {
    if (!path_of(options, i))
      continue;
    struct last_document *document = &documents[count++];
    *document =
        (struct last_document){.path = is_stdout(path_of(options, i)) ? NULL : path_of(options, i)};
    for (size_t j = 0; j < INTERRUPT_CAUSES; j++) {
      bool is_memory = j == INTERRUPT_MEMORY; /* which is never followed by FALSE */
      account_set_verdict(account, is_memory ? "UNKNOWN" : verdict, reasons[j],
                          is_memory ? EXIT_UNKNOWN : exit_code);
      printers[i](&document->texts[j], account);
    }
  }
  account_clear_verdict(account);
  interrupt_set_documents(documents, count);
}

int documents_end(struct account *account, const struct options *options, int code) {
  if (!account)
    return code;
  if (!account_has_verdict(account) || code == EXIT_INTERNAL || code == EXIT_BAD_INPUT)
    account_set_verdict(account, "ERROR",
                        code == EXIT_BAD_INPUT ? "the input cannot be read or does not compile"
                                               : "the check ended with an error",
                        code);
  int result = code;
  for (size_t i = 0; i < DOCUMENTS; i++) {
    struct text text = {0};
    const char *path = path_of(options, i);
    if (!path)
      continue;
    printers[i](&text, account);
    if (!(is_stdout(path) ? write_to_stdout(&text) : file_write(path, &text)))
      result = EXIT_USAGE;
    text_release(&text);
  }
  interrupt_set_documents(NULL, 0);
  account_destroy(account);
  return result;
}
