/* store.h - a map from files of the disk to copies in the store: those that set-up has written, made or removed (captured.h).
 *
 * The tool gives the process the name of a directory that there is not yet, the store. A file that set-up is about to change is copied
 * there first, one that it makes is made there, and one that it removes is something there that does not exist: each path that is changed
 * has a place in the store, and everything below it is there too. All other paths mean what they always do. Engine only, and nothing of it
 * is rewound.
 */
#ifndef MZ_WORLD_SETUP_STORE_H
#define MZ_WORLD_SETUP_STORE_H

#include <stdbool.h>
#include <stddef.h>

enum { STORE_PATH = 4096 };

void store_open(const char *directory);

/* The path that the program means, without links in it, as the program sees it: 0, or a negative error. STORE_LEFT_ALONE: it is not for
 * us, as all of /proc. */
enum { STORE_LEFT_ALONE = 1 };
long store_resolve(int directory, const char *path, bool follow_last, char *resolved);

/* Real path of it. Returns whether that is in the store. */
bool store_place(const char *resolved, char *place);

/* Make the directory, if nothing was put there yet. False: the system refuses. */
bool store_make(void);

/* Give it a place in the store if it has none, with nothing there; NULL in `place` is not wanted. False: there is no room. */
bool store_add(const char *resolved, char *place);

/* Is it in the store, as the kernel says of a descriptor's path? */
bool store_holds(const char *place);

/* Do relative paths begin there? What the kernel finds beside it is not what the program expects. */
bool store_is_base(int directory);

/* Path by which the program calls it; the same if it is elsewhere. */
const char *store_name(const char *place);

/* Has something directly in this directory a place of its own? */
bool store_has_changed_in(const char *directory);

#endif
