/* lab_plot.c - `mazurka lab plot`: the figures of a study as files, and one page with all of its tables and figures, which needs nothing
 * besides. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apps/lab/lab_json.h"
#include "apps/lab/study_figures.h"
#include "apps/lab/study_tables.h"
#include "tool/cli/html_frame.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/xml.h"

/* --- the page -------------------------------------------------------------------------------------------------------- */

/* What stands between backticks is code; nothing else of Markdown is in a cell. */
static void put_cell(FILE *out, const char *text)
{
    bool code = false;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "`");
        fputs(xml_text(printable(format_text("%.*s", (int)length, at)), false), out);
        at += length;
        if (*at == '`') {
            fputs(code ? "</code>" : "<code>", out);
            code = !code;
            at++;
        }
    }
    fputs(code ? "</code>" : "", out);
}

static void put_table(FILE *out, const struct table *t)
{
    fputs("<div class=\"wide\"><table>\n<thead><tr>", out);
    for (unsigned i = 0; i < t->columns; i++) {
        fprintf(out, "<th%s>", t->number[i] ? " class=\"number\"" : "");
        put_cell(out, t->heading[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < t->cells.count; i++) {
        fprintf(out, "%s<td%s>", i % t->columns == 0 ? "<tr>" : "", t->number[i % t->columns] ? " class=\"number\"" : "");
        put_cell(out, t->cells.at[i]);
        fprintf(out, "</td>%s", (i + 1) % t->columns == 0 ? "</tr>\n" : "");
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_tables(FILE *out, const struct lab_tables *all)
{
    fputs("<section id=\"tables\">\n", out);
    for (size_t i = 0; i < all->count; i++) {
        fputs("<h2>", out);
        put_cell(out, all->at[i].title);
        fputs("</h2>\n", out);
        put_table(out, &all->at[i].table);
        if (all->at[i].note) {
            fputs("<p>", out);
            put_cell(out, all->at[i].note);
            fputs("</p>\n", out);
        }
    }
    fputs("</section>\n", out);
}

/* A figure without what makes it a file of its own. */
static void put_figure(FILE *out, const char *directory, const char *name)
{
    char *path = path_join(directory, format_text("%s.svg", name)), *file = read_whole_file(path, NULL);
    const char *svg = file ? strstr(file, "<svg") : NULL;
    if (!svg)
        die("%s: this is no figure", path);
    fprintf(out, "<figure id=\"%s\" style=\"margin:0\">\n%s</figure>\n", name, svg);
}

static void put_figures(FILE *out, const struct strings *names, const char *directory)
{
    fputs("<section id=\"figures\">\n<h2>Figures</h2>\n<div class=\"figures\">\n", out);
    bool drawn = figures_are_drawn();
    if (!drawn)
        fputs("<p>There are none: they are drawn by gnuplot, which was not installed.</p>\n", out);
    for (size_t i = 0; drawn && i < names->count; i++)
        put_figure(out, directory, names->at[i]);
    fputs("</div>\n</section>\n", out);
}

static void write_page(const struct study_results *r, const struct lab_tables *tables, const struct strings *figures, const char *directory,
    const char *path)
{
    FILE *out = result_open(path);
    if (!out)
        die("--html=%s: %s", path, strerror(errno));
    html_begin(out, r->study.title);
    fprintf(out, "<p>%s, errors: %s, limit of %s; %s in the sweep, %s in the comparison.</p>\n",
        show_things(r->study.programs.count, "program"), r->study.races ? "races" : "own bugs",
        show_things(r->study.states, "state"), show_things(r->sweep_runs, "run"), show_things(r->comparison_runs, "run"));
    fputs("<nav><a href=\"#tables\">Tables</a><a href=\"#figures\">Figures</a></nav>\n", out);
    put_tables(out, tables);
    put_figures(out, figures, directory);
    html_end(out);
    if (result_close(out) != 0)
        die("--html=%s: %s", path, strerror(errno));
}

int lab_plot(const struct lab_settings *settings)
{
    if (!settings->html && !settings->svg)
        die("`mazurka lab plot` needs --html=FILE for a page, or --svg=DIR for files");
    struct study_results r = lab_results(settings);
    if (settings->svg && mkdir(settings->svg, 0777) != 0 && errno != EEXIST)
        die("--svg=%s: %s", settings->svg, strerror(errno));
    const char *directory = settings->svg ? settings->svg : temp_directory();
    struct strings figures = study_figures(&r, directory);
    struct lab_tables tables = {0};
    if (settings->html || settings->json)
        tables = study_tables(&r);
    if (settings->html)
        write_page(&r, &tables, &figures, directory, settings->html);
    if (settings->json)
        lab_json_figures(&r, &tables, &figures, settings->json);
    if (!figures_are_drawn())
        warn("note: gnuplot, which draws the figures, is not installed%s", settings->svg ?
            format_text(": their data and scripts are in %s, and `gnuplot *.gp` there draws them", settings->svg) : "");
    store_close(r.store);
    return 0;
}
