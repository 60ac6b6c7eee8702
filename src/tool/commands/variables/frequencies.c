/* frequencies.c - see frequencies.h. */
#include "tool/commands/variables/frequencies.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/util.h"

enum { BARS = 10, BAR_LENGTH = 50 };

/* The least of 1, 2, 5, 10, 20, 50, ... of which BARS and one are enough. */
static uint64_t width_for(uint64_t most)
{
    static const unsigned steps[] = {1, 2, 5};
    for (uint64_t power = 1;; power *= 10)
        for (unsigned i = 0; i < 3; i++)
            if (most / (power * steps[i]) <= BARS)
                return power * steps[i];
}

static int by_accesses(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The number of accesses that all variables but one of twenty keep to. */
static uint64_t usual_most(const struct variable_list *list)
{
    if (list->count == 0)
        return 0;
    uint64_t *accesses = allocate(list->count * sizeof *accesses);
    for (size_t i = 0; i < list->count; i++)
        accesses[i] = (uint64_t)list->at[i].accesses;
    qsort(accesses, list->count, sizeof *accesses, by_accesses);
    uint64_t most = accesses[list->count - 1 - list->count / 20];
    free(accesses);
    return most;
}

struct frequencies frequencies_of(const struct variable_list *list)
{
    enum { LAST = BARS + 1 };
    struct frequencies f = {.width = width_for(usual_most(list))};
    for (size_t i = 0; i < list->count; i++) {
        uint64_t exact = (uint64_t)list->at[i].accesses / f.width;
        unsigned bar = exact < LAST ? (unsigned)exact : LAST;
        f.variables[bar]++;
        f.open |= bar == LAST;
        f.bars = bar + 1 > f.bars ? bar + 1 : f.bars;
    }
    return f;
}

static uint64_t highest(const struct frequencies *f)
{
    uint64_t most = 1;
    for (unsigned i = 0; i < f->bars; i++)
        most = f->variables[i] > most ? f->variables[i] : most;
    return most;
}

/* "200 to 299": averages are rounded down. */
static char *range_of(const struct frequencies *f, unsigned bar)
{
    uint64_t from = bar * f->width;
    if (f->open && bar == f->bars - 1)
        return format_text("%s and more", show_count(from));
    return f->width == 1 ? show_count(from) : format_text("%s to %s", show_count(from), show_count(from + f->width - 1));
}

/* --- text ----------------------------------------------------------------------------------------------------------------- */

void frequencies_text(const struct frequencies *f, FILE *out)
{
    fprintf(out, "%20s  %9s\n", "accesses", "variables");
    for (unsigned i = 0; i < f->bars; i++) {
        uint64_t length = (f->variables[i] * BAR_LENGTH + highest(f) - 1) / highest(f); /* what there is is seen */
        fprintf(out, "%20s  %9s%s", range_of(f, i), show_count(f->variables[i]), length ? "  " : "");
        while (length-- > 0)
            fputc('#', out);
        fputc('\n', out);
    }
}

/* --- SVG ------------------------------------------------------------------------------------------------------------------ */

enum { WIDTH = 640, HEIGHT = 360, LEFT = 64, RIGHT = 16, TOP = 48, BOTTOM = 64, ACROSS = WIDTH - LEFT - RIGHT, UP = HEIGHT - TOP - BOTTOM };
enum { LABEL = 6 /* characters below a bar */ };

static const char style[] =
    "<style>\n"
    "  svg { background: #ffffff; color: #1f2328; font: 13px sans-serif; }\n"
    "  text { fill: currentColor; } line { stroke: currentColor; stroke-opacity: 0.35; } rect { fill: #2f6fb3; }\n"
    "  .head { font-size: 15px; font-weight: bold; }\n"
    "  @media (prefers-color-scheme: dark) { svg { background: #0d1117; color: #e6edf3; } rect { fill: #6cb0f2; } }\n"
    "</style>\n";

/* Text of others inside of XML: no control characters, and no markup. */
static void put_text(FILE *out, const char *text)
{
    for (const char *c = printable(text); *c; c++) {
        if (*c == '&' || *c == '<' || *c == '>' || *c == '"')
            fprintf(out, "&#%d;", *c);
        else
            fputc(*c, out);
    }
}

static void put_frame(FILE *out, const struct frequencies *f, const char *program)
{
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n", WIDTH,
        HEIGHT, WIDTH, HEIGHT);
    fputs("<title>Access frequencies of the variables of ", out);
    put_text(out, program);
    fprintf(out, "</title>\n%s<text class=\"head\" x=\"%d\" y=\"26\">", style, LEFT);
    put_text(out, program);
    fputs("</text>\n", out);
    for (unsigned i = 0; i <= 4; i++) {
        int y = TOP + UP - (int)(UP * i / 4);
        fprintf(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", LEFT, y, WIDTH - RIGHT, y);
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.3g</text>\n", LEFT - 8, y + 4, (double)highest(f) * i / 4);
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">accesses to a variable in an execution</text>\n", LEFT + ACROSS / 2,
        HEIGHT - 14);
    fprintf(out, "<text x=\"18\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\">variables</text>\n", TOP + UP / 2,
        TOP + UP / 2);
}

static void put_bar(FILE *out, const struct frequencies *f, unsigned i)
{
    double wide = (double)ACROSS / f->bars, high = (double)f->variables[i] * UP / (double)highest(f);
    double x = LEFT + wide * i;
    fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s: %s</title></rect>\n", x + wide * 0.1,
        TOP + UP - high, wide * 0.8, high, range_of(f, i), show_things(f->variables[i], "variable"));
    if (f->variables[i])
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x + wide / 2, TOP + UP - high - 5,
            show_count(f->variables[i]));
    char *from = show_count(i * f->width);
    if (strlen(from) <= LABEL || i % 2 == 0) /* long ones have the room of two */
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s%s</text>\n", f->width == 1 ? x + wide / 2 : x, TOP + UP + 18,
            from, f->open && i == f->bars - 1 ? "+" : "");
}

int frequencies_svg(const struct frequencies *f, const char *program, const char *path)
{
    FILE *out = result_open(path);
    if (!out)
        return -1;
    put_frame(out, f, program);
    for (unsigned i = 0; i < f->bars; i++)
        put_bar(out, f, i);
    fputs("</svg>\n", out);
    return result_close(out);
}
