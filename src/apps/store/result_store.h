/* result_store.h - the SQLite file that results are kept in: programs × configurations × limits are experiments, and an experiment has a
 * run for each seed. suite/suite.md describes the schema, which others may read.
 *
 * Who writes has the store for itself: a second writer is refused with a sentence. Readers may look at any time. What was committed
 * survives a kill. Whatever goes wrong with the file ends the tool with a sentence. */
#ifndef MZ_APPS_STORE_RESULT_STORE_H
#define MZ_APPS_STORE_RESULT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_VERSION = 3 };

struct store;
struct sqlite3_stmt;

/* Writing makes the file if it is not there; reading needs one. One of an earlier version becomes one of this version, for a reader in
 * memory only. */
struct store *store_open(const char *path, bool writing);
struct store *store_in_memory(const char *path); /* empty; the path is for messages */
/* Another store, to be read as the database `other` beside this one. */
void store_attach(struct store *store, struct store *other);
void store_close(struct store *store);

/* All that is written in between is there, or nothing. */
void store_begin(struct store *store);
void store_commit(struct store *store);

/* --- statements: prepared, bound by kinds (t text or NULL, i int64_t, f double), stepped --------------------------------- */
/* SQL may use fixed(x, n), a number with n decimals, and general(x, n), one of n digits at most. */

struct sqlite3_stmt *store_query(struct store *store, const char *sql, const char *kinds, ...);
bool store_row(struct store *store, struct sqlite3_stmt *statement); /* is there a further row? At the end it is finished */
/* The next statement of a text of several; what comes after it, or NULL if there is none. */
const char *store_next(struct store *store, const char *sql, struct sqlite3_stmt **statement);
void store_do(struct store *store, const char *sql, const char *kinds, ...);
void store_insert(struct store *store, const char *sql, char *const *cells, size_t count); /* texts, or NULL */
void store_script(struct store *store, const char *sql); /* several statements, without values */
int64_t store_number(struct store *store, const char *sql, const char *kinds, ...); /* of the first row; -1 without one */

int store_columns(struct sqlite3_stmt *statement);
const char *store_heading(struct sqlite3_stmt *statement, int column);

/* Columns of a row. Text is a new string; NULL where the column is, or, of one that is never NULL, a sentence and the end of the tool. */
char   *store_text(struct sqlite3_stmt *statement, int column);
char   *store_needed(struct store *store, struct sqlite3_stmt *statement, int column);
int64_t store_integer(struct sqlite3_stmt *statement, int column);
double  store_real(struct sqlite3_stmt *statement, int column);
bool    store_is_null(struct sqlite3_stmt *statement, int column);

#endif
