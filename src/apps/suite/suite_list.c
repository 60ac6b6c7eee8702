/* suite_list.c - `mazurka suite list`: the programs of a suite, or the configurations there are. */
#include <stdio.h>
#include <string.h>

#include "apps/suite/configurations.h"
#include "apps/suite/facts.h"
#include "apps/suite/suite_settings.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"

static char *joined(const struct variant *list, size_t count)
{
    char *text = format_text("%s", count ? list[0].name : "");
    for (size_t i = 1; i < count; i++)
        text = format_text("%s, %s", text, list[i].name);
    return text;
}

static void print_program(const struct program *p)
{
    printf("%s: %s\n", p->name, printable(p->title));
    printf("  bug: %s", p->kinds.count ? p->kinds.at[0] : "none");
    if (p->line_count)
        printf(" at %s:%u", printable(p->line_file), p->lines[0]);
    printf("; forms: %s; scales: %s", printable(joined(p->forms, p->form_count)), printable(joined(p->scales, p->scale_count)));
    if (p->threads)
        printf("; %s", show_things(p->threads, "thread"));
    for (size_t i = 0; i < p->papers.count; i++)
        printf("%s%s", i ? ", " : "; papers: ", printable(p->papers.at[i]));
    puts("");
}

/* The files themselves, each whole. */
static int print_json(const struct suite *s, const char *path)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->count; i++)
        json_array_append(list, s->programs[i].json);
    json_file_put(json_pack("{s:s,s:i,s:s,s:o}", "schema", "mazurka-suite-list", "schema_version", 1, "suite", s->directory, "programs",
        list), path);
    return 0;
}

static int list_configurations(const struct strings *patterns)
{
    struct configuration_list list = configurations_matching(patterns);
    const char *group = "";
    for (size_t i = 0; i < list.count; i++) {
        const struct configuration *c = list.at[i];
        if (strcmp(group, c->group) != 0)
            printf("%s%s\n", i ? "\n" : "", c->group);
        group = c->group;
        printf("  %-22s %s%s%s\n", c->name, c->title, c->absent ? ": absent, " : "", c->absent ? c->absent : "");
        if (c->options && c->options[0])
            printf("  %-22s %s\n", "", c->options);
    }
    return 0;
}

int suite_list(const struct suite_settings *settings)
{
    struct strings patterns = split_list(settings->programs);
    if (settings->configurations) {
        struct strings wanted = split_list(settings->configurations);
        return list_configurations(&wanted);
    }
    struct suite s = suite_read(settings->directory, &patterns);
    if (settings->json)
        return print_json(&s, settings->json);
    for (size_t i = 0; i < s.count; i++)
        print_program(&s.programs[i]);
    return 0;
}
