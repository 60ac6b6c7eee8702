-- clients.sql - tables of a study of clients, for figures 5 to 10 and 12 to 21 of the paper on S-POR: how many clients each algorithm
-- explores, what that takes, by data structure; and what the order of threads makes of it. tables.sql says what queries are like.

-- Those that explore: a study without orders of threads.
CREATE TEMP VIEW explored AS SELECT * FROM comparison WHERE NOT EXISTS (SELECT 1 FROM algorithm WHERE ordered);

-- Explored by all configurations: only these can be added up.
CREATE TEMP TABLE common AS SELECT p FROM explored GROUP BY p HAVING min(runs > 0 AND ended = runs);

SELECT 'Figures 5 and 6: algorithms' AS title,
    format('States and seconds: of the %d clients that all of them explore, together. Times: averages over the clients that both explore.',
        (SELECT count(*) FROM common)) AS note,
    a.title AS algorithm, sum(a.ended > 0) || ' of ' || count(*) AS ">explored completely",
    fixed(total(a.effort_states) FILTER (WHERE a.p IN common), 0) AS ">states",
    fixed(total(a.effort_seconds) FILTER (WHERE a.p IN common), 2) AS ">seconds",
    fixed(avg(spor.effort_states / nullif(a.effort_states, 0)), 2) AS ">times fewer states than S-POR"
FROM explored a LEFT JOIN explored spor ON spor.name = 'spor' AND spor.p = a.p GROUP BY a.c ORDER BY a.c;

-- Section 5 of the paper: what an algorithm takes beside the search without a reduction, on the clients that both explore; up to twice as
-- much, up to four times, and more, each with how many clients there are and with their average.
WITH beside AS (
    SELECT a.c, a.title, a.effort_bytes AS bytes, a.effort_bytes / nullif(jpf.effort_bytes, 0) AS times
    FROM explored a JOIN explored jpf ON jpf.name = 'jpf' AND jpf.p = a.p)
SELECT 'Figures 7 and 8: memory' AS title,
    'Of the clients that both the algorithm and the search without a reduction explore: memory of the states, of what the '
    || 'reduction keeps and of the path, at most, on average; and over that of the search without a reduction.' AS note,
    title AS algorithm, count(times) AS ">clients", fixed(avg(bytes) FILTER (WHERE times IS NOT NULL) / 1024, 0) AS ">KiB",
    fixed(avg(times), 2) AS ">times JPF", fixed(max(times), 2) AS ">at most",
    ifnull(nullif(sum(times <= 2), 0) || ': ' || fixed(avg(times) FILTER (WHERE times <= 2), 2), '0') AS ">up to 2 times",
    ifnull(nullif(sum(times > 2 AND times <= 4), 0) || ': ' || fixed(avg(times) FILTER (WHERE times > 2 AND times <= 4), 2), '0')
        AS ">2 to 4 times",
    ifnull(nullif(sum(times > 4), 0) || ': ' || fixed(avg(times) FILTER (WHERE times > 4), 2), '0') AS ">more"
FROM beside GROUP BY c ORDER BY c;

SELECT 'Clients explored completely, and their states on average' AS title, NULL AS note, section AS clients, name AS "column",
    ifnull(nullif(sum(ended > 0), 0) || ': ' || fixed(avg(effort_states), 0), '0') AS cell
FROM explored WHERE section IS NOT NULL AND c < 15 GROUP BY section, c ORDER BY min(p), c;

WITH client AS (SELECT class, count(*) AS clients, min(p) AS first FROM studied_program WHERE class IS NOT NULL GROUP BY class)
SELECT 'Figures 9, 10 and 12 to 21: orders of threads' AS title,
    'Averages over the clients of which all runs of the algorithm found an error or explored everything; least: that of the '
    || 'best permutation of the threads, or the best seed, of each client. sum and sum-sleep have an order of their own.' AS note,
    client.class AS "calls that come to the bug", a.algorithm, count(o.p) || ' of ' || clients AS ">clients",
    fixed(avg(o.states), 0) AS ">in sequence: states", iif(a.ordered, fixed(avg(least), 0), NULL) AS ">least",
    fixed(avg(random_states), 0) AS ">at random: states", fixed(avg(random_least), 0) AS ">least",
    fixed(avg(1000 * seconds), 1) AS ">in sequence: ms", fixed(avg(1000 * random_seconds), 1) AS ">at random: ms"
FROM client JOIN algorithm a ON EXISTS (SELECT 1 FROM algorithm WHERE ordered)
    LEFT JOIN orders o ON o.algorithm = a.algorithm AND o.ordered = a.ordered AND o.class = client.class
GROUP BY client.class, a.ordered, a.algorithm ORDER BY first, a.ordered DESC, a.nth;
