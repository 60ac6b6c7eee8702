/* test_calls.c - the table of functions: lists in order, without duplicates, and found by the search. */
#include "model/calls.c"
#include "model/calls_cxx.c"

#include <string.h>

#include "../check.h"

#define COUNT(list) (sizeof list / sizeof *list)

static void lists_are_in_order(void)
{
    for (size_t l = 0; l < COUNT(lists); l++)
        for (size_t i = 1; i < lists[l].count; i++) {
            const char *before = lists[l].rows[i - 1].name, *name = lists[l].rows[i].name;
            if (strcmp(before, name) >= 0)
                printf("    %s comes before %s\n", before, name);
            CHECK(strcmp(before, name) < 0);
        }
}

/* Finding a name in its own list also means that no list before it has it. */
static void every_name_has_one_row(void)
{
    for (size_t l = 0; l < COUNT(lists); l++)
        for (size_t i = 0; i < lists[l].count; i++) {
            const struct call *row;
            if (list_of(lists[l].rows[i].name, &row) != &lists[l])
                printf("    %s is in two lists, or not found\n", lists[l].rows[i].name);
            CHECK(list_of(lists[l].rows[i].name, &row) == &lists[l] && row == &lists[l].rows[i]);
            CHECK_EQ(calls_classify(row->name), lists[l].class);
            CHECK_EQ(calls_traits(row->name), row->traits);
        }
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
    CHECK_EQ(calls_classify("signalfd"), CALL_REFUSED);
    CHECK_EQ(calls_classify("_Znwm"), CALL_MODELLED);
    CHECK_EQ(calls_classify("__cxa_throw"), CALL_MODELLED);
    CHECK_EQ(calls_classify("_ZTISt9exception"), CALL_PURE);
    CHECK_EQ(calls_classify("_ZNSt9bad_allocD1Ev"), CALL_UNKNOWN); /* src/cxx has it */
    CHECK_EQ(calls_classify("_ZSt13set_terminatePFvvE"), CALL_SETUP);
    CHECK_EQ(calls_classify("_ZNSt13random_device9_M_getvalEv"), CALL_MODELLED);
    CHECK_EQ(calls_classify("_ZNSt6localeC1EPKc"), CALL_UNKNOWN);
    CHECK_EQ(calls_classify("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale"), CALL_UNKNOWN);
    CHECK(calls_known_to_library("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale"));
}

static void some_traits_by_name(void)
{
    CHECK(calls_traits("abort") & TRAIT_NO_RETURN && calls_traits("__cxa_bad_cast") & TRAIT_NO_RETURN);
    CHECK(calls_traits("__clang_call_terminate") & TRAIT_NO_RETURN); /* which has no class */
    CHECK_EQ(calls_classify("__clang_call_terminate"), CALL_UNKNOWN);
    CHECK(calls_traits("clock_gettime") & TRAIT_CLOCK); /* by its premise */
    CHECK_EQ(calls_traits("memcpy"), TRAIT_EXPANDED);
    CHECK_EQ(calls_traits("malloc"), 0);
    CHECK_EQ(calls_traits("deflate"), 0);
    CHECK_EQ(traits_parameters(calls_traits("sched_yield")), 0);
    CHECK_EQ(traits_parameters(calls_traits("poll")), 3);
    CHECK_EQ(traits_parameters(calls_traits("read")), -1);
    CHECK_EQ(traits_path(calls_traits("readlink")), 1);
    CHECK_EQ(traits_path(calls_traits("stat")), 0); /* it is modelled */
    CHECK_EQ(traits_path(calls_traits("__fxstatat")), 3);
    CHECK(traits_path_at(calls_traits("__fxstatat")) && !traits_path_at(calls_traits("readlink")));
    CHECK_EQ(calls_traits("splice"), TRAIT_DESCRIPTOR(1) | TRAIT_DESCRIPTOR(3));
}

static void count(const char *name, void *found)
{
    *(int *)found += strcmp(name, "memcpy") == 0 || strcmp(name, "index") == 0;
}

static void each_with_a_trait(void)
{
    int found = 0;
    calls_each(TRAIT_EXPANDED, count, &found);
    CHECK_EQ(found, 2);
}

/* What ends a thread or fails does not return; what asks about files is guarded, for only there somebody looks at the path. */
static void traits_agree(void)
{
    for (size_t l = 0; l < COUNT(lists); l++)
        for (size_t i = 0; i < lists[l].count; i++) {
            uint64_t traits = lists[l].rows[i].traits;
            CHECK(!(traits & (TRAIT_ENDS_THREAD | TRAIT_FAILS_ASSERT)) || traits & TRAIT_NO_RETURN);
            CHECK(!(traits & TRAIT_NO_RETURN && traits & TRAIT_RETURNS_TWICE));
            CHECK(!traits_path(traits) || lists[l].class == CALL_GUARDED);
            CHECK(!(traits & TRAIT_DESCRIPTORS) || lists[l].class == CALL_SETUP);
        }
}

/* ftw and ftw64, and all the others: they differ in a type. */
static void large_files_make_no_difference(void)
{
    for (size_t l = 0; l < COUNT(lists); l++)
        for (size_t i = 0; i < lists[l].count; i++) {
            char name[64] = "";
            size_t length = strlen(lists[l].rows[i].name);
            if (length < 3 || length >= sizeof name || strcmp(lists[l].rows[i].name + length - 2, "64") != 0)
                continue;
            memcpy(name, lists[l].rows[i].name, length - 2);
            if (((calls_traits(name) ^ lists[l].rows[i].traits) & ~TRAIT_LINKED) != 0)
                printf("    %s and %s64 have different traits\n", name, name);
            CHECK(((calls_traits(name) ^ lists[l].rows[i].traits) & ~TRAIT_LINKED) == 0);
        }
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
    TEST(every_name_has_one_row);
    TEST(some_by_name);
    TEST(some_traits_by_name);
    TEST(each_with_a_trait);
    TEST(traits_agree);
    TEST(large_files_make_no_difference);
    TEST(others_are_unknown);
    return check_status();
}
