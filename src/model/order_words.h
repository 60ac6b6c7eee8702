/* order_words.h - memory orders as people write them. */
#ifndef MZ_MODEL_ORDER_WORDS_H
#define MZ_MODEL_ORDER_WORDS_H

#include <stddef.h>
#include <string.h>

enum { MEMORY_ORDERS = __ATOMIC_SEQ_CST + 1 };

/* NULL: it is none. */
static inline const char *order_word(unsigned order)
{
    static const char *const words[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
    return order < MEMORY_ORDERS ? words[order] : NULL;
}

/* Memory order that the first `length` characters of a text name; -1: none. */
static inline int order_of_word(const char *text, size_t length)
{
    for (unsigned i = 0; i < MEMORY_ORDERS; i++)
        if (strlen(order_word(i)) == length && strncmp(text, order_word(i), length) == 0)
            return (int)i;
    return -1;
}

#endif
