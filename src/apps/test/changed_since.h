/* changed_since.h - the changes since a commit (--since): is the program made of any of them, and where? */
#ifndef MZ_APPS_TEST_CHANGED_SINCE_H
#define MZ_APPS_TEST_CHANGED_SINCE_H

#include "tool/cli/util.h"

struct changed_since {
    struct strings newer;   /* files that the program is made of, which were written after it: it is not made of what they are now */
    struct strings files;     /* changed files that the program is made of, or may depend on; none: it is what it was */
    char          *reached;   /* "--reached=0x1139,0x1180": where the code begins that has changed; NULL: not known of all of it */
};

/* Dies with a sentence where git does not know the commit. */
struct changed_since changed_since(const char *commit, const char *program);

#endif
