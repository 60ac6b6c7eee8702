/* cc_flags.c - the compiler, and what `mazurka cc` adds to its command line.
 *
 * All additions come before the user's arguments, so that the user's win where both can be had (-fno-exceptions, -g3).
 * What must not be overridden is taken out of the user's arguments by cc_args.c.
 */
#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/elf/objects.h"
#include "tool/compile/cc.h"
#include "tool/compile/cc_assembly.h"

/* Compiling: both compilers. */
static const char *const compile_flags[] = {
    "-g",                       /* reports name files, lines and variables */
    "-fno-omit-frame-pointer",
    "-fno-stack-protector",     /* its guard differs from run to run and would be part of every state */
    "-U_FORTIFY_SOURCE",        /* the checked variants of memcpy and the like go round the runtime */
    "-fexceptions",             /* cleanup handlers run when a thread is cancelled */
    "-fstack-clash-protection", /* no frame can jump over the guard below a stack */
    NULL,
};

/* gcc expands __builtin_memcpy and its like even with -fno-builtin. Where the plugin cannot see to it, they are made calls
 * by macros; that works in C only. */
static const char *const gcc_builtin_calls[] = {
    "-D__builtin_memcpy(to,from,size)=__extension__({extern void*__tsan_memcpy(void*,const void*,__SIZE_TYPE__);"
    "__tsan_memcpy(to,from,size);})",
    "-D__builtin_memmove(to,from,size)=__extension__({extern void*__tsan_memmove(void*,const void*,__SIZE_TYPE__);"
    "__tsan_memmove(to,from,size);})",
    "-D__builtin_memset(to,byte,size)=__extension__({extern void*__tsan_memset(void*,int,__SIZE_TYPE__);"
    "__tsan_memset(to,byte,size);})",
    NULL,
};

static const char *const gcc_compile_flags[] = {
    "-Wno-tsan", /* "atomic_thread_fence is not supported with -fsanitize=thread": it is */
    NULL,
};

static const char *const clang_compile_flags[] = {
    "-mllvm", "-tsan-instrument-read-before-write=1",          /* x++ reads too: without this the read has no hook */
    "-mllvm", "-tsan-distinguish-volatile=1",                  /* reports tell of races that -fvolatile=relaxed does without */
    /* clang looks at a member's address only to see whether a local struct is known elsewhere, not at the struct's own, and
     * gives s.x no hook though &s was given to a thread. If it looks at no use, it takes all locals for known. */
    "-mllvm", "-capture-tracking-max-uses-to-explore=0",
    NULL,
};

/* For the machine that the tool runs on. */
static const char *const clang_native_flags[] = {
#if defined(__x86_64__)
    "-mcx16", /* or 128-bit atomics are calls of libatomic, which has no hooks */
#endif
    NULL,
};

/* Optimizing on request. */
static const char *const optimized_flags[] = {
    "-D__NO_INLINE__=1", /* or glibc's headers reach into stdio's buffers by inline functions */
    NULL,
};
static const char *const gcc_optimized_flags[] = {
    "-fno-tree-loop-distribute-patterns", /* or a loop becomes a memset that is expanded in place */
    NULL,
};

/* clang puts in its hooks behind its vectorizers, and gives none to what accesses 32 bytes or more, or several registers at once. */
static const char *const clang_optimized_flags[] = {
    "-fno-vectorize", "-fno-slp-vectorize",
    "-mno-outline", /* pieces of functions that are functions of their own use their callers' frames: nothing there is known to be dead */
    NULL,
};

static const char *const levels[] = {"0", "1", "2", "3", "s", "g", "z", "fast", "keep", NULL};

/* --- choosing the compiler ---------------------------------------------------------------------------------------- */

static void split_words(struct strings *out, const char *text)
{
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        strings_addf(out, "%.*s", (int)length, text);
        text += length;
    }
}

enum family { UNKNOWN, GCC, CLANG };

static enum family family_by_name(const char *path)
{
    const char *name = path_base(path);
    if (strstr(name, "clang"))
        return CLANG;
    return strstr(name, "gcc") || strstr(name, "g++") ? GCC : UNKNOWN;
}

static enum family family_by_macros(const struct strings *compiler)
{
    struct strings question = {0};
    strings_append(&question, compiler);
    for (const char *const *word = (const char *const[]){"-dM", "-E", "-x", "c", "/dev/null", NULL}; *word; word++)
        strings_add(&question, *word);
    int status;
    const char *answer = capture_process(question.at, &status);
    if (strstr(answer, "__clang__"))
        return CLANG;
    return strstr(answer, "__GNUC__") ? GCC : UNKNOWN;
}

/* By the name it was called, by the file it is (cc is a link to gcc), and at last by asking: that costs a process. */
static enum family family_of(const struct strings *compiler, const char *executable)
{
    enum family family = family_by_name(compiler->at[compiler->count - 1]);
    if (family == UNKNOWN) {
        const char *file = realpath(executable, NULL);
        family = file ? family_by_name(file) : UNKNOWN;
    }
    return family != UNKNOWN ? family : family_by_macros(compiler);
}

static const char *either(const char *given, const char *variable, const char *fallback)
{
    if (given)
        return given;
    const char *value = getenv(variable);
    return value && *value ? value : fallback;
}

static void choose_level(struct cc *cc, const char *level)
{
    if (starts_with(level, "-O"))
        level += 2;
    for (const char *const *known = levels; *known; known++) {
        if (strcmp(level, *known) == 0)
            cc->optimize = *known;
    }
    if (!cc->optimize)
        die("unknown optimization level '%s': use keep, 0, 1, 2, 3, s, g, z or fast", level);
}

/* CXX may name us: make exports what it was given on its command line. */
static const char *default_cxx(void)
{
    const char *named = getenv("CXX");
    return named && *named && !starts_with(path_base(named), "mazurka") && !strstr(named, "mazurka c++") ? named : "c++";
}

const char *cc_name_for_cxx(const char *command)
{
    static const char *const names[][2] = {{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
    const char *base = path_base(command);
    for (size_t i = 0; i < sizeof names / sizeof *names && !strstr(base, "++"); i++) {
        const char *at = strstr(base, names[i][0]);
        if (at)
            return format_text("%.*s%s%s", (int)(at - command), command, names[i][1], at + strlen(names[i][0]));
    }
    return command;
}

void cc_choose(struct cc *cc, const char *command, const char *optimize)
{
    command = cc->cxx ? either(command, "MAZURKA_CXX", default_cxx()) : either(command, "MAZURKA_CC", "cc");
    choose_level(cc, either(optimize, "MAZURKA_OPT", "0"));
    if (find_command(command))
        strings_add(&cc->compiler, command);
    else
        split_words(&cc->compiler, command);
    const char *executable = cc->compiler.count ? find_command(cc->compiler.at[0]) : NULL;
    if (!executable)
        die("cannot find the compiler '%s'. Name one with --%s=COMPILER or in MAZURKA_%s", command, cc->cxx ? "cxx" : "cc",
            cc->cxx ? "CXX" : "CC");
    enum family family = family_of(&cc->compiler, executable);
    if (family == UNKNOWN)
        die("the compiler '%s' is neither gcc nor clang", command);
    cc->clang = family == CLANG;
    cc->cxx |= strstr(path_base(cc->compiler.at[cc->compiler.count - 1]), "++") != NULL;
}

/* --- building the command ----------------------------------------------------------------------------------------- */

static void add_all(struct strings *out, const char *const *flags)
{
    for (; *flags; flags++)
        strings_add(out, *flags);
}

/* Is the code for this machine, as far as the arguments tell? */
static bool is_native(const struct cc *cc)
{
    for (size_t i = 0; i < cc->arguments.count; i++) {
        if (starts_with(cc->arguments.at[i], "-target") || starts_with(cc->arguments.at[i], "--target"))
            return false;
    }
    return true;
}

/* The user's arguments without those that say what comes out, and where. */
static struct strings preprocessing(const struct cc *cc)
{
    struct strings command = {0};
    strings_append(&command, &cc->compiler);
    for (size_t i = 0; i < cc->arguments.count; i++) {
        const char *word = cc->arguments.at[i];
        if (strcmp(word, "-o") == 0 || strcmp(word, "-MF") == 0 || strcmp(word, "-MT") == 0 || strcmp(word, "-MQ") == 0)
            i++;
        else if (strcmp(word, "-c") != 0 && strcmp(word, "-S") != 0 && !starts_with(word, "-M") && !starts_with(word, "-o"))
            strings_add(&command, word);
    }
    strings_add(&command, "-E");
    strings_add(&command, "-idirafter");
    strings_add(&command, self_include_dir());
    return command;
}

static struct strings find_assembly(const struct cc *cc)
{
    struct strings question = preprocessing(cc);
    int status;
    if (strings_contain(&cc->arguments, "-")) /* standard input can be read but once */
        return (struct strings){0};
    return assembly_places(capture_process(question.at, &status));
}

/* What a check must know and clang's debug information does not tell: that no read was left out, the level of optimization, and
 * where there is inline assembly, which the plugin tells where it can be had. */
static void add_clang_mark(struct strings *out, const struct cc *cc, const char *level, bool plugin)
{
    struct strings places = plugin ? (struct strings){0} : find_assembly(cc);
    char *mark = format_text(OBJECT_MARK "%s%s", level, plugin ? " " OBJECT_CLANG_PLUGIN : "");
    for (size_t i = 0; i < places.count; i++)
        mark = format_text("%s" OBJECT_ASSEMBLY "%s", mark, places.at[i]);
    strings_add(out, "-Xclang");
    strings_add(out, "-dwarf-debug-flags");
    strings_add(out, "-Xclang");
    strings_add(out, mark);
}

/* The same for gcc where the plugin is missing: symbols in the object. */
static void add_gcc_marks(struct strings *out, const struct cc *cc)
{
    struct strings places = find_assembly(cc);
    for (size_t i = 0; i < places.count; i++) {
        char *name = format_text("%s", OBJECT_SYMBOL);
        for (const char *at = places.at[i]; *at; at++)
            name = format_text("%s%02x", name, (unsigned char)*at);
        strings_addf(out, "-Wa,--defsym,%s=1", name);
    }
}

static void add_no_builtin(const char *name, void *out)
{
    strings_addf(out, "-fno-builtin-%s", name);
}

static void add_compile_flags(struct strings *out, const struct cc *cc)
{
    bool keep = strcmp(cc->optimize, "keep") == 0;
    const char *plugin = cc_plugin(cc);
    if (cc->openmp && !plugin)
        die("-fopenmp needs the plugin for gcc, which was not built for this compiler: atomic updates would have no hooks");
    if (cc->relaxed_volatile && !plugin)
        die("-fvolatile=relaxed needs the plugin for %s, which was not built for this compiler", cc->clang ? "clang" : "gcc");
    add_all(out, compile_flags);
    calls_each(TRAIT_EXPANDED, add_no_builtin, out);
    add_all(out, cc->clang ? clang_compile_flags : gcc_compile_flags);
    if (cc->clang && cc->relaxed_volatile)
        strings_add(out, "-fno-discard-value-names"); /* bit-fields are known by them */
    if (cc->clang && is_native(cc))
        add_all(out, clang_native_flags);
    if (cc->clang)
        add_clang_mark(out, cc, keep ? "" : format_text(" -O%s", cc->optimize), plugin);
    else if (!plugin)
        add_gcc_marks(out, cc);
    if (plugin)
        strings_addf(out, cc->clang ? "-fpass-plugin=%s" : "-fplugin=%s", plugin);
    else if (!cc->clang && cc->only_c && !cc->cxx)
        add_all(out, gcc_builtin_calls);
    if (strcmp(cc->optimize, "0") != 0) {
        add_all(out, optimized_flags);
        if (cc->verifier_names)
            strings_add(out, "-fno-inline");
        add_all(out, cc->clang ? clang_optimized_flags : gcc_optimized_flags);
    }
    if (!keep)
        strings_addf(out, "-O%s", cc->optimize);
    strings_add(out, "-idirafter");
    strings_add(out, self_include_dir());
    if (cc->cxx || cc->has_cxx) { /* headers in place of libstdc++'s */
        strings_add(out, "-isystem");
        strings_add(out, path_join(self_include_dir(), "mazurka-c++"));
    }
}

static void need_library(const char *directory, const char *name)
{
    if (!file_exists(path_join(directory, name)))
        die("%s/%s is missing: the installation is not complete", directory, name);
}

/* The stub is linked by name, first and unconditionally; with C++ programs also what libstdc++ has no hooks for (src/cxx). gcc
 * also links libtsan for -fsanitize=thread and cannot be told not to; -B makes it find a link to the stub under that name. So it does
 * with libgomp for -fopenmp, in place of which there is a library with hooks (src/omp). */
static void add_link_flags(struct strings *out, const struct cc *cc)
{
    const char *library = self_library_dir();
    need_library(library, "libmazurka-stub.so");
    if (cc->cxx)
        need_library(library, "libmazurka-cxx.so");
    if (!cc->clang) {
        strings_addf(out, "-B%s/tsan/", library);
        strings_addf(out, "-B%s/omp/", library);
    }
    strings_addf(out, "-L%s", library);
    strings_add(out, "-Wl,--push-state,-Bdynamic,--no-as-needed");
    strings_add(out, "-lmazurka-stub");
    if (cc->cxx)
        strings_add(out, "-lmazurka-cxx");
    strings_add(out, "-Wl,--pop-state");
    strings_addf(out, "-Wl,-rpath,%s", library);
    strings_add(out, "-Wl,-z,now");
    strings_add(out, "-Wl,--build-id");
    strings_add(out, "-pthread");
}

struct strings cc_build(const struct cc *cc)
{
    struct strings command = {0};
    strings_append(&command, &cc->compiler);
    if (cc->has_input) {
        if (cc->clang)
            strings_add(&command, "--start-no-unused-arguments");
        strings_add(&command, "-fsanitize=thread");
        if (cc->compiles)
            add_compile_flags(&command, cc);
        if (cc->links && cc->clang)
            strings_add(&command, "-fno-sanitize-link-runtime");
        if (cc->links && !cc->relocatable)
            add_link_flags(&command, cc);
        if (cc->clang)
            strings_add(&command, "--end-no-unused-arguments");
    }
    strings_append(&command, &cc->arguments);
    return command;
}
