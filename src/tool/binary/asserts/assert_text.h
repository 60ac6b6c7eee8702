/* assert_text.h - asserts as they stand in a source. */
#ifndef MZ_TOOL_BINARY_ASSERTS_ASSERT_TEXT_H
#define MZ_TOOL_BINARY_ASSERTS_ASSERT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct assert_text {
    int   *lines;    /* on which there is an assert of something that is not constant */
    size_t count;
    bool   defines;  /* the source has an assert of its own */
};

/* Asserts in a text of C or C++. Not in comments, strings and what lies behind #if 0. */
struct assert_text assert_text_of(const char *text);

#endif
