/* lab_json.c - see lab_json.h. */
#include "apps/lab/lab_json.h"

#include <jansson.h>

#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"

static json_t *document(const char *schema)
{
    return json_pack("{s:s, s:i, s:s}", "schema", schema, "schema_version", 1, "mazurka_version", MZ_VERSION);
}

static json_t *study_json(const struct study *s)
{
    json_t *phases = json_array();
    for (size_t i = 0; i < s->phase_count; i++) {
        const struct study_phase *p = &s->phases[i];
        json_array_append_new(phases, json_pack("{s:s, s:I, s:I, s:I, s:s?}", "name", p->name, "configurations",
            (json_int_t)p->configurations.count, "all_configurations", (json_int_t)p->whole, "runs", (json_int_t)p->runs, "of", p->of));
    }
    return json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:I, s:o}", "name", s->name, "title", s->title, "programs", texts_of(&s->programs),
        "form", s->form, "scale", s->scale, "errors", s->races ? "races" : "own", "states", (json_int_t)s->states, "phases", phases);
}

void lab_json_studies(const struct strings *names, const char *path)
{
    json_t *all = document("mazurka-lab-list"), *studies = json_array();
    for (size_t i = 0; i < names->count; i++) {
        struct study study = study_read(names->at[i]);
        json_array_append_new(studies, study_json(&study));
    }
    json_object_set_new(all, "studies", studies);
    json_file_put(all, path);
}

void lab_json_study(const struct study *study, const char *path)
{
    json_t *all = document("mazurka-lab-list");
    json_object_set_new(all, "studies", json_pack("[o]", study_json(study)));
    json_file_put(all, path);
}

/* Cells are texts, as they are printed. */
static json_t *table_json(const struct lab_table *t)
{
    json_t *columns = json_array(), *rows = json_array(), *row = NULL;
    for (unsigned i = 0; i < t->table.columns; i++)
        json_array_append_new(columns, json_string(t->table.heading[i]));
    for (size_t i = 0; i < t->table.cells.count; i++) {
        if (i % t->table.columns == 0)
            json_array_append_new(rows, row = json_array());
        json_array_append_new(row, json_string(t->table.cells.at[i]));
    }
    return json_pack("{s:s, s:s?, s:o, s:o}", "title", t->title, "note", t->note, "columns", columns, "rows", rows);
}

static json_t *results_json(const char *schema, const struct study_results *r, const struct lab_tables *tables)
{
    json_t *all = document(schema), *each = json_array();
    for (size_t i = 0; i < tables->count; i++)
        json_array_append_new(each, table_json(&tables->at[i]));
    json_object_set_new(all, "study", study_json(&r->study));
    json_object_set_new(all, "sweep_runs", json_integer((json_int_t)r->sweep_runs));
    json_object_set_new(all, "comparison_runs", json_integer((json_int_t)r->comparison_runs));
    json_object_set_new(all, "missing", json_integer((json_int_t)r->missing));
    json_object_set_new(all, "tables", each);
    return all;
}

void lab_json_tables(const struct study_results *r, const struct lab_tables *tables, const char *path)
{
    json_file_put(results_json("mazurka-lab-rank", r, tables), path);
}

void lab_json_figures(const struct study_results *r, const struct lab_tables *tables, const struct strings *figures, const char *path)
{
    json_t *all = results_json("mazurka-lab-plot", r, tables);
    json_object_set_new(all, "figures", texts_of(figures));
    json_file_put(all, path);
}
