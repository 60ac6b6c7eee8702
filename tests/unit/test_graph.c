/* test_graph.c - the explored graph: traversals see every transition once, stop at unfinished states, and nothing is concluded from a
 * state for whose transitions there was no room. */
/* sources: src/reduce/graph.c src/base/reserve.c src/base/raw.c */
#include "check.h"
#include "reduce/graph.h"

static struct graph g;
static uint32_t seen; /* sum of the numbers of what was looked at */

static bool look(struct retraversal *by, summary events)
{
    (void)by;
    seen += events;
    return events != 1000;
}

static struct retraversal traverse(uint32_t from, bool into_unfinished)
{
    struct retraversal by = {.look = look, .into_unfinished = into_unfinished};
    seen = 0;
    graph_start(&g);
    if (graph_reach(&g, from, &by))
        graph_retraverse(&g, &by);
    return by;
}

/* A diamond: a to b and c, both to d. */
static void make_diamond(uint32_t s[4])
{
    graph_clear(&g);
    for (unsigned i = 0; i < 4; i++) {
        s[i] = graph_add_state(&g);
        graph_begin(&g, s[i], 0);
    }
    graph_add_edge(&g, s[0], 1, s[1]);
    graph_add_edge(&g, s[0], 10, s[2]);
    graph_add_edge(&g, s[1], 100, s[3]);
    graph_add_edge(&g, s[2], 200, s[3]);
    graph_add_edge(&g, s[3], 5, GRAPH_NOTHING);
    for (unsigned i = 0; i < 4; i++)
        graph_finish(&g, s[i]);
}

static void every_transition_once(void)
{
    uint32_t s[4];
    make_diamond(s);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(traverse(s[0], false).edges, 5);
        CHECK_EQ(seen, 316);
    }
    g.traversals = UINT32_MAX; /* the numbers of traversals are used up */
    CHECK_EQ(traverse(s[0], false).edges, 5);
    CHECK_EQ(traverse(s[2], false).edges, 2);
}

static void stops_at_unfinished(void)
{
    uint32_t s[4];
    make_diamond(s);
    graph_begin(&g, s[3], 7);
    CHECK(traverse(s[0], false).met_unfinished);
    CHECK(!traverse(s[0], true).met_unfinished);
    CHECK_EQ(seen, 323);
    graph_finish(&g, s[3]);
    CHECK(!traverse(s[0], false).met_unfinished);
    CHECK(traverse(GRAPH_UNKNOWN, false).met_unfinished);
}

static void stops_when_told(void)
{
    uint32_t s[4];
    make_diamond(s);
    graph_add_edge(&g, s[3], 1000, s[0]); /* is looked at first, and goes round in a circle */
    CHECK_EQ(traverse(s[3], false).edges, 1);
}

static void no_room(void)
{
    uint32_t s[4], most_edges = g.most_edges, most_states = g.most_states;
    make_diamond(s);
    g.most_edges = g.edge_count;
    g.most_states = g.state_count;
    CHECK_EQ(graph_add_state(&g), GRAPH_UNKNOWN);
    graph_begin(&g, s[2], 0);
    graph_add_edge(&g, s[2], 1, s[3]);
    graph_finish(&g, s[2]);
    CHECK(traverse(s[0], false).met_unfinished);
    CHECK(!traverse(s[1], false).met_unfinished);
    graph_add_edge(&g, GRAPH_UNKNOWN, 1, s[3]);
    graph_begin(&g, GRAPH_UNKNOWN, 0);
    graph_finish(&g, GRAPH_UNKNOWN);
    CHECK(traverse(GRAPH_UNKNOWN, false).met_unfinished);
    g.most_edges = most_edges;
    g.most_states = most_states;
}

static void is_small(void)
{
    CHECK(sizeof(struct graph_state) + sizeof *g.stack <= 48);
    CHECK(sizeof(struct graph_edge) <= 16);
}

int main(void)
{
    CHECK(graph_open(&g));
    TEST(every_transition_once);
    TEST(stops_at_unfinished);
    TEST(stops_when_told);
    TEST(no_room);
    TEST(is_small);
    graph_close(&g);
    return check_status();
}
