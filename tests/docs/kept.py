"""kept.py - the results that are kept of the papers' studies, as a database."""
import json
import pathlib
import re
import sqlite3

root = pathlib.Path(__file__).resolve().parent.parent.parent
RESULTS = root / "suite/results"


def text(name):
    return RESULTS / "stores" / f"{name}.txt"


def cell(value):
    return None if value == "\\N" else re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n"}.get(m[1], m[1]), value)


def fragments(lines):
    """What `bench/pairwise.py keep` has written: of each fragment what its pairs take, added and deleted, and what full searches do."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE run (program, mode, fragment, search, states, seconds, pairs)")
    for program, mode, fragment, _, search, result in (line.split("\t") for line in lines):
        said = json.loads(result)
        db.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?)",
                   (program, mode, fragment, search, said["states"], said["seconds"], said["pairs"]))
    db.execute("CREATE VIEW result AS SELECT r.program, r.mode, r.fragment, sum(r.states) FILTER (WHERE r.search = 'pairwise') AS pair_states, "
               "sum(r.seconds) FILTER (WHERE r.search = 'pairwise') AS pair_seconds, w.states + sum(r.states) FILTER (WHERE r.search = 'full') "
               "AS full_states, w.seconds + sum(r.seconds) FILTER (WHERE r.search = 'full') AS full_seconds "
               "FROM run r JOIN run w ON w.program = r.program AND w.mode = r.mode AND w.fragment = '' "
               "WHERE r.fragment <> '' GROUP BY 1, 2, 3 HAVING count(*) = 3")
    return db


def store(path):
    """What `mazurka lab export` has written, with a view of the runs."""
    if pathlib.Path(path).name == "pairwise.txt":
        return fragments(pathlib.Path(path).read_text(encoding="utf-8").splitlines()[1:])
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
               "WHERE e.id IN (SELECT experiment FROM run) GROUP BY 1, 2, 3, 4, 5) SELECT * FROM latest JOIN run r USING (experiment)")
    return db
