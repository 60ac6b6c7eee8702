-- study.sql - a study as tables, which `mazurka lab` fills (lab_results.c) before it reads measures.sql.

PRAGMA temp_store = MEMORY; -- some tens of megabytes for the 7,920 configurations of study 000

CREATE TEMP TABLE study (errors, states, scale, by_time, ranked, compared, -- names of phases; NULL: none
    of_clients, -- clients of data structures are studied
    whole, -- configurations of the phase that is ranked, of which those that are listed may be a sample
    has_sweep, has_comparison); -- there are runs of these phases

-- Programs in the study's order. ranked: it trains the ranking. Clients of data structures: their section, and what comes behind its
-- last _.
CREATE TEMP TABLE studied_program (p INTEGER PRIMARY KEY, name, form, ranked, section, class, left_out);

-- The configurations of each phase, in its order. What is a tuple is quoted, so that Markdown does not take it for HTML.
CREATE TEMP TABLE listed (phase, number, c, name, title, family, random,
    code AS (iif(name LIKE '<%', '`' || name || '`', name)), heading AS (iif(title LIKE '%<%', '`' || title || '`', title)),
    PRIMARY KEY (phase, c));

-- What papers print for a program and a configuration.
CREATE TEMP TABLE printed (p, phase, c, states, seconds, found, PRIMARY KEY (p, phase, c));

-- Section 6.2 of the paper on DFS-RB: over pairs with all other configurations, how often it was likelier to be better (Â12), less how
-- often worse; averaged over the programs (all_pairs.c).
CREATE TEMP TABLE pairwise (c INTEGER PRIMARY KEY, score);
