/* socket_names.h - names of sockets: a port of this machine, or a path, of a file or abstract.
 *
 * Ports are those of the loopback device, which nobody else uses. The file of a path is the model's: bind makes it, connect finds it,
 * unlink removes it, and nothing on the disk is touched.
 */
#ifndef MZ_PROBE_CHANNELS_SOCKET_NAMES_H
#define MZ_PROBE_CHANNELS_SOCKET_NAMES_H

#include "probe/channels/channel.h"

enum socket_host { HOST_NONE, HOST_PATH, HOST_ANY, HOST_LOOPBACK, HOST_ANY6, HOST_LOOPBACK6 };

enum { PATH_BYTES = 108, PATHS = 32, SERVED = 32, FIRST_PORT = 32768, LAST_PORT = 60999 };

/* A name as the program has written it: in the stand-in's frame, all of it set. */
struct spelt {
    uint16_t family, size; /* as given */
    uint16_t port;
    uint8_t  host;         /* HOST_NONE: of nobody in this process */
    uint8_t  length;       /* of a path; 0: there is none */
    char     path[PATH_BYTES + 4]; /* zeros behind it; an abstract one begins with a zero */
};

/* Read it, for a stand-in. False: no call takes it, EINVAL. */
bool socket_name_read(uint64_t pc, const void *address, unsigned size, struct spelt *out);

/* A name as the program gets it. */
struct told_name {
    uint32_t size;
    char     bytes[PATH_BYTES + 4];
};

/* Name of a socket of this family. */
void socket_name_spell(const struct socket_name *name, unsigned family, struct told_name *to);

/* It goes to the program, as much of it as there is room for, and all of its size: 0, or -1 and errno. */
int socket_name_give(uint64_t pc, const struct told_name *name, void *to, unsigned *size);

/* ---- for the engine -------------------------------------------------------------------------------------------------- */

/* Is it a name for such a socket? What the call fails with; 0: yes; SPELT_REFUSED: it is of nobody in this process. */
enum { SPELT_REFUSED = -1 };
int socket_name_fits(const struct channel *c, const struct spelt *name);

/* The same; `to` is the stand-in's. */
void socket_name_tell(const struct socket_name *name, unsigned family, struct told_name *to);

/* The path that is there by this name; negative: ENOENT, ECONNREFUSED: a file that is no socket of this process. `seen`: look at what was
 * bound only, and not at the disk. */
int socket_path_find(const struct spelt *name, bool seen);

/* A new one, for a socket that is bound: negative: an error; PATHS: there are too many. */
int socket_path_make(const struct spelt *name);

/* The file with this number is removed; false: it is no socket's. */
bool socket_path_remove(uint64_t file);

/* Is there such a file of the model's? For set-up. */
bool socket_path_is_ours(const char *path);

/* Do two names meet: can a socket of the one not be bound beside one of the other? */
bool socket_names_meet(const struct socket_name *a, const struct socket_name *b);

/* Channel whose end 0 has that name; NULL: none. */
struct channel *socket_named(const struct socket_name *name, enum channel_kind kind, bool listens, const struct thread *t);

/* Address as one of the loopback device; the channel of that name, or bound to that port of any address; NULL: none. */
struct socket_name socket_loopback(const struct spelt *to);
struct channel    *socket_at_port(const struct socket_name *name, enum channel_kind kind, bool listens, const struct thread *t);

/* Ports to which connections were made: for a while the kernel keeps them from those who have not said SO_REUSEADDR. False: there are too
 * many. */
bool socket_port_serves(uint16_t port);
bool socket_port_was_served(uint16_t port);

/* The lowest port from FIRST_PORT on that nobody has, or had so; 0: there is none. */
uint16_t socket_free_port(void);

#endif
