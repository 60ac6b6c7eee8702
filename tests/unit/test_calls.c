/* test_calls.c - the lists of functions: in order, without duplicates, and found by the search. */
#include "model/calls.c"
#undef NAME
#include "model/calls_cxx.c"

#include <string.h>

#include "../check.h"

#define COUNT(list) (sizeof list / sizeof *list)

static void in_order(const char *const *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (strcmp(list[i - 1], list[i]) >= 0)
            printf("    %s comes before %s\n", list[i - 1], list[i]);
        CHECK(strcmp(list[i - 1], list[i]) < 0);
    }
}

static void lists_are_in_order(void)
{
    in_order(modelled, COUNT(modelled));
    in_order(pure, COUNT(pure));
    in_order(setup, COUNT(setup));
    in_order(processes, COUNT(processes));
    in_order(refused, COUNT(refused));
    in_order(guarded, COUNT(guarded));
    in_order(guarded_state, COUNT(guarded_state));
}

/* Finding a name in its own list also means that no list before it has it. */
static void all_are(enum call_class class, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (calls_classify(list[i]) != class)
            printf("    %s is in two lists, or not found\n", list[i]);
        CHECK_EQ(calls_classify(list[i]), class);
    }
}

static void every_name_has_its_class(void)
{
    all_are(CALL_MODELLED, modelled, COUNT(modelled));
    all_are(CALL_PURE, pure, COUNT(pure));
    all_are(CALL_SETUP, setup, COUNT(setup));
    all_are(CALL_SETUP, processes, COUNT(processes));
    all_are(CALL_REFUSED, refused, COUNT(refused));
    all_are(CALL_GUARDED, guarded, COUNT(guarded));
    all_are(CALL_GUARDED_STATE, guarded_state, COUNT(guarded_state));
}

static void some_by_name(void)
{
    CHECK_EQ(calls_classify("pthread_mutex_lock"), CALL_MODELLED);
    CHECK_EQ(calls_classify("malloc"), CALL_MODELLED);
    CHECK_EQ(calls_classify("printf"), CALL_MODELLED);
    CHECK_EQ(calls_classify("__tsan_read4"), CALL_MODELLED);
    CHECK_EQ(calls_classify("mz_choose"), CALL_MODELLED);
    CHECK_EQ(calls_classify("AnnotateBenignRace"), CALL_MODELLED);
    CHECK_EQ(calls_classify("AnnotateHappensBefore"), CALL_MODELLED);
    CHECK_EQ(calls_classify("__sanitizer_set_report_path"), CALL_MODELLED);
    CHECK_EQ(calls_classify("AnnotateWhatNobodyKnows"), CALL_UNKNOWN);
    CHECK_EQ(calls_classify("sqrt"), CALL_PURE);
    CHECK_EQ(calls_classify("strtol"), CALL_MODELLED);
    CHECK_EQ(calls_classify("wcstol"), CALL_GUARDED);
    CHECK_EQ(calls_classify("deflate"), CALL_UNKNOWN);
    CHECK_EQ(calls_classify("fdopendir"), CALL_SETUP);
    CHECK_EQ(calls_classify("fdopen"), CALL_MODELLED);
    CHECK_EQ(calls_classify("__isoc99_scanf"), CALL_MODELLED);
    CHECK_EQ(calls_classify("clone"), CALL_REFUSED);
    CHECK_EQ(calls_classify("socket"), CALL_REFUSED);
    CHECK_EQ(calls_classify("_Znwm"), CALL_MODELLED);
    CHECK_EQ(calls_classify("__cxa_throw"), CALL_MODELLED);
    CHECK_EQ(calls_classify("_ZTISt9exception"), CALL_PURE);
    CHECK_EQ(calls_classify("_ZNSt9bad_allocD1Ev"), CALL_UNKNOWN); /* src/cxx has it */
    CHECK_EQ(calls_classify("_ZSt13set_terminatePFvvE"), CALL_SETUP);
    CHECK_EQ(calls_classify("_ZNSt13random_device9_M_getvalEv"), CALL_REFUSED);
    CHECK_EQ(calls_classify("_ZNSt6localeC1EPKc"), CALL_UNKNOWN);
    CHECK_EQ(calls_classify("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale"), CALL_UNKNOWN);
    CHECK(calls_known_to_library("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale"));
}

static void others_are_unknown(void)
{
    static const char *const names[] = {"", "a", "lsearc", "fork2", "for", "zzz", "_", "pthread_mutex_loc", "sqr", "__tsan"};
    for (size_t i = 0; i < COUNT(names); i++)
        CHECK_EQ(calls_classify(names[i]), CALL_UNKNOWN);
}

int main(void)
{
    TEST(lists_are_in_order);
    TEST(every_name_has_its_class);
    TEST(some_by_name);
    TEST(others_are_unknown);
    return check_status();
}
