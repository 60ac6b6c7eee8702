/* trust.c - see trust.h. All lists are of what is allowed: what nobody has thought of is refused. */
#include "tool/cli/trust.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- compilers ------------------------------------------------------------------------------------------------------- */

static bool is_version(const char *text)
{
    return *text == '\0' || (*text == '-' && text[1] && strspn(text + 1, "0123456789.") == strlen(text + 1));
}

bool trust_compiler(const char *name)
{
    static const char *const known[] = {"gcc", "g++", "clang", "clang++", "cc", "c++", NULL};
    for (int i = 0; known[i]; i++)
        if (starts_with(name, known[i]) && is_version(name + strlen(known[i])))
            return true;
    return *name == '\0';
}

/* --- places ---------------------------------------------------------------------------------------------------------- */

static bool is_below(const char *real, const char *folder)
{
    size_t length = strlen(folder);
    return length > 1 && strncmp(real, folder, length) == 0 && (real[length] == '/' || real[length] == '\0');
}

/* In a directory that everybody can write to, anybody's <pthread.h> may lie, whoever the directory belongs to. */
static bool is_safe_owner(const char *real)
{
    struct stat status;
    return stat(real, &status) == 0 && (status.st_uid == geteuid() || status.st_uid == 0) && !(status.st_mode & S_IWOTH);
}

static char *real_path(const struct trust *t, const char *path)
{
    return realpath(path[0] == '/' ? path : path_join(t->directory, path), NULL);
}

struct trust trust_here(const char *directory)
{
    char *here = getcwd(NULL, 0);
    return (struct trust){here ? here : "/", directory};
}

/* What is not there does no harm. */
bool trust_place(const struct trust *t, const char *path)
{
    char *real = real_path(t, path);
    bool trusted = !real || is_below(real, t->here) || is_safe_owner(real);
    free(real);
    return trusted;
}

bool trust_program(const char *path)
{
    struct trust t = trust_here(".");
    char *real = real_path(&t, path);
    bool trusted = real && is_below(real, t.here);
    free(real);
    return trusted;
}

void trust_commands_of(const char *path)
{
    if (file_exists(path) && !is_safe_owner(path))
        die("%s says what is compiled and run, and belongs to somebody else or can be written by everybody: make it yours (chown, "
            "chmod o-w)", path);
}

/* Names that results have. */
static bool is_named_as_result(const char *path)
{
    static const char *const suffixes[] = {".json", ".xml", ".sarif", ".html", ".dot", ".gv", ".yml", ".yaml", ".mzt", ".txt", NULL};
    for (int i = 0; suffixes[i]; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return false;
}

bool trust_result(const struct trust *t, const char *path)
{
    const char *base = path_base(path);
    char *whole = path[0] == '/' ? format_text("%s", path) : path_join(t->directory, path);
    char *folder = realpath(format_text("%.*s", (int)(path_base(whole) - whole), whole), NULL);
    char *root = realpath(t->directory, NULL), *there = realpath(whole, NULL);
    const char *in = folder && is_below(folder, t->here) ? t->here : folder && root && is_below(folder, root) ? root : NULL;
    bool hidden = !in || strstr(folder + strlen(in), "/.") || base[0] == '.';
    bool link = there && strcmp(path_base(there), base) != 0;
    free(root);
    free(there);
    return !hidden && !link && (!file_exists(whole) || is_named_as_result(base));
}

/* --- options --------------------------------------------------------------------------------------------------------- */

static bool has_only(const char *text, const char *more)
{
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr(more, *text))
            return false;
    return true;
}

/* A macro is code in the midst of the program's: `-Dputs=system`. Numbers, texts and words of the language itself, its types and memory
 * orders, are not. */
static bool is_plain_value(const char *value)
{
    static const char *const words[] = {"int", "long", "short", "char", "unsigned", "signed", "float", "double", "void", "bool",
        "_Bool", "true", "false", "NULL", "static", "inline", "const", "volatile", "extern", "size_t", "int8_t", "int16_t", "int32_t",
        "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "intptr_t", "uintptr_t", "memory_order_relaxed", "memory_order_consume",
        "memory_order_acquire", "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst", NULL};
    size_t length = strlen(value);
    if (length >= 2 && value[0] == '"' && value[length - 1] == '"')
        return has_only(format_text("%.*s", (int)length - 2, value + 1), " _-+./,:");
    if (isdigit((unsigned char)*value) || (*value == '-' && isdigit((unsigned char)value[1])))
        return has_only(value, "._-+");
    return length == 0 || is_one_of(value, words);
}

/* Capital letters: a constant of the program's, and no function of a library. */
static bool is_constant(const char *name)
{
    return isupper((unsigned char)*name) && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name);
}

/* `-DMODE=FAST` chooses one of the program's own constants, as a number would. */
static bool trust_macro(const char *text)
{
    const char *equals = strchr(text, '=');
    char *name = format_text("%.*s", (int)(equals ? (size_t)(equals - text) : strlen(text)), text);
    bool plain = !equals || is_plain_value(equals + 1) || (is_constant(name) && is_constant(equals + 1));
    return *name && has_only(name, "_") && plain;
}

/* Options -f… that read or write files, or run something. */
static bool is_harmless_feature(const char *name)
{
    static const char *const valued[] = {"visibility=", "max-errors=", "cf-protection=", "sanitize=", "no-sanitize=", "fp-contract=",
        "abi-version=", "template-depth=", "constexpr-depth=", "constexpr-loop-limit=", "diagnostics-color=", "excess-precision=",
        "message-length=", "tls-model=", "pack-struct=", "stack-protector=", "signed-char=", NULL};
    static const char *const linkers[] = {"use-ld=bfd", "use-ld=gold", "use-ld=lld", "use-ld=mold", NULL};
    static const char *const acting[] = {"plugin", "pass-plugin", "dump", "save", "profile", "auto-profile", "branch-prob", "test-cov",
        "coverage", "opt-info", "stack-usage", "callgraph", "time-trace", "time-report", "mem-report", "compare-debug", "offload",
        "module", "implicit-module", "build", "pch", "load", "crash", "proc-stat", "debug-", "embed", "lto", "wpa", "ltrans",
        "sanitize-", "working", "cs-profile", "use-ld", "repo", "gnu89", "driver", "depfile", "diagnostics-", "record", NULL};
    if (is_one_of(name, linkers))
        return true;
    for (int i = 0; valued[i]; i++)
        if (starts_with(name, valued[i]))
            return has_only(name + strlen(valued[i]), ",-+_");
    for (int i = 0; acting[i]; i++)
        if (starts_with(starts_with(name, "no-") ? name + 3 : name, acting[i]))
            return false;
    return has_only(name, "-+_");
}

static bool is_harmless_for_linker(const struct trust *t, const char *list)
{
    static const char *const known[] = {"--as-needed", "--no-as-needed", "--gc-sections", "--export-dynamic", "-E", "--start-group",
        "--end-group", "--build-id", "-O1", "-z", "now", "relro", "noexecstack", "defs", "--no-undefined", "--fatal-warnings",
        "--whole-archive", "--no-whole-archive", "--hash-style=gnu", NULL};
    char *part, *rest = format_text("%s", list);
    while ((part = strsep(&rest, ","))) {
        bool place = strcmp(part, "-rpath") == 0 && rest; /* libraries are taken from there, as by -L */
        if (place && trust_place(t, strsep(&rest, ",")))
            continue;
        if (place || !is_one_of(part, known))
            return false;
    }
    return true;
}

static bool is_harmless_option(const struct trust *t, const char *word)
{
    static const char *const known[] = {"-pthread", "-ansi", "-pedantic", "-pedantic-errors", "-w", "-pipe", "-rdynamic", "-pie", "-no-pie",
        "-v", "-s", "-trigraphs", "-p", "-pg", "--coverage", "-static-libgcc", "-static-libstdc++", "-xc", "-xc++", "-xnone",
        "-nostdinc++", "-fvolatile=relaxed", "-fvolatile=plain", NULL};
    if (is_one_of(word, known))
        return true;
    if (starts_with(word, "-Wl,"))
        return is_harmless_for_linker(t, word + 4);
    if (starts_with(word, "-Wp,") || starts_with(word, "-Wa,") || starts_with(word, "-mllvm"))
        return false;
    if (starts_with(word, "-f"))
        return is_harmless_feature(word + 2);
    if (starts_with(word, "-D"))
        return trust_macro(word + 2);
    if (starts_with(word, "-l"))
        return has_only(word + 2, "_+-.") && word[2];
    static const char *const families[] = {"-O", "-g", "-W", "-m", "-std=", "--std=", "-U", NULL};
    for (int i = 0; families[i]; i++)
        if (starts_with(word, families[i]))
            return has_only(word + strlen(families[i]), "_=+-.,");
    return false;
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

/* Options whose value is a file or directory, joined or as the next word; NULL if `word` is none. */
static const char *option_of_place(const char *word)
{
    static const char *const options[] = {"-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-I", "-L", NULL};
    for (int i = 0; options[i]; i++)
        if (starts_with(word, options[i]))
            return options[i];
    return NULL;
}

/* Options whose value is something else. */
static bool trust_value(const char *option, const char *value)
{
    static const char *const languages[] = {"c", "c++", "none", "cpp-output", "c++-cpp-output", NULL};
    if (strcmp(option, "-D") == 0)
        return trust_macro(value);
    if (strcmp(option, "-U") == 0)
        return has_only(value, "_");
    if (strcmp(option, "-l") == 0)
        return is_harmless_option(NULL, format_text("-l%s", value));
    return strcmp(option, "-x") == 0 && is_one_of(value, languages);
}

static void refuse(struct strings *refused, const char *word, const char *why)
{
    strings_addf(refused, "%s (%s)", shell_quote(word), why);
}

void trust_words(const struct trust *t, const struct strings *words, struct strings *refused)
{
    static const char *const valued[] = {"-D", "-U", "-l", "-x", NULL};
    static const char elsewhere[] = "the file is not below this directory, and belongs to somebody else or can be written by everybody";
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->at[i], *option = option_of_place(word);
        const char *next = i + 1 < words->count ? words->at[i + 1] : "";
        if (option) {
            bool joined = strcmp(word, option) != 0;
            if (!trust_place(t, joined ? word + strlen(option) : next))
                refuse(refused, joined ? word : next, elsewhere);
            i += !joined;
        } else if (is_one_of(word, valued)) {
            if (!trust_value(word, next))
                refuse(refused, format_text("%s %s", word, next), "the option can do harm");
            i++;
        } else if (word[0] == '@' || (word[0] == '-' && !is_harmless_option(t, word))) {
            refuse(refused, word, "the option can do harm, or is not known");
        } else if (word[0] != '-' && !trust_place(t, word)) {
            refuse(refused, word, elsewhere);
        }
    }
}
