/* cc_args.c - understanding a gcc or clang command line: what it will do, and which of its options cannot stay.
 *
 * Everything that is not named here is passed on untouched and in its place.
 */
#include <string.h>

#include "tool/compile/cc.h"

/* Options whose value is the next argument. (Those whose value is always joined need no mention.) */
static const char *const with_value[] = {
    "-o", "-x", "-I", "-D", "-U", "-L", "-l", "-B", "-T", "-u", "-z", "-e", "-A", "-G", "-F", "-include", "-imacros",
    "-idirafter", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-isystem", "-isystem-after", "-cxx-isystem", "-iquote",
    "-isysroot", "-imultilib", "-ivfsoverlay", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor",
    "-Xclang", "-Xanalyzer", "-mllvm", "-aux-info", "-target", "-arch", "-wrapper", "-dumpbase", "-dumpdir",
    "-dumpbase-ext", "-Tbss", "-Tdata", "-Ttext", "-framework", "-working-directory", "-resource-dir", "-rpath", "-soname",
    "--param", "--sysroot", "--include", "--imacros", "--output", "--language", "--define-macro", "--undefine-macro",
    "--include-directory", "--library-directory", "--prefix", "--specs", "--entry", NULL,
};

/* Options after which nothing is linked. */
static const char *const stop_before_linking[] = {
    "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--compile", "--assemble", "--preprocess", "--dependencies",
    "--user-dependencies", "--analyze", "-emit-ast", "--precompile", NULL,
};

/* Options that cannot stay. One that ends with * stands for all that begin so. Without a reason it is silently replaced
 * by what we add, as documented; with one, a line tells of it. */
struct drop_rule {
    const char *option;
    const char *reason;
};
static const char coverage[] = "counting what runs would change shared memory behind the checker's back";
static const char whole[] = "the whole program would be optimized as one after it was instrumented";
static const char foreign_data[] = "the library's data would lie among the program's own; linking it dynamically";
static const struct drop_rule drop_rules[] = {
    {"-flto*", whole},
    {"-fwhole-program", whole},
    {"-static-libgcc", foreign_data},
    {"-static-libstdc++", foreign_data},
    {"-pg", coverage},
    {"-p", coverage},
    {"--profile", coverage},
    {"--coverage", coverage},
    {"-coverage", coverage},
    {"-fprofile-arcs", coverage},
    {"-fprofile-generate*", coverage},
    {"-fprofile-instr-generate*", coverage},
    {"-fcs-profile-generate*", coverage},
    {"-ftest-coverage", coverage},
    {"-fcoverage-mapping", coverage},
    {"-fsplit-stack", "the stacks of threads are the checker's"},
    {"-fno-sanitize=thread", "all code has to be instrumented"},
    {"-fno-sanitize=all", "all code has to be instrumented"},
    {"-static-libtsan", NULL},
    {"-static-libsan", NULL},
    {"-shared-libsan", NULL},
    {"-ffat-lto-objects", NULL},
    {"-fomit-frame-pointer", NULL},
    {"-momit-leaf-frame-pointer", NULL},
    {"-fstack-protector*", NULL},
    {"-D_FORTIFY_SOURCE*", NULL},
    {"-g0", NULL},
    {"-ggdb0", NULL},
    {"-gsplit-dwarf*", NULL}, /* debug information goes with the program: in files beside it the tool would have to find it */
    {"-gno-record-gcc-switches", NULL},
    {"-gno-record-command-line", NULL},
};

/* Options with which nothing that we could build would be of use. */
static const struct drop_rule refused_options[] = {
    {"-m32", "Mazurka checks 64-bit programs only"},
    {"-mx32", "Mazurka checks 64-bit programs only"},
    {"-m16", "Mazurka checks 64-bit programs only"},
};
static const char no_static[] = "a static program cannot be checked: the runtime is loaded like its shared libraries";
static const struct drop_rule refused_links[] = {
    {"-static", no_static},
    {"--static", no_static},
    {"-static-pie", no_static},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool matches(const char *argument, const char *option)
{
    size_t length = strlen(option);
    if (option[length - 1] == '*')
        return strncmp(argument, option, length - 1) == 0;
    return strcmp(argument, option) == 0;
}

static const struct drop_rule *find_rule(const char *argument, const struct drop_rule *rules, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (matches(argument, rules[i].option))
            return &rules[i];
    }
    return NULL;
}

/* --- inputs ------------------------------------------------------------------------------------------------------- */

enum input { INPUT_C, INPUT_CXX, INPUT_OTHER_SOURCE, INPUT_HEADER, INPUT_OBJECT };

struct suffix {
    const char *text;
    enum input  input;
};
static const struct suffix suffixes[] = {
    {".c", INPUT_C},
    {".i", INPUT_C},
    {".h", INPUT_HEADER},
    {".hh", INPUT_HEADER},
    {".H", INPUT_HEADER},
    {".hpp", INPUT_HEADER},
    {".hxx", INPUT_HEADER},
    {".h++", INPUT_HEADER},
    {".cc", INPUT_CXX},
    {".cp", INPUT_CXX},
    {".cpp", INPUT_CXX},
    {".cxx", INPUT_CXX},
    {".c++", INPUT_CXX},
    {".C", INPUT_CXX},
    {".CPP", INPUT_CXX},
    {".ii", INPUT_CXX},
    {".m", INPUT_OTHER_SOURCE},
    {".mm", INPUT_OTHER_SOURCE},
    {".s", INPUT_OTHER_SOURCE},
    {".S", INPUT_OTHER_SOURCE},
    {".sx", INPUT_OTHER_SOURCE},
    {".ll", INPUT_OTHER_SOURCE},
    {".bc", INPUT_OTHER_SOURCE},
};

/* What the compiler takes an input for; `language` is that of the last -x, or NULL. */
static enum input input_of(const char *path, const char *language)
{
    if (language) {
        if (ends_with(language, "-header"))
            return INPUT_HEADER;
        if (starts_with(language, "c++"))
            return INPUT_CXX;
        return strcmp(language, "c") == 0 || strcmp(language, "cpp-output") == 0 ? INPUT_C : INPUT_OTHER_SOURCE;
    }
    if (strcmp(path, "-") == 0)
        return INPUT_C;
    const char *dot = strrchr(path_base(path), '.');
    for (size_t i = 0; dot && i < COUNT(suffixes); i++) {
        if (strcmp(dot, suffixes[i].text) == 0)
            return suffixes[i].input;
    }
    return INPUT_OBJECT;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* Position in the user's arguments. */
struct reader {
    struct cc           *cc;
    const struct strings all;
    size_t               next;
    const char          *language;      /* of the last -x */
    bool                 stops;         /* an option says not to link */
    bool                 links_input;   /* some input is more than a header */
    const struct drop_rule *refused;    /* if it links */
    struct strings       noted;
};

static void note_dropped(struct reader *reader, const char *option, const char *reason)
{
    if (!reason || strings_contain(&reader->noted, option))
        return;
    strings_add(&reader->noted, option);
    warn("note: leaving out %s: %s", option, reason);
}

/* -fsanitize=LIST: thread is ours; the others have runtimes of their own. */
static void read_sanitize(struct reader *reader, const char *argument)
{
    if (strcmp(argument, "-fsanitize=thread") != 0)
        note_dropped(reader, argument, "only -fsanitize=thread goes with the checker");
}

/* Option of our own: what volatile accesses are taken for. */
static void read_volatile(struct cc *cc, const char *argument)
{
    const char *as = argument + strlen("-fvolatile=");
    if (strcmp(as, "relaxed") != 0 && strcmp(as, "plain") != 0)
        die("%s: use -fvolatile=relaxed, or -fvolatile=plain, which is the default", argument);
    cc->relaxed_volatile = strcmp(as, "relaxed") == 0;
}

/* -Wp,LIST without what concerns _FORTIFY_SOURCE. */
static void read_preprocessor_list(struct reader *reader, const char *argument)
{
    char *kept = format_text("-Wp"), *part, *rest = format_text("%s", argument + strlen("-Wp,"));
    while ((part = strsep(&rest, ","))) {
        if (!starts_with(part, "-D_FORTIFY_SOURCE"))
            kept = format_text("%s,%s", kept, part);
    }
    if (strcmp(kept, "-Wp") != 0)
        strings_add(&reader->cc->arguments, kept);
}

/* Functions that mean something by their names (docs/use/sv-comp.md) must not be inlined. */
static bool has_verifier_names(const char *path, enum input input)
{
    size_t length;
    char *text = input == INPUT_C && strcmp(path, "-") != 0 ? read_whole_file(path, &length) : NULL;
    return text && (strstr(text, "__VERIFIER_atomic_") || strstr(text, "assume_abort_if_not"));
}

/* libgomp by its path, as CMake names it: what stands in for it is found by -l. */
static bool is_libgomp(const char *path)
{
    return starts_with(path_base(path), "libgomp.so") || strcmp(path_base(path), "libgomp.a") == 0;
}

static void read_input(struct reader *reader, const char *path)
{
    enum input input = input_of(path, reader->language);
    struct cc *cc = reader->cc;
    cc->has_input = true;
    cc->compiles |= input != INPUT_OBJECT;
    cc->only_c &= input == INPUT_C || input == INPUT_OBJECT;
    cc->verifier_names |= has_verifier_names(path, input);
    cc->has_cxx |= input == INPUT_CXX;
    reader->links_input |= input != INPUT_HEADER;
    strings_add(&cc->arguments, is_libgomp(path) ? "-lgomp" : path);
}

static void set_language(struct reader *reader, const char *language)
{
    reader->language = strcmp(language, "none") == 0 ? NULL : language;
}

static void read_with_value(struct reader *reader, const char *argument)
{
    const char *value = reader->next < reader->all.count ? reader->all.at[reader->next++] : NULL;
    struct strings *out = &reader->cc->arguments;
    if (value && strcmp(argument, "-D") == 0 && starts_with(value, "_FORTIFY_SOURCE"))
        return;
    if (value && (strcmp(argument, "-x") == 0 || strcmp(argument, "--language") == 0))
        set_language(reader, value);
    if (strcmp(argument, "-l") == 0)
        reader->cc->has_input = reader->links_input = true;
    if (strcmp(argument, "-l") == 0 && value && strcmp(value, "stdc++") == 0)
        reader->cc->cxx = true;
    strings_add(out, argument);
    if (value)
        strings_add(out, value);
}

/* Facts about the whole command that an option which stays tells. */
static void notice(struct reader *reader, const char *argument)
{
    struct cc *cc = reader->cc;
    if (is_one_of(argument, stop_before_linking))
        reader->stops = true;
    else if (strcmp(argument, "-r") == 0)
        cc->relocatable = true;
    else if (strcmp(argument, "-v") == 0)
        cc->verbose = true;
    else if (starts_with(argument, "-x") && argument[2])
        set_language(reader, argument + 2);
    else if (starts_with(argument, "-l")) {
        cc->has_input = reader->links_input = true;
        cc->cxx |= strcmp(argument, "-lstdc++") == 0;
    } else if (strcmp(argument, "-stdlib=libc++") == 0)
        warn("note: %s: only libstdc++ is known here; nothing can be verified with another library", argument);
    else if (starts_with(argument, "-fopenmp") && !starts_with(argument, "-fopenmp-simd")) {
        cc->openmp = true;
        if (cc->clang)
            die("%s: of OpenMP only gcc's is known: use --cc=gcc (or --cxx=g++)", argument);
    }
}

static bool is_level(const char *argument)
{
    return starts_with(argument, "-O") || starts_with(argument, "--optimize");
}

static void read_option(struct reader *reader, const char *argument)
{
    const struct drop_rule *rule = find_rule(argument, refused_options, COUNT(refused_options));
    if (rule)
        die("%s: %s", argument, rule->reason);
    rule = find_rule(argument, refused_links, COUNT(refused_links));
    if (rule) {
        reader->refused = rule;
        return;
    }
    rule = find_rule(argument, drop_rules, COUNT(drop_rules));
    if (rule) {
        note_dropped(reader, argument, rule->reason);
        return;
    }
    if (starts_with(argument, "-fsanitize=")) {
        read_sanitize(reader, argument);
    } else if (starts_with(argument, "-fvolatile=")) {
        read_volatile(reader->cc, argument);
    } else if (starts_with(argument, "-Wp,")) {
        read_preprocessor_list(reader, argument);
    } else if (is_one_of(argument, with_value)) {
        read_with_value(reader, argument);
    } else if (!is_level(argument) || strcmp(reader->cc->optimize, "keep") == 0) {
        notice(reader, argument);
        strings_add(&reader->cc->arguments, argument);
    }
}

void cc_read(struct cc *cc, const struct strings *arguments)
{
    struct strings all = {0};
    response_expand(&all, arguments);
    struct reader reader = {.cc = cc, .all = all};
    cc->only_c = true;
    while (reader.next < all.count) {
        const char *argument = all.at[reader.next++];
        if (argument[0] == '-' && argument[1])
            read_option(&reader, argument);
        else
            read_input(&reader, argument);
    }
    cc->only_c &= cc->compiles;
    cc->links = cc->has_input && reader.links_input && !reader.stops;
    if (cc->links && reader.refused)
        die("%s: %s", reader.refused->option, reader.refused->reason);
    if (!cc->has_input)
        cc->arguments = all;
}
