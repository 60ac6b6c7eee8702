/* cc.h - a compiler command line that instruments and links for Mazurka.
 *
 * Used by `mazurka cc`, `mazurka c++` and, through compile.h, by `mazurka check FILE.c`. The steps: choose the compiler (cc_choose),
 * read the user's arguments (cc_read: cc_args.c), build the command (cc_build: cc_flags.c).
 */
#ifndef MZ_TOOL_COMPILE_CC_H
#define MZ_TOOL_COMPILE_CC_H

#include <stdbool.h>

#include "tool/cli/util.h"

struct cc {
    struct strings compiler;  /* the command, e.g. "gcc", or "ccache" "gcc" */
    bool           clang;     /* else gcc */
    bool           cxx;       /* it links like a C++ compiler; set before cc_choose, which may set it too (cc --cc=g++) */
    const char    *optimize;  /* level that replaces the user's: "0", "1", … ; "keep" leaves the user's */
    /* from the user's arguments */
    struct strings arguments; /* response files expanded, options that do not go with us removed */
    bool has_input;           /* something to compile or link; otherwise a question such as --version */
    bool compiles;            /* at least one input is a source */
    bool only_c;              /* all sources are C */
    bool verifier_names;      /* some source has names of SV-COMP */
    bool has_cxx;             /* some source is C++ */
    bool openmp;              /* -fopenmp */
    bool relaxed_volatile;    /* -fvolatile=relaxed, which is ours */
    bool links;
    bool relocatable;         /* -r: one object out of several, no libraries */
    bool verbose;             /* -v */
};

/* The compiler `command` (may be several words; NULL: from MAZURKA_CC, else cc; of C++ from MAZURKA_CXX or CXX, else c++) and
 * optimization level `optimize` (NULL: from MAZURKA_OPT, else 0). Dies if there is no such compiler or level. */
void cc_choose(struct cc *cc, const char *command, const char *optimize);

/* Take in the user's arguments. Dies on those that cannot work with us; says which ones it leaves out, and why. */
void cc_read(struct cc *cc, const struct strings *arguments);

/* Name of `command` (gcc-12, clang) for C++ (g++-12, clang++); itself if it is for C++ or unknown. */
const char *cc_name_for_cxx(const char *command);

/* The plugin that completes what this compiler does (src/plugin), or NULL: cc_plugin.c. */
const char *cc_plugin(const struct cc *cc);

/* Replaces libraries among the arguments that have no hooks, but sources beside them, by what these are compiled to: once for a compiler,
 * kept in the cache of programs. Where that fails the system's is linked, as ever. True: something was compiled now. cc_libraries.c. */
bool cc_take_libraries(struct cc *cc);

/* The command to run. */
struct strings cc_build(const struct cc *cc);

/* Runs the compiler. */
int cc_run(const struct strings *command);

/* Arguments with every @FILE replaced by the arguments in that file, as gcc and clang do it. */
void response_expand(struct strings *out, const struct strings *arguments);

#endif
