/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/engines.h"

#include "cli/options.h"

#include <stdio.h>
#include <string.h>

bool engines_check_model(const struct options *options, const struct engine *engine,
                         enum memory_model model) {
  if (engine->models & MODEL_BIT(model))
    return true;
  struct text others = {0};
  for (size_t i = 0; engines[i]; i++)
    if (engines[i]->models & MODEL_BIT(model) && !engines[i]->hidden)
      text_format(&others, "%s%s", others.length ? ", " : "", engines[i]->name);
  options_complain(options, "engine '%s' does not support --memory-model %s (these do: %s)",
                   engine->name, memory_model_name(model), text_get(&others));
  text_release(&others);
  return false;
}

/* Is the word one of those in the list, which `separators` separate? */
static bool has_word(const char *list, const char *separators, const char *word, size_t length) {
  for (const char *at = list; *at; at += strspn(at, separators)) {
    size_t here = strcspn(at, separators);
    if (here == length && strncmp(at, word, length) == 0)
      return true;
    at += here;
  }
  return false;
}

static bool is_shared_option(const char *name) {
  return has_word("por solver contexts unwind threads", " ", name, strlen(name));
}

/* The engine that brings the option; NULL: it is not one of an engine. */
static const struct engine *find_owner(const char *name, const struct engine_option **row) {
  for (size_t i = 0; engines[i]; i++)
    for (*row = engines[i]->options; *row && (*row)->name; (*row)++)
      if (strcmp((*row)->name, name) == 0)
        return engines[i];
  return NULL;
}

/* Does the value of the option that `needs` names have one of the words that it lists? */
static bool has_needed(const struct options *options, const char *needs) {
  size_t name = strcspn(needs, "=");
  const struct task task = {.options = options->search.engine_values.items,
                            .option_count = options->search.engine_values.count};
  char option[32];
  snprintf(option, sizeof option, "%.*s", (int)name, needs);
  const char *value = task_option_text(&task, option);
  for (const char *at = value; *at; at += strspn(at, "+")) {
    size_t length = strcspn(at, "+");
    if (has_word(needs + name + 1, "|", at, length))
      return true;
    at += length;
  }
  return false;
}

static bool check_option(const struct options *options, const struct engine *engine,
                         const char *name) {
  const struct engine_option *row = NULL;
  const struct engine *owner = find_owner(name, &row);
  bool is_shared = !owner && is_shared_option(name);
  bool is_used =
      owner ? owner == engine || engine == &engine_auto
            : !is_shared || (engine->uses && has_word(engine->uses, " ", name, strlen(name)));
  if (strcmp(name, "threads") == 0 && options->search.threads < 2)
    return true; /* which every engine does */
  if (!is_used)
    options_complain(options, "engine '%s' does not use --%s", engine->name, name);
  else if (owner && row->needs && !has_needed(options, row->needs))
    options_complain(options, "--%s has no effect without --%s", name, row->needs);
  else
    return true;
  return false;
}

bool engines_check_options(const struct options *options, const struct engine *engine) {
  for (size_t i = 0; i < options->given.count; i++)
    if (!check_option(options, engine, options->given.items[i]))
      return false;
  return true;
}

static void print_models(struct text *out, unsigned models) {
  const char *separator = "";
  if (models == ALL_MODELS) {
    text_add(out, "every model");
    return;
  }
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_RC11; model++)
    if (models & MODEL_BIT(model)) {
      text_format(out, "%s%s", separator, memory_model_name(model));
      separator = ", ";
    }
}

static void print_properties(struct text *out, property_set set) {
  const char *separator = "";
  if (set == ALL_PROPERTIES) {
    text_add(out, "every property");
    return;
  }
  for (enum property property = PROPERTY_REACH; property < PROPERTY_COUNT; property++)
    if (property_in(property, set)) {
      text_format(out, "%s%s", separator, property_name(property));
      separator = ", ";
    }
}

void engines_print_decisions(struct text *out, const struct engine *engine) {
  const char *separator = "";
  for (const struct decision *row = engine->decisions; row && row->models; row++) {
    text_add(out, separator);
    print_properties(out, row->properties);
    text_add(out, " under ");
    print_models(out, row->models);
    if (row->when)
      text_format(out, ", if %s", row->when);
    if (row->with)
      text_format(out, ", with %s", row->with);
    separator = "; ";
  }
}

void engines_print_table(struct text *out) {
  text_add(out, "| engine | proves | under | if |\n|---|---|---|---|\n");
  for (size_t i = 0; engines[i]; i++) {
    const struct decision *row = engines[i]->decisions;
    if (engines[i]->hidden)
      continue;
    if (!row)
      text_format(out, "| `%s` | nothing | | |\n", engines[i]->name);
    for (; row && row->models; row++) {
      text_format(out, "| `%s%s%s` | ", engines[i]->name, row->with ? " " : "",
                  row->with ? row->with : "");
      print_properties(out, row->properties);
      text_add(out, " | ");
      print_models(out, row->models);
      text_format(out, " | %s |\n", row->when ? row->when : "");
    }
  }
}
