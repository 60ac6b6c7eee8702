/* study_figures.c - see study_figures.h. */
#include "apps/lab/study_figures.h"

#include <errno.h>
#include <string.h>

#include "tool/cli/result_file.h"

static char *file_of(const char *directory, const char *name, const char *suffix)
{
    return path_join(directory, format_text("%s%s", name, suffix));
}

static void write_file(const char *path, const char *text)
{
    if (result_write(path, text, strlen(text)) != 0)
        die("%s: %s", path, strerror(errno));
}

static void cut(char *from, const char *upto)
{
    memmove(from, upto, strlen(upto) + 1);
}

/* Labels of points, shown when one is pointed to: gnuplot leaves them to a script of its own, and a browser shows titles by itself. */
static void show_labels(char *svg)
{
    static const char before[] = "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'", open[] = "<g><title>", close[] = "</title>";
    static const char behind[] = "')\" onmouseout=\"gnuplot_svg.hideHypertext()\"><title> </title>";
    for (char *at = svg, *end; (at = strstr(at, before)) && (end = strstr(at, behind));) {
        size_t length = (size_t)(end - at) - strlen(before);
        memcpy(at, open, strlen(open));
        memmove(at + strlen(open), end - length, length);
        at += strlen(open) + length;
        memcpy(at, close, strlen(close));
        cut(at + strlen(close), end + strlen(behind));
    }
}

/* Names that gnuplot gives, which say nothing. */
static void drop_names(char *svg)
{
    static const char *const names[] = {"<title>Gnuplot<", "<title>gnuplot_plot_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (char *at = svg; (at = strstr(at, names[i]));)
            cut(at, strstr(at, "</title>") + strlen("</title>"));
}

bool figures_are_drawn(void)
{
    return find_command("gnuplot") != NULL;
}

static void draw(const struct strings *names, const char *directory)
{
    struct strings words = {0};
    int status;
    strings_add(&words, "env");
    strings_addf(&words, "--chdir=%s", directory);
    strings_add(&words, "gnuplot");
    for (size_t i = 0; i < names->count; i++)
        strings_addf(&words, "%s.gp", names->at[i]);
    char *said = capture_process(words.at, &status);
    if (status != 0)
        die("gnuplot cannot draw the figures: %s", said);
    for (size_t i = 0; i < names->count; i++) {
        char *path = file_of(directory, names->at[i], ".svg"), *svg = read_whole_file(path, NULL);
        if (!svg)
            die("%s: %s", path, strerror(errno));
        show_labels(svg);
        drop_names(svg);
        write_file(path, svg);
    }
}

struct strings study_figures(const struct study_results *r, const char *directory)
{
    struct strings names = {0};
    struct sqlite3_stmt *row;
    const char *sql = lab_shipped("figures.sql"), *common = lab_shipped("figure.gp");
    while ((sql = store_next(r->store, sql, &row)))
        while (store_row(r->store, row)) {
            char *name = store_text(row, 0);
            strings_add(&names, name);
            write_file(file_of(directory, name, ".gp"), format_text("%s%s", common, store_text(row, 1)));
        }
    if (names.count && figures_are_drawn())
        draw(&names, directory);
    return names;
}
