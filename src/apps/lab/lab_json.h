/* lab_json.h - what `mazurka lab list`, `rank` and `plot` tell, as JSON. */
#ifndef MZ_APPS_LAB_LAB_JSON_H
#define MZ_APPS_LAB_LAB_JSON_H

#include "apps/lab/study_tables.h"

/* Written to `path`: all studies, one study, the tables of its results, and its tables and the names of its figures. */
void lab_json_studies(const struct strings *names, const char *path);
void lab_json_study(const struct study *study, const char *path);
void lab_json_tables(const struct study_results *r, const struct lab_tables *tables, const char *path);
void lab_json_figures(const struct study_results *r, const struct lab_tables *tables, const struct strings *figures, const char *path);

#endif
