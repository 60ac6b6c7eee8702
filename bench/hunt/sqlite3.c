/* sqlite3.c - threads that share a database of SQLite: by one connection (serialized mode) and by connections of their own with a shared
 * cache; each inserts rows and counts them. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#include "sqlite3.h"

enum { THREADS = 2, ROWS = 2 };
static sqlite3 *shared;
static const char uri[] = "file:memory?mode=memory&cache=shared";

static int perform(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    int status = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (status != SQLITE_OK)
        return status;
    status = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return status;
}

static void must(sqlite3 *db, const char *sql)
{
    int status, tries = 0;
    while ((status = perform(db, sql)) == SQLITE_LOCKED || status == SQLITE_BUSY) {
        assert(++tries < 1000);
        usleep(1000);
    }
    assert(status == SQLITE_DONE);
}

static int count(sqlite3 *db)
{
    sqlite3_stmt *query;
    assert(sqlite3_prepare_v2(db, "select count(*) from t", -1, &query, NULL) == SQLITE_OK);
    assert(sqlite3_step(query) == SQLITE_ROW);
    int rows = sqlite3_column_int(query, 0);
    assert(sqlite3_finalize(query) == SQLITE_OK);
    return rows;
}

static void *by_one_connection(void *p)
{
    for (int i = 0; i < ROWS; i++)
        must(shared, "insert into t(v) values (random())");
    return p;
}

static void *by_its_own(void *p)
{
    sqlite3 *db;
    assert(sqlite3_open_v2(uri, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, NULL) == SQLITE_OK);
    for (int i = 0; i < ROWS; i++)
        must(db, "insert into t(v) values (random())");
    assert(sqlite3_close(db) == SQLITE_OK);
    return p;
}

int main(void)
{
    pthread_t threads[2 * THREADS];
    assert(sqlite3_open_v2(uri, &shared, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, NULL) == SQLITE_OK);
    must(shared, "create table t(id integer primary key, v)");
    for (int i = 0; i < 2 * THREADS; i++)
        pthread_create(&threads[i], NULL, i < THREADS ? by_one_connection : by_its_own, NULL);
    for (int i = 0; i < 2 * THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(count(shared) == 2 * THREADS * ROWS);
    assert(sqlite3_close(shared) == SQLITE_OK);
    return 0;
}
