-- measures.sql - what tables.sql, clients.sql and figures.sql are made of. The study is in the tables of study.sql.
-- Everything here is temporary: nothing is written to the store.

-- Experiments of the study's programs: at its scale, or, of a program that the store does not have at it, at the program's own.
CREATE TEMP VIEW studied_experiment AS
SELECT l.p, e.id AS experiment, e.configuration, e.max_states, p.threads
FROM study s JOIN studied_program l JOIN main.program p ON p.name = l.name AND p.form = l.form
    JOIN main.experiment e ON e.program = p.id AND e.errors = s.errors
WHERE p.scale = s.scale OR NOT EXISTS
    (SELECT 1 FROM main.program other WHERE other.name = p.name AND other.form = p.form AND other.scale = s.scale);

-- Runs with what tables say of them. The outcome of a run in a store of an earlier version is not known, unless it explored everything.
CREATE TEMP VIEW told_run AS
SELECT *, ifnull(processor, seconds) AS time,
    CASE WHEN complete THEN 'all explored' ELSE ifnull(outcome, 'limit reached, or pruned') END AS ending
FROM main.run;

-- Experiments that came to something: one that was begun, and of which there is nothing yet, tells nothing.
CREATE TEMP VIEW made_experiment AS
SELECT * FROM studied_experiment x
WHERE EXISTS (SELECT 1 FROM main.run r WHERE r.experiment = x.experiment)
    OR EXISTS (SELECT 1 FROM main.outcome o WHERE o.experiment = x.experiment AND o.exit_code = 4);

-- For each phase, program p and configuration c: the runs of the latest experiment. mean, least, most and deviation: states of those that
-- found an error; seconds likewise. ended: runs that found an error or explored everything, not cut off by a limit; effort: of these, on
-- average. other_end: how those ended that found none; other_states: theirs, on average. Seconds are those of the
-- processor, where the store has them. refused: its options do not go together.
CREATE TEMP TABLE measure AS
WITH latest AS (
    SELECT x.p, c.name, max(x.experiment) AS experiment
    FROM made_experiment x JOIN study s ON x.max_states IN (0, s.states) JOIN main.configuration c ON c.id = x.configuration
    GROUP BY x.p, c.name),
each AS (
    SELECT r.experiment, found, states, bytes, r.time AS seconds, ending, found OR complete AS has_ended,
        avg(states) FILTER (WHERE found) OVER of AS mean, avg(r.time) FILTER (WHERE found) OVER of AS mean_seconds
    FROM told_run r JOIN (SELECT DISTINCT experiment FROM latest) USING (experiment) WINDOW of AS (PARTITION BY experiment)),
other AS (
    SELECT experiment, group_concat(ending, ' or ') AS other_end
    FROM (SELECT DISTINCT experiment, ending FROM each WHERE NOT found ORDER BY experiment, ending) GROUP BY experiment),
made AS (
    SELECT experiment, count(*) AS runs, sum(found) AS found, sum(has_ended) AS ended, total(states) AS total, mean,
        min(states) FILTER (WHERE found) AS least, max(states) FILTER (WHERE found) AS most,
        sqrt(avg((states - mean) * (states - mean)) FILTER (WHERE found)) AS deviation, mean_seconds,
        sqrt(avg((seconds - mean_seconds) * (seconds - mean_seconds)) FILTER (WHERE found)) AS deviation_seconds,
        avg(states) FILTER (WHERE has_ended) AS effort_states, avg(seconds) FILTER (WHERE has_ended) AS effort_seconds,
        avg(bytes) FILTER (WHERE has_ended) AS effort_bytes, avg(states) FILTER (WHERE NOT found) AS other_states,
        avg(seconds) FILTER (WHERE NOT found) AS other_seconds
    FROM each GROUP BY experiment)
SELECT k.phase, k.c, k.name, k.title, k.code, k.heading, k.family, k.random, l.p, l.name AS program, l.section, l.class, latest.experiment,
    ifnull(runs, 0) AS runs, ifnull(found, 0) AS found, ifnull(ended, 0) AS ended, total, mean, least, most, deviation, mean_seconds,
    deviation_seconds, effort_states, effort_seconds, effort_bytes, other_end, other_states, other_seconds,
    EXISTS (SELECT 1 FROM main.outcome o WHERE o.experiment = latest.experiment AND o.exit_code = 4) AS refused
FROM listed k JOIN studied_program l LEFT JOIN latest ON latest.p = l.p AND latest.name = k.name
    LEFT JOIN made ON made.experiment = latest.experiment LEFT JOIN other ON other.experiment = latest.experiment;

CREATE INDEX temp.measure_of ON measure (phase, c, p);
CREATE TEMP VIEW sweep AS SELECT m.* FROM measure m JOIN study ON phase = ranked;
CREATE TEMP VIEW comparison AS SELECT m.* FROM measure m JOIN study ON phase = compared;
UPDATE study SET has_sweep = EXISTS (SELECT 1 FROM sweep WHERE runs > 0), has_comparison = EXISTS (SELECT 1 FROM comparison WHERE runs > 0);

-- A program in which nobody finds anything would make all of them fail, and tell none from another.
UPDATE studied_program SET left_out = ranked AND NOT EXISTS (SELECT 1 FROM sweep WHERE sweep.p = studied_program.p AND found > 0);
UPDATE studied_program SET ranked = ranked AND NOT left_out;

-- The lists of section 6 of the paper on DFS-RB, over all ranked programs (part ''), over one of them, and over all but one ('only', of,
-- and 'without', of). Scores of programs are multiplied: e, d and v are the logarithms, and the best is 0. Those who fail are NULL, and
-- share the last place; equal ones share the average of their places.
CREATE TEMP TABLE ranking AS
WITH part AS (
    SELECT '' AS part, 0 AS of UNION ALL SELECT 'only', p FROM studied_program WHERE ranked
    UNION ALL SELECT 'without', p FROM studied_program WHERE ranked),
member AS (
    SELECT part, of, p
    FROM part JOIN studied_program ON ranked AND CASE part WHEN 'only' THEN p = of WHEN 'without' THEN p <> of ELSE 1 END),
score AS (
    SELECT p, c, ln(1.0 * runs / found) AS e, ln(mean / nullif(min(mean) OVER (PARTITION BY p), 0)) AS d,
        ln(1 + ifnull(CASE WHEN by_time THEN deviation_seconds / nullif(mean_seconds, 0) ELSE deviation / nullif(mean, 0) END, 0)) AS v
    FROM (SELECT m.*, by_time FROM sweep m JOIN study WHERE found > 0)),
product AS (
    SELECT part, of, c, count(member.p) = count(score.p) AS successful, total(e) AS e, total(d) AS d, total(v) AS v
    FROM part JOIN listed ON phase = (SELECT ranked FROM study) LEFT JOIN member USING (part, of) LEFT JOIN score USING (p, c)
    GROUP BY part, of, c),
normal AS (
    SELECT part, of, c, successful, round(e - min(e) OVER best, 10) AS e, round(d - min(d) OVER best, 10) AS d,
        round(v - min(v) OVER best, 10) AS v
    FROM product WINDOW best AS (PARTITION BY part, of, successful)),
placed AS (
    SELECT *, (rank() OVER by_e + count(*) OVER by_e) / 2.0 AS rank_e, (rank() OVER by_d + count(*) OVER by_d) / 2.0 AS rank_d,
        (rank() OVER by_v + count(*) OVER by_v) / 2.0 AS rank_v
    FROM (SELECT part, of, c, successful, iif(successful, e, NULL) AS e, iif(successful, d, NULL) AS d, iif(successful, v, NULL) AS v
        FROM normal)
    WINDOW by_e AS (PARTITION BY part, of ORDER BY e NULLS LAST), by_d AS (PARTITION BY part, of ORDER BY d NULLS LAST),
        by_v AS (PARTITION BY part, of ORDER BY v NULLS LAST)),
combined AS (
    SELECT *, rank_e + rank_d + rank_v AS r, (rank() OVER by_r + count(*) OVER by_r) / 2.0 AS rank
    FROM placed WINDOW by_r AS (PARTITION BY part, of ORDER BY rank_e + rank_d + rank_v))
SELECT *, row_number() OVER (PARTITION BY part, of ORDER BY rank, c) AS place FROM combined WHERE (SELECT has_sweep FROM study);

CREATE INDEX temp.ranking_of ON ranking (part, of, c);
CREATE TEMP TABLE best AS SELECT r.*, k.name, k.code FROM ranking r JOIN listed k ON k.c = r.c AND k.phase = (SELECT ranked FROM study)
WHERE part = '';
CREATE INDEX temp.best_of ON best (c);

-- --- clients of data structures --------------------------------------------------------------------------------------

-- Algorithms with several orders of threads: those that have configurations NAME-seq-... and NAME-random. sum has an order of its own.
CREATE TEMP VIEW algorithm AS
SELECT 1 AS ordered, substr(name, 1, instr(name, '-seq-') - 1) AS algorithm, min(c) AS nth FROM listed JOIN study ON phase = compared
WHERE instr(name, '-seq-') > 0 GROUP BY algorithm
UNION ALL SELECT 0, name, c FROM listed JOIN study ON phase = compared WHERE name LIKE 'sum%';

-- What such an algorithm takes on a client, over the runs of all of its configurations.
CREATE TEMP VIEW effort AS
SELECT ordered, algorithm, nth, p, class, m.name = algorithm || '-random' AS at_random, sum(r.found OR complete) = count(*) AS whole,
    avg(states) AS states, min(states) AS least, avg(time) AS seconds
FROM algorithm JOIN comparison m ON iif(ordered, m.name IN (algorithm || '-seq', algorithm || '-random')
        OR substr(m.name, 1, length(algorithm) + 5) = algorithm || '-seq-', m.name = algorithm)
    JOIN told_run r USING (experiment)
GROUP BY ordered, algorithm, p, at_random;

-- Both ways of ordering, of the clients of which all runs have come to their end.
CREATE TEMP VIEW orders AS
SELECT a.*, b.states AS random_states, b.least AS random_least, b.seconds AS random_seconds
FROM effort a LEFT JOIN effort b ON b.at_random AND b.p = a.p AND b.algorithm = a.algorithm AND b.whole
WHERE NOT a.at_random AND a.whole AND (b.p IS NOT NULL OR NOT a.ordered);
