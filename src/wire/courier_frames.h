/* courier_frames.h - frames between the tool and its courier (src/courier), through a socket, each a head and its bytes.
 *
 * The courier is the part that knows MPI: it brings messages of its tool to the tools of all other machines, each as often as it was sent
 * and in the order in which it was, and knows nothing of what is in them. */
#ifndef MZ_WIRE_COURIER_FRAMES_H
#define MZ_WIRE_COURIER_FRAMES_H

#include <stdint.h>

#define COURIER_MAGIC 0x4972756f436a614dULL

enum frame_kind {
    FRAME_HELLO,   /* from the courier, first: `peer` is the rank, the bytes a uint32_t: how many there are */
    FRAME_MESSAGE,  /* to all other machines; from the courier, one from `peer` */
    FRAME_ECHO,    /* likewise, and back to the sender, too */
    FRAME_GOODBYE, /* to the courier: that was the last one. It ends when it has brought them all, and those of others have come */
    FRAME_BEAT,    /* from the courier, empty: that of `peer` is there, and so is its tool, whatever it is doing */
};

struct frame {
    uint64_t magic;
    uint32_t kind; /* enum frame_kind */
    uint32_t peer;
    uint64_t bytes;
};

enum { COURIER_FD = 3 /* where the courier finds its end of the socket */ };

#endif
