/* report_lines.c - findings as lines that other programs read: `short`, in the form of compilers' messages, by which editors jump to each
 * step, and `github`, which shows them at the lines of a change. */
#include <string.h>

#include "tool/binary/names/steps.h"
#include "tool/cli/line_forms.h"
#include "tool/cli/printable.h"
#include "tool/cli/repository.h"
#include "tool/report/report.h"

static void put_place(const struct place *p, const char *program, FILE *out)
{
    if (p->file && p->line > 0)
        fprintf(out, "%s:%d: ", printable(p->file), p->line);
    else
        fprintf(out, "%s: ", printable(program));
}

static void put_short(const struct report *r, const struct finding *f, FILE *out)
{
    struct steps *steps = steps_make(&f->naming);
    put_place(&f->place, r->name, out);
    fprintf(out, "error: %s [%s]\n", printable(f->headline), fault_words[f->fault.kind]);
    for (size_t i = steps_left_out(steps); i < steps->count && !r->settings->quiet; i++) {
        const struct step *s = &steps->at[i];
        struct place place = step_place(&f->naming, s);
        if (s->kind != STEP_DONE || !place.file)
            continue;
        put_place(&place, r->name, out);
        fprintf(out, "note: %s: %s\n", printable(name_thread(&f->naming, s->thread, s->event)), printable(step_text(&f->naming, s)));
    }
    steps_free(steps);
}

/* What ends a property or a command is written as %2C and the like. */
static void put_escaped(const char *text, const char *ends, FILE *out)
{
    for (; *text; text++) {
        if (strchr(ends, *text))
            fprintf(out, "%%%02X", (unsigned char)*text);
        else
            fputc(*text, out);
    }
}

static void put_github(const struct report *r, const struct finding *f, FILE *out)
{
    fputs("::error ", out);
    if (f->place.file && f->place.line > 0) {
        fputs("file=", out);
        put_escaped(repository_path_of(f->place.file).path, "%\r\n:,", out);
        fprintf(out, ",line=%d,", f->place.line);
    }
    fprintf(out, "title=%s::", fault_words[f->fault.kind]);
    put_escaped(format_text("%s: %s", r->name, f->headline), "%\r\n", out);
    fputc('\n', out);
}

/* A verdict other than a bug is told in one line. */
static void put_verdict(const struct report *r, const char *ends, FILE *out)
{
    put_escaped(format_text("%s: %s: %s", r->name, verdict_word(r->verdict), r->reason ? r->reason : ""), ends, out);
    fputc('\n', out);
}

static void put_short_verdict(const struct report *r, FILE *out)
{
    put_verdict(r, "\r\n", out);
}

/* Only one that is no success is worth a warning. */
static void put_github_verdict(const struct report *r, FILE *out)
{
    fprintf(out, "::%s title=mazurka::", r->verdict != VERDICT_VERIFIED ? "warning" : "notice");
    put_verdict(r, "%\r\n", out);
}

static const struct form {
    const char *word; /* of --format */
    void (*put)(const struct report *r, const struct finding *f, FILE *out);
    void (*put_verdict)(const struct report *r, FILE *out); /* where there is no finding */
} forms[] = {
#define FORM(word, help) {#word, put_##word, put_##word##_verdict},
    LINE_FORMS(FORM)
#undef FORM
};

void report_lines(const struct report *r, FILE *out)
{
    const struct form *form = forms;
    while (strcmp(form->word, r->settings->format) != 0)
        form++;
    size_t shown = 0;
    for (size_t i = 0; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        if (!is_about_the_program(r, f) || f->doubt)
            continue;
        form->put(r, f, out);
        shown++;
    }
    if (shown == 0)
        form->put_verdict(r, out);
}
