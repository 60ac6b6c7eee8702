/* trace_trust.h - a trace is data that people send each other: what of it may be acted on without a word from the user.
 *
 * A replay compiles and runs what the trace names. Whoever wrote the trace chose the words, so they are held against lists of what is
 * known to be harmless: the compiler is one of this machine, by its bare name; options of the compiler can do no more than choose a
 * dialect, a level, a machine or plain macros; files lie below the current directory, or belong to the user or to root and cannot be
 * written by everybody; a program that was not compiled here lies below the current directory. --trust-trace does without all this.
 */
#ifndef MZ_TOOL_TRACE_TRACE_TRUST_H
#define MZ_TOOL_TRACE_TRACE_TRUST_H

#include "tool/trace/trace_file.h"

/* A compiler by the name that it has everywhere: gcc, clang++-14. The empty name is that of the default. */
bool trust_compiler(const char *name);

/* The words for the compiler; those that are not known to be harmless are added to `refused`, each with its reason. The current
 * directory is the user's, and `directory` that in which the words mean something. */
void trust_words(const struct strings *words, const char *directory, struct strings *refused);

/* Is it the user's to run? */
bool trust_program(const char *path);

#endif
