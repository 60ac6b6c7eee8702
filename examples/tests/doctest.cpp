// doctest.cpp - tests with doctest.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "account.h"

TEST_CASE("pay") { CHECK(paid_by_two(account_pay) == 20); }
TEST_CASE("pay, in two steps") { CHECK(paid_by_two(account_pay_in_two) == 20); }
