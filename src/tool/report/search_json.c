/* search_json.c - see search_json.h. */
#include "tool/report/search_json.h"

#include <inttypes.h>

#include "tool/cli/json_text.h"
#include "tool/result/guarantee.h"
#include "tool/result/pair_results.h"
#include "tool/result/ranking.h"
#include "tool/run/runs.h"

json_t *statistics_json(const struct report *r)
{
    const struct wire_counters *c = &r->search->wire->counters;
    json_t *o = json_object();
    put_number(o, "states", c->states);
    put_number(o, "transitions", c->transitions);
    put_number(o, "revisits", c->revisits);
    put_number(o, "foreseen", c->foreseen);
    put_number(o, "pruned", c->pruned);
    put_number(o, "retraversed", c->retraversed);
    put_number(o, "executions", c->executions);
    put_number(o, "lacked", c->lacked);
    put_number(o, "steps", c->steps);
    put_number(o, "end_states", c->end_states);
    put_number(o, "overtaking", c->overtaking);
    put_number(o, "deadlocks", c->deadlocks);
    put_number(o, "max_depth", c->max_depth);
    put_number(o, "restarts", c->restarts);
    put_number(o, "processed", c->earlier + c->states);
    put_number(o, "rounds", c->rounds);
    put_number(o, "restored", c->restored);
    put_number(o, "taken", c->taken);
    put_number(o, "first_to_finish", r->search->wire->first);
    put_number(o, "expanded_again", c->again);
    put_number(o, "left_early", c->left_early);
    put_number(o, "filtered", c->filtered);
    put_number(o, "jumps", c->jumps);
    put_number(o, "jump_levels", c->jump_levels);
    put_number(o, "longest_jump", c->longest_jump);
    put_number(o, "replayed_steps", c->replayed);
    put_number(o, "walks", c->walks);
    put_number(o, "sampled", c->sampled.executions);
    put_number(o, "assumed", c->assumed);
    put_number(o, "threads", c->threads);
    put_number(o, "visible_bytes", c->visible_bytes);
    put_number(o, "table_bytes", c->table_bytes);
    put_number(o, "path_bytes", c->path_bytes);
    put(o, "root", json_sprintf("%016" PRIx64 "%016" PRIx64, r->search->wire->root.lo, r->search->wire->root.hi));
    put(o, "search_seconds", json_real((double)c->nanoseconds / 1e9));
    put(o, "total_seconds", json_real((double)r->search->milliseconds / 1e3));
    return o;
}

json_t *guarantee_json(const struct report *r)
{
    struct guarantee p;
    const char *why;
    if (!guarantee_of(r, &p, &why))
        return json_null();
    json_t *o = json_object();
    put_number(o, "bug_depth", p.depth);
    put(o, "passed_depth", p.passed ? json_integer(p.passed) : json_null());
    put_number(o, "threads", p.threads);
    put_number(o, p.variables ? "accesses" : "steps", p.steps);
    if (p.variables) {
        put_number(o, "variables", p.variables);
        put_number(o, "of_variables", p.of_variables);
    }
    put_number(o, "executions", p.executions);
    put(o, "probability_once", json_real(p.once));
    put(o, "probability", json_real(p.in_all));
    return o;
}

static json_t *rank_json(unsigned c, unsigned v, unsigned t)
{
    json_t *o = json_object();
    put_number(o, "c", c);
    put_number(o, "v", v);
    put_number(o, "t", t);
    return o;
}

json_t *ranked_json(const struct report *r)
{
    const struct wire_counters *n = &r->search->wire->counters;
    struct rank_covered covered[RANKS_COVERED];
    json_t *o = json_object(), *all = json_array();
    for (unsigned i = 0, count = ranking_covered(r, covered); i < count; i++) {
        json_t *one = rank_json(covered[i].c, covered[i].v, covered[i].t);
        put(one, "probability", json_real(covered[i].probability));
        json_array_append_new(all, one);
    }
    put(o, "covered", all);
    put(o, "found", ranking_of_bug(r) ? rank_json((unsigned)n->ranked.c, (unsigned)n->ranked.v, (unsigned)n->ranked.t) : json_null());
    put_number(o, "threads", n->sampled.threads);
    put_number(o, "variables", n->sampled.variables);
    put_number(o, "pruned", n->ranked.pruned);
    return o;
}

static json_t *spread_of(const struct spread *s)
{
    json_t *o = json_object();
    put(o, "mean", json_real(s->mean));
    put(o, "min", json_real(s->least));
    put(o, "max", json_real(s->most));
    put(o, "deviation", json_real(s->deviation));
    return o;
}

static json_t *run_of(const struct wire *w, const struct wire_run *run)
{
    json_t *o = json_object();
    put_number(o, "seed", run->seed);
    if (w->series > 0) {
        put_number(o, "series", run->series + 1);
        put(o, "refused", json_boolean(run->verdict == WIRE_UNSOUND));
    }
    put(o, "found", json_boolean(run->verdict == WIRE_BUG));
    put(o, "complete", json_boolean(run->verdict == WIRE_COMPLETE));
    put(o, "outcome", json_string(run_outcome(w, run)));
    put_number(o, "states", run->states);
    put_number(o, "transitions", run->transitions);
    put_number(o, "max_depth", run->depth);
    put_number(o, "path", run->path);
    put_number(o, "context_switches", run->switches);
    put_number(o, "preemptions", run->preemptions);
    put_number(o, "bytes", run->bytes);
    put(o, "seconds", json_real((double)run->nanoseconds / 1e9));
    put(o, "processor_seconds", json_real((double)run->processor / 1e9));
    return o;
}

json_t *runs_json(const struct report *r)
{
    const struct wire *w = r->search->wire;
    struct run_statistics s = runs_statistics(w);
    json_t *o = json_object(), *each = json_array();
    put_number(o, "runs", s.runs);
    put_number(o, "found", s.found);
    put(o, "percentage", json_real(s.runs ? 100.0 * (double)s.found / (double)s.runs : 0));
    put(o, "states", spread_of(&s.states));
    put(o, "transitions", spread_of(&s.transitions));
    put(o, "path", spread_of(&s.path));
    put(o, "context_switches", spread_of(&s.switches));
    put(o, "preemptions", spread_of(&s.preemptions));
    put(o, "seconds", spread_of(&s.seconds));
    for (uint64_t i = 0; i < s.runs; i++)
        json_array_append_new(each, run_of(w, &wire_runs(w)[i]));
    put(o, "each", each);
    return o;
}

json_t *pairs_json(const struct report *r)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < r->search->wire->pairs; i++) {
        const struct wire_pair *p = &wire_pairs(r->search->wire)[i];
        json_t *o = json_object(), *threads = json_array();
        json_array_append_new(threads, json_integer(p->first));
        json_array_append_new(threads, json_integer(p->second));
        put(o, "threads", threads);
        put(o, "fragment", text_or_null(pair_result_fragment(r->search, p)));
        put(o, "verdict", json_string(pair_result_word(p)));
        put_number(o, "states", p->states);
        put_number(o, "transitions", p->transitions);
        put_number(o, "entries", p->entries);
        put_number(o, "events", p->events);
        put(o, "seconds", json_real((double)p->nanoseconds / 1e9));
        json_array_append_new(array, o);
    }
    return array;
}
