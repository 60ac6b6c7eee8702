/* post.h - the tool's end of the transport of messages to other machines: the courier (src/courier), which it starts. */
#ifndef MZ_TOOL_MPI_POST_H
#define MZ_TOOL_MPI_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct post {
    unsigned rank, size; /* this machine, of all */
    int      fd;
    int      courier;    /* its process */
    char    *input;      /* what has come and is not whole yet */
    size_t   used, room;
    uint64_t patience;   /* with those who are silent, for tests (MAZURKA_MPI_PATIENCE, milliseconds); else 0 */
    bool     gone;       /* the courier has ended: nothing comes any more, and nothing is sent */
};

struct message {
    unsigned    from;
    const char *bytes; /* at a multiple of 32; to be freed with the message */
    size_t      size;
    void       *block;
};

struct post post_open(void); /* dies where there is no courier, or it cannot begin */

void post_send(struct post *p, const struct iovec *parts, int count, bool to_myself_too);

/* The next one that has come; waits for so many milliseconds. False: there is none. An empty one: the machine is there, and has nothing
 * to say. */
bool post_receive(struct post *p, struct message *message, int milliseconds);
uint64_t post_patience(const struct post *p, uint64_t milliseconds); /* that, or what a test has set */
void message_free(struct message *message);

void post_say_goodbye(struct post *p); /* that was all */
void post_close(struct post *p); /* then: when all that was sent is there, and the others have said goodbye, too */

#endif
