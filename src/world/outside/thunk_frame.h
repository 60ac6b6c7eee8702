/* thunk_frame.h - what the ways into functions without hooks and back (outside_*.S) leave on the stack. */
#ifndef MZ_WORLD_OUTSIDE_THUNK_FRAME_H
#define MZ_WORLD_OUTSIDE_THUNK_FRAME_H

/* Words directly below the slot of the return address in which the thunk keeps what registers hold. Likewise where the ways back keep
 * vector registers, and how many words of them. */
#if defined(__x86_64__)
enum { OUTSIDE_SAVED = 23, OUTSIDE_VECTORS_AT = 7, OUTSIDE_VECTORS = 4 };
#else
enum { OUTSIDE_SAVED = 27, OUTSIDE_VECTORS_AT = 11, OUTSIDE_VECTORS = 8 };
#endif

#endif
