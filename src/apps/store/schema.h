/* schema.h - the tables of the store, version STORE_VERSION (result_store.h). suite/suite.md describes them, and a test compares the
 * two. What is changed here raises the version: what makes this one of the one before is a row of STORE_UPGRADES, and stores of any other
 * version are refused. */
#ifndef MZ_APPS_STORE_SCHEMA_H
#define MZ_APPS_STORE_SCHEMA_H

#define STORE_APPLICATION 0x4d7a6b61 /* "Mzka": which file of SQLite's this is */

/* From the version to the one behind it. A column that is added ends up before the constraints of its table, as below. */
#define STORE_UPGRADES(UPGRADE) \
    UPGRADE(2, "ALTER TABLE run ADD COLUMN outcome TEXT; ALTER TABLE run ADD COLUMN processor REAL;")

#define STORE_SCHEMA \
    "CREATE TABLE program (" \
    "  id INTEGER PRIMARY KEY, name TEXT NOT NULL, form TEXT NOT NULL, scale TEXT NOT NULL, buggy INTEGER NOT NULL," \
    "  title TEXT, threads INTEGER, flags TEXT NOT NULL, fingerprint TEXT NOT NULL," \
    "  UNIQUE (name, form, scale, fingerprint));" \
    "CREATE TABLE configuration (" \
    "  id INTEGER PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL, title TEXT NOT NULL, options TEXT NOT NULL," \
    "  random INTEGER NOT NULL, UNIQUE (name, options));" \
    "CREATE TABLE experiment (" \
    "  id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program, configuration INTEGER NOT NULL REFERENCES configuration," \
    "  errors TEXT NOT NULL, max_states INTEGER NOT NULL, max_milliseconds INTEGER NOT NULL, mazurka TEXT NOT NULL," \
    "  UNIQUE (program, configuration, errors, max_states, max_milliseconds, mazurka));" \
    "CREATE TABLE run (" \
    "  experiment INTEGER NOT NULL REFERENCES experiment, seed INTEGER NOT NULL, found INTEGER NOT NULL, complete INTEGER NOT NULL," \
    "  states INTEGER NOT NULL, transitions INTEGER NOT NULL, max_depth INTEGER NOT NULL, path INTEGER, switches INTEGER," \
    "  preemptions INTEGER, bytes INTEGER NOT NULL, seconds REAL NOT NULL, outcome TEXT, processor REAL," \
    " PRIMARY KEY (experiment, seed)) WITHOUT ROWID;" \
    "CREATE TABLE outcome (" \
    "  experiment INTEGER NOT NULL REFERENCES experiment, first_seed INTEGER NOT NULL, runs INTEGER NOT NULL, verdict TEXT NOT NULL," \
    "  reason TEXT, exit_code INTEGER NOT NULL, expected INTEGER NOT NULL, why TEXT, finished TEXT NOT NULL, seconds REAL NOT NULL," \
    "  statistics TEXT, PRIMARY KEY (experiment, first_seed)) WITHOUT ROWID;" \
    "CREATE TABLE finding (" \
    "  experiment INTEGER NOT NULL REFERENCES experiment, first_seed INTEGER NOT NULL, kind TEXT NOT NULL, file TEXT, line INTEGER," \
    "  headline TEXT NOT NULL, expected INTEGER NOT NULL);" \
    "CREATE INDEX finding_of ON finding (experiment, first_seed);" \
    "CREATE TABLE census (" \
    "  experiment INTEGER PRIMARY KEY REFERENCES experiment, complete INTEGER NOT NULL, distinct_states INTEGER NOT NULL," \
    "  states INTEGER NOT NULL, error_states INTEGER NOT NULL, paths INTEGER NOT NULL, error_paths INTEGER NOT NULL," \
    "  error_state_ratio REAL, error_state_low REAL, error_state_high REAL," \
    "  error_path_ratio REAL, error_path_low REAL, error_path_high REAL," \
    "  least_length INTEGER, average_length REAL, average_low REAL, average_high REAL, most_length INTEGER, seconds REAL NOT NULL);" \
    "CREATE VIEW result AS SELECT p.name AS program, p.form, p.scale, p.buggy, c.name AS configuration, c.family, c.options, e.errors," \
    "  e.max_states, e.max_milliseconds, e.mazurka, r.* FROM run r JOIN experiment e ON e.id = r.experiment" \
    "  JOIN program p ON p.id = e.program JOIN configuration c ON c.id = e.configuration;"

#endif
