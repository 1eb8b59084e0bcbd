/* SPDX-License-Identifier: Apache-2.0 */
/* Runs clang-19 (own_clang.h, or else the one in PATH) without a shell and without temporary files:
 * the bitcode comes back through an anonymous file in memory, and a preprocessed source goes in
 * through another one.
 *
 * The first run captures the diagnostics of clang and searches them for calls of undeclared
 * functions (undeclared.h). If there are some that were not guessed from the text, clang runs again
 * with their declarations. If it fails, it runs again with its diagnostics visible.
 *
 * The line markers of a preprocessed file are blanked before clang sees it. So positions name the
 * file that the user gave, which the user can open and which a witness must refer to. What GCC
 * wrote there for itself is rewritten (gnu_c.h). */
#include "frontend/clang.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "base/vector.h"
#include "frontend/clang_output.h"
#include "frontend/gnu_c.h"
#include "frontend/own_clang.h"
#include "frontend/undeclared.h"

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

struct flag_words {
  VECTOR(const char *) list;
};

static void add_words(struct flag_words *words, const char *const *more, size_t count) {
  for (size_t i = 0; i < count; i++)
    vector_push(&words->list, more[i]);
}
#define ADD_WORDS(words, ...)                                                                      \
  do {                                                                                             \
    static const char *const more[] = {__VA_ARGS__};                                               \
    add_words((words), more, sizeof more / sizeof *more);                                          \
  } while (0)

/* One file and what its runs of clang have in common. */
struct compilation {
  const struct frontend_options *options;
  const char *file;
  enum clang_mode mode;
  const struct text *contents; /* rewritten if it is preprocessed */
  struct text declarations;    /* to be put before the source; empty: none */
  struct text types;           /* likewise, for what was rewritten */
  bool has_macros;             /* `types` */
  const char *dialect;         /* a flag; NULL: the usual one */
  bool is_written;             /* by heddle: `contents` is what clang gets */
  bool is_preprocessed;
  bool is_last; /* run: its diagnostics go to the user */
  int output;   /* an anonymous file for the bitcode */
};

/* The descriptor from which clang reads the declarations. */
enum { DECLARATIONS = 3 };
#define DECLARATIONS_PATH "/dev/fd/3"

/* GCC accepts the functions of <stdatomic.h> on objects that are not _Atomic, and so do programs.
 * clang's header calls builtins that refuse them: macros of the same names add the qualifier, which
 * makes no difference where it is there already. An object whose atomic type has another size is
 * refused. */
#define UNATOMIC "__typeof__((void)0,*(p))" /* a value has neither qualifiers nor _Atomic */
#define AS_ATOMIC "(_Atomic(" UNATOMIC ")*)(p)"
#define SIZE_CHECK "+0*(int)sizeof(char[sizeof(*(p))==sizeof(_Atomic(" UNATOMIC "))?1:-1])"
#define LOAD_MACRO "-D__c11_atomic_load(p,o)=__c11_atomic_load(" AS_ATOMIC ",(o)" SIZE_CHECK ")"
#define INIT_MACRO "-D__c11_atomic_init(p,v)=__c11_atomic_init(" AS_ATOMIC ",v)"
#define UPDATE_MACRO(name)                                                                         \
  "-D__c11_atomic_" name "(p,v,o)=__c11_atomic_" name "(" AS_ATOMIC ",v,(o)" SIZE_CHECK ")"
#define COMPARE_MACRO(name)                                                                        \
  "-D__c11_atomic_compare_exchange_" name "(p,e,v,s,f)=__c11_atomic_compare_exchange_" name        \
  "(" AS_ATOMIC ",e,v,(s)" SIZE_CHECK ",f)"

static void add_atomic_macros(struct flag_words *words) {
  ADD_WORDS(words, LOAD_MACRO, INIT_MACRO, UPDATE_MACRO("store"), UPDATE_MACRO("exchange"),
            UPDATE_MACRO("fetch_add"), UPDATE_MACRO("fetch_sub"), UPDATE_MACRO("fetch_and"),
            UPDATE_MACRO("fetch_or"), UPDATE_MACRO("fetch_xor"), COMPARE_MACRO("strong"),
            COMPARE_MACRO("weak"));
}

/* Do the flags ask for AArch64? clang reads constraints of inline assembly by the target. */
static bool has_arm_flag(const char *const *flags, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const char *target = !strncmp(flags[i], "--target=", 9)              ? flags[i] + 9
                         : !strcmp(flags[i], "-target") && i + 1 < count ? flags[i + 1]
                                                                         : "";
    if (!strncmp(target, "aarch64", 7) || !strncmp(target, "arm64", 5))
      return true;
  }
  return false;
}

static bool is_for_arm(const struct frontend_options *options, const struct compile_command *how) {
  return has_arm_flag(options->clang_flags, options->clang_flag_count) ||
         (how && has_arm_flag(how->flags, how->flag_count));
}

/* They come after all other folders, so that headers of two C libraries are not mixed. */
static void add_own_headers(struct flag_words *words, const struct own_clang *own) {
  for (size_t i = 0; own->path && i < OWN_HEADER_FOLDERS; i++) {
    ADD_WORDS(words, "-idirafter");
    vector_push(&words->list, own->header_folders[i]);
  }
}

/* `language` is that of the source on standard input; NULL: the file itself is read. `silent`: no
 * warnings. */
static void build_command(struct flag_words *words, const struct compilation *in,
                          const struct compile_command *how, const char *file, const char *language,
                          bool silent) {
  const struct frontend_options *options = in->options;
  if (in->mode == CLANG_PREPROCESSED)
    ADD_WORDS(words, "clang-19", "-E");
  else
    ADD_WORDS(words, "clang-19", "-c", "-emit-llvm", "-g", "-fno-discard-value-names");
  if (!is_for_arm(options, how)) /* there it is no option */
    ADD_WORDS(words, "-mlong-double-64");
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
  if (in->mode != CLANG_WITH_INLINE)
    ADD_WORDS(words, "-O0", "-Xclang", "-disable-O0-optnone", "-Xclang",
              "-fsanitize-address-use-after-scope"); /* marks where locals begin and end */
  else
    ADD_WORDS(words, "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__");
  /* Of C++, heddle accepts classes and templates. clang itself refuses exceptions and run-time
   * types. */
  if (file_path_is_cplusplus(in->file))
    ADD_WORDS(words, "-fno-exceptions", "-fno-rtti");
  else
    add_atomic_macros(words);
  if (options->data_model == DATA_MODEL_ILP32)
    ADD_WORDS(words, "-m32");
  if (in->dialect)
    vector_push(&words->list, in->dialect);
  if (how)
    add_words(words, how->flags, how->flag_count);
  add_words(words, options->clang_flags, options->clang_flag_count);
  if (silent)
    ADD_WORDS(words, "-w");
  else
    ADD_WORDS(words, "-Wimplicit-function-declaration", "-Wsource-uses-openmp",
              "-Wsource-uses-openacc", "-fno-color-diagnostics", "-fno-caret-diagnostics");
  if (in->declarations.length && !language)
    ADD_WORDS(words, "-include", DECLARATIONS_PATH);
  if (language) {
    ADD_WORDS(words, "-x");
    vector_push(&words->list, language);
  }
  ADD_WORDS(words, "-o", "-");
  vector_push(&words->list, language ? "-" : file);
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

/* The files a command works on; -1: none, or for `errors` those of heddle itself. */
struct channels {
  int input, output, errors, declarations;
};

/* Runs the command in a directory (NULL: this one), by the clang that is delivered with heddle if
 * there is one. */
static enum status run_command(const char *const *command, const struct own_clang *own,
                               const char *directory, const struct channels *channels,
                               const struct limits *limits, int *wait_status) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (channels->input >= 0)
    posix_spawn_file_actions_adddup2(&actions, channels->input, STDIN_FILENO);
  else
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
  posix_spawn_file_actions_adddup2(&actions, channels->output, STDOUT_FILENO);
  if (channels->errors >= 0)
    posix_spawn_file_actions_adddup2(&actions, channels->errors, STDERR_FILENO);
  if (channels->declarations >= 0)
    posix_spawn_file_actions_adddup2(&actions, channels->declarations, DECLARATIONS);
  if (directory)
    posix_spawn_file_actions_addchdir_np(&actions, directory);
  pid_t child;
  union { /* posix_spawnp wants pointers to non-const that it does not write through */
    const char *const *in;
    char *const *out;
  } words = {.in = command}, environment = {.in = own->environment};
  int error = posix_spawnp(&child, own->path ? own->path : command[0], &actions, NULL, words.out,
                           own->path ? environment.out : environ);
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

/* An anonymous file to read this from; -1 on failure. */
static int open_text(const struct text *text) {
  int file = memfd_create("source", MFD_CLOEXEC);
  for (size_t done = 0; file >= 0 && done < text->length;) {
    ssize_t count = write(file, text->data + done, text->length - done);
    if (count < 0 && errno != EINTR) {
      close(file);
      file = -1;
    }
    done += count > 0 ? (size_t)count : 0;
  }
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

/* A preprocessed source under its own name, to read from; -1 on failure. */
static int open_preprocessed(const struct compilation *in) {
  struct text source = {0};
  text_format(&source, "%s%s\n# 1 \"%s\"\n", text_get(&in->types), text_get(&in->declarations),
              in->file);
  const char *line = text_get(in->contents), *all = line + in->contents->length;
  while (line < all) {
    const char *end = memchr(line, '\n', (size_t)(all - line));
    end = end ? end : all;
    if (!is_line_marker(line, end))
      text_add_bytes(&source, line, (size_t)(end - line));
    text_add_bytes(&source, "\n", 1);
    line = end + 1;
  }
  int file = open_text(&source);
  text_release(&source);
  return file;
}

/* Also some .c files begin with a line marker: the preprocessor's output under another name. */
static bool is_preprocessed(const char *file, const struct text *contents) {
  const char *end = memchr(contents->data, '\n', contents->length);
  return file_path_has_ending(file, ".i") || file_path_has_ending(file, ".ii") ||
         is_line_marker(contents->data, end ? end : contents->data + contents->length);
}

static const struct compile_command *find_command(const struct frontend_options *options,
                                                  const char *file) {
  for (size_t i = 0; i < options->command_count; i++)
    if (!strcmp(options->commands[i].file, file))
      return &options->commands[i];
  return NULL;
}

/* Runs clang; its diagnostics go to `errors`, or to the user if that is -1. */
static enum status run_clang(const struct compilation *in, const struct channels *channels,
                             bool silent) {
  struct flag_words words = {0};
  const struct compile_command *how = find_command(in->options, in->file);
  struct arena *scratch = arena_create();
  bool is_cplusplus = file_path_is_cplusplus(in->file);
  const char *language = file_path_has_ending(in->file, ".i") && !in->has_macros ? "cpp-output"
                         : file_path_has_ending(in->file, ".ii")                 ? "c++-cpp-output"
                         : is_cplusplus                                          ? "c++"
                                                                                 : "c";
  const char *seen = how ? file_path_resolve(scratch, file_path_here(scratch), in->file) : in->file;
  struct own_clang own;
  own_clang_find(scratch, &own);
  build_command(&words, in, how, seen, channels->input >= 0 ? language : NULL, silent);
  add_own_headers(&words, &own);
  vector_push(&words.list, NULL);
  int ended = 0;
  enum status status = run_command(words.list.items, &own, how ? how->directory : NULL, channels,
                                   in->options->limits, &ended);
  vector_release(&words.list);
  arena_destroy(scratch);
  if (status != STATUS_OK)
    return status;
  if (WIFSIGNALED(ended) && (in->is_last || channels->errors < 0))
    fprintf(stderr, "heddle: clang was ended by signal %d on %s\n", WTERMSIG(ended), in->file);
  return WIFEXITED(ended) && WEXITSTATUS(ended) == 0 ? STATUS_OK : STATUS_BAD_INPUT;
}

static bool empty_file(int file) {
  return lseek(file, 0, SEEK_SET) == 0 && ftruncate(file, 0) == 0;
}

/* Runs clang once, after emptying the files for bitcode and diagnostics. */
static enum status compile_once(const struct compilation *in, int errors, bool silent) {
  struct channels channels = {
      .input = -1, .output = in->output, .errors = errors, .declarations = -1};
  enum status status = STATUS_BAD_INPUT;
  if (!empty_file(in->output) || (errors >= 0 && !empty_file(errors)))
    fprintf(stderr, "heddle: cannot empty a file in memory: %s\n", strerror(errno));
  else if (in->is_written && (channels.input = open_text(in->contents)) < 0)
    fprintf(stderr, "heddle: cannot prepare the code of %s: %s\n", in->file, strerror(errno));
  else if (in->is_preprocessed && (channels.input = open_preprocessed(in)) < 0)
    fprintf(stderr, "heddle: cannot prepare %s: %s\n", in->file, strerror(errno));
  else if (in->declarations.length && (channels.declarations = open_text(&in->declarations)) < 0)
    fprintf(stderr, "heddle: cannot prepare declarations: %s\n", strerror(errno));
  else
    status = run_clang(in, &channels, silent);
  if (channels.input >= 0)
    close(channels.input);
  if (channels.declarations >= 0)
    close(channels.declarations);
  return status;
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

/* Guesses what declarations the file lacks. Flags could change what they mean. */
static void guess_declarations(struct compilation *in) {
  if (!file_path_is_cplusplus(in->file) && !in->options->clang_flag_count &&
      !find_command(in->options, in->file))
    undeclared_guess(text_get(in->contents), &in->declarations);
}

static const char *path_of(int file, char (*path)[32]) {
  snprintf(*path, sizeof *path, "/proc/self/fd/%d", file);
  return *path;
}

/* Compiles with the declarations that were guessed, or else without any, and reads what clang says
 * of it. */
static enum status compile_first(struct compilation *in, int errors, struct text *diagnostics) {
  char path[32];
  enum status status = compile_once(in, errors, false);
  if (status == STATUS_BAD_INPUT && in->declarations.length) {
    in->declarations.length = 0;
    status = compile_once(in, errors, false);
  }
  /* Current versions of GCC take C23 for granted. */
  if (status == STATUS_BAD_INPUT && in->is_preprocessed && !in->dialect &&
      !file_path_is_cplusplus(in->file)) {
    in->dialect = "-std=gnu23";
    status = compile_once(in, errors, false);
    if (status == STATUS_BAD_INPUT) {
      in->dialect = NULL;
      status = compile_once(in, errors, false);
    }
  }
  file_read(path_of(errors, &path), diagnostics);
  return status;
}

/* The line of the first control character, which no source needs; 0: there is none. */
static size_t find_control_character(const struct text *contents) {
  size_t line = 1;
  for (size_t i = 0; i < contents->length; i++) {
    unsigned char c = (unsigned char)contents->data[i];
    if (c == 0x7f || (c < ' ' && !strchr("\t\n\v\f\r\x1a", c)))
      return line;
    line += c == '\n';
  }
  return 0;
}

/* Runs clang once more, on a file that does not compile, and shows its diagnostics to the user.
 * Those quote the file, so of a file that is no text only the name is shown. */
static enum status compile_aloud(struct compilation *in, int errors) {
  char path[32];
  struct text said = {0};
  size_t line = find_control_character(in->contents);
  if (line) {
    fprintf(stderr, "heddle: %s does not compile: there is a control character in line %zu\n",
            in->file, line);
    return STATUS_BAD_INPUT;
  }
  in->is_last = true;
  enum status status = compile_once(in, errors, true);
  file_read(path_of(errors, &path), &said);
  clang_output_print(text_get(&said));
  text_release(&said);
  return status;
}

/* Compiles with declarations of well-known functions that the file lacks. If they are at odds with
 * what the file says of these functions, they are left out again. */
static enum status compile_with_declarations(struct compilation *in, int errors,
                                             const struct text *declarations) {
  in->declarations.length = 0;
  text_add(&in->declarations, text_get(declarations));
  enum status status = compile_once(in, errors, true);
  if (status != STATUS_BAD_INPUT)
    return status;
  in->declarations.length = 0;
  return compile_aloud(in, errors);
}

static enum status compile_source(struct compilation *in) {
  struct text diagnostics = {0}, lacking = {0}, names = {0};
  int errors = memfd_create("diagnostics", MFD_CLOEXEC);
  guess_declarations(in);
  enum status status = errors >= 0 ? compile_first(in, errors, &diagnostics) : STATUS_BAD_INPUT;
  bool is_missing = undeclared_find(text_get(&diagnostics), &lacking, &names);
  if ((status == STATUS_OK || status == STATUS_BAD_INPUT) && is_missing)
    status = compile_with_declarations(in, errors, &lacking);
  else if (status == STATUS_BAD_INPUT && errors >= 0)
    status = compile_aloud(in, errors);
  if (status == STATUS_OK && names.length && in->declarations.length && in->mode == CLANG_PLAIN &&
      !in->options->quiet)
    fprintf(stderr, "heddle: warning: %s calls %s without a declaration; assuming the usual one\n",
            in->file, text_get(&names));
  if (status == STATUS_OK && in->mode == CLANG_PLAIN && !in->options->quiet)
    clang_output_warn(text_get(&diagnostics));
  if (errors >= 0)
    close(errors);
  text_release(&diagnostics);
  text_release(&lacking);
  text_release(&names);
  return status;
}

static void prepare_source(struct compilation *in, struct text *contents) {
  in->is_preprocessed = is_preprocessed(in->file, contents);
  if (!in->is_preprocessed)
    return;
  bool is_arm = is_for_arm(in->options, find_command(in->options, in->file));
  struct gnu_c found =
      gnu_c_rewrite(contents->data, is_arm, file_path_is_cplusplus(in->file), &in->types);
  in->dialect = found.is_gnu89 ? "-fgnu89-inline" : NULL;
  in->has_macros = found.has_macros;
}

enum status clang_compile(const struct frontend_options *options, const char *file,
                          enum clang_mode mode, LLVMMemoryBufferRef *bitcode) {
  struct text contents = {0};
  struct compilation in = {
      .options = options, .file = file, .mode = mode, .contents = &contents, .output = -1};
  enum status status = STATUS_BAD_INPUT;
  if (!file_read(file, &contents))
    fprintf(stderr, "heddle: cannot read %s: %s\n", file, strerror(errno));
  else if (contents.length == 0)
    fprintf(stderr, "heddle: %s is empty\n", file);
  else if (memchr(contents.data, 0, contents.length))
    fprintf(stderr, "heddle: %s is a binary file, not C\n", file);
  else if ((in.output = memfd_create("bitcode", MFD_CLOEXEC)) < 0)
    fprintf(stderr, "heddle: cannot create a file in memory: %s\n", strerror(errno));
  else if (prepare_source(&in, &contents), (status = compile_source(&in)) == STATUS_OK)
    status = take_output(in.output, file, bitcode);
  if (in.output >= 0)
    close(in.output);
  text_release(&in.declarations);
  text_release(&in.types);
  text_release(&contents);
  return status;
}

enum status clang_preprocess(const struct frontend_options *options, const char *file,
                             struct text *source) {
  struct text contents = {0};
  struct compilation in = {.options = options,
                           .file = file,
                           .mode = CLANG_PREPROCESSED,
                           .contents = &contents,
                           .output = memfd_create("source", MFD_CLOEXEC)};
  char path[32];
  int errors = memfd_create("diagnostics", MFD_CLOEXEC);
  enum status status = STATUS_BAD_INPUT;
  if (in.output >= 0 && errors >= 0 && file_read(file, &contents) && contents.length) {
    if (is_preprocessed(file, &contents)) {
      text_add(source, text_get(&contents));
      status = STATUS_OK;
    } else if ((status = compile_once(&in, errors, true)) == STATUS_OK) {
      file_read(path_of(in.output, &path), source);
    }
  }
  if (in.output >= 0)
    close(in.output);
  if (errors >= 0)
    close(errors);
  text_release(&contents);
  return status;
}

enum status clang_compile_text(const struct frontend_options *options, const char *name,
                               const struct text *code, LLVMMemoryBufferRef *bitcode) {
  struct compilation in = {.options = options,
                           .file = name,
                           .mode = CLANG_PLAIN,
                           .contents = code,
                           .is_written = true,
                           .output = memfd_create("bitcode", MFD_CLOEXEC)};
  enum status status = STATUS_BAD_INPUT;
  if (in.output < 0)
    fprintf(stderr, "heddle: cannot create a file in memory: %s\n", strerror(errno));
  else if ((status = compile_once(&in, -1, true)) == STATUS_OK)
    status = take_output(in.output, name, bitcode);
  if (in.output >= 0)
    close(in.output);
  return status;
}
