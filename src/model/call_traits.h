/* call_traits.h - what may be known of a function besides its class: words of its row (call_table.h, calls_cxx.h), up to four of them. */
#ifndef MZ_MODEL_CALL_TRAITS_H
#define MZ_MODEL_CALL_TRAITS_H

#include <stdint.h>

#define TRAIT_ 0ull /* what a row does not say */

/* The words of a row as one number. */
#define TRAITS(...) TRAITS_OF(__VA_ARGS__, , , , )
#define TRAITS_OF(a, b, c, d, ...) (TRAIT_##a | TRAIT_##b | TRAIT_##c | TRAIT_##d)

#endif
