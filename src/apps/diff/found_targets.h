/* found_targets.h - targets of `mazurka diff` in a repository that names none: programs that its build makes, or, where
 * it has no build, those that can be compiled of its files. */
#ifndef MZ_APPS_DIFF_FOUND_TARGETS_H
#define MZ_APPS_DIFF_FOUND_TARGETS_H

#include "apps/diff/code/source_texts.h"
#include "apps/diff/targets.h"

/* The command that builds what is in the folder with Mazurka's compilers, run there: of a CMakeLists.txt, meson.build, configure or
 * Makefile. NULL: there is none of them. *tracks: it finds out by itself which headers files are made of. */
const char *found_build(const char *folder, bool *tracks);

/* All programs below a folder that were built with Mazurka's compilers. */
struct targets found_programs(const char *folder, const char *build);

/* A program of each file with a main, and of the files that belong to the headers that it includes ("queue.h": queue.c), if one of them is
 * among the changed ones; NULL: of all. */
struct targets found_sources(const struct source_texts *all, const struct strings *changed);

#endif
