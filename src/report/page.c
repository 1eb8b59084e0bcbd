/* SPDX-License-Identifier: Apache-2.0 */
/* The page contains the trace and the sources as JSON; its script (page/page.js) draws everything
 * else from them. The page is both HTML and well-formed XML. */
#include "report/page.h"

#include "base/file.h"
#include "base/text.h"
#include "input/json_text.h"
#include "report/source_text.h"
#include "report/story.h"
#include "report/tell.h"

extern const char page_style[], page_script[]; /* page/embed.S */

/* JSON inside an element: markup can only be in its strings. */
static void add_data(struct text *out, const char *json) {
  for (; *json; json++) {
    if (*json == '<' || *json == '>' || *json == '&')
      text_format(out, "\\u%04x", (unsigned)*json);
    else
      text_add_bytes(out, json, 1);
  }
}

static void add_source(json_t *sources, struct source_texts *texts, const struct program *program,
                       struct position at) {
  if (!at.line || at.file >= program->file_count ||
      json_object_get(sources, program->files[at.file]))
    return;
  const char *contents = source_texts_get(texts, at.file);
  if (contents)
    json_object_set_new(sources, program->files[at.file], json_text(contents));
}

/* Of every file that a step or the violation is in. */
static json_t *sources_of(const struct story *story, const struct state *state,
                          const struct violation *violation) {
  const struct program *program = state->program;
  struct source_texts *texts = source_texts_create(program->files, program->file_count);
  json_t *sources = json_object();
  for (size_t i = 0; i < story_count(story); i++)
    add_source(sources, texts, program, story_step(story, i)->at);
  if (violation) {
    struct arena *arena = arena_create();
    struct endings endings = {0};
    tell_endings(&endings, arena, (struct snapshot){state, story_blocks(story)}, violation);
    for (size_t i = 0; i < endings.list.count; i++)
      add_source(sources, texts, program, endings.list.items[i].at);
    vector_release(&endings.list);
    arena_destroy(arena);
  }
  source_texts_destroy(texts);
  return sources;
}

static const char beginning[] =
    "<!DOCTYPE html>\n"
    "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
    "<title>heddle</title>\n"
    "<style>\n";
static const char body[] =
    "</style>\n"
    "</head>\n"
    "<body>\n"
    "<header><h1 id=\"headline\">heddle</h1><p id=\"summary\">"
    "This page draws itself with JavaScript.</p></header>\n"
    "<main>\n"
    "<div id=\"story\"><table id=\"lanes\" class=\"short\"></table></div>\n"
    "<div id=\"side\">\n"
    "<div id=\"facts\"><h2>Variables</h2><div id=\"variables\"></div>"
    "<h2>Locks held</h2><div id=\"locks\"></div><h2>Why</h2><pre id=\"why\"></pre></div>\n"
    "<div id=\"source\"></div>\n"
    "</div>\n"
    "</main>\n"
    "<nav><button id=\"back\" type=\"button\" title=\"arrow up\">\xe2\x86\x91</button>"
    "<button id=\"forth\" type=\"button\" title=\"arrow down\">\xe2\x86\x93</button>"
    "<output id=\"position\"></output>"
    "<label><input type=\"checkbox\" id=\"all\"/> all steps</label></nav>\n"
    "<script type=\"application/json\" id=\"trace\">";
static const char script_start[] = "</script>\n<script>\n//<![CDATA[\n";
static const char end[] = "//]]>\n</script>\n</body>\n</html>\n";

enum status page_write(const char *path, const struct trace *trace, struct story *story,
                       const struct state *state, const struct violation *violation) {
  struct text page = {0}, data = {0};
  story_finish(story, state);
  text_add(&data, "{\"trace\": ");
  trace_print(&data, trace, story, state, violation);
  text_add(&data, ", \"sources\": ");
  json_t *sources = sources_of(story, state, violation);
  json_print(&data, sources);
  json_decref(sources);
  text_add(&data, "}");
  text_add(&page, beginning);
  text_add(&page, page_style);
  text_add(&page, body);
  add_data(&page, text_get(&data));
  text_add(&page, script_start);
  text_add(&page, page_script);
  text_add(&page, end);
  bool written = file_write(path, &page);
  text_release(&data);
  text_release(&page);
  return written ? STATUS_OK : STATUS_BAD_INPUT;
}
