/* first_spec.c - see first_spec.h.
 *
 * The object is what most functions have a pointer to; who returns one, or is called init, constructs it; who takes it alone, and is called
 * free or the like, destroys it; all others are operations. What cannot be one is a comment that says why. */
#include "apps/clients/first_spec.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/clients/headers/header_functions.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"
#include "tool/compile/compile.h"

static const char constructing[] = "new create init make alloc construct open";
static const char destroying[] = "free destroy delete fini deinit destruct close release drop";
static const char looking[] = "size count length empty full contains peek";

struct draft {
    const char *header;
    struct header_functions functions;
    const char *object;                   /* struct queue */
    const struct header_function *constructor, *destructor;
    bool        in_place;                 /* the constructor is given the object */
};

/* One of the words in a name: free of queue_free and queueFree, and not of freeze. */
static bool has_word(const char *name, const char *words)
{
    for (size_t length; *words; words += length + strspn(words + length, " ")) {
        length = strcspn(words, " ");
        for (const char *at = name; *at; at++)
            if (strncasecmp(at, words, length) == 0 && (at[length] == '\0' || at[length] == '_'))
                return true;
    }
    return false;
}

/* --- who is what ---------------------------------------------------------------------------------------------------------------- */

/* Number of its parameters that are the object. */
static size_t takes(const struct header_function *f, const char *object)
{
    size_t count = 0;
    for (size_t i = 0; i < f->parameters && i < MOST_HEADER_PARAMETERS; i++)
        count += f->parameter[i].type.sort == SORT_TO_OBJECT && strcmp(f->parameter[i].type.object, object) == 0;
    return count;
}

static const char *find_object(const struct header_functions *functions)
{
    const char *object = NULL;
    size_t most = 0;
    for (size_t i = 0; i < functions->count; i++) {
        const struct header_function *f = &functions->at[i];
        for (size_t p = 0; p < f->parameters && p < MOST_HEADER_PARAMETERS; p++) {
            const char *candidate = f->parameter[p].type.object;
            size_t votes = 0;
            for (size_t k = 0; candidate && k < functions->count; k++)
                votes += takes(&functions->at[k], candidate) > 0;
            object = votes > most ? candidate : object;
            most = votes > most ? votes : most;
        }
    }
    return object;
}

static bool returns_object(const struct draft *d, const struct header_function *f)
{
    return f->result.sort == SORT_TO_OBJECT && strcmp(f->result.object, d->object) == 0 && !takes(f, d->object);
}

static void find_ends(struct draft *d)
{
    for (size_t i = 0; i < d->functions.count; i++) {
        const struct header_function *f = &d->functions.at[i];
        bool in_place = has_word(f->name, constructing) && takes(f, d->object) == 1 && strings_contain(&d->functions.complete, d->object);
        if (!d->constructor && (returns_object(d, f) || in_place)) {
            d->constructor = f;
            d->in_place = in_place;
        }
        if (!d->destructor && f->parameters == 1 && takes(f, d->object) == 1 && has_word(f->name, destroying))
            d->destructor = f;
    }
}

/* Why it cannot be an operation; NULL: it can. */
static const char *objection(const struct draft *d, const struct header_function *f)
{
    if (takes(f, d->object) != 1)
        return takes(f, d->object) ? "it takes several objects" : "it does not take the object";
    if (f->parameters > MOST_HEADER_PARAMETERS)
        return "it has too many parameters";
    if (f->result.sort > SORT_NUMBER)
        return "what it returns is no number: write a function in code { } that returns one";
    for (size_t i = 0; i < f->parameters; i++) {
        const struct header_type *type = &f->parameter[i].type;
        bool other_object = type->sort == SORT_TO_OBJECT && strcmp(type->object, d->object) != 0;
        if (other_object || type->sort == SORT_OTHER || type->sort == SORT_VOID)
            return format_text("an argument is %s: write a function in code { } that takes numbers", type->text);
    }
    return NULL;
}

static bool is_readonly(const struct draft *d, const struct header_function *f)
{
    bool constant = false;
    for (size_t i = 0; i < f->parameters; i++)
        constant |= f->parameter[i].type.object && strcmp(f->parameter[i].type.object, d->object) == 0 && f->parameter[i].type.constant;
    return constant || has_word(f->name, looking);
}

/* --- the text -------------------------------------------------------------------------------------------------------------------- */

static void put_call(FILE *out, const struct draft *d, const struct header_function *f)
{
    fprintf(out, "%s(", f->name);
    for (size_t i = 0; i < f->parameters && i < MOST_HEADER_PARAMETERS; i++) {
        enum type_sort sort = f->parameter[i].type.sort;
        fprintf(out, "%s%s", i ? ", " : "",
            takes(f, d->object) && sort == SORT_TO_OBJECT ? d->in_place ? "&it" : "it" : sort == SORT_NUMBER ? "2" : "0");
    }
    fputs(");\n", out);
}

static void put_parameter(FILE *out, const struct draft *d, const struct header_parameter *p, size_t number)
{
    const char *name = p->name ? p->name : format_text("argument%zu", number + 1);
    switch (p->type.sort) {
    case SORT_TRUTH:
        fprintf(out, "%s %s in 0..1", p->type.text, name);
        break;
    case SORT_NUMBER:
        fprintf(out, "%s %s in 1..3", p->type.text, name);
        break;
    case SORT_TO_NUMBER:
        fprintf(out, "out %s *%s", p->type.text, name);
        break;
    default:
        fputs(d->in_place ? "&it" : "it", out);
    }
}

/* False: it is none. */
static bool put_operation(FILE *out, const struct draft *d, const struct header_function *f)
{
    const char *wrong = objection(d, f);
    if (wrong) {
        fprintf(out, "// left out: %s;   // %s\n", f->text, wrong);
        return false;
    }
    fprintf(out, "%s %s(", f->result.sort == SORT_TRUTH ? "bool" : f->result.text, f->name);
    for (size_t i = 0; i < f->parameters; i++) {
        fputs(i ? ", " : "", out);
        put_parameter(out, d, &f->parameter[i], i);
    }
    fprintf(out, ")%s;\n", is_readonly(d, f) ? " readonly" : "");
    return true;
}

static void put_object(FILE *out, const struct draft *d)
{
    fprintf(out, "object %s %sit;\nconstructor %s", d->object, d->in_place ? "" : "*", d->in_place ? "" : "it = ");
    put_call(out, d, d->constructor);
    if (d->destructor) {
        fputs("destructor ", out);
        put_call(out, d, d->destructor);
    }
    fputs("callers alike;   // what a call returns does not depend on the thread that makes it\n\n", out);
}

static size_t put_spec(FILE *out, const struct draft *d, const struct strings *sources, const struct strings *flags, const char *path)
{
    size_t operations = 0;
    fprintf(out, "// A first specification of %s.   mazurka clients %s\n"
                 "// Look at: numbers (2, 1..3), which operations may wait (blocks), whether values are only kept (alike).\n"
                 "header \"%s\";\n", path_base(d->header), path, d->header);
    for (size_t i = 0; i < sources->count; i++)
        fprintf(out, "sources %s;\n", sources->at[i]);
    for (size_t i = 0; i < flags->count; i++)
        fprintf(out, "flags %s;\n", flags->at[i]);
    put_object(out, d);
    for (size_t i = 0; i < d->functions.count; i++)
        if (&d->functions.at[i] != d->constructor && &d->functions.at[i] != d->destructor)
            operations += put_operation(out, d, &d->functions.at[i]);
    return operations;
}

/* --- files --------------------------------------------------------------------------------------------------------------------- */

/* NULL: it does not compile. */
static char *compiler_on(const char *header, const char *option, const struct strings *flags)
{
    const char *chosen = getenv("MAZURKA_CC");
    struct strings command = {0};
    int status;
    strings_add(&command, chosen && *chosen && !strchr(chosen, ' ') ? chosen : "cc");
    strings_add(&command, option);
    strings_add(&command, "-w");
    strings_add(&command, "-xc");
    strings_append(&command, flags);
    strings_add(&command, header);
    char *text = capture_process(command.at, &status);
    return status == 0 ? text : NULL;
}

/* By its name, or since it is none of C. */
static bool is_of_cxx(const char *header, const struct strings *flags)
{
    static const char *const endings[] = {".hpp", ".hh", ".hxx", ".h++", ".H"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(header, endings[i]))
            return true;
    return !compiler_on(header, "-fsyntax-only", flags);
}

/* queue.c, or queue.cpp, beside queue.h. */
static struct strings sources_beside(const char *header)
{
    static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx"};
    struct strings sources = {0};
    int stem = (int)(strrchr(header, '.') ? strrchr(header, '.') - header : (long)strlen(header));
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !sources.count; i++) {
        char *source = format_text("%.*s%s", stem, header, endings[i]);
        if (file_exists(source))
            strings_add(&sources, source);
    }
    return sources;
}

static const char *first_spec_of_functions(const char *header, const struct strings *sources, const struct strings *flags, const char *path)
{
    struct draft d = {.header = header, .functions = header_functions_of(compiler_on(header, "-E", flags), header)};
    d.object = find_object(&d.functions);
    if (!d.object)
        die("%s declares no function that takes a pointer to a structure: what would its clients share?", header);
    find_ends(&d);
    if (!d.constructor)
        die("%s: no function returns a new %s, and none that is called init takes one whose members are declared", header, d.object);
    FILE *out = result_open(path);
    if (!out)
        die("cannot write %s: %s", path, strerror(errno));
    size_t operations = put_spec(out, &d, sources, flags, path);
    if (result_close(out) != 0)
        die("cannot write %s: %s", path, strerror(errno));
    if (!operations)
        die("%s: none of the functions of %s can be an operation as it is; the file says why", path, header);
    printf("%s: %s of %s\n", path, show_things(operations, "operation"), d.object);
    return path;
}

const char *first_spec_write(const char *header, const struct strings *given, const struct strings *flags, const char *path)
{
    if (!file_exists(header))
        die("there is no file %s", header);
    struct strings sources = given->count ? *given : sources_beside(header);
    path = path ? path : format_text("%s.spec", source_stem(header));
    if (access(path, F_OK) == 0)
        die("%s is there already: give the name of another file, mazurka clients --from=%s OTHER.spec", path, header);
    return (is_of_cxx(header, flags) ? first_spec_of_class : first_spec_of_functions)(header, &sources, flags, path);
}
