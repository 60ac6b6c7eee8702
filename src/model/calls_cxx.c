/* calls_cxx.c - the class of functions of libstdc++ and of the C++ ABI, by their mangled names. */
#include "model/calls_cxx.h"

#include <stdbool.h>
#include <stddef.h>

struct rule {
    const char *pattern; /* one that ends with * stands for all that begin so */
    enum call_class class;
    uint64_t traits;
};

#define NAME(name, how, ...) {#name, CALL_MODELLED, TRAITS(__VA_ARGS__)},
#define LATER(name) {#name, CALL_SETUP, 0},
#define PURE(pattern, ...) {pattern, CALL_PURE, TRAITS(__VA_ARGS__)}
static const struct rule rules[] = {
    CALLS_CXX_MODELLED(NAME)
    CALLS_CXX_SETUP(LATER)
    PURE("_ZNSt13random_device7_M_finiEv"), /* of one that has no file */
    /* data: type information, virtual tables, streams */
    PURE("_ZTI*"),
    PURE("_ZTV*"),
    PURE("_ZTS*"),
    PURE("_ZTT*"),
    PURE("_ZSt3cin"),
    PURE("_ZSt4cout"),
    PURE("_ZSt4cerr"),
    PURE("_ZSt4clog"),
    PURE("_ZSt7nothrow"),
    PURE("_ZNKSt5ctypeIcE13_M_widen_initEv"), /* done before the program starts (src/cxx/streams.cc) */
    /* exceptions: what they keep for each thread is saved with the thread, and their memory is announced (probe/cxx/exception.c) */
    PURE("__cxa_free_exception"),
    PURE("__cxa_get_exception_ptr"),
    PURE("__cxa_get_globals"),
    PURE("__cxa_current_exception_type"),
    PURE("__cxa_uncaught_exceptions"),
    PURE("__cxa_call_unexpected"),
    PURE("__cxa_throw_bad_array_new_length", NO_RETURN),
    PURE("__cxa_throw_bad_array_length"),
    PURE("__cxa_bad_cast", NO_RETURN),
    PURE("__cxa_bad_typeid"),
    PURE("__cxa_pure_virtual"),
    PURE("__cxa_deleted_virtual"),
    PURE("__cxa_tm_cleanup"),
    PURE("_ZSt13get_terminatev"),
    PURE("_ZSt15get_new_handlerv"),
    PURE("_ZSt18uncaught_exceptionv"),
    PURE("_ZSt19uncaught_exceptionsv"),
    /* call_once calls back */
    PURE("__once_proxy"),
    PURE("_ZSt15__once_callable"),
    PURE("_ZSt11__once_call"),
    PURE("_ZNSt6thread20hardware_concurrencyEv", PROCESSORS),
    /* the classic locale, which never changes */
    PURE("_ZNSt6locale7classicEv"),
    PURE("_ZNSt6localeD*"),
    PURE("_ZNSt8ios_base4InitC1Ev"), /* before the program starts */
};

/* What libmazurka-cxx.so itself may call besides: streams use facets of the classic locale by functions that change nothing, and files
 * reach libc through functions that are modelled. A program that did so by itself could call others of the same objects, by virtual
 * tables. */
static const char *const library_rules[] = {
    "_ZNSt7__cxx117collateIcE2idE",
    "_ZNSt7__cxx118numpunctIcE2idE",
    "_ZNSt5ctypeIcE2idE",
    "_ZNSt10__num_base12_S_atoms_outE",
    "_ZNSt10__num_base11_S_atoms_inE",
    "_ZSt9use_facetI*",
    "_ZSt9has_facetI*",
    "_ZNSt6locale5facet19_S_destroy_c_localeERP15__locale_struct", /* nothing to do for the classic one */
    "_ZNSt6locale5facetD2Ev",
    "_ZNSt6locale5facet15_S_get_c_localeEv",
    "_ZNSt6locale5_Impl16_M_install_cacheEPKNS_5facetEm", /* not for the classic one */
    "_ZNSt10__num_base15_S_format_floatERKSt8ios_basePcc", /* into a local of its caller */
    "_ZSt17__verify_groupingPKcmRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
    "_ZNSt8ios_base17_M_call_callbacksENS_5eventE",
    "_ZNKSt12__basic_fileIcE7is_openEv",
    "_ZNSt12__basic_fileIcE*",
    "__uselocale",
    "uselocale",
};

static bool matches(const char *name, const char *pattern)
{
    while (*pattern && *pattern != '*' && *pattern == *name)
        pattern++, name++;
    return *pattern == '*' || *pattern == *name;
}

/* NULL: there is none. */
static const struct rule *rule_of(const char *name)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (matches(name, rules[i].pattern))
            return &rules[i];
    return NULL;
}

enum call_class calls_classify_cxx(const char *name)
{
    const struct rule *rule = rule_of(name);
    return rule ? rule->class : CALL_UNKNOWN;
}

uint64_t calls_traits_cxx(const char *name)
{
    const struct rule *rule = rule_of(name);
    return rule ? rule->traits : 0;
}

bool calls_known_to_library(const char *name)
{
    for (size_t i = 0; i < sizeof library_rules / sizeof *library_rules; i++)
        if (matches(name, library_rules[i]))
            return true;
    return false;
}
