/* trust.h - rules for files from other people (a trace, a token, a checkpoint): which of their contents are acted on without a word from
 * the user.
 *
 * A replay compiles and runs what the trace names, `mazurka resume` what the checkpoint names. Whoever wrote the file chose the words, so
 * they are held against lists of what is known to be harmless: the compiler is one of this machine, by its bare name; options of the
 * compiler can do no more than choose a dialect, a level, a machine or plain macros; files lie below the current directory, or belong to
 * the user or to root and cannot be written by everybody. --trust-trace and --trust-checkpoint do without all this.
 *
 * Files that are written to say what is run, as makefiles are (.mazurka.ini, specifications, studies), count if they are the user's own.
 */
#ifndef MZ_TOOL_CLI_TRUST_H
#define MZ_TOOL_CLI_TRUST_H

#include "tool/cli/util.h"

/* Between which places words are judged. */
struct trust {
    const char *here;      /* the directory of the user */
    const char *directory; /* the one in which the words mean something */
};
struct trust trust_here(const char *directory); /* the user's is the current one */

/* A compiler by the name that it has everywhere: gcc, clang++-14. The empty name is that of the default. */
bool trust_compiler(const char *name);

/* The words for the compiler; those that are not known to be harmless are added to `refused`, each with its reason. */
void trust_words(const struct trust *t, const struct strings *words, struct strings *refused);

/* A file or directory that is there is below the user's, or nobody but the user and root can have written it. */
bool trust_place(const struct trust *t, const char *path);

/* Is it the user's to run: does it lie below the current directory? */
bool trust_program(const char *path);

/* A file of results: below one of both directories, not hidden, and nothing but older results is replaced. */
bool trust_result(const struct trust *t, const char *path);

/* Dies if somebody else may have written this file, which says what is compiled and run. */
void trust_commands_of(const char *path);

#endif
