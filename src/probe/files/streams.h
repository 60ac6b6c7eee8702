/* streams.h - destinations of output: captured (stdout, stderr, a file in the search), to the real function (a file
 * during set-up), or nowhere. */
#ifndef MZ_PROBE_FILES_STREAMS_H
#define MZ_PROBE_FILES_STREAMS_H

#include <stdio.h>

#include "probe/files/route.h"
#include "probe/libc.h"

/* 0, 1, 2 for the standard streams, else -1. */
static inline int stream_number(const FILE *file)
{
    return file == stdout ? 1 : file == stderr ? 2 : file == stdin ? 0 : -1;
}

/* A function of stdio holds the lock of its stream from its beginning to stream_end(), unless its name says that it is unlocked, and uses
 * what the stream keeps without one: of two unlocked functions at once, or of one of each kind, this is a
 * data race. stream_begin() is for functions that may read or write the file, so that they may be cancelled; stream_look() for those that
 * leave the stream as it is. Nothing happens where the program neither locks streams nor has unlocked functions. */
void stream_begin(uint64_t pc, FILE *file, const char *name);
void stream_use(uint64_t pc, FILE *file, const char *name);
void stream_look(uint64_t pc, FILE *file, const char *name);
void stream_end(uint64_t pc, FILE *file, const char *name);

/* Threads that use one standard stream share it, though its output is no part of a state. */
void stream_note_user(const struct thread *t, int number);

/* Output to the descriptor `number` (as given by stream_number, or by the program), by a call that returns to pc. */
enum route stream_route(uint64_t pc, int number);

/* The same for any descriptor and any stream, of a call of `name`, if it is refused. */
enum route stream_route_to(uint64_t pc, int fd);
enum route stream_route_of(uint64_t pc, FILE *file, const char *name);

/* The descriptor of a stream that is none of the standard ones, unless `name` is refused because there is none (file_streams.c). */
int stream_descriptor(uint64_t pc, FILE *file, const char *name);
int stream_close_file(uint64_t pc, FILE *file);
bool stream_reads(const FILE *file); /* is it open for that? Its descriptor may be open for more */
bool stream_writes(const FILE *file);

/* Flags of glibc's streams, part of its binary interface: their end was reached, or something has failed. */
enum { STREAM_END = 0x10, STREAM_ERROR = 0x20 };
void stream_set_flags(uint64_t pc, FILE *file, int flags);

/* The program closes descriptor 0, 1 or 2: its last act as far as we are concerned. */
int stream_close_standard(uint64_t pc, int number);

/* The work of printf, for a call of `name` in the program that returns to pc (printf.c). */
int stream_print(uint64_t pc, FILE *file, const char *name, const char *format, ...);
int stream_vprint(uint64_t pc, FILE *file, const char *name, const char *format, struct arguments *arguments);

/* The call cannot be captured: returns `result` with EBADF, or is refused by name. */
uint64_t stream_failed(uint64_t pc, enum route route, const char *name, int64_t result);

#endif
