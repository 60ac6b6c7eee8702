/* report_dot.c - the graph that a search has explored, for Graphviz: states as circles, transitions with the thread that makes them, what
 * it does and where, and the way to the first bug in red.
 *
 * A search that was made for it (result/draw.h) has written it down, with what a replay would have recorded of each transition
 * (world/watch/state_graph.h). The way is the one that this search has gone; what is shown as an interleaving was made small. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/report/report.h"

/* Colours of threads, one after the other. */
static const char *const palette[] = {"#1f6fb4", "#2a8f3c", "#9356b8", "#b0642a", "#168a8a", "#8a7a12", "#c2417f", "#5b6470"};
enum { COLOURS = sizeof palette / sizeof *palette };

struct drawing {
    const struct report     *report;
    const struct wire_graph *graph;
    struct naming            naming;
    bool  left_out;     /* there is more than the graph has, or may be */
    bool *on_way;       /* by edge */
    bool *vertex_on_way;
};

/* What stands in quotes: a backslash and a quote are escaped, lines end with \l or \n as the caller has it. */
static char *quoted(const char *text)
{
    char *plain = printable(text), *result = allocate(2 * strlen(plain) + 1), *to = result;
    for (const char *c = plain; *c; c++) {
        if (*c == '"' || *c == '\\')
            *to++ = '\\';
        *to++ = *c;
    }
    free(plain);
    return result;
}

/* --- the way to the bug ------------------------------------------------------------------------------------------------ */

static const struct wire_edge *edge_from(const struct wire_graph *g, uint32_t from, const struct wire_decision *d)
{
    for (uint32_t i = 0; i < g->edges; i++) {
        const struct wire_edge *e = &g->edge[i];
        if (e->from == from && (!d || (e->thread == d->thread && e->choice == d->choice)))
            return e;
    }
    return NULL;
}

/* A decision belongs to each state with several successors; others have one edge. */
static void find_way(struct drawing *d, const struct wire *w, const struct wire_finding *f)
{
    const struct wire_graph *g = d->graph;
    uint32_t at = 0;
    uint64_t taken = 0, count = f->first <= WIRE_MAX_DECISIONS && f->count <= WIRE_MAX_DECISIONS - f->first ? f->count : 0;
    for (uint32_t steps = 0; steps <= WIRE_MAX_EDGES && at < g->vertices; steps++) {
        bool decided = g->vertex[at].successors > 1 || w->config.every_step;
        d->vertex_on_way[at] = true;
        if (decided && taken == count)
            break;
        const struct wire_edge *e = edge_from(g, at, decided ? &wire_decisions(w)[f->first + taken] : NULL);
        if (!e)
            break;
        taken += decided;
        d->on_way[e - g->edge] = true;
        at = e->to;
    }
}

/* --- words ------------------------------------------------------------------------------------------------------------- */

/* Did a limit end the search that was drawn, so that there may be more than it has met? */
static bool was_stopped(const struct wire *w)
{
    switch (wire_ending(w)) {
    case WIRE_LIMIT_STATES:
    case WIRE_LIMIT_MEMORY:
    case WIRE_LIMIT_TIME:
    case WIRE_STOPPED:
    case WIRE_WORKER_LOST:
        return true;
    default:
        return false;
    }
}

static void put_vertex(const struct drawing *d, uint32_t i, FILE *out)
{
    static const char *const looks[] = {
        [WIRE_VERTEX_STATE] = "",
        [WIRE_VERTEX_END] = ", shape=doublecircle, tooltip=\"end\"",
        [WIRE_VERTEX_ASSUMED] = ", style=dashed, tooltip=\"given up by an assumption\"",
        [WIRE_VERTEX_DEADLOCK] = ", shape=box, style=filled, fillcolor=\"#f6c8c4\", label=\"deadlock\"",
        [WIRE_VERTEX_FAULT] = ", shape=box, style=filled, fillcolor=\"#f6c8c4\"",
    };
    const struct wire_vertex *v = &d->graph->vertex[i];
    unsigned explored = 0;
    for (uint32_t k = 0; k < d->graph->edges; k++)
        explored += d->graph->edge[k].from == i;
    fprintf(out, "  s%" PRIu32 " [label=\"%" PRIu32 "\"%s", i, i, v->kind < sizeof looks / sizeof *looks ? looks[v->kind] : "");
    if (v->kind == WIRE_VERTEX_FAULT)
        fprintf(out, ", label=\"%s\"", v->fault < FAULT_KINDS ? fault_words[v->fault] : "fault");
    if (v->kind == WIRE_VERTEX_STATE && explored < v->successors)
        fprintf(out, ", tooltip=\"%u of %u transitions were explored\"", explored, v->successors);
    if (v->kind == WIRE_VERTEX_STATE && v->successors == 0)
        fputs(", style=dotted, tooltip=\"the search did not go on from here\"", out);
    if (d->vertex_on_way[i])
        fputs(", color=\"#c0281c\", penwidth=2.5", out);
    fputs("];\n", out);
}

static char *edge_text(const struct drawing *d, const struct wire_edge *e)
{
    const struct naming *n = &d->naming;
    const struct wire_event *event = naming_event(n, e->event);
    if (!event || event->thread != e->thread)
        return format_text("%u", e->thread);
    struct place place = naming_place(n, event->stack, event->stack_used);
    char *line = place.file ? symbols_line(n->symbols, &place) : NULL;
    return line ? format_text("%u: %s\n%s", e->thread, name_operation(n, e->event), line)
                : format_text("%u: %s", e->thread, name_operation(n, e->event));
}

static void put_edge(const struct drawing *d, uint32_t i, FILE *out)
{
    const struct wire_edge *e = &d->graph->edge[i];
    const char *colour = d->on_way[i] ? "#c0281c" : palette[e->thread % COLOURS];
    fprintf(out, "  s%" PRIu32 " -> s%" PRIu32 " [label=\"", e->from, e->to);
    char *rest = edge_text(d, e), *line = strsep(&rest, "\n");
    fputs(quoted(line), out);
    if (rest)
        fprintf(out, "\\n%s", quoted(rest));
    fprintf(out, "\", color=\"%s\", fontcolor=\"%s\"%s];\n", colour, colour, d->on_way[i] ? ", penwidth=2.5, weight=8" : "");
}

/* Threads that there are, as the transitions have them. */
static void put_threads(const struct drawing *d, FILE *out)
{
    bool told[WIRE_MAX_THREADS] = {false};
    for (uint32_t i = 0; i < d->graph->edges; i++) {
        unsigned t = d->graph->edge[i].thread;
        if (t >= WIRE_MAX_THREADS || told[t])
            continue;
        told[t] = true;
        fprintf(out, "\\l%s", quoted(name_thread(&d->naming, t, d->graph->edge[i].event)));
    }
}

static void put_title(const struct drawing *d, FILE *out)
{
    const struct report *r = d->report;
    const struct wire_graph *g = d->graph;
    fprintf(out, "  label=\"%s: %s", quoted(r->name), verdict_word(r->verdict));
    if (r->reason)
        fprintf(out, ": %s", quoted(r->reason));
    fprintf(out, "\\l%" PRIu32 " states, %" PRIu32 " transitions", g->vertices, g->edges);
    if (d->left_out)
        fputs("; the rest is left out", out);
    put_threads(d, out);
    fputs("\\l\";\n", out);
}

static void put_graph(const struct drawing *d, FILE *out)
{
    fputs("digraph explored {\n"
          "  graph [fontname=\"sans-serif\", labelloc=t, labeljust=l];\n"
          "  node [fontname=\"sans-serif\", fontsize=10, shape=circle, width=0.3, margin=0.04];\n"
          "  edge [fontname=\"monospace\", fontsize=9];\n",
        out);
    put_title(d, out);
    for (uint32_t i = 0; i < d->graph->vertices; i++)
        put_vertex(d, i, out);
    for (uint32_t i = 0; i < d->graph->edges; i++)
        put_edge(d, i, out);
    fputs("}\n", out);
}

/* What is named is what the search has recorded, as if it were a replay. */
static void put_explored(const struct report *r, struct wire *w, FILE *out)
{
    struct wire_graph *g = wire_graph(w);
    g->vertices = g->vertices <= WIRE_MAX_VERTICES ? g->vertices : 0;
    g->edges = g->edges <= WIRE_MAX_EDGES ? g->edges : 0;
    w->events = g->events;
    struct drawing d = {.report = r, .graph = g, .naming = {.wire = w, .symbols = symbols_open(w)},
        .left_out = g->left_out || was_stopped(w), .on_way = allocate(WIRE_MAX_EDGES), .vertex_on_way = allocate(WIRE_MAX_VERTICES)};
    if (w->findings > 0)
        find_way(&d, w, &w->finding[0]);
    put_graph(&d, out);
    if (d.left_out)
        warn("note: the graph of --dot has the first %" PRIu32 " states and %" PRIu32 " transitions that were met: the rest is left out",
            g->vertices, g->edges);
    symbols_close(d.naming.symbols);
    free(d.on_way);
    free(d.vertex_on_way);
}

int report_dot(const struct report *r, const char *path)
{
    if (!r->drawing) {
        if (r->program) /* otherwise nothing was compiled, which was said */
            warn("note: no graph was written: nothing was explored that could be drawn");
        return 0;
    }
    FILE *out = result_open(path);
    if (!out)
        return -1;
    put_explored(r, r->drawing->wire, out);
    return result_close(out);
}
