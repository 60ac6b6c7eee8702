-- figures.sql - the figures of a study, for gnuplot: 5 to 8 of the paper on DFS-RB, and quantile and scatter plots as the paper on S-POR
-- has them. The last query gives the script of each, which figure.gp comes before; its data are in the script.

CREATE TEMP TABLE drawing (n INTEGER PRIMARY KEY, name, title, across, up, least_x, most_x, least_y, most_y, log DEFAULT '');

-- Lines, points with bars (low to high) and failures (an X at the top), in series; divide: a dotted line from bottom to top, at x.
CREATE TEMP TABLE mark (name, kind, series, legend, x, y, low, high, label);

-- Told apart by those who see red and green as one: figures also order them.
CREATE TEMP TABLE colour AS SELECT column1 AS series, column2 AS colour
FROM (VALUES (0, '#d1423f'), (1, '#2d8a4e'), (2, '#3f7fd1'), (3, '#8a8f98'), (4, '#c77d1e'), (5, '#8a5fc7'));

-- --- figures 5 to 7: all configurations of a program, sorted ---------------------------------------------------------

CREATE TEMP TABLE swept AS
SELECT m.*, avg(iif(2 * nth IN (n, n + 1, n + 2), mean, NULL)) OVER (PARTITION BY p) AS median
FROM (SELECT m.*, iif(good, row_number() OVER (PARTITION BY p, good ORDER BY mean), NULL) AS nth, sum(good) OVER (PARTITION BY p) AS n
    FROM (SELECT *, found > 0 AND 2 * found >= runs AS good FROM sweep JOIN study ON has_sweep AND ranked IS NOT compared) m) m;

CREATE TEMP TABLE sorted AS
SELECT 'figure-5-' || program AS name, mean / median AS y, mean / median AS by FROM swept
WHERE found > 0 AND median > 0 AND mean / median <= 10
UNION ALL SELECT 'figure-6-' || program, min(2, ifnull(deviation / nullif(mean, 0), 0)), deviation / mean FROM swept WHERE found > 0
UNION ALL SELECT 'figure-7-' || program, 100.0 * found / runs, -100.0 * found / runs FROM swept WHERE runs > 0;

INSERT INTO drawing (name, title, across, up, least_x, most_x, least_y, most_y)
SELECT format('figure-%d-%s', figure, program), format('Figure %d: %s', figure, program), 'configurations, sorted', up, 0, count(*), 0, top
FROM swept JOIN (SELECT 5 AS figure, 'average states, over the median' AS up, 10 AS top UNION ALL SELECT 6, 'coefficient of variation', 2
    UNION ALL SELECT 7, 'runs that found an error, %', 100)
GROUP BY figure, p HAVING sum(runs) > 0 ORDER BY figure, p;

-- Of thousands of points on one line, those that a reader can tell apart.
INSERT INTO mark (name, kind, series, x, y)
SELECT name, 'line', 2, x, y
FROM (SELECT *, row_number()
        OVER (PARTITION BY name, CAST(900 * x / most_x AS INTEGER), CAST(460 * y / most_y AS INTEGER) ORDER BY x) AS seen
    FROM (SELECT name, y, row_number() OVER (PARTITION BY name ORDER BY by) AS x, count(*) OVER (PARTITION BY name) AS n FROM sorted)
        JOIN drawing USING (name))
WHERE seen = 1 OR x = n;

-- --- figure 8: DFS-RB, other techniques, and both --------------------------------------------------------------------

CREATE TEMP VIEW compared_program AS
SELECT *, 'figure-8-' || program AS figure, CASE family WHEN 'rivals' THEN 1 WHEN 'combinations' THEN 2 ELSE 0 END AS hue
FROM comparison JOIN study ON has_comparison AND NOT of_clients;

INSERT INTO drawing (name, title, across, up, least_x, most_x, least_y, most_y, log)
SELECT figure, 'Figure 8: ' || program, 'configurations and techniques, as in the table', 'states until an error', 0, count(*) + 1, 1,
    pow(10, ceil(log10(max(10, ifnull(max(mean + deviation), 0))))), 'y'
FROM compared_program GROUP BY p HAVING sum(runs) > 0 ORDER BY p;

INSERT INTO mark (name, kind, series, x, y, low, high, label)
SELECT figure, 'point', hue, c + 1, max(mean, 1), max(mean - deviation, 1), mean + deviation,
    compared_program.title || ': ' || fixed(mean, 0) || ' ± ' || fixed(deviation, 0) || ', found in ' || found || ' of ' || runs
FROM compared_program WHERE found > 0
UNION ALL SELECT figure, 'failure', hue + 3, c + 1, most_y, NULL, NULL, compared_program.title || ': nothing found'
FROM compared_program JOIN drawing ON figure = drawing.name WHERE found = 0 AND runs > 0
UNION ALL SELECT figure, 'divide', NULL, c + 0.5, NULL, NULL, NULL, NULL
FROM (SELECT figure, c, hue, lag(hue) OVER (PARTITION BY p ORDER BY c) AS before FROM compared_program) WHERE hue <> before;

-- --- quantiles: for each configuration, what it took in the programs, ascending; scatter plots -----------------------

CREATE TEMP TABLE quantiles (figure, title, what, names);
INSERT INTO quantiles SELECT column1, column2, column3, column4 FROM study JOIN (VALUES
    ('quantiles-states', 'Quantiles: states', 'states', NULL), ('quantiles-seconds', 'Quantiles: seconds', 'seconds', NULL))
WHERE has_comparison AND NOT of_clients AND (SELECT count(*) FROM listed WHERE phase = compared) > 1;
INSERT INTO quantiles SELECT column1, column2, column3, column4 FROM study JOIN (VALUES
    ('figure-5-states', 'Figure 5: states', 'states', ' spor dlspor despor jpf sum sum-sleep '),
    ('figure-5-seconds', 'Figure 5: seconds', 'seconds', ' spor dlspor despor jpf sum sum-sleep '),
    ('figure-6-states', 'Figure 6: states', 'states', ' dlspor despor dljpf dejpf odpor sum-inferred '),
    ('figure-6-seconds', 'Figure 6: seconds', 'seconds', ' dlspor despor dljpf dejpf odpor sum-inferred '),
    ('figure-7-bytes', 'Figure 7: bytes', 'bytes', ' spor dlspor jpf sum sum-sleep '),
    ('figure-8-bytes', 'Figure 8: bytes', 'bytes', ' dlspor despor dljpf dejpf '))
WHERE has_comparison AND of_clients AND NOT EXISTS (SELECT 1 FROM algorithm WHERE ordered);

-- Those that are drawn: as many as there are colours at most.
CREATE TEMP TABLE selected AS
SELECT * FROM (SELECT q.rowid AS n, q.*, k.c, k.title AS legend, k.name,
        row_number() OVER (PARTITION BY figure ORDER BY ifnull(instr(names, ' ' || k.name || ' '), c)) - 1 AS series
    FROM quantiles q JOIN study JOIN listed k ON phase = compared AND (names IS NULL OR instr(names, ' ' || k.name || ' ') > 0))
WHERE series < 6;

CREATE TEMP TABLE taken AS
SELECT s.*, p, program, CASE what WHEN 'states' THEN effort_states WHEN 'seconds' THEN effort_seconds ELSE effort_bytes END AS value
FROM selected s JOIN comparison USING (c) WHERE ended > 0;

INSERT INTO drawing (name, title, across, up, least_x, most_x, least_y, most_y, log)
SELECT figure, title, 'programs, sorted', what, 1, max(2, (SELECT count(*) FROM studied_program)),
    pow(10, floor(log10(min(value) FILTER (WHERE value > 0)))), pow(10, ceil(log10(max(value)))), 'y'
FROM taken GROUP BY figure HAVING max(value) > min(value) FILTER (WHERE value > 0) ORDER BY n;

INSERT INTO mark (name, kind, series, legend, x, y)
SELECT figure, 'line', series, legend, row_number() OVER (PARTITION BY figure, series ORDER BY value), max(value, least_y)
FROM taken JOIN drawing ON figure = drawing.name
UNION ALL SELECT figure, 'line', series, legend, NULL, NULL FROM selected s JOIN drawing ON figure = drawing.name
WHERE NOT EXISTS (SELECT 1 FROM taken t WHERE t.figure = s.figure AND t.c = s.c);

-- The first two of them.
CREATE TEMP TABLE scatter AS
SELECT format('scatter-%s%d-%d', iif(a.what = 'bytes', 'bytes-', ''), a.c + 1, b.c + 1) AS figure, a.legend AS one, b.legend AS other,
    a.what, a.program, a.value AS x, b.value AS y
FROM taken a JOIN taken b ON a.figure IN ('quantiles-states', 'figure-5-states') AND b.figure = a.figure AND a.series = 0 AND b.series = 1
    AND b.p = a.p;
INSERT INTO scatter
SELECT format('scatter-bytes-%d-%d', a.c + 1, b.c + 1), a.title, b.title, 'bytes', a.program, a.effort_bytes, b.effort_bytes
FROM comparison a JOIN comparison b ON b.p = a.p AND a.ended > 0 AND b.ended > 0
    AND a.c = (SELECT c FROM selected WHERE figure = 'figure-5-states' AND series = 0)
    AND b.c = (SELECT c FROM selected WHERE figure = 'figure-5-states' AND series = 1);

INSERT INTO drawing (name, title, across, up, least_x, most_x, least_y, most_y, log)
SELECT figure, format('Scatter: %s and %s', one, other), what || ': ' || one, what || ': ' || other, low, high, low, high, 'xy'
FROM (SELECT *, pow(10, floor(log10(min(min(x), min(y))))) AS low, pow(10, ceil(log10(max(max(x), max(y)) + 1))) AS high FROM scatter
    GROUP BY figure HAVING max(max(x), max(y)) > 0 AND min(min(x), min(y)) > 0)
ORDER BY what DESC;

INSERT INTO mark (name, kind, series, x, y, low, high, label)
SELECT figure, 'point', 2, x, y, y, y, program FROM scatter UNION ALL
SELECT figure, 'diagonal', NULL, NULL, NULL, NULL, NULL, NULL FROM (SELECT DISTINCT figure FROM scatter);

-- --- clients of data structures: what the order of threads makes of an algorithm -------------------------------------

CREATE TEMP TABLE ordering AS
SELECT format('orders-%s-%s', algorithm, class) AS figure, format('%s, %s: orders of threads', algorithm, class) AS title, nth, p,
    column1 AS series, column2 AS legend,
    CASE column1 WHEN 0 THEN states WHEN 1 THEN least WHEN 2 THEN random_states ELSE random_least END AS value
FROM orders JOIN (VALUES (0, 'in sequence, average'), (1, 'in sequence, least'), (2, 'at random, average'), (3, 'at random, least'))
WHERE ordered AND class IS NOT NULL;

INSERT INTO drawing (name, title, across, up, least_x, most_x, least_y, most_y, log)
SELECT figure, title, 'clients, sorted for each line', 'states', 1, count(*) / 4, 1, pow(10, ceil(log10(max(10, max(value))))), 'y'
FROM ordering GROUP BY figure HAVING count(*) > 4 ORDER BY nth, min(p);

INSERT INTO mark (name, kind, series, legend, x, y)
SELECT figure, 'line', series, legend, row_number() OVER (PARTITION BY figure, series ORDER BY value), max(value, 1) FROM ordering;

-- --- scripts ---------------------------------------------------------------------------------------------------------

WITH data AS (
    SELECT name, series, kind, legend,
        format('$s%d <<EOD', series) || char(10) || group_concat(line, char(10)) || char(10) || 'EOD' AS block
    FROM (SELECT *, iif(y IS NULL, 'NaN NaN', format('%!.15g %!.15g', x, y)) || iif(low IS NULL, '', format(' %!.15g %!.15g', low, high))
            || ifnull(' "' || replace(label, '"', '''''') || '"', '') AS line FROM mark WHERE series IS NOT NULL ORDER BY name, series, x)
    GROUP BY name, series),
item AS (
    SELECT name, data.series, block, CASE kind
        WHEN 'line' THEN format('$s%d using 1:2 with lines linewidth 1.6 linecolor rgb %Q ', data.series, colour)
            || iif(legend IS NULL, 'notitle', format('title %Q', legend))
        WHEN 'point' THEN format('$s%d using 1:3:(0):($4-$3) with vectors nohead linecolor rgb %Q notitle, ', data.series, colour)
            || format('$s%d using 1:2:5 with labels hypertext point pointtype 7 pointsize 0.5 linecolor rgb %Q notitle', data.series,
                colour)
        ELSE format('$s%d using 1:2:3 with labels hypertext point pointtype 2 pointsize 0.8 linecolor rgb %Q notitle', data.series, colour)
        END AS item
    FROM data JOIN colour ON colour.series = data.series % iif(kind = 'failure', 3, 6)),
arrow AS (
    SELECT name, group_concat('set arrow from '
        || iif(kind = 'divide', format('%g, graph 0 to %g, graph 1', x, x), 'graph 0, 0 to graph 1, 1')
        || ' nohead linecolor rgb ''#808080'' dashtype (2, 4)' || char(10), '') AS arrows
    FROM mark WHERE series IS NULL GROUP BY name)
SELECT name, format('set output %Q
set title %Q textcolor rgb ''#808080''
set xlabel %Q textcolor rgb ''#808080''
set ylabel %Q textcolor rgb ''#808080''
set xrange [%g:%g]
set yrange [%g:%g]
%s%s%s
plot NaN notitle%s
', name || '.svg', title, across, up, least_x, most_x, least_y, most_y,
    iif(log = '', '', 'set logscale ' || log || char(10)), ifnull(arrows, ''),
    ifnull(group_concat(block, char(10)), ''), ifnull(group_concat(', \' || char(10) || '    ' || item, ''), '')) AS script
FROM drawing LEFT JOIN (SELECT * FROM item ORDER BY name, series) USING (name) LEFT JOIN arrow USING (name)
GROUP BY n ORDER BY n;
