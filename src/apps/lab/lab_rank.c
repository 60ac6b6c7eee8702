/* lab_rank.c - `mazurka lab rank`: the tables of a study, in Markdown. */
#include <stdio.h>

#include "apps/lab/lab_json.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"

static void print_tables(const struct study_results *r, const struct lab_tables *all)
{
    printf("%s\n\n%s, errors: %s, limit of %s. %s in the sweep, %s in the comparison.\n", r->study.title,
        show_things(r->study.programs.count, "program"), r->study.races ? "races" : "own", show_things(r->study.states, "state"),
        show_things(r->sweep_runs, "run"), show_things(r->comparison_runs, "run"));
    for (size_t i = 0; i < all->count; i++) {
        printf("\n### %s\n\n", all->at[i].title);
        table_print(&all->at[i].table, true, stdout);
        if (all->at[i].note)
            printf("\n%s\n", all->at[i].note);
    }
}

int lab_rank(const struct lab_settings *settings)
{
    struct study_results r = lab_results(settings);
    struct lab_tables all = study_tables(&r);
    if (r.sweep_runs && r.missing)
        warn("note: %s of the phase %s have no runs yet, and count as if they had found nothing", show_things(r.missing, "experiment"),
            r.study.ranked);
    if (settings->json)
        lab_json_tables(&r, &all, settings->json);
    if (!is_stdout(settings->json))
        print_tables(&r, &all);
    store_close(r.store);
    return 0;
}
