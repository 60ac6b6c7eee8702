/* colour.h - colours for terminals, which are escape sequences, or empty strings elsewhere; and how wide lines may be. */
#ifndef MZ_TOOL_CLI_COLOUR_H
#define MZ_TOOL_CLI_COLOUR_H

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct colours {
    const char *bold, *red, *green, *yellow, *cyan, *dim, *off;
    int         width; /* of the terminal; 0: it is none, and lines may be as long as they are */
};

static inline int terminal_width(int fd)
{
    enum { NARROWEST = 40 };
    struct winsize size;
    return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= NARROWEST ? size.ws_col : 0;
}

/* `mode` is always, never, or auto: on a terminal that can do more than "dumb", unless NO_COLOR is set. */
static inline struct colours colours_for(const char *mode, int fd)
{
    const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
    int wanted = strcmp(mode, "always") == 0;
    if (strcmp(mode, "auto") == 0)
        wanted = isatty(fd) && !(off && *off) && terminal && strcmp(terminal, "dumb") != 0;
    int width = terminal_width(fd);
    if (!wanted)
        return (struct colours){"", "", "", "", "", "", "", width};
    return (struct colours){"\033[1m", "\033[1;31m", "\033[1;32m", "\033[1;33m", "\033[36m", "\033[2m", "\033[0m", width};
}

#endif
