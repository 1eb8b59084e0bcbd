/* Runs clang-19 without a shell and without temporary files: the bitcode comes back through an
 * anonymous file in memory, and a preprocessed source goes in through another one.
 *
 * The line markers of a preprocessed file are blanked before clang sees it, so that positions name
 * the file the user gave, which is the one he can open and the one a witness has to speak of. */
#include "frontend/clang.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <errno.h>
#include <llvm-c/Core.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct words {
  VECTOR(const char *) list;
};

static void add_words(struct words *words, const char *const *more, size_t count) {
  for (size_t i = 0; i < count; i++)
    vector_push(&words->list, more[i]);
}
#define ADD_WORDS(words, ...)                                                                      \
  do {                                                                                             \
    static const char *const more[] = {__VA_ARGS__};                                               \
    add_words((words), more, sizeof more / sizeof *more);                                          \
  } while (0)

/* `language` is that of the source on standard input; NULL: the file itself is read. */
static void build_command(struct words *words, const struct frontend_options *options,
                          const struct compile_command *how, const char *file, const char *language,
                          enum clang_mode mode) {
  ADD_WORDS(words, "clang-19", "-c", "-emit-llvm", "-g", "-fno-discard-value-names",
            "-mlong-double-64", "-w");
  /* Library calls stay calls of the library models, or of the program's own functions. Other
   * functions clang may know: it then declares those it meets without a header as they are. */
  ADD_WORDS(words, "-fno-builtin-memcpy", "-fno-builtin-mempcpy", "-fno-builtin-memmove",
            "-fno-builtin-memset", "-fno-builtin-bcopy", "-fno-builtin-bzero", "-fno-builtin-abs",
            "-fno-builtin-labs", "-fno-builtin-llabs");
  ADD_WORDS(words, "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-fcf-protection=none");
  /* See src/library/sanitize.c. */
  ADD_WORDS(words, "-fsanitize=shift-base", "-fsanitize-recover=shift-base");
  /* Old C is still C. */
  ADD_WORDS(words, "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
            "-Wno-error=int-conversion", "-Wno-error=return-mismatch",
            "-Wno-error=incompatible-function-pointer-types");
  if (mode == CLANG_PLAIN)
    ADD_WORDS(words, "-O0", "-Xclang", "-disable-O0-optnone");
  else
    ADD_WORDS(words, "-O1", "-Xclang", "-disable-llvm-passes", "-Xclang",
              "-disable-lifetime-markers", "-U__OPTIMIZE__");
  if (options->data_model == DATA_MODEL_ILP32)
    ADD_WORDS(words, "-m32");
  if (how)
    add_words(words, how->flags, how->flag_count);
  add_words(words, options->clang_flags, options->clang_flag_count);
  if (language) {
    ADD_WORDS(words, "-x");
    vector_push(&words->list, language);
  }
  ADD_WORDS(words, "-o", "-");
  vector_push(&words->list, language ? "-" : file);
  vector_push(&words->list, NULL);
}

/* Waits until the process ends, or ends it. */
static enum status wait_for(pid_t child, const struct limits *limits, int *wait_status) {
  enum status status = STATUS_OK;
  const char *reason;
  int process = limits ? pidfd_open(child, 0) : -1;
  struct pollfd ended = {.fd = process, .events = POLLIN};
  while (process >= 0 && status == STATUS_OK && poll(&ended, 1, 50) <= 0)
    status = limits_check(limits, &reason);
  if (process >= 0)
    close(process);
  if (status != STATUS_OK)
    kill(child, SIGKILL);
  while (waitpid(child, wait_status, 0) < 0)
    if (errno != EINTR)
      return STATUS_BAD_INPUT;
  return status;
}

/* Runs the command in a directory (NULL: this one), with standard input and output on the given
 * files; -1 for input: none. */
static enum status run_command(const char *const *command, const char *directory, int input,
                               int output, const struct limits *limits, int *wait_status) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (input >= 0)
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (directory)
    posix_spawn_file_actions_addchdir_np(&actions, directory);
  pid_t child;
  union { /* posix_spawnp wants pointers to non-const that it does not write through */
    const char *const *in;
    char *const *out;
  } words = {.in = command};
  int error = posix_spawnp(&child, command[0], &actions, NULL, words.out, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) {
    fprintf(stderr, "heddle: cannot run %s%s%s: %s\n", command[0], directory ? " in " : "",
            directory ? directory : "", strerror(error));
    return STATUS_BAD_INPUT;
  }
  return wait_for(child, limits, wait_status);
}

/* Is this line a line marker (`# 12 "file.c"` or `#line 12`)? */
static bool is_line_marker(const char *line, const char *end) {
  while (line < end && (*line == ' ' || *line == '\t'))
    line++;
  if (line == end || *line++ != '#')
    return false;
  while (line < end && (*line == ' ' || *line == '\t'))
    line++;
  if (end - line > 4 && !memcmp(line, "line", 4))
    for (line += 4; line < end && (*line == ' ' || *line == '\t');)
      line++;
  return line < end && isdigit((unsigned char)*line);
}

/* A preprocessed source under its own name, as an anonymous file to read from; -1 on failure. */
static int open_preprocessed(const char *path, const struct text *contents) {
  struct text source = {0};
  text_format(&source, "# 1 \"%s\"\n", path);
  const char *line = text_get(contents), *all = line + contents->length;
  while (line < all) {
    const char *end = memchr(line, '\n', (size_t)(all - line));
    end = end ? end : all;
    if (!is_line_marker(line, end))
      text_add_bytes(&source, line, (size_t)(end - line));
    text_add_bytes(&source, "\n", 1);
    line = end + 1;
  }
  int file = memfd_create("source", MFD_CLOEXEC);
  for (size_t done = 0; file >= 0 && done < source.length;) {
    ssize_t count = write(file, source.data + done, source.length - done);
    if (count < 0 && errno != EINTR) {
      close(file);
      file = -1;
    }
    done += count > 0 ? (size_t)count : 0;
  }
  text_release(&source);
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

/* Also some .c files begin with a line marker: the preprocessor's output under another name. */
static bool is_preprocessed(const char *file, const struct text *contents) {
  const char *end = memchr(contents->data, '\n', contents->length);
  return path_has_ending(file, ".i") ||
         is_line_marker(contents->data, end ? end : contents->data + contents->length);
}

static const struct compile_command *find_command(const struct frontend_options *options,
                                                  const char *file) {
  for (size_t i = 0; i < options->command_count; i++)
    if (!strcmp(options->commands[i].file, file))
      return &options->commands[i];
  return NULL;
}

static enum status compile_into(const struct frontend_options *options, const char *file,
                                enum clang_mode mode, int input, int output) {
  struct words words = {0};
  const struct compile_command *how = find_command(options, file);
  struct arena *scratch = arena_create();
  const char *language = path_has_ending(file, ".i") ? "cpp-output" : "c";
  const char *seen = how ? path_resolve(scratch, path_here(scratch), file) : file;
  build_command(&words, options, how, seen, input >= 0 ? language : NULL, mode);
  int ended = 0;
  enum status status = run_command(words.list.items, how ? how->directory : NULL, input, output,
                                   options->limits, &ended);
  vector_release(&words.list);
  arena_destroy(scratch);
  if (status != STATUS_OK)
    return status;
  if (WIFSIGNALED(ended))
    fprintf(stderr, "heddle: clang was ended by signal %d on %s\n", WTERMSIG(ended), file);
  return WIFEXITED(ended) && WEXITSTATUS(ended) == 0 ? STATUS_OK : STATUS_BAD_INPUT;
}

static enum status take_output(int output, const char *file, LLVMMemoryBufferRef *bitcode) {
  struct stat info;
  if (fstat(output, &info) || info.st_size == 0) {
    fprintf(stderr, "heddle: clang gave no bitcode for %s\n", file);
    return STATUS_BAD_INPUT;
  }
  void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, output, 0);
  if (bytes == MAP_FAILED) {
    fprintf(stderr, "heddle: cannot read clang's output: %s\n", strerror(errno));
    return STATUS_BAD_INPUT;
  }
  *bitcode = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, (size_t)info.st_size, file);
  munmap(bytes, (size_t)info.st_size);
  return STATUS_OK;
}

enum status clang_compile(const struct frontend_options *options, const char *file,
                          enum clang_mode mode, LLVMMemoryBufferRef *bitcode) {
  struct text contents = {0};
  enum status status = STATUS_BAD_INPUT;
  int input = -1, output = -1;
  if (!file_read(file, &contents))
    fprintf(stderr, "heddle: cannot read %s: %s\n", file, strerror(errno));
  else if (contents.length == 0)
    fprintf(stderr, "heddle: %s is empty\n", file);
  else if (memchr(contents.data, 0, contents.length))
    fprintf(stderr, "heddle: %s is a binary file, not C\n", file);
  else if (is_preprocessed(file, &contents) && (input = open_preprocessed(file, &contents)) < 0)
    fprintf(stderr, "heddle: cannot prepare %s: %s\n", file, strerror(errno));
  else if ((output = memfd_create("bitcode", MFD_CLOEXEC)) < 0)
    fprintf(stderr, "heddle: cannot create a file in memory: %s\n", strerror(errno));
  else if ((status = compile_into(options, file, mode, input, output)) == STATUS_OK)
    status = take_output(output, file, bitcode);
  if (input >= 0)
    close(input);
  if (output >= 0)
    close(output);
  text_release(&contents);
  return status;
}
