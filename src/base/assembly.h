/* assembly.h - does a piece of inline assembly have instructions that may access memory? For the tool, and for both plugins (in C++). */
#ifndef MZ_BASE_ASSEMBLY_H
#define MZ_BASE_ASSEMBLY_H

#include <stdbool.h>
#include <string.h>

/* Instructions that access nothing. (Fences are not needed where all accesses are in order.) */
static inline bool assembly_is_harmless(const char *word, size_t length)
{
    static const char *const names[] = {"nop",  "pause", "rep",  "yield", "mfence", "lfence",  "sfence", "dmb", "dsb", "isb",
                                        "hint", "wfe",   "sev",  "int3",  "ud2",    "hlt",     "brk",    "bti", "endbr64"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return true;
    return length == 0 || word[0] == '.' || word[0] == '#' || word[length - 1] == ':'; /* directives, comments, labels */
}

/* Instructions are parted by ends of lines and semicolons. */
static inline bool assembly_does_something(const char *text)
{
    for (;;) {
        text += strspn(text, " \t");
        if (!assembly_is_harmless(text, strcspn(text, " \t\n;")))
            return true;
        text += strcspn(text, "\n;");
        if (*text++ == '\0')
            return false;
    }
}

#endif
