/* test_traces.c - programs whose number of Mazurkiewicz traces is known have that many. */
/* sources: src/model/op_columns.c tests/toy/toy.c tests/toy/toy_op.c tests/toy/toy_lts.c tests/toy/toy_parse.c */
/* sources: tests/toy/traces.c */
#include "traces.h"

#include "check.h"
#include "toy_parse.h"

static void known_numbers(void)
{
    for (const struct traced *y = traced; y->name; y++) {
        struct toy_program p;
        toy_parse(y->program, &p);
        if (toy_traces(&p) != y->traces)
            printf("    %s\n", y->name);
        CHECK_EQ(toy_traces(&p), y->traces);
    }
}

/* Independent steps do not count, in whatever order they are; choices do. */
static void small_numbers(void)
{
    static const struct traced small[] = {
        {"nothing to do", "yield || yield", 1},
        {"a choice", "r = choose 3 || x = 1", 3},
        {"a deadlock", "lock m; lock n || lock n; lock m", 3},
        {"who has the lock for good", "lock m || lock m", 2},
        {0},
    };
    for (const struct traced *y = small; y->name; y++) {
        struct toy_program p;
        toy_parse(y->program, &p);
        CHECK_EQ(toy_traces(&p), y->traces);
    }
}

int main(void)
{
    TEST(small_numbers);
    TEST(known_numbers);
    return check_status();
}
