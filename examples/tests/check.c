/* check.c - tests with Check. Each case is checked by itself: `mazurka test` sets CK_FORK=no and CK_RUN_CASE. */
#include <check.h>
#include <stdlib.h>

#include "account.h"

START_TEST(pays) { ck_assert_int_eq(paid_by_two(account_pay), 20); } END_TEST
START_TEST(pays_in_two) { ck_assert_int_eq(paid_by_two(account_pay_in_two), 20); } END_TEST

static void add(Suite *suite, const char *name, const TTest *test)
{
    TCase *tests = tcase_create(name);
    tcase_add_test(tests, test);
    suite_add_tcase(suite, tests);
}

int main(void)
{
    Suite *suite = suite_create("account");
    add(suite, "pay", pays);
    add(suite, "pay_in_two", pays_in_two);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
