/* socket_names.c - see socket_names.h. */
#include "probe/channels/socket_names.h"

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/un.h>

#include "probe/argument.h"
#include "world/world.h"

/* A path stays when its socket is closed: of a file, until that is removed. */
static MODEL struct path {
    uint64_t file;   /* its number; 0: it is abstract */
    uint8_t  length; /* 0: there is none */
    uint8_t  gone;   /* the file was removed, or the abstract name given to another socket: its socket is still called so */
    char     bytes[PATH_BYTES + 2];
} paths[PATHS];

/* ---- as the program has them ------------------------------------------------------------------------------------------- */

static void read_port(struct spelt *out, uint16_t port, bool any, bool loopback, bool six)
{
    out->port = ntohs(port);
    out->host = any ? (six ? HOST_ANY6 : HOST_ANY) : loopback ? (six ? HOST_LOOPBACK6 : HOST_LOOPBACK) : HOST_NONE;
}

union address {
    struct sockaddr     any;
    struct sockaddr_in  four;
    struct sockaddr_in6 six;
    struct sockaddr_un  local;
    char                bytes[128];
};

static void read_path(struct spelt *out, const union address *a, unsigned size)
{
    unsigned room = size - (unsigned)offsetof(struct sockaddr_un, sun_path);
    out->host = HOST_PATH;
    if (size > sizeof a->local)
        return;
    out->length = (uint8_t)(room && a->local.sun_path[0] ? strnlen(a->local.sun_path, room) : room);
    memcpy(out->path, a->local.sun_path, out->length);
}

__attribute__((noinline)) bool socket_name_read(uint64_t pc, const void *address, unsigned size, struct spelt *out)
{
    union address a;
    memset(&a, 0, sizeof a);
    memset(out, 0, sizeof *out);
    if (size > sizeof a || size < sizeof a.any.sa_family)
        return false;
    announce_read_from(pc, address, size);
    memcpy(&a, address, size);
    out->family = a.any.sa_family;
    out->size = (uint16_t)size;
    if (out->family == AF_INET)
        read_port(out, a.four.sin_port, a.four.sin_addr.s_addr == htonl(INADDR_ANY), a.four.sin_addr.s_addr == htonl(INADDR_LOOPBACK),
                  false);
    if (out->family == AF_INET6)
        read_port(out, a.six.sin6_port, IN6_IS_ADDR_UNSPECIFIED(&a.six.sin6_addr), IN6_IS_ADDR_LOOPBACK(&a.six.sin6_addr), true);
    if (out->family == AF_UNIX)
        read_path(out, &a, size);
    return true;
}

int socket_name_give(uint64_t pc, const struct told_name *name, void *to, unsigned *size)
{
    unsigned room = ARGUMENT(pc, size), part = room < name->size ? room : name->size;
    if ((int)room < 0)
        return announce_failure_from(pc, EINVAL);
    if (part)
        announce_give_from(pc, to, name->bytes, part, 0);
    return (int)announce_give_from(pc, size, &name->size, sizeof *size, 0);
}

int socket_name_fits(const struct channel *c, const struct spelt *name)
{
    unsigned least = c->family == AF_INET ? sizeof(struct sockaddr_in) : c->family == AF_INET6 ? 24 : 3;
    if (c->family == AF_UNIX)
        return name->family != AF_UNIX || name->size < least || name->size > sizeof(struct sockaddr_un) ? EINVAL : 0;
    if (name->size < least)
        return EINVAL;
    if (name->family == AF_UNSPEC)
        return SPELT_REFUSED;
    return name->family != c->family ? EAFNOSUPPORT : name->host == HOST_NONE ? SPELT_REFUSED : 0;
}

/* ---- as the program gets them ------------------------------------------------------------------------------------------ */

static void tell_path(const struct socket_name *name, union address *a, struct told_name *told)
{
    const struct path *p = name->host == HOST_PATH ? &paths[name->number] : NULL;
    told->size = (uint32_t)offsetof(struct sockaddr_un, sun_path);
    if (!p)
        return;
    memcpy(a->local.sun_path, p->bytes, p->length);
    told->size += p->length + (p->file != 0); /* with the zero at its end */
}

void socket_name_spell(const struct socket_name *name, unsigned family, struct told_name *to)
{
    union address a;
    memset(&a, 0, sizeof a);
    memset(to, 0, sizeof *to);
    a.any.sa_family = (sa_family_t)family;
    if (family == AF_UNIX) {
        tell_path(name, &a, to);
    } else if (family == AF_INET) {
        a.four.sin_port = htons(name->number);
        a.four.sin_addr.s_addr = htonl(name->host == HOST_LOOPBACK ? INADDR_LOOPBACK : INADDR_ANY);
        to->size = sizeof a.four;
    } else {
        a.six.sin6_port = htons(name->number);
        a.six.sin6_addr.s6_addr[15] = name->host == HOST_LOOPBACK6;
        to->size = sizeof a.six;
    }
    memcpy(to->bytes, a.bytes, sizeof to->bytes);
}

void socket_name_tell(const struct socket_name *name, unsigned family, struct told_name *to)
{
    struct told_name told;
    socket_name_spell(name, family, &told);
    mem_copy(to, &told, sizeof told);
}

/* ---- paths ---------------------------------------------------------------------------------------------------------------- */

static bool is_abstract(const struct spelt *name)
{
    return name->path[0] == '\0';
}

static int find_bytes(const char *bytes, unsigned length)
{
    for (int i = 0; i < PATHS; i++)
        if (!paths[i].gone && paths[i].length == length && memcmp(paths[i].bytes, bytes, length) == 0)
            return i;
    return -1;
}

static int find_file(uint64_t file)
{
    for (int i = 0; file && i < PATHS; i++)
        if (paths[i].length && !paths[i].gone && paths[i].file == file)
            return i;
    return -1;
}

int socket_path_find(const struct spelt *name, bool seen)
{
    int found = find_bytes(name->path, name->length);
    uint64_t file = 0;
    if (found >= 0 || seen)
        return found;
    if (is_abstract(name))
        return -ECONNREFUSED;
    long error = place_is_free(name->path, &file);
    if (error == -EEXIST)
        return -ECONNREFUSED;
    found = error < 0 ? -1 : find_file(file);
    return error < 0 ? (int)error : found < 0 ? -ENOENT : found;
}

static int free_path(void)
{
    for (int i = 0; i < PATHS; i++)
        if (paths[i].length == 0)
            return i;
    return PATHS;
}

int socket_path_make(const struct spelt *name)
{
    int made = free_path();
    uint64_t file = 0;
    long error = is_abstract(name) ? 0 : place_is_free(name->path, &file);
    if (error < 0)
        return error == -EEXIST ? -EADDRINUSE : (int)error;
    if (find_file(file) >= 0)
        return -EADDRINUSE;
    if (made == PATHS)
        return PATHS;
    int before = find_bytes(name->path, name->length); /* an abstract one, whose socket is closed: who has asked knows */
    if (before >= 0)
        mem_set(&paths[before].gone, (uint8_t)1);
    mem_will_write(&paths[made], sizeof paths[made]);
    paths[made].file = file;
    paths[made].length = name->length;
    memcpy(paths[made].bytes, name->path, name->length);
    return made;
}

bool socket_path_remove(uint64_t file)
{
    int found = find_file(file);
    if (found >= 0)
        mem_set(&paths[found].gone, (uint8_t)1);
    return found >= 0;
}

bool socket_path_is_ours(const char *path)
{
    size_t length = strlen(path);
    return length && length < PATH_BYTES && find_bytes(path, (unsigned)length) >= 0;
}

/* ---- who is called so ------------------------------------------------------------------------------------------------------ */

static bool is_six(unsigned host)
{
    return host == HOST_ANY6 || host == HOST_LOOPBACK6;
}

static bool is_any(const struct socket_name *name)
{
    return name->host == HOST_ANY || name->host == HOST_ANY6;
}

bool socket_names_meet(const struct socket_name *a, const struct socket_name *b)
{
    if (a->host == HOST_NONE || b->host == HOST_NONE || a->number != b->number)
        return false;
    if (a->host == HOST_PATH || b->host == HOST_PATH)
        return a->host == b->host;
    if (is_six(a->host) == is_six(b->host))
        return a->host == b->host || is_any(a) || is_any(b);
    return (a->host == HOST_ANY6 && !a->only6) || (b->host == HOST_ANY6 && !b->only6);
}

static bool is_called(const struct channel *c, const struct socket_name *name, const struct thread *t)
{
    bool same = c->name[0].host == name->host && c->name[0].number == name->number;
    return c->kind && channel_is_named(c) && same && channel_end_is_open(c, 0, t);
}

struct channel *socket_named(const struct socket_name *name, enum channel_kind kind, bool listens, const struct thread *t)
{
    for (struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        if (is_called(&s->it, name, t) && (!kind || s->it.kind == kind) && (!listens || s->it.phase == PHASE_LISTENING))
            return &s->it;
    return NULL;
}

struct socket_name socket_loopback(const struct spelt *to)
{
    return (struct socket_name){.number = to->port, .host = is_six(to->host) ? HOST_LOOPBACK6 : HOST_LOOPBACK};
}

struct channel *socket_at_port(const struct socket_name *name, enum channel_kind kind, bool listens, const struct thread *t)
{
    struct socket_name any = {.number = name->number, .host = is_six(name->host) ? HOST_ANY6 : HOST_ANY};
    struct channel *c = socket_named(name, kind, listens, t);
    return c ? c : socket_named(&any, kind, listens, t);
}

static MODEL uint16_t served[SERVED];

bool socket_port_was_served(uint16_t port)
{
    for (unsigned i = 0; i < SERVED; i++)
        if (served[i] == port)
            return true;
    return false;
}

bool socket_port_serves(uint16_t port)
{
    if (socket_port_was_served(port))
        return true;
    for (unsigned i = 0; i < SERVED; i++)
        if (served[i] == 0) {
            mem_set(&served[i], port);
            return true;
        }
    return false;
}

static bool has_port(const struct channel *c, uint16_t port)
{
    bool first = channel_is_named(c) && c->name[0].host > HOST_PATH && c->name[0].number == port;
    return first || (c->name[1].host > HOST_PATH && c->name[1].number == port);
}

static bool is_free(uint16_t port)
{
    for (const struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        if (has_port(&s->it, port))
            return false;
    return !socket_port_was_served(port);
}

uint16_t socket_free_port(void)
{
    for (unsigned port = FIRST_PORT; port <= LAST_PORT; port++)
        if (is_free((uint16_t)port))
            return (uint16_t)port;
    return 0;
}
