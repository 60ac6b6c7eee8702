/* call_source.c - see call_source.h. */
#include "apps/clients/call_source.h"

/* So that the compiler names the line of the specification. */
static void put_line(FILE *out, const struct spec *s, size_t line, bool wanted)
{
    if (wanted)
        fprintf(out, "#line %zu \"%s\"\n", line, s->path);
}

void source_prelude(FILE *out, const struct spec *s, bool with_lines)
{
    for (size_t i = 0; i < s->headers.count; i++)
        fprintf(out, "#include %s\n", s->headers.at[i]);
    for (size_t i = 0; i < s->codes; i++) {
        put_line(out, s, s->code[i].line, with_lines);
        fprintf(out, "%s\n", s->code[i].text);
    }
    if (s->object.text) {
        put_line(out, s, s->object.line, with_lines);
        fprintf(out, "static %s;\n", s->object.text);
    }
}

static void put_fragment(FILE *out, const struct spec *s, const struct fragment_of_c *f, bool with_lines)
{
    if (!f->text)
        return;
    put_line(out, s, f->line, with_lines);
    fprintf(out, "    %s;\n", f->text);
}

void source_begin(FILE *out, const struct spec *s, bool with_lines)
{
    put_fragment(out, s, &s->constructor, with_lines);
    for (size_t i = 0; i < s->befores; i++)
        put_fragment(out, s, &s->before[i], with_lines);
}

void source_end(FILE *out, const struct spec *s, bool with_lines)
{
    put_fragment(out, s, &s->destructor, with_lines);
}

void source_expression(FILE *out, const struct call *c)
{
    fprintf(out, "%s(", c->operation->callee);
    for (size_t i = 0; i < c->operation->parameters; i++) {
        const struct parameter *p = &c->operation->parameter[i];
        fputs(i ? ", " : "", out);
        if (p->kind == PARAMETER_OUT)
            fprintf(out, "%sout%zu", p->by_address ? "&" : "", i);
        else if (p->kind == PARAMETER_GIVEN)
            fputs(p->text, out);
        else
            fprintf(out, "%s%s", p->cast, p->values.at[c->value[i]]);
    }
    fputc(')', out);
}

void source_call(FILE *out, const struct call *c, const char *slots, size_t slot)
{
    const struct operation *o = c->operation;
    bool stores = operation_slots(o) > operation_returns(o);
    char *if_true = operation_is_truth(o) ? format_text("%s[%zu] ? ", slots, slot) : NULL;
    fputs(stores ? "{ " : "", out);
    for (size_t i = 0; i < o->parameters; i++)
        if (o->parameter[i].kind == PARAMETER_OUT)
            fprintf(out, "%s out%zu = 0; ", o->parameter[i].text, i);
    if (operation_returns(o))
        fprintf(out, "%s[%zu] = (long long)", slots, slot++);
    source_expression(out, c);
    fputc(';', out);
    for (size_t i = 0; i < o->parameters; i++)
        if (o->parameter[i].kind == PARAMETER_OUT)
            fprintf(out, " %s[%zu] = %s(long long)out%zu%s;", slots, slot++, if_true ? if_true : "", i, if_true ? " : 0" : "");
    fputs(stores ? " }" : "", out);
}

struct strings source_words(const struct spec *s, const char *source, bool reference)
{
    struct strings words = {0};
    strings_add(&words, source);
    strings_append(&words, reference && s->reference.count ? &s->reference : &s->sources);
    strings_addf(&words, "-I%s", s->folder);
    strings_add(&words, "-pthread");
    strings_append(&words, &s->flags);
    return words;
}
