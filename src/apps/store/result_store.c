/* result_store.c - opening the store, its schema and version, who may write, and statements. */
#include "apps/store/result_store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "apps/store/schema.h"
#include "tool/cli/util.h"

struct store {
    sqlite3    *db;
    const char *path;
    int         lock; /* descriptor that holds it; -1: a reader */
    bool        in_memory; /* a copy of the file, or what it stands for */
};

enum { PATIENCE = 10000 /* milliseconds, until a reader or writer is done with a page */ };

/* --- what goes wrong ----------------------------------------------------------------------------------------------------- */

static void fail(const struct store *s, int code) __attribute__((noreturn));
static void fail(const struct store *s, int code)
{
    int system = s->db ? sqlite3_system_errno(s->db) : 0;
    switch (code & 0xff) {
    case SQLITE_FULL:
        die("the store %s: the disk is full. What was finished before is kept: make room and run the same command again", s->path);
    case SQLITE_IOERR:
        die("the store %s: %s. What was finished before is kept: run the same command again", s->path,
            system ? strerror(system) : sqlite3_errmsg(s->db));
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        die("the store %s is no SQLite file, or is damaged: --store=FILE names another one", s->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        die("the store %s: somebody else is writing to it", s->path);
    case SQLITE_READONLY:
        die("the store %s cannot be written to", s->path);
    default:
        die("the store %s: %s", s->path, sqlite3_errmsg(s->db));
    }
}

static void must(const struct store *s, int code)
{
    if (code != SQLITE_OK)
        fail(s, code);
}

static void execute(const struct store *s, const char *sql)
{
    must(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL));
}

/* --- statements ---------------------------------------------------------------------------------------------------------- */

static sqlite3_stmt *prepare(struct store *s, const char *sql, const char *kinds, va_list values)
{
    sqlite3_stmt *statement;
    must(s, sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL));
    for (int i = 0; kinds[i]; i++) {
        int code = kinds[i] == 'i'   ? sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t))
                   : kinds[i] == 'f' ? sqlite3_bind_double(statement, i + 1, va_arg(values, double))
                                     : sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
        must(s, code);
    }
    return statement;
}

const char *store_next(struct store *s, const char *sql, sqlite3_stmt **statement)
{
    const char *rest = sql;
    for (*statement = NULL; !*statement && *rest;)
        must(s, sqlite3_prepare_v2(s->db, rest, -1, statement, &rest));
    return *statement ? rest : NULL;
}

sqlite3_stmt *store_query(struct store *s, const char *sql, const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *statement = prepare(s, sql, kinds, values);
    va_end(values);
    return statement;
}

bool store_row(struct store *s, sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        fail(s, sqlite3_extended_errcode(s->db));
    sqlite3_finalize(statement);
    return false;
}

void store_do(struct store *s, const char *sql, const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *statement = prepare(s, sql, kinds, values);
    va_end(values);
    while (store_row(s, statement))
        ;
}

void store_insert(struct store *s, const char *sql, char *const *cells, size_t count)
{
    sqlite3_stmt *statement;
    must(s, sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL));
    for (size_t i = 0; i < count; i++)
        must(s, sqlite3_bind_text(statement, (int)i + 1, cells[i], -1, SQLITE_STATIC));
    while (store_row(s, statement))
        ;
}

int64_t store_number(struct store *s, const char *sql, const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *statement = prepare(s, sql, kinds, values);
    va_end(values);
    if (!store_row(s, statement))
        return -1;
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

int store_columns(sqlite3_stmt *statement)
{
    return sqlite3_column_count(statement);
}

const char *store_heading(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_name(statement, column);
}

char *store_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? format_text("%s", (const char *)text) : NULL;
}

char *store_needed(struct store *s, sqlite3_stmt *statement, int column)
{
    char *text = store_text(statement, column);
    if (!text)
        fail(s, SQLITE_CORRUPT);
    return text;
}

int64_t store_integer(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_int64(statement, column);
}

double store_real(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_double(statement, column);
}

bool store_is_null(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL;
}

void store_script(struct store *s, const char *sql)
{
    execute(s, sql);
}

void store_begin(struct store *s)
{
    execute(s, "BEGIN IMMEDIATE");
}

void store_commit(struct store *s)
{
    execute(s, "COMMIT");
}

/* --- numbers as texts ---------------------------------------------------------------------------------------------------- */

/* As C writes them, of which SQLite's own format() differs where a half is rounded. NULL stays NULL. */
static void write_number(sqlite3_context *context, int count, sqlite3_value **values)
{
    char text[64];
    int digits = sqlite3_value_int(values[1]);
    double value = sqlite3_value_double(values[0]);
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    if (sqlite3_user_data(context))
        snprintf(text, sizeof text, "%.*f", digits, value);
    else
        snprintf(text, sizeof text, "%.*g", digits, value);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void add_functions(struct store *s)
{
    must(s, sqlite3_create_function(s->db, "fixed", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, s, write_number, NULL, NULL));
    must(s, sqlite3_create_function(s->db, "general", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, write_number, NULL, NULL));
}

/* --- opening ------------------------------------------------------------------------------------------------------------- */

/* By flock, which nothing that SQLite does to the file undoes. The descriptor stays open: the lock goes with the process, however that
 * ends. */
static int lock(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        die("the store %s: %s", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (errno == EWOULDBLOCK)
        die("the store %s: another runner is at work on it. Wait for its end, or name another file with --store=FILE", path);
    die("the store %s cannot be locked: %s", path, strerror(errno));
}

static bool is_new(struct store *s)
{
    return store_number(s, "SELECT count(*) FROM sqlite_schema", "") == 0;
}

static int64_t version_of(struct store *s)
{
    return store_number(s, "PRAGMA user_version", "");
}

/* What makes the next version of it; NULL: nobody knows. */
static const char *upgrade_of(int64_t version)
{
    switch (version) {
#define UPGRADE(from, script) case from: return script;
        STORE_UPGRADES(UPGRADE)
#undef UPGRADE
    default: return NULL;
    }
}

static void check_version(struct store *s)
{
    if (store_number(s, "PRAGMA application_id", "") != STORE_APPLICATION)
        die("%s is an SQLite file of something else, not a store of results: --store=FILE names another one", s->path);
    int64_t version = version_of(s);
    if (version != STORE_VERSION && !upgrade_of(version))
        die("the store %s was written by another version of Mazurka: its schema has the number %lld, and this version knows %d. "
            "--store=FILE names another one", s->path, (long long)version, STORE_VERSION);
}

/* Tables and views of the store as they were created: "name = sql" each. */
static struct strings schema_of(struct store *s)
{
    struct strings all = {0};
    sqlite3_stmt *row = store_query(s, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL", "");
    while (store_row(s, row))
        strings_addf(&all, "%s = %s", store_needed(s, row, 0), store_needed(s, row, 1));
    return all;
}

/* A file may have the version, and other tables all the same. */
static void check_schema(struct store *s)
{
    struct store right = {.path = ":memory:", .lock = -1};
    must(&right, sqlite3_open(right.path, &right.db));
    execute(&right, STORE_SCHEMA);
    struct strings has = schema_of(s), needs = schema_of(&right);
    sqlite3_close(right.db);
    for (size_t i = 0; i < needs.count; i++)
        if (!strings_contain(&has, needs.at[i]))
            die("the store %s is damaged: its tables are not those of version %d (%.*s). --store=FILE names another one", s->path,
                STORE_VERSION, (int)strcspn(needs.at[i], " "), needs.at[i]);
}

static void create(struct store *s)
{
    store_begin(s);
    execute(s, STORE_SCHEMA);
    char *marks = format_text("PRAGMA application_id = %d; PRAGMA user_version = %d", STORE_APPLICATION, STORE_VERSION);
    execute(s, marks);
    store_commit(s);
}

static void copy(struct store *to, const char *name, struct store *from)
{
    sqlite3_backup *b = sqlite3_backup_init(to->db, name, from->db, "main");
    if (!b || sqlite3_backup_step(b, -1) != SQLITE_DONE)
        fail(to, sqlite3_extended_errcode(to->db));
    sqlite3_backup_finish(b);
}

static void move_to_memory(struct store *s)
{
    struct store memory = {.path = s->path, .lock = -1, .in_memory = true};
    must(&memory, sqlite3_open(":memory:", &memory.db));
    copy(&memory, "main", s);
    sqlite3_close(s->db);
    *s = memory;
    add_functions(s);
}

struct store *store_in_memory(const char *path)
{
    struct store *s = allocate(sizeof *s);
    *s = (struct store){.path = path, .lock = -1, .in_memory = true};
    must(s, sqlite3_open(":memory:", &s->db));
    add_functions(s);
    create(s);
    return s;
}

static void upgrade(struct store *s, bool writing)
{
    if (version_of(s) == STORE_VERSION)
        return;
    if (!writing)
        move_to_memory(s);
    store_begin(s);
    for (int64_t version; (version = version_of(s)) != STORE_VERSION;) {
        execute(s, upgrade_of(version));
        execute(s, format_text("PRAGMA user_version = %lld", (long long)version + 1));
    }
    store_commit(s);
}

void store_attach(struct store *s, struct store *other)
{
    store_do(s, "ATTACH DATABASE ? AS other", "t", other->in_memory ? ":memory:" : other->path);
    if (other->in_memory)
        copy(s, "other", other);
}

/* A reader, too, opens the file for writing if he may: then SQLite tidies up behind the last one to leave. */
struct store *store_open(const char *path, bool writing)
{
    struct store *s = allocate(sizeof *s);
    *s = (struct store){.path = path, .lock = -1};
    if (!writing && !file_exists(path))
        die("there is no store %s yet: `mazurka suite run` makes it, --store=FILE names another one", path);
    if (writing)
        s->lock = lock(path);
    must(s, sqlite3_open_v2(path, &s->db, access(path, W_OK) == 0 ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, NULL));
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, PATIENCE);
    add_functions(s);
    bool fresh = is_new(s);
    if (!fresh) {
        check_version(s);
        upgrade(s, writing);
        check_schema(s);
    } else if (!writing)
        die("there is nothing in the store %s yet: `mazurka suite run` fills it", path);
    if (writing)
        execute(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    if (fresh)
        create(s);
    return s;
}

void store_close(struct store *s)
{
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
}
