// catch2.cpp - tests with Catch2, version 2.
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_NO_POSIX_SIGNALS // which are Mazurka's
#include <catch2/catch.hpp>

#include "account.h"

TEST_CASE("pay") { REQUIRE(paid_by_two(account_pay) == 20); }
TEST_CASE("pay, in two steps") { REQUIRE(paid_by_two(account_pay_in_two) == 20); }
