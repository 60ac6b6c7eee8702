/* git.h - questions of `mazurka diff` to git: which lines differ between two versions, what a version holds. Git is run as a command;
 * nothing is written to the repository, and no program that its settings name is run. */
#ifndef MZ_APPS_DIFF_GIT_H
#define MZ_APPS_DIFF_GIT_H

#include "apps/diff/code/hunks.h"
#include "tool/cli/util.h"

/* Two versions. `new_commit` is NULL for the work tree. */
struct versions {
    char *old_name, *new_name;     /* as the user calls them: "HEAD", "the work tree" */
    char *old_commit, *new_commit; /* hashes */
};

/* The top folder of the work tree around here; NULL with a sentence in *why (no git, no repository). */
char *git_top(char **why);

/* Path at which the repository keeps a file of this name that is nobody else's, outside of the work tree; NULL if there
 * is no repository. */
char *git_private_path(const char *name);

/* "", "REV", "REV..REV" or "REV...REV"; dies with a sentence on what is none. */
struct versions git_versions(const char *range);

/* Contents of the next commit, with one revision ("": HEAD). */
struct versions git_staged(const char *base);

/* Lines that differ, below `paths` (none: everywhere). Files that git does not know yet are changed from their first line to the last. */
struct changes git_changes(const struct versions *versions, const char *top, const struct strings *paths);

/* A file of a version, which may be the work tree (`commit` NULL); NULL if it is not there. */
char *git_file(const char *commit, const char *top, const char *path, size_t *length);

/* The paths of all files of a version, which may be the work tree: with those that git does not know yet, and does not ignore. */
struct strings git_files(const char *commit, const char *top);

/* Is what is in the work tree what the commit has, but for files that git does not know? */
bool git_is_checked_out(const char *commit, const char *top);

/* Puts all files of a commit into a folder. Dies if that fails. */
void git_copy_out(const char *commit, const char *top, const char *folder);

#endif
