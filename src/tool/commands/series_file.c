/* series_file.c - see series_file.h. A line is read with the table of `mazurka check`, so that every part of a search means what it means
 * there; what is not a part of a search is one for all of them, and belongs on the command line. */
#include "tool/commands/series_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/cli/ini.h"
#include "tool/cli/search_options.h"
#include "tool/commands/check_options.h"

bool series_takes(const struct search_kind *k)
{
    return !k->composite && !k->reports;
}

static void read_words(struct check_settings *line, struct strings *words, const char *path, size_t number)
{
    for (int i = 0; i < (int)words->count; i++) {
        const struct option_row *row = option_of_word(check_options, words->at[i]);
        char *error;
        if (!row || !row->in_series)
            die("%s:%zu: '%s' is no part of a search: what holds for all searches of a series belongs on the command line", path, number,
                words->at[i]);
        if (options_parse(check_options, line, words->at, &i, &error) != OPTION_TAKEN)
            die("%s:%zu: %s", path, number, error);
    }
}

static struct wire_series read_line(const struct check_settings *s, const char *text, size_t number)
{
    static struct check_settings initial;
    struct check_settings line = *s;
    struct strings words = {0};
    const char *wrong;
    if (!initial.color)
        options_initial(check_options, &initial);
    line.how = initial.how;
    line.reduction = reduction_kind_none.name;
    if (!ini_words(text, &words, &wrong))
        die("%s:%zu: %s", s->series, number, wrong);
    read_words(&line, &words, s->series, number);
    line.how.search = line.how.search ? line.how.search : search_kind_dfs.name;
    if (!series_takes(search_kind_named(line.how.search)))
        die("%s:%zu: --search=%s is no search of a series: run it by itself", s->series, number, line.how.search);
    search_check_options(&line);
    search_settings_read(&line.how);
    struct wire_config c = check_config(&line);
    struct wire_series w = {.seed = c.seed, .max_states = c.max_states, .max_milliseconds = c.max_milliseconds, .steering = c.steering};
    memcpy(w.search, c.search, sizeof w.search);
    memcpy(w.reduction, c.reduction, sizeof w.reduction);
    return w;
}

struct series series_read(const struct check_settings *s)
{
    struct series all = {0};
    struct wire_series *list = NULL;
    size_t length, number = 0;
    if (!s->series)
        return all;
    char *text = read_whole_file(s->series, &length);
    if (!text)
        die("--series=%s: %s", s->series, strerror(errno));
    if (strlen(text) != length)
        die("--series=%s: this is not a text file", s->series);
    for (char *at = text, *end; *at; at = end) {
        end = at + strcspn(at, "\n");
        end += *end ? (*end = '\0', 1) : 0;
        number++;
        if (*at == '#' || !*at)
            continue;
        if (all.count == WIRE_MAX_SERIES)
            die("--series=%s: more than %llu searches", s->series, (unsigned long long)WIRE_MAX_SERIES);
        if ((all.count & (all.count - 1)) == 0)
            list = resize(list, (all.count ? 2 * all.count : 1) * sizeof *list);
        list[all.count++] = read_line(s, at, number);
    }
    if (all.count == 0)
        die("--series=%s: there is no search in it", s->series);
    all.at = list;
    return all;
}
