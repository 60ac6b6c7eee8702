/* sequential_program.c - see sequential_program.h. */
#include "apps/clients/sequential_program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/clients/call_source.h"
#include "tool/compile/compile.h"

__asm__(".pushsection .rodata\nsequential_header:\n.incbin \"src/apps/clients/parts/sequential.h\"\n.byte 0\n.popsection\n");
extern const char sequential_header[] __attribute__((visibility("hidden")));

/* Test for a type whose values are numbers. It stands in the lines of the specification, and is no macro: the
 * compiler names where it is. */
static const char comparable_in_c[] =
    ", _Bool: 1, char: 1, signed char: 1, unsigned char: 1, short: 1, unsigned short: 1, int: 1, unsigned: 1, long: 1, unsigned long: 1, "
    "long long: 1, unsigned long long: 1, default: 0)";
static const char comparable_in_cxx[] =
    "#include <type_traits>\n"
    "template <class T> constexpr bool mz_comparable() { return std::is_integral<typename std::remove_reference<T>::type>::value || "
    "std::is_enum<typename std::remove_reference<T>::type>::value; }\n";

static void put_comparable(FILE *out, const struct spec *s, const char *value, const char *sentence)
{
    if (s->cxx)
        fprintf(out, "static_assert(mz_comparable<decltype(%s)>(), \"%s\"); ", value, sentence);
    else
        fprintf(out, "_Static_assert(_Generic((%s)%s, \"%s\"); ", value, comparable_in_c, sentence);
}

static char *expression_of(const struct call *c)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        die("out of memory");
    source_expression(out, c);
    if (fclose(out) != 0)
        die("out of memory");
    return text;
}

/* What the compiler is to make sure of: the results of the call are numbers, and so is what the specification says of them. */
static void put_assertions(FILE *out, const struct spec *s, const struct call *c)
{
    const struct operation *o = c->operation;
    for (size_t i = 0; i < o->parameters; i++) {
        const char *type = o->parameter[i].text;
        if (o->parameter[i].kind != PARAMETER_OUT)
            continue;
        put_comparable(out, s, format_text("*(%s *)0", type),
            format_text("what %s stores, %s, cannot be compared: it is no integer", o->name, type));
        fprintf(out, "%s out%zu = 0; (void)out%zu; ", type, i, i);
    }
    if (!operation_returns(o))
        return;
    put_comparable(out, s, format_text("*(%s *)0", o->type),
        format_text("what %s returns, %s, cannot be compared: it is no integer", o->name, o->type));
    put_comparable(out, s, expression_of(c), format_text("what %s returns cannot be compared: it is no integer", o->name));
}

static void put_calls(FILE *out, const struct spec *s, const struct calls *calls)
{
    fputs("void mz_call(int mz_instance, long long *mz_slot)\n{\n    switch (mz_instance) {\n", out);
    for (size_t i = 0; i < calls->count; i++) {
        size_t line = calls->at[i].operation->line;
        bool first = i == 0 || calls->at[i - 1].operation != calls->at[i].operation;
        fprintf(out, "    case %zu: {\n", i);
        if (first) {
            fprintf(out, "#line %zu \"%s\"\n{ ", line, s->path);
            put_assertions(out, s, &calls->at[i]);
            fputs(" }\n", out);
        }
        fprintf(out, "#line %zu \"%s\"\n        ", line, s->path);
        source_call(out, &calls->at[i], "mz_slot", 0);
        fputs("\n        break;\n    }\n", out);
    }
    fputs("    }\n}\n\n", out);
}

static void put_tables(FILE *out, const struct spec *s, const struct calls *calls)
{
    fputs("const int mz_slots_of[] = {", out);
    for (size_t i = 0; i < calls->count; i++)
        fprintf(out, "%zu, ", operation_slots(calls->at[i].operation));
    fputs("};\nconst int mz_may_block[] = {", out);
    for (size_t i = 0; i < calls->count; i++)
        fprintf(out, "%d, ", calls->at[i].operation->blocks);
    fputs("};\nconst int mz_may_fail[] = {", out);
    for (size_t i = 0; i < calls->count; i++)
        fprintf(out, "%d, ", calls->at[i].operation->spurious != NULL);
    fputs("};\nconst long long mz_failure[] = {\n", out);
    for (size_t i = 0; i < calls->count; i++)
        fprintf(out, "#line %zu \"%s\"\n    (long long)%s,\n", calls->at[i].operation->line, s->path,
            calls->at[i].operation->spurious ? calls->at[i].operation->spurious : "0");
    fputs("};\n\n", out);
}

static void write_program(const char *path, const struct spec *s, const struct calls *calls)
{
    FILE *out = fopen(path, "we");
    if (!out)
        die("%s: %s", path, strerror(errno));
    fputs("#include <stdbool.h>\n", out);
    source_prelude(out, s, true);
    fputs(s->cxx ? comparable_in_cxx : "", out);
    fputs(sequential_header, out);
    put_calls(out, s, calls);
    put_tables(out, s, calls);
    fputs("void mz_construct(void)\n{\n", out);
    source_begin(out, s, true);
    fputs("}\n\nvoid mz_destruct(void)\n{\n", out);
    source_end(out, s, true);
    fputs("}\n", out);
    if (s->invariant.text)
        fprintf(out, "#line %zu \"%s\"\nstatic inline int mz_invariant(void) { return (%s) != 0; }\n", s->invariant.line, s->path,
            s->invariant.text);
    if (fclose(out) != 0)
        die("%s: %s", path, strerror(errno));
}

/* The first complaint of the compiler about a line of the specification, as a sentence of ours: a static assertion of ours is one. */
static void die_of_compiler(const struct spec *s, const char *said)
{
    char *start = format_text("%s:", s->path);
    for (const char *line = said; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *error = strstr(line, "error: ");
        size_t length = strcspn(line, "\n");
        if (!starts_with(line, start) || !error || error > line + length)
            continue;
        const char *message = error + 7;
        int number = (int)strtol(line + strlen(start), NULL, 10), rest = (int)(line + length - message);
        const char *ours = strstr(message, "what ");
        if (starts_with(message, "static assertion failed") && ours && ours < line + length)
            die("%s:%d: %.*s. Write a function in code { } that returns a number", s->path, number,
                (int)strcspn(ours, "\"\n"), ours);
        die("%s:%d: the compiler says: %.*s", s->path, number, rest, message);
    }
    fputs(said, stderr);
    die("%s: the library does not compile without hooks: the compiler has said why", s->path);
}

static void compile(const struct spec *s, const struct strings *words)
{
    const char *chosen = getenv(s->cxx ? "MAZURKA_CXX" : "MAZURKA_CC");
    struct strings command = {0};
    int status;
    const char *compiler = chosen && *chosen && !strchr(chosen, ' ') ? chosen : s->cxx ? "c++" : "cc";
    strings_add(&command, compiler);
    strings_append(&command, words);
    char *said = capture_process(command.at, &status);
    if (status == 127)
        die("cannot run the compiler %s", compiler);
    if (status != 0)
        die_of_compiler(s, said);
}

/* Files that `mazurka cc` has compiled already. */
static bool has_objects(const struct spec *s)
{
    const struct strings *files = s->reference.count ? &s->reference : &s->sources;
    for (size_t i = 0; i < files->count; i++)
        if (!is_source(files->at[i]))
            return true;
    return false;
}

const char *sequential_build(const struct spec *s, const struct calls *calls)
{
    const char *folder = temp_directory();
    char *source = path_join(folder, s->cxx ? "sequential.cpp" : "sequential.c"), *object = path_join(folder, "sequential.o");
    char *program = path_join(folder, "sequential");
    struct strings words = {0};
    write_program(source, s, calls);
    /* First our own part, strictly. */
    strings_add(&words, "-c");
    strings_add(&words, "-O2");
    if (!s->cxx) {
        strings_add(&words, "-Werror=implicit-function-declaration");
        strings_add(&words, "-Werror=int-conversion");
    }
    strings_addf(&words, "-I%s", s->folder);
    strings_append(&words, &s->flags);
    strings_add(&words, "-o");
    strings_add(&words, object);
    strings_add(&words, source);
    compile(s, &words);
    struct strings link = source_words(s, object, true);
    link = s->cxx ? compile_for_cxx(&link) : link;
    struct strings with = {0};
    strings_add(&with, "-O2");
    strings_add(&with, "-w");
    strings_add(&with, path_join(self_library_dir(), spec_blocks(s) ? "clients/sequential-waits.o" : "clients/sequential.o"));
    strings_append(&with, &link);
    strings_add(&with, "-o");
    strings_add(&with, program);
    if (has_objects(s)) { /* the hooks that are in there do nothing here */
        strings_addf(&with, "-L%s", self_library_dir());
        strings_add(&with, "-lmazurka-stub");
        strings_addf(&with, "-Wl,-rpath,%s", self_library_dir());
    }
    compile(s, &with);
    return program;
}
