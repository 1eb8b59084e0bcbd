/* SPDX-License-Identifier: Apache-2.0 */
#include "report/places_page.h"

#include "base/file.h"
#include "base/text.h"
#include "report/question.h"
#include "report/source_text.h"
#include "report/xml.h"

#include <string.h>

static const char beginning[] =
    "<!DOCTYPE html>\n"
    "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
    "<title>heddle</title>\n"
    "<style>\n"
    "body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; "
    "padding: 1rem 1.5rem; color: #1b1f24; background: #fff; }\n"
    "h1 { font-size: 1.4rem; margin: 0 0 .75rem; }\n"
    "h2 { font-size: 1rem; margin: 1.75rem 0 .5rem; }\n"
    "pre { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; margin: 0; }\n"
    ".table { background: #f5f6f8; border-radius: 6px; padding: .75rem 1rem; }\n"
    ".legend { margin: 1rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; "
    "gap: .4rem 1.4rem; }\n"
    ".legend li { border-left: 5px solid; padding-left: .5rem; }\n"
    "table { border-collapse: collapse; width: 100%; table-layout: fixed; }\n"
    "td { padding: 0; vertical-align: top; }\n"
    "td.number { width: 3.2rem; text-align: right; padding-right: .8rem; color: #6a737d; "
    "font: 13px/1.5 ui-monospace, monospace; }\n"
    "td.code { border-left: 5px solid transparent; padding-left: .7rem; overflow-wrap: anywhere; "
    "}\n"
    "p { margin: 0 0 .2rem; font-size: 13px; color: #57606a; }\n"
    ".proven td.code, li.proven { border-color: #2da44e; }\n"
    ".accepted td.code, li.accepted { border-color: #8250df; }\n"
    ".searched td.code, li.searched { border-color: #d4a72c; }\n"
    ".open td.code, li.open { border-color: #cf222e; }\n"
    ".searched td.code { background: #fff8e1; }\n"
    ".open td.code { background: #ffebe9; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "body { color: #d7dce2; background: #16191d; }\n"
    ".table { background: #22272e; }\n"
    "p, td.number { color: #98a2ad; }\n"
    ".searched td.code { background: #332b14; }\n"
    ".open td.code { background: #3a1d1f; }\n"
    "}\n"
    "</style>\n"
    "</head>\n"
    "<body>\n";

enum place_mark { MARK_NONE, MARK_PROVEN, MARK_ACCEPTED, MARK_SEARCHED, MARK_OPEN, MARKS };
static const char *const mark_names[MARKS] = {"", "proven", "accepted", "searched", "open"};
static const char *const mark_words[MARKS] = {"", "proven", "accepted by you",
                                              "searched in part, without a violation", "open"};

struct places_page {
  const struct overview *overview;
  struct text *out;
  property_set searched; /* properties of which some part was searched completely */
  bool has[MARKS];
};

static enum place_mark mark_of(const struct places_page *page, const struct obligation *obligation,
                               struct board_answer answer) {
  bool is_searched = obligation->property != NOT_MODELLED &&
                     property_in((enum property)obligation->property, page->searched);
  if (answer.state == BOARD_PROVEN)
    return answer.engine && strcmp(answer.engine, "accepted") == 0 ? MARK_ACCEPTED : MARK_PROVEN;
  return is_searched ? MARK_SEARCHED : MARK_OPEN;
}

/* What is not modelled matters to a reader only where it was reached, as the table says. */
static bool is_shown(const struct places_page *page, const struct obligation *obligation) {
  return obligation->at.line && obligation->property != NOT_MODELLED &&
         property_in((enum property)obligation->property, page->overview->asked);
}

/* The worst mark of the line; its open claims go to `claims`, as paragraphs. */
static enum place_mark look_at_line(const struct places_page *page, uint32_t file, uint32_t line,
                                    struct text *claims) {
  const struct obligations *obligations = board_obligations(page->overview->board);
  enum place_mark worst = MARK_NONE;
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    const struct obligation *obligation = obligations_at(obligations, i);
    if (obligation->at.file != file || obligation->at.line != line || !is_shown(page, obligation))
      continue;
    enum place_mark mark = mark_of(page, obligation, board_at(page->overview->board, i));
    worst = mark > worst ? mark : worst;
    if (mark <= MARK_PROVEN)
      continue;
    struct text claim = {0};
    question_add_claim(&claim, page->overview->program, obligation);
    text_format(claims, "<p>%s, %s: ", mark_names[mark], question_property(obligation));
    xml_add(claims, text_get(&claim));
    text_add(claims, "</p>");
    text_release(&claim);
  }
  return worst;
}

static uint32_t count_lines(const char *contents) {
  uint32_t count = 0;
  for (; *contents; contents += strcspn(contents, "\n"), contents += *contents == '\n')
    count++;
  return count;
}

static bool has_places(const struct places_page *page, uint32_t file) {
  const struct obligations *obligations = board_obligations(page->overview->board);
  for (uint32_t i = 0; i < obligations_count(obligations); i++)
    if (obligations_at(obligations, i)->at.file == file &&
        is_shown(page, obligations_at(obligations, i)))
      return true;
  return false;
}

static void add_file(struct places_page *page, struct source_texts *texts, uint32_t file) {
  const char *contents = source_texts_get(texts, file);
  if (!contents || !has_places(page, file))
    return;
  text_add(page->out, "<h2>");
  xml_add(page->out, page->overview->program->files[file]);
  text_add(page->out, "</h2>\n<table>\n");
  for (uint32_t line = 1, count = count_lines(contents); line <= count; line++) {
    struct text code = {0}, claims = {0};
    enum place_mark mark = look_at_line(page, file, line, &claims);
    page->has[mark] = true;
    source_texts_add_line(texts, &code, file, line, false);
    text_format(page->out, "<tr class=\"%s\"><td class=\"number\">%u</td><td class=\"code\"><pre>",
                mark_names[mark], line);
    xml_add(page->out, text_get(&code));
    text_format(page->out, "</pre>%s</td></tr>\n", text_get(&claims));
    text_release(&code);
    text_release(&claims);
  }
  text_add(page->out, "</table>\n");
}

static void add_head(struct places_page *page, struct text *head, const char *verdict) {
  struct text table = {0};
  text_add(head, beginning);
  text_add(head, "<h1>");
  xml_add(head, verdict);
  text_add(head, "</h1>\n<div class=\"table\"><pre>");
  overview_print(&table, page->overview);
  xml_add(head, text_get(&table));
  text_add(head, "</pre></div>\n<ul class=\"legend\">\n");
  for (int mark = MARK_PROVEN; mark < MARKS; mark++)
    if (page->has[mark])
      text_format(head, "<li class=\"%s\">%s</li>\n", mark_names[mark], mark_words[mark]);
  text_add(head, "</ul>\n");
  text_release(&table);
}

bool places_page_write(const char *path, const struct overview *overview, const char *verdict) {
  struct text sources = {0}, all = {0};
  struct places_page page = {.overview = overview, .out = &sources};
  const struct program *program = overview->program;
  struct source_texts *texts = source_texts_create(program->files, program->file_count);
  for (size_t i = 0; overview->partial && i < overview->partial->guarantee_count; i++)
    page.searched |= overview->partial->guarantees[i].properties;
  for (uint32_t file = 0; file < program->file_count; file++)
    add_file(&page, texts, file);
  add_head(&page, &all, verdict);
  text_add(&all, text_get(&sources));
  text_add(&all, "</body>\n</html>\n");
  bool fine = file_write(path, &all);
  source_texts_destroy(texts);
  text_release(&sources);
  text_release(&all);
  return fine;
}
