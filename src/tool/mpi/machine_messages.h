/* machine_messages.h - messages among the tools on several machines, and what each knows of the others. Only for machines.h. */
#ifndef MZ_TOOL_MPI_MACHINE_MESSAGES_H
#define MZ_TOOL_MPI_MACHINE_MESSAGES_H

#include <jansson.h>

#include "model/record.h"
#include "tool/mpi/machine_results.h"
#include "tool/mpi/post.h"

enum message_kind {
    MESSAGE_BEGIN,   /* JSON: what is to be compared */
    MESSAGE_RESUME,  /* JSON, of rank 0: the command with which the search was begun that is gone on with, where, and the environment */
    MESSAGE_GO,      /* JSON, of rank 0: the environment */
    MESSAGE_REFUSED, /* of rank 0: it has said why */
    MESSAGE_STOP,    /* of rank 0: the search has ended */
    MESSAGE_BEAT,
    MESSAGE_PROCESS, /* JSON: process_identity.h. This and the following are counted, and come in order */
    MESSAGE_NEWS,
    MESSAGE_END,
};

enum part { PART_TEXT, PART_RESULTS, PART_NOTES, PART_FILES, PART_ENDING, PART_RECORDS, PARTS };

/* Header of a message; then its parts, each where a record may begin. */
struct head {
    uint32_t kind, wide;
    uint64_t part[PARTS];       /* bytes of each */
    uint32_t known[MOST_RANKS]; /* how many messages of each machine the writer had been handed */
};

struct told_file {
    char     path[sizeof((struct wire_file *)0)->path];
    uint32_t is_there;
    uint64_t digest;
};

struct queued {
    struct queued *next;
    struct message  message;
};

/* A part of a message that outlives it. */
struct kept {
    void    *bytes;
    size_t   size;
    uint32_t wide;
};

/* Facts known of another machine. */
struct machine {
    uint32_t received, handed;    /* messages that are counted: that have come, and that the runtime was handed */
    struct queued *first, **last; /* of them: those that it was not */
    struct kept    knowledge;     /* of its processes: records, as far as its messages were handed out */
    json_t  *begin, *resume, *go, *process;
    struct kept   *found;         /* results: the last ones of each visible set */
    size_t   founds;
    struct kept    noted;
    struct kept    head, ended, last_found; /* of its last message: what it begins with, how the search ended, what was found */
    bool     compared, has_ended, lost;
    uint64_t beat, courier_beat;  /* milliseconds: when it was heard of last, and when its courier was */
    uint64_t kept_found, kept_noted; /* hashes of what went into the checkpoint last */
};

struct machines {
    struct post post;
    int      parent;              /* the process that has started this one: mpirun, say */
    bool     samples;             /* they divide seeds, and tell each other nothing on the way */
    bool     claims;              /* they explore in parts (search/parallel/rank_partition.h): none of them can be missed */
    bool     stopped, all_faults, wide;
    uint32_t sent;                /* messages that are counted */
    uint64_t next_beat;
    const char *mute;             /* why nothing is told any more */
    json_t  *process;             /* of this machine */
    bool     described;           /* and it has been told */
    uint32_t files;
    struct wire_file *their_files; /* that processes on other machines have read, as they are here */
    size_t   their_file_count, kept_files; /* and those of them that are in the checkpoint */
    char    *draft;               /* records of the next message */
    size_t   used, room;
    struct notes *notes;          /* that were told last, or are to be told */
    uint64_t told_results, told_notes; /* hashes of what was told last */
    uint32_t at;                  /* the machine whose message is being handed out, */
    size_t   offset;              /* from here on; 0: none is */
    uint32_t known_at;            /* likewise, of what they know */
    struct checkpoint *log;       /* of --checkpoint, or NULL */
    void   (*checkpoint_turn)(struct launch *l);
    struct machine of[MOST_RANKS];
};

struct content {
    const void *bytes;
    size_t      size;
};

/* machine_messages.c */
const struct head *message_head(const struct message *l);
const void *message_part(const struct message *l, enum part part, size_t *size); /* NULL: there is none */
void     machines_send(struct machines *m, enum message_kind kind, const struct content parts[PARTS]);
void     machines_send_json(struct machines *m, enum message_kind kind, const json_t *o);
void     machines_collect(struct machines *m, int wait_ms); /* whatever has come */
bool     machine_is_silent(const struct machines *m, unsigned rank);
bool     machine_is_gone(const struct machines *m, unsigned rank); /* even its courier is, or this one */
void     machines_await_beginning(struct machines *m, unsigned rank); /* for a while; dies if it has been silent for too long */
void     machines_leave(struct machines *m, int status) __attribute__((noreturn));
void     kept_set(struct kept *k, const void *bytes, size_t size, uint32_t wide);

/* machine_beginning.c: the machine cannot search with rank 0. All end, and it is said why. */
void machines_refuse(struct machines *m, unsigned rank, const char *why) __attribute__((noreturn));
const char *machines_host(const struct machines *m, unsigned rank);

/* machine_process.c: what the process is, and goes by, is told; rank 0 compares it, and refuses. */
void machines_describe(struct machines *m, const struct launch *l);
void machines_compare(struct machines *m);
void machines_look_around(struct machines *m, const struct launch *l);
struct told_file *machines_new_files(struct machines *m, const struct wire *w, size_t *count); /* that the program has read since */
void machines_compare_files(struct machines *m, unsigned from, const struct message *l);

/* machine_keeping.c: what others have told goes into the group of the checkpoint that is being written. */
void machines_keep(struct machines *m, struct launch *l);

/* machine_turns.c: what the runtime asks for (wire.h: wire_turn). */
void machines_turn(struct launch *l);

#endif
