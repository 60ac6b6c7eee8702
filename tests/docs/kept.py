"""kept.py - the results that are kept of the papers' studies, as a database."""
import pathlib
import re
import sqlite3

root = pathlib.Path(__file__).resolve().parent.parent.parent
RESULTS = root / "suite/results"


def text(name):
    return RESULTS / "stores" / f"{name}.txt"


def cell(value):
    return None if value == "\\N" else re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n"}.get(m[1], m[1]), value)


def store(path):
    """What `mazurka lab export` has written, with a view of the runs."""
    db = sqlite3.connect(":memory:")
    insert = None
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()[1:]:
        if line.startswith("#"):
            table, columns = line[1:].split(" ", 1)
            db.execute(f"CREATE TABLE {table} ({', '.join(c + ' NUMERIC' for c in columns.split(', '))})")
            insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns.split(', ')))})"
        else:
            db.execute(insert, [cell(c) for c in line.split("\t")])
    db.execute("CREATE VIEW result AS WITH latest AS (SELECT p.name AS program, p.form, c.name AS configuration, e.errors, e.max_states, "
               "max(e.id) AS experiment FROM experiment e JOIN program p ON p.id = e.program JOIN configuration c ON c.id = e.configuration "
               "GROUP BY 1, 2, 3, 4, 5) SELECT * FROM latest JOIN run r USING (experiment)")
    return db
