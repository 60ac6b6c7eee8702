/* first_spec_cxx.c - a first specification of a class of C++ (first_spec.h): its public functions that take and return numbers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/clients/first_spec.h"
#include "apps/clients/headers/header_class.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"
#include "tool/compile/compile.h"

/* An object whose debug information has all types of the header. */
static char *compile_header(const char *header, const struct strings *flags)
{
    const char *chosen = getenv("MAZURKA_CXX");
    char *folder = format_text("%s", temp_directory()), *source = path_join(folder, "header.cpp"), *object = path_join(folder, "header.so");
    char *path = realpath(header, NULL);
    FILE *out = fopen(source, "we");
    struct strings command = {0};
    int status;
    if (!path || !out || fprintf(out, "#include \"%s\"\n", path) < 0 || fclose(out) != 0)
        die("%s: %s", source, strerror(errno));
    strings_add(&command, chosen && *chosen && !strchr(chosen, ' ') ? chosen : "c++");
    strings_append(&command, flags);
    static const char *const words[] = {"-w", "-g", "-O0", "-shared", "-fPIC", "-fno-eliminate-unused-debug-types", "-o", NULL};
    for (size_t i = 0; words[i]; i++)
        strings_add(&command, words[i]);
    strings_add(&command, object);
    strings_add(&command, source);
    char *text = capture_process(command.at, &status);
    if (status == 0)
        return object;
    fputs(text, stderr);
    die("%s is no header of C or C++ that compiles by itself: the compiler has said why", header);
}

/* --- the text -------------------------------------------------------------------------------------------------------------------- */

static const char *objection(const struct class_function *f)
{
    if (f->result.sort > SORT_NUMBER)
        return "what it returns is no number: write a function in code { } that returns one";
    if (f->parameters > MOST_HEADER_PARAMETERS)
        return "it has too many parameters";
    if (starts_with(f->name, "operator"))
        return "it is an operator: write a function in code { }";
    for (size_t i = 0; i < f->parameters; i++)
        if (f->parameter[i].type.sort == SORT_OTHER)
            return format_text("an argument is %s: write a function in code { } that takes numbers", f->parameter[i].type.text);
    return NULL;
}

static void put_parameter(FILE *out, const struct class_parameter *p, size_t number)
{
    if (p->type.sort == SORT_TO_NUMBER)
        fprintf(out, "out %s %sargument%zu", p->type.text, p->reference ? "&" : "*", number + 1);
    else
        fprintf(out, "%s argument%zu in %s", p->type.text, number + 1, p->type.sort == SORT_TRUTH ? "0..1" : "1..3");
}

/* False: it is none. */
static bool put_operation(FILE *out, const struct header_class *c, const struct class_function *f)
{
    const char *wrong = objection(f);
    if (wrong) {
        fprintf(out, "// left out: %s::%s;   // %s\n", c->name, f->name, wrong);
        return false;
    }
    fprintf(out, "%s %s%s(", f->result.text, f->is_static ? format_text("%s::", c->name) : "it->", f->name);
    for (size_t i = 0; i < f->parameters; i++) {
        fputs(i ? ", " : "", out);
        put_parameter(out, &f->parameter[i], i);
    }
    fprintf(out, ")%s;\n", f->constant ? " readonly" : "");
    return true;
}

static void put_object(FILE *out, const struct header_class *c)
{
    fprintf(out, "object %s *it;\nconstructor it = new %s(", c->name, c->name);
    for (size_t i = 0; c->constructor && i < c->constructor->parameters; i++)
        fprintf(out, "%s%s", i ? ", " : "", c->constructor->parameter[i].type.sort == SORT_TRUTH ? "1" : "2");
    fputs(");\ndestructor delete it;\ncallers alike;   // what a call returns does not depend on the thread that makes it\n\n", out);
}

static size_t put_spec(FILE *out, const struct header_class *c, const char *header, const struct strings *sources,
    const struct strings *flags, const char *path)
{
    size_t operations = 0;
    fprintf(out, "// A first specification of %s.   mazurka clients %s\n"
                 "// Look at: numbers (2, 1..3), which operations may wait (blocks), whether values are only kept (alike).\n"
                 "language c++;\nheader \"%s\";\n", path_base(header), path, header);
    for (size_t i = 0; i < sources->count; i++)
        fprintf(out, "sources %s;\n", sources->at[i]);
    for (size_t i = 0; i < flags->count; i++)
        fprintf(out, "flags %s;\n", flags->at[i]);
    put_object(out, c);
    for (size_t i = 0; i < c->count; i++)
        operations += put_operation(out, c, &c->at[i]);
    return operations;
}

const char *first_spec_of_class(const char *header, const struct strings *sources, const struct strings *flags, const char *path)
{
    struct header_class c = header_class_of(compile_header(header, flags), header);
    if (!c.name)
        die("%s declares no class and no structure: what would its clients share? (Templates need a specification of their own)", header);
    if (!c.constructor && !c.implicit)
        die("%s: %s has no public constructor that takes nothing but numbers", header, c.name);
    FILE *out = result_open(path);
    if (!out)
        die("cannot write %s: %s", path, strerror(errno));
    size_t operations = put_spec(out, &c, header, sources, flags, path);
    if (result_close(out) != 0)
        die("cannot write %s: %s", path, strerror(errno));
    if (!operations)
        die("%s: none of the functions of %s can be an operation as it is; the file says why", path, c.name);
    printf("%s: %s of %s\n", path, show_things(operations, "operation"), c.name);
    return path;
}
