/* session.h - a debugger's session: the interleaving, and where it is to stop. */
#ifndef MZ_APPS_DAP_SESSION_H
#define MZ_APPS_DAP_SESSION_H

#include "apps/dap/interleaving.h"
#include "apps/dap/protocol.h"
#include "tool/cli/util.h"

struct session {
    struct channel      channel;
    struct interleaving story;
    struct line {
        char *file; /* as realpath() has it */
        json_int_t number;
    } *lines;                    /* breakpoints */
    size_t         line_count;
    struct strings data;         /* objects whose changes stop */
    bool           at_preemptions, stop_on_entry, over;
};

/* The file of a place as the file system names it; NULL: it is not known. */
char *session_file(const json_t *place);

/* Is there a step of this line? */
bool session_has_line(const struct session *s, const char *file, json_int_t line);

/* Moves of the cursor, each of which stops somewhere and says so. `thread` is the one that is shown, where that matters. */
void session_begin(struct session *s);
void session_next(struct session *s, unsigned thread);     /* behind the thread's next step */
void session_step(struct session *s, unsigned thread);     /* behind the next step, whose ever it is */
void session_switch(struct session *s, unsigned thread);   /* to the next switch of threads */
void session_continue(struct session *s, unsigned thread); /* to what is to stop, or the end */
void session_back(struct session *s, unsigned thread);     /* before the thread's last step */
void session_reverse(struct session *s, unsigned thread);  /* back to what is to stop, or the start */

#endif
