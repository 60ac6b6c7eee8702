-- tables.sql - the tables of a study. A query gives rows of tables: title, note, and cells under headings (> : to the right); a new title
-- begins a new table, and a row whose cells are all NULL only names one. Columns called `column` and `cell`: a column for each value of the
-- former. fixed(x, n) has n decimals, general(x, n) n digits at most.

-- --- tables 1 and 8: characteristics ---------------------------------------------------------------------------------

SELECT 'Tables 1 and 8: state space characteristics' AS title, NULL AS note, name AS program, ifnull(threads, 0) AS ">threads",
    iif(complete, 'all', 'a part') AS explored, general(error_state_ratio, 3) AS ">ratio of error states",
    general(error_path_ratio, 3) AS ">ratio of error paths", fixed(least_length, 0) AS ">least error path",
    fixed(average_length, 0) AS ">average"
FROM (SELECT x.*, max(experiment)
    FROM studied_experiment x JOIN study s ON x.max_states = s.states JOIN census USING (experiment) GROUP BY p)
    JOIN census USING (experiment) JOIN studied_program USING (p)
ORDER BY p;

-- --- where errors are found at all -----------------------------------------------------------------------------------

WITH share AS (
    SELECT p, sum(runs > 0) AS n, 1.0 * sum(runs > 0 AND found = runs) / nullif(sum(runs > 0), 0) AS share, 3.8416 AS z2
    FROM sweep GROUP BY p),
middle AS (
    SELECT p, (share + z2 / (2 * n)) / (1 + z2 / n) AS middle,
        sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n) AS half
    FROM share)
SELECT 'Configurations that find an error' AS title,
    (SELECT format('A sample of %,d of %,d configurations, one of each of as many equal pieces of their list; of all: the interval of 95 %% '
        || '(Wilson).', count(*), whole) FROM listed JOIN study ON phase = ranked HAVING count(*) < whole) AS note,
    program, sum(runs > 0) AS ">configurations", sum(runs > 0 AND found = runs) AS ">in every run",
    sum(found > 0 AND found < runs AND 2 * found >= runs) AS ">in half or more",
    sum(found > 0 AND 2 * found < runs) AS ">in some", sum(runs > 0 AND found = 0) AS ">in none",
    fixed(min(mean), 0) AS ">best average of states",
    iif((SELECT count(*) FROM listed WHERE phase = ranked) < whole,
        fixed(100 * max(0, middle - half), 0) || ' to ' || fixed(100 * min(1, middle + half), 0) || ' %', NULL) AS ">of all, in every run"
FROM sweep JOIN study ON has_sweep LEFT JOIN middle USING (p) GROUP BY p ORDER BY p;

-- --- table 2: extremes -----------------------------------------------------------------------------------------------

WITH good AS (
    SELECT *, row_number() OVER (PARTITION BY p ORDER BY least, c) AS by_least,
        row_number() OVER (PARTITION BY p ORDER BY most DESC, c) AS by_most, row_number() OVER (PARTITION BY p ORDER BY mean, c) AS by_mean,
        count(*) OVER (PARTITION BY p) AS n
    FROM sweep WHERE found > 0 AND 2 * found >= runs),
extreme AS (
    SELECT 1 AS row, 'LM' AS what, * FROM good WHERE by_least = 1 UNION ALL SELECT 2, 'HM', * FROM good WHERE by_most = 1
    UNION ALL SELECT 3, 'LA', * FROM good WHERE by_mean = 1 UNION ALL SELECT 4, 'HA', * FROM good WHERE by_mean = n
    UNION ALL SELECT 5, 'MC', * FROM good WHERE by_mean = n / 2 + 1)
SELECT 'Table 2: selected configurations' AS title,
    'LM: the lowest minimum of states until an error; HM: the highest maximum; LA, HA: the lowest and highest average; MC: the '
    || 'median of averages. Only configurations of which at least half of the runs found an error.' AS note,
    iif(row > 1, '', program) AS program, what AS "", code AS configuration, fixed(mean, 0) AS ">states: mean", fixed(least, 0) AS ">min",
    fixed(most, 0) AS ">max", fixed(deviation, 1) AS ">σ", fixed(mean_seconds, 4) AS ">seconds",
    fixed(100.0 * found / runs, 0) || ' %' AS ">found"
FROM study LEFT JOIN extreme WHERE has_sweep ORDER BY p, row;

-- --- tables 3 to 5: ranks --------------------------------------------------------------------------------------------

WITH criterion (number, title) AS (
    VALUES (1, 'Table 3: the ten best in finding errors'), (2, 'Table 3: the ten nearest to the best speed'),
        (3, 'Table 3: the ten with the least variation')),
listed_by AS (
    SELECT number, best.*, CASE number WHEN 1 THEN e WHEN 2 THEN d ELSE v END AS score,
        row_number() OVER (PARTITION BY number ORDER BY CASE number WHEN 1 THEN rank_e WHEN 2 THEN rank_d ELSE rank_v END, c) AS nth
    FROM criterion JOIN best ON successful)
SELECT title, NULL AS note, code AS configuration, fixed(exp(score), 2) AS ">score", general(rank_e, 6) AS ">rank: finding errors",
    general(rank_d, 6) AS ">rank: distance", general(rank_v, 6) AS ">rank: variation"
FROM criterion JOIN study ON has_sweep LEFT JOIN listed_by USING (number) WHERE nth IS NULL OR nth <= 10 ORDER BY number, nth;

SELECT 'Table 4: the ten best by the combined score' AS title,
    (SELECT format('%,d configuration%s of %,d found an error in every program of ', sum(successful), iif(sum(successful) = 1, '', 's'),
        count(*)) FROM best)
    || (SELECT sum(ranked) FROM studied_program) || '; the others fail, and share the last place. Variation is that of '
    || iif(by_time, 'running times.', 'states.')
    || ifnull((SELECT ' Left out, since no configuration found anything there: ' || group_concat(name, ', ') || '.' FROM studied_program
        WHERE left_out HAVING count(*) > 0), '') AS note,
    place AS ">rank", code AS configuration, general(r, 6) AS ">r", general(rank_e, 6) AS ">r_e", general(rank_d, 6) AS ">r_d",
    general(rank_v, 6) AS ">r_v", fixed(exp(e), 2) AS ">score: finding errors", fixed(exp(d), 2) AS ">distance",
    fixed(exp(v), 2) AS ">variation"
FROM study LEFT JOIN best ON successful AND place <= 10 WHERE has_sweep ORDER BY place;

WITH pair (number, criteria, paper) AS (
    VALUES (1, 'finding errors - distance', '0.08'), (2, 'finding errors - variation', '-0.53'), (3, 'distance - variation', '-0.50')),
distance AS (
    SELECT pair.*, CASE number WHEN 1 THEN rank_e - rank_d WHEN 2 THEN rank_e - rank_v ELSE rank_d - rank_v END AS d
    FROM pair JOIN study ON has_sweep LEFT JOIN best ON successful)
SELECT 'Table 5: similarity of the lists of the criteria' AS title, NULL AS note, criteria,
    iif(count(d) > 1, fixed(1 - 6 * sum(d * d) / (count(d) * (1.0 * count(d) * count(d) - 1)), 2), NULL) AS ">ρ, successful ones",
    paper AS ">paper"
FROM distance GROUP BY number ORDER BY number;

-- --- table 6: pairwise comparison ------------------------------------------------------------------------------------

SELECT 'Table 6: the ten best by pairwise comparison (Â12)' AS title, NULL AS note, code AS configuration, fixed(score, 0) AS ">score",
    general(rank, 6) AS ">ranking"
FROM study LEFT JOIN (SELECT * FROM pairwise JOIN best USING (c) ORDER BY score DESC, c LIMIT 10) WHERE has_sweep ORDER BY score DESC, c;

-- --- table 7: leave one out ------------------------------------------------------------------------------------------

-- Of all configurations (among = 0), and of the successful ones, whose ranks are made anew among these.
CREATE TEMP TABLE similarity AS
WITH pair AS (
    SELECT own.of, own.c, own.rank AS a, other.rank AS b
    FROM ranking own JOIN ranking other ON other.part = 'without' AND other.of = own.of AND other.c = own.c WHERE own.part = 'only'),
anew AS (
    SELECT *, (rank() OVER by_a + count(*) OVER by_a) / 2.0 - (rank() OVER by_b + count(*) OVER by_b) / 2.0 AS d
    FROM (SELECT 0 AS among, * FROM pair UNION ALL SELECT 1, pair.* FROM pair JOIN best USING (c) WHERE successful)
    WINDOW by_a AS (PARTITION BY of, among ORDER BY a), by_b AS (PARTITION BY of, among ORDER BY b))
SELECT of, among, count(*) AS n, iif(count(*) < 2, 1, 1 - 6 * sum(d * d) / (count(*) * (1.0 * count(*) * count(*) - 1))) AS rho
FROM anew GROUP BY of, among;

SELECT 'Table 7: leave-one-out validation' AS title, 'The list for one program, compared with the list for all others.' AS note,
    name AS program, fixed(a.rho, 3) AS ">ρ, with failures", iif(b.n > 1, fixed(b.rho, 3), NULL) AS ">ρ, successful ones"
FROM study LEFT JOIN studied_program l ON l.ranked LEFT JOIN similarity a ON a.of = p AND a.among = 0
    LEFT JOIN similarity b ON b.of = p AND b.among = 1
WHERE has_sweep ORDER BY p;

-- --- table 9: the best ones, program by program ----------------------------------------------------------------------

SELECT 'Table 9: relative performance of the ten best' AS title,
    'How many of all configurations have a better average in the program. A dash: no run found an error.' AS note,
    iif(successful, place, NULL) AS ">rank", program AS "column",
    iif(mean IS NULL, NULL, fixed(100.0 * (better - 1) / n, 1) || ' %') AS cell
FROM (SELECT p, c, program, mean, rank() OVER (PARTITION BY p ORDER BY mean NULLS LAST) AS better, count(*) OVER (PARTITION BY p) AS n
        FROM sweep JOIN study ON has_sweep)
    JOIN best USING (c)
WHERE place <= 10 AND p < 15 ORDER BY place, p;

-- --- for users: which searches find errors soonest, and which three of them together ---------------------------------
-- Not in the paper, whose advice is a portfolio (section 1), and whose leave-one-out validation (section 7.1) this follows. The cost of a
-- search in a program is the number of states that it takes until an error, with new seeds until one is found. A portfolio costs what the
-- best of its parts does; where none finds anything it costs 100 times the best cost that is known.

CREATE TEMP TABLE candidate AS
SELECT n, title, heading, p, program, cost, best, ifnull(ln(min(cost / best, 100)), ln(100)) AS regret
FROM (SELECT *, min(cost) OVER (PARTITION BY p) AS best
    FROM (SELECT c AS n, title, heading, p, program, iif(found, total / found, NULL) AS cost FROM sweep JOIN study ON has_sweep
        UNION ALL
        SELECT c + (SELECT count(*) FROM listed WHERE phase = s.ranked), title, heading, p, program, iif(found, total / found, NULL)
        FROM comparison JOIN study s ON has_sweep AND has_comparison AND ranked <> compared));

SELECT 'Soonest: the searches that cost least, one by one' AS title,
    'States until an error, with new seeds until one is found, over the least of all searches in the program: '
    || 'geometric mean over programs. A program in which nothing is found counts 100 times.' AS note,
    heading AS search, fixed(exp(factor), 1) AS ">times the best, on average", found AS ">programs in which it finds an error"
FROM study LEFT JOIN
    (SELECT n, heading, ifnull(avg(regret) FILTER (WHERE best IS NOT NULL), 0) AS factor, count(cost) || ' of ' || count(*) AS found
    FROM candidate GROUP BY n ORDER BY round(factor, 10), n LIMIT 10)
WHERE has_sweep ORDER BY round(factor, 10), n;

-- Chosen one after the other, the one that helps most: without the program w, or on all of them (w = -1).
CREATE TEMP TABLE chosen (w, nth, n);
CREATE TEMP VIEW next_chosen AS
WITH without AS (SELECT -1 AS w UNION ALL SELECT DISTINCT p FROM candidate WHERE best IS NOT NULL),
known AS (
    SELECT w, p, min(regret) AS known FROM chosen JOIN candidate USING (n) GROUP BY w, p),
helped AS (
    SELECT w, n, round(total(min(regret, ifnull(known, regret))), 9) AS regret
    FROM without JOIN candidate LEFT JOIN known USING (w, p) WHERE best IS NOT NULL AND p <> w GROUP BY w, n
    UNION ALL SELECT w, 0, 1e9 FROM without WHERE EXISTS (SELECT 1 FROM candidate))
SELECT w, n FROM (SELECT w, n, row_number() OVER (PARTITION BY w ORDER BY regret, n) AS nth FROM helped) WHERE nth = 1;
INSERT INTO chosen SELECT w, 1, n FROM next_chosen;
INSERT INTO chosen SELECT w, 2, n FROM next_chosen;
INSERT INTO chosen SELECT w, 3, n FROM next_chosen;

-- The paper's: ranks 1 to 3, with their numbers or without. All three, or none.
CREATE TEMP TABLE papers AS
SELECT n FROM (VALUES ('1. <I,pl,d,Lb,0.75,1.5>'), ('2. <I,pl,d,Lb,0.90^r,1.2>'), ('3. <I,pl,ncs,F,1-r/5,1>')) AS tuple
    JOIN (SELECT title, max(n) AS n FROM candidate GROUP BY title) ON title IN (column1, substr(column1, 4));
DELETE FROM papers WHERE (SELECT count(*) FROM papers) < 3;

WITH portfolio AS (
    SELECT w, group_concat(heading, ', ') AS names FROM (SELECT * FROM chosen JOIN (SELECT DISTINCT n, heading FROM candidate) USING (n)
        ORDER BY w, nth) GROUP BY w),
ours AS (SELECT w, p, min(cost) AS cost, min(regret) AS regret, min(best) AS best FROM chosen JOIN candidate USING (n) GROUP BY w, p),
theirs AS (SELECT p, min(cost) AS cost, min(regret) AS regret, min(best) AS best FROM papers JOIN candidate USING (n) GROUP BY p)
SELECT 'Portfolios of three, chosen without the program that they are tried on' AS title,
    (SELECT 'On all programs: ' || names FROM portfolio WHERE w = -1)
    || (SELECT ', which cost ' || fixed(exp(ifnull(avg(regret), 0)), 1) || ' times the best search of each program' FROM ours
        WHERE w = -1 AND best IS NOT NULL)
    || iif(EXISTS (SELECT 1 FROM papers), (SELECT '; the paper''s ranks 1 to 3, ' || fixed(exp(ifnull(avg(regret), 0)), 1) || ' times'
        FROM theirs WHERE best IS NOT NULL), '') || '.' AS note,
    name AS program, names AS "chosen on the others",
    iif(ours.cost < 100 * ours.best, fixed(ours.cost, 0), 'nothing found') AS ">states until an error",
    iif(theirs.best IS NULL, NULL, iif(theirs.cost < 100 * theirs.best, fixed(theirs.cost, 0), 'nothing found'))
        AS ">the paper's ranks 1 to 3",
    fixed(ours.best, 0) AS ">the best search"
FROM study LEFT JOIN studied_program l ON p IN (SELECT p FROM candidate WHERE best IS NOT NULL) LEFT JOIN portfolio ON w = p
    LEFT JOIN ours USING (w, p) LEFT JOIN theirs USING (p)
WHERE has_sweep ORDER BY p;

-- --- tables 10 to 22: larger thresholds, and other techniques --------------------------------------------------------

-- A row of such a table; those of which there is nothing are left out.
CREATE TEMP VIEW technique AS
SELECT m.*, k.number AS phase_number,
    CASE WHEN refused THEN 'refused' WHEN m.found = 0 THEN other_end || ': ' || fixed(other_states, 0)
        WHEN m.random THEN fixed(mean, 0) || ' ± ' || fixed(deviation, 0) ELSE fixed(mean, 0) END AS states,
    iif(m.found > 0 AND m.random, fixed(mean_seconds, 4) || ' ± ' || fixed(deviation_seconds, 4),
        iif(m.found > 0, fixed(mean_seconds, 4), fixed(other_seconds, 4))) AS seconds,
    iif(runs = 0, NULL, iif(m.random, fixed(100.0 * m.found / runs, 0) || ' %', iif(m.found, 'yes', 'no')))
        || iif(m.found > 0 AND m.found < runs, ', else ' || other_end, '') AS success,
    printed.states AS paper_states, printed.seconds AS paper_seconds, printed.found || ' %' AS paper_success
FROM measure m JOIN listed k USING (phase, c) LEFT JOIN printed USING (p, phase, c)
WHERE runs > 0 OR refused;

SELECT iif(phase = 'thresholds', 'Table 10, ', '') || phase || ': ' || program AS title, NULL AS note,
    heading AS "configuration or technique", t.states AS ">states", seconds AS ">seconds", success AS ">found",
    paper_states AS ">paper: states", paper_seconds AS ">seconds", paper_success AS ">found"
FROM technique t JOIN study s ON phase NOT IN (ifnull(ranked, ''), ifnull(compared, ''))
WHERE phase IN (SELECT phase FROM measure WHERE runs > 0) ORDER BY phase_number, p, c;

-- A technique and what it is called together with the best configuration: "rb-1+NAME".
WITH pair AS (
    SELECT together.c, alone.title, alone.runs AND together.runs AS made, alone.found > 0 AS one, together.found > 0 AS other,
        together.mean < alone.mean AS better
    FROM comparison together JOIN comparison alone ON together.name = 'rb-1+' || alone.name AND alone.p = together.p),
counted AS (
    SELECT c, title, sum(made) AS pairs, sum(made AND NOT one) AS alone_failed, sum(made AND NOT other) AS together_failed,
        sum(made AND one AND other) AS both, sum(made AND one AND other AND better) AS together_better
    FROM pair GROUP BY c)
SELECT 'Sections 9.3 and 9.4: techniques alone, and together with the paper''s best configuration' AS title,
    format('In all %d of %d alone and %d together find nothing; of the %d pairs in which both do, together is better in %d. '
        || 'The paper has 15 and 7 of 72, and 29 of 53.', sum(alone_failed) OVER (), sum(pairs) OVER (), sum(together_failed) OVER (),
        sum(both) OVER (), sum(together_better) OVER ()) AS note,
    title AS technique, pairs AS ">programs", alone_failed AS ">alone: nothing found", together_failed AS ">together: nothing found",
    both AS ">both found", together_better AS ">of them, together with fewer states"
FROM counted WHERE (SELECT sum(pairs) FROM counted) > 0 ORDER BY c;

-- Before them, ours at the places that the paper shows of its own.
SELECT iif(has_sweep AND ranked <> compared, 'Tables 11 to 22: ', 'Compared: ') || program AS title, NULL AS note,
    iif(place, 'ours: `' || place || '. ' || name || '`', heading) AS "configuration or technique", states AS ">states",
    seconds AS ">seconds", success AS ">found", paper_states AS ">paper: states", paper_seconds AS ">seconds", paper_success AS ">found"
FROM (SELECT t.*, NULL AS place FROM technique t JOIN study ON phase = compared AND has_comparison
    UNION ALL
    SELECT t.*, best.place FROM study s CROSS JOIN best CROSS JOIN technique t
        ON t.phase = s.ranked AND t.c = best.c AND has_sweep AND has_comparison AND s.ranked <> compared
            AND successful AND place IN (1, 2, 3, 10))
    JOIN (SELECT has_sweep, ranked, compared FROM study)
ORDER BY p, place IS NULL, place, c;
