/* test_fair_cycles.c - fair cycles in graphs that are walked through depth first, as a search does. */
/* sources: src/base/reserve.c src/base/raw.c src/property/fair_cycles.c */
#include "property/fair_cycles.h"

#include "check.h"

enum { MOST = 8, EDGES = 16, NONE = -1, CHOSE = 1 << 8 };

/* Transitions of a graph, from state 0 on. The end: nobody moves. */
struct step {
    int       from, to;
    threadset moved, could; /* with CHOSE if it has several outcomes */
};

static struct fair_cycles g;
static bool     visited[MOST];
static int      found_at; /* the state whose component has one */
static unsigned walked;   /* transitions of the walk */
static threadset walked_by;

static struct digest digest_of(int state)
{
    return (struct digest){.lo = (uint64_t)state, .hi = 7};
}

static void note_walk(void)
{
    walked = g.walk_count;
    walked_by = NO_THREADS;
    for (uint32_t i = 0; i < g.walk_count; i++)
        walked_by |= g.edges[g.walk[i]].moved;
}

static void explore(const struct step *steps, int state)
{
    visited[state] = true;
    fair_enter(&g, digest_of(state));
    for (const struct step *s = steps; threadset_any(s->moved); s++) {
        if (s->from != state)
            continue;
        struct fair_edge how = {.moved = s->moved, .could = s->could & ~(threadset)CHOSE};
        fair_took(&g, digest_of(s->to), !visited[s->to], s->could & CHOSE, &how);
        if (!visited[s->to])
            explore(steps, s->to);
    }
    if (fair_found(&g)) {
        found_at = state;
        note_walk();
    }
    fair_leave(&g);
}

/* The state at which a component with a fair cycle was finished. */
static int finds(const struct step *steps)
{
    for (int i = 0; i < MOST; i++)
        visited[i] = false;
    found_at = NONE;
    fair_clear(&g);
    explore(steps, 0);
    CHECK_EQ(g.state_count, 0);
    CHECK_EQ(g.edge_count, 0);
    return found_at;
}

static void who_could_must_move(void)
{
    CHECK_EQ(finds((struct step[EDGES]){{0, 0, 1, 1}}), 0);
    CHECK_EQ(finds((struct step[EDGES]){{0, 0, 1, 3}}), NONE);
    CHECK_EQ(finds((struct step[EDGES]){{0, 0, 1, 3}, {0, 1, 2, 3}}), NONE); /* the second thread leaves it */
    CHECK_EQ(finds((struct step[EDGES]){{0, 0, 1, 3}, {0, 0, 2, 3}}), 0);
    CHECK_EQ(walked, 2);
}

static void no_step_chooses(void)
{
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 1}, {1, 0, 1, 1 | CHOSE}}), NONE);
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 1 | CHOSE}, {1, 1, 1, 1}}), 1); /* on the way to it one may */
}

/* In 0 a second thread could move, and leaves; 1 and 2 are a cycle without it. */
static void part_of_a_component(void)
{
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 3}, {0, 3, 2, 3}, {1, 2, 1, 1}, {2, 1, 1, 1}, {2, 0, 1, 1}}), 0);
    CHECK_EQ(walked, 3);
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 3}, {0, 3, 2, 3}, {1, 2, 1, 1}, {2, 0, 1, 1}}), NONE);
}

/* Two cycles that have a state in common: each thread moves in one of them. */
static void around_both(void)
{
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 3}, {1, 0, 1, 3}, {0, 2, 2, 3}, {2, 0, 2, 3}}), 0);
    CHECK_EQ(walked, 4);
    CHECK(threadset_equal(walked_by, 3));
}

/* What is below is finished first, and its numbers are used again. */
static void components_in_turn(void)
{
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 1}, {0, 2, 2, 3}, {2, 0, 1, 1}}), 0);
    CHECK_EQ(walked, 2);
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 3}, {0, 2, 2, 3}, {2, 3, 1, 3}, {3, 2, 2, 3}}), 2);
}

/* A state that is left early belongs to the component all the same. */
static void back_by_another_way(void)
{
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 3}, {1, 2, 1, 3}, {2, 0, 2, 3}}), 0);
    CHECK_EQ(walked, 3);
    CHECK_EQ(finds((struct step[EDGES]){{0, 1, 1, 3}, {1, 0, 1, 3}, {0, 2, 2, 3}, {2, 1, 2, 3}}), 0);
}

int main(void)
{
    CHECK(fair_open(&g));
    TEST(who_could_must_move);
    TEST(no_step_chooses);
    TEST(part_of_a_component);
    TEST(around_both);
    TEST(components_in_turn);
    TEST(back_by_another_way);
    fair_close(&g);
    return check_status();
}
