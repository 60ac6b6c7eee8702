/* hunks.h - the output of `git diff -U0`: files, and which lines of each side differ. */
#ifndef MZ_APPS_DIFF_HUNKS_H
#define MZ_APPS_DIFF_HUNKS_H

#include <stdbool.h>
#include <stddef.h>

/* `old_count` lines from `old_from` on became `new_count` lines from `new_from` on. Where a count is 0, the number is that of the line
 * before the place, as in the format itself. */
struct hunk {
    size_t old_from, old_count, new_from, new_count;
};

struct changed_file {
    char        *old_path; /* below the repository's top folder; NULL: the file is new */
    char        *new_path; /* NULL: the file was removed */
    struct hunk *hunks;
    size_t       count;
    bool         submodule; /* another repository: its lines are not those of a file */
};

struct changes {
    struct changed_file *files;
    size_t count;
    size_t unmerged;       /* files with conflicts of a merge that is not finished */
};

/* Reads `length` bytes. False with a sentence in *why if they are not what git prints. Names may be quoted as git quotes them. */
bool changes_read(const char *text, size_t length, struct changes *changes, char **why);

/* A file with one more hunk. */
struct changed_file *changes_add(struct changes *changes, const char *old_path, const char *new_path);
void changed_file_add(struct changed_file *file, struct hunk hunk);
void changes_free(struct changes *changes);

#endif
