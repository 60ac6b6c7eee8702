/* source_map.h - the source files of a program by its debug information: which lines have code, where functions begin and end. */
#ifndef MZ_APPS_DIFF_SOURCE_MAP_H
#define MZ_APPS_DIFF_SOURCE_MAP_H

#include "tool/binary/symbols/symbols.h"
#include "tool/cli/util.h"

struct source_function {
    const char *name;
    unsigned    from, to; /* from the line of its name to its last line with code */
};

struct source_file {
    char          *path;   /* real, where the file is there */
    const char    *name;   /* as debug information has it; one of several, perhaps */
    bool          *code;   /* code[n]: line n has code */
    unsigned       lines;  /* 1 to lines - 1 have an entry there */
    struct source_function *functions; /* by line */
    size_t         count;
};

struct source_map {
    struct source_file *files;
    size_t         count;
    struct strings known;  /* names that were looked up, */
    size_t        *meant;  /* and the files that they mean */
};

struct source_map *source_map_of(struct symbols *symbols);

/* The file `path` below the folder `top`; if the program was compiled elsewhere, the only one whose name ends with `path`. NULL: the
 * program has no code of it. */
const struct source_file *source_map_file(const struct source_map *map, const char *top, const char *path);

/* The function whose text has the line; NULL: none. */
const struct source_function *source_file_function(const struct source_file *file, unsigned line);

/* The function of the source that the code at `start` was made from, and its file; NULL: none. */
const struct source_function *source_map_function(const struct source_map *map, struct symbols *symbols, uint64_t start, size_t *file);

#endif
