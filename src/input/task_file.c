/* SPDX-License-Identifier: Apache-2.0 */
/* Reads task definitions with libyaml and property files line by line. Messages name file and line,
 * like those of a compiler, because these files are often written by hand. */
#include "input/task_file.h"

#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct task_reading {
  const char *path;
  yaml_document_t document;
  struct task_file *task;
  struct text *problem; /* receives the message; NULL: stderr */
  bool failed;          /* a message was given */
};

static void complain(struct text *problem, const char *path, size_t line, const char *what) {
  struct text message = {0};
  text_format(&message, "%s:", path);
  if (line)
    text_format(&message, "%zu:", line);
  text_format(&message, " %s", what);
  if (problem)
    text_add(problem, text_get(&message));
  else
    fprintf(stderr, "heddle: %s\n", text_get(&message));
  text_release(&message);
}

static void reject(struct task_reading *in, const yaml_node_t *node, const char *what) {
  if (!in->failed)
    complain(in->problem, in->path, node ? node->start_mark.line + 1 : 0, what);
  in->failed = true;
}

/* NULL if the node is no scalar. */
static const char *scalar_text(const yaml_node_t *node) {
  return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_node_t *find_key(struct task_reading *in, const yaml_node_t *mapping, const char *key) {
  if (!mapping || mapping->type != YAML_MAPPING_NODE)
    return NULL;
  for (const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
       pair < mapping->data.mapping.pairs.top; pair++) {
    const char *name = scalar_text(yaml_document_get_node(&in->document, pair->key));
    if (name && strcmp(name, key) == 0)
      return yaml_document_get_node(&in->document, pair->value);
  }
  return NULL;
}

/* Relative to the folder the task file is in. */
static const char *resolve(const struct task_reading *in, const char *file) {
  const char *slash = strrchr(in->path, '/');
  if (*file == '/' || !slash)
    return arena_copy_text(in->task->arena, file);
  return arena_format(in->task->arena, "%.*s/%s", (int)(slash - in->path), in->path, file);
}

static void read_version(struct task_reading *in, const yaml_node_t *root) {
  const yaml_node_t *node = find_key(in, root, "format_version");
  const char *version = scalar_text(node);
  if (!version)
    reject(in, node ? node : root, "format_version is missing");
  else if (strcmp(version, "1.0") != 0 && strcmp(version, "2.0") != 0 &&
           strcmp(version, "2.1") != 0)
    reject(in, node, "unknown format_version (known: 1.0, 2.0, 2.1)");
}

static void read_input_files(struct task_reading *in, const yaml_node_t *root) {
  const yaml_node_t *node = find_key(in, root, "input_files");
  VECTOR(const char *) files = {0};
  if (scalar_text(node)) {
    vector_push(&files, resolve(in, scalar_text(node)));
  } else if (node && node->type == YAML_SEQUENCE_NODE) {
    for (const yaml_node_item_t *item = node->data.sequence.items.start;
         item < node->data.sequence.items.top; item++) {
      const yaml_node_t *file = yaml_document_get_node(&in->document, *item);
      if (scalar_text(file))
        vector_push(&files, resolve(in, scalar_text(file)));
      else
        reject(in, file, "an input file is not a text");
    }
  }
  if (!files.count)
    reject(in, node ? node : root, "input_files is missing or empty");
  in->task->file_count = files.count;
  in->task->files = arena_copy(in->task->arena, files.items, files.count * sizeof *in->task->files);
  vector_release(&files);
}

static struct task_property read_property(struct task_reading *in, const yaml_node_t *node) {
  struct task_property property = {.subproperty = ""};
  const yaml_node_t *file = find_key(in, node, "property_file");
  const yaml_node_t *verdict = find_key(in, node, "expected_verdict");
  if (!scalar_text(file)) {
    reject(in, file ? file : node, "a property without property_file");
    return property;
  }
  property.file = resolve(in, scalar_text(file));
  if (!verdict)
    return property;
  const char *text = scalar_text(verdict);
  if (text && strcasecmp(text, "true") == 0)
    property.expected = EXPECT_TRUE;
  else if (text && strcasecmp(text, "false") == 0)
    property.expected = EXPECT_FALSE;
  else
    reject(in, verdict, "expected_verdict is neither true nor false");
  const yaml_node_t *part = find_key(in, node, "subproperty");
  if (part && !scalar_text(part))
    reject(in, part, "subproperty is not a text");
  else if (part && property.expected == EXPECT_FALSE)
    property.subproperty = arena_copy_text(in->task->arena, scalar_text(part));
  return property;
}

static void read_properties(struct task_reading *in, const yaml_node_t *root) {
  const yaml_node_t *node = find_key(in, root, "properties");
  if (!node)
    return;
  if (node->type != YAML_SEQUENCE_NODE) {
    reject(in, node, "properties is not a list");
    return;
  }
  VECTOR(struct task_property) properties = {0};
  for (const yaml_node_item_t *item = node->data.sequence.items.start;
       item < node->data.sequence.items.top; item++)
    vector_push(&properties, read_property(in, yaml_document_get_node(&in->document, *item)));
  in->task->property_count = properties.count;
  in->task->properties = arena_copy(in->task->arena, properties.items,
                                    properties.count * sizeof *in->task->properties);
  vector_release(&properties);
}

static void read_options(struct task_reading *in, const yaml_node_t *root) {
  const yaml_node_t *options = find_key(in, root, "options");
  const yaml_node_t *language = find_key(in, options, "language");
  const yaml_node_t *model = find_key(in, options, "data_model");
  in->task->data_model = DATA_MODEL_ILP32;
  if (language && (!scalar_text(language) || strcmp(scalar_text(language), "C") != 0))
    reject(in, language, "the language is not C");
  if (!model)
    return;
  if (scalar_text(model) && strcmp(scalar_text(model), "LP64") == 0)
    in->task->data_model = DATA_MODEL_LP64;
  else if (!scalar_text(model) || strcmp(scalar_text(model), "ILP32") != 0)
    reject(in, model, "data_model is neither ILP32 nor LP64");
}

static void read_document(struct task_reading *in) {
  const yaml_node_t *root = yaml_document_get_root_node(&in->document);
  if (!root || root->type != YAML_MAPPING_NODE) {
    reject(in, root, "not a task definition");
    return;
  }
  read_version(in, root);
  read_input_files(in, root);
  read_properties(in, root);
  read_options(in, root);
}

enum status task_file_read(const char *path, struct task_file *task, struct text *problem) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    complain(problem, path, 0, strerror(errno));
    return STATUS_BAD_INPUT;
  }
  *task = (struct task_file){.arena = arena_create()};
  struct task_reading in = {.path = path, .task = task, .problem = problem};
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) {
    complain(problem, path, 0, "out of memory");
    in.failed = true;
  } else {
    yaml_parser_set_input_file(&parser, file);
    if (yaml_parser_load(&parser, &in.document)) {
      read_document(&in);
      yaml_document_delete(&in.document);
    } else {
      complain(problem, path, parser.problem_mark.line + 1,
               parser.problem ? parser.problem : "not YAML");
      in.failed = true;
    }
    yaml_parser_delete(&parser);
  }
  fclose(file);
  if (!in.failed)
    return STATUS_OK;
  task_file_release(task);
  return STATUS_BAD_INPUT;
}

void task_file_release(struct task_file *task) {
  arena_destroy(task->arena);
  *task = (struct task_file){0};
}

static const struct {
  const char *formula;
  enum property property;
} formulas[] = {
    {"G ! call(reach_error())", PROPERTY_REACH},
    {"G ! call(__VERIFIER_error())", PROPERTY_REACH},
    {"G ! data-race", PROPERTY_RACE},
    {"G ! deadlock", PROPERTY_DEADLOCK},
    {"G ! overflow", PROPERTY_OVERFLOW},
    {"G valid-free", PROPERTY_MEMORY},
    {"G valid-deref", PROPERTY_MEMORY},
    {"G valid-memtrack", PROPERTY_LEAK},
    {"G valid-memcleanup", PROPERTY_MEMCLEANUP},
};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* Are they the same but for blanks, of which `stripped` has none? */
static bool is_formula(const char *formula, const char *stripped) {
  for (; *formula; formula++)
    if (*formula != ' ' && *formula != *stripped++)
      return false;
  return !*stripped;
}

void task_file_print_specification(struct text *out, property_set properties) {
  for (size_t i = 0; i < FORMULAS; i++) {
    bool is_old = strstr(formulas[i].formula, "__VERIFIER_error") != NULL;
    if (property_in(formulas[i].property, properties) && !is_old)
      text_format(out, "%sCHECK( init(main()), LTL(%s) )", out->length ? "\n" : "",
                  formulas[i].formula);
  }
}

/* `line` has no blanks. Leaves the formula in place of the line; false: not of the known shape. */
static bool extract_formula(char *line) {
  static const char before[] = "CHECK(init(main()),LTL(", after[] = "))";
  size_t length = strlen(line), head = sizeof before - 1, tail = sizeof after - 1;
  if (length < head + tail || strncmp(line, before, head) != 0 ||
      strcmp(line + length - tail, after) != 0)
    return false;
  memmove(line, line + head, length - head - tail);
  line[length - head - tail] = '\0';
  return true;
}

static enum status read_check(const char *path, size_t number, char *line, property_set *properties,
                              struct text *unsupported) {
  if (!extract_formula(line)) {
    complain(NULL, path, number, "not of the form CHECK( init(main()), LTL(...) )");
    return STATUS_BAD_INPUT;
  }
  for (size_t i = 0; i < FORMULAS; i++) {
    if (is_formula(formulas[i].formula, line)) {
      *properties |= (property_set)1 << formulas[i].property;
      return STATUS_OK;
    }
  }
  text_add(unsupported, unsupported->length ? ", " : "");
  text_add(unsupported, strcmp(line, "Fend") == 0 ? "termination" : line);
  return STATUS_UNSUPPORTED;
}

static void remove_blanks(char *line) {
  char *to = line;
  for (const char *from = line; *from; from++)
    if (!isspace((unsigned char)*from))
      *to++ = *from;
  *to = '\0';
}

enum status task_file_read_properties(const char *path, property_set *properties,
                                      struct text *unsupported) {
  FILE *file = fopen(path, "r");
  if (!file) {
    complain(NULL, path, 0, strerror(errno));
    return STATUS_BAD_INPUT;
  }
  char line[1024];
  enum status status = STATUS_OK;
  size_t checks = 0;
  for (size_t number = 1; status != STATUS_BAD_INPUT && fgets(line, sizeof line, file); number++) {
    remove_blanks(line);
    if (!*line)
      continue;
    checks++;
    enum status one = read_check(path, number, line, properties, unsupported);
    if (one != STATUS_OK)
      status = one;
  }
  if (status == STATUS_OK && (ferror(file) || !checks)) {
    complain(NULL, path, 0, ferror(file) ? "cannot be read" : "no property in it");
    status = STATUS_BAD_INPUT;
  }
  fclose(file);
  return status;
}
