/* layout.h - the layout of the checked program's address space.
 *
 * The arenas (thread slots, heaps and maps) are at fixed addresses, so that equal states have equal addresses in every
 * process. Beside every 8 bytes of memory that we follow lies a cell: who touched each byte over the whole
 * search (sharing.h), and in which epoch the word was last noted in the undo log (undo.h).
 *
 *   slot of thread t:   [guard | stack, growing down ............ | thread control block and thread-local storage]
 *   heap of thread t:   address space that is made accessible as it grows
 *   maps of thread t:   what it gets from mmap, likewise (probe/heap/maps.h)
 *   segments:           the program's image and those of all its libraries, in as many pieces as they have, and the model's own state
 */
#ifndef MZ_WORLD_MEMORY_LAYOUT_H
#define MZ_WORLD_MEMORY_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/threadset.h"

/* Owner of a byte, and of each of the eight of a word (sharing.h). */
#ifdef MZ_WIDE
typedef uint16_t byte_owner __attribute__((may_alias));
typedef unsigned __int128 word_owners __attribute__((aligned(8), may_alias));
#else
typedef uint8_t  byte_owner;
typedef uint64_t word_owners;
#endif

struct cell {
    _Alignas(word_owners) byte_owner own[8]; /* sharing.h: one state per byte */
    uint64_t epoch;                          /* undo.h: last epoch in which the word was noted */
};

static inline word_owners cell_owners(const struct cell *cell) { return *(const word_owners *)cell->own; }

#define ARENA_LO     0x100000000000ULL
#define ARENA_SHADOW 0x300000000000ULL /* cells of the arenas */
#define ARENA_VALID  0x200000000000ULL /* valid.h: one byte for each 8 bytes of the arenas */

enum { SLOT_GUARD = 64 << 10, SLOT_TCB = 256 << 10 };

/* Memory that all threads use at equal distances competes for few places of the caches: so it begins a page and some lines lower in each
 * further slot, and a page later in each further record of calls. */
enum { SLOT_SHIFT = 4096 + 640, FRAMES_SHIFT = 4096 };
enum { MAX_SEGMENTS = 320 };

/* Bytes of cells for so many bytes of memory. */
static inline uint64_t cells_size(uint64_t size) { return size / 8 * sizeof(struct cell); }

struct segment {
    uint64_t     lo, size;
    struct cell *cells;
    bool         program; /* memory of instrumented code: objects in it are modelled. Else a library's own: what the program
                           * reads there (stdout, tables of characters) is hardly ever written */
    uint64_t     shared_parts; /* bit n: there are shared bytes in part n of it (sharing.h). Most of a large one has none */
};

enum { SEGMENT_PARTS = 64 };

/* Bytes of each part. */
static inline uint64_t segment_part(const struct segment *s) { return (s->size / SEGMENT_PARTS & ~(uint64_t)7) + 8; }

struct layout {
    uint64_t arena_size;
    uint64_t slot_span;
    unsigned slot_shift;
    uint64_t slots_size;
    bool     slot_open[MAX_THREADS]; /* accessible: never rewound */
    bool     executable;             /* so are stacks */
    uint64_t heap_lo, heap_span;
    uint64_t heap_committed[MAX_THREADS]; /* how far each heap is accessible: never rewound */
    uint64_t maps_lo, maps_span;
    uint64_t maps_committed[MAX_THREADS];
    struct segment segment[MAX_SEGMENTS];
    unsigned segments;
    uint64_t unwinder_lo, unwinder_size; /* the library whose code unwinds stacks; not where it is part of the program */
};

extern struct layout mz__layout;

/* Reserve the arenas. stack and heap are the bytes wanted for each thread; 0 for the default. executable: so are stacks. */
bool layout_reserve(uint64_t stack, uint64_t heap, bool executable);
/* Make the slot of a thread accessible. Most programs have few: all at once would be a system call and a mapping for each. */
bool layout_open_slot(tid t);
/* Does this address lie in one that was not accessible, and is now? A pointer that has gone astray is judged when all can be read. */
bool layout_open_slot_at(uint64_t addr);
bool layout_add_segment(uint64_t lo, uint64_t hi, bool program);

static inline uint64_t slot_lo(tid t) { return ARENA_LO + t * mz__layout.slot_span; }
static inline uint64_t slot_stack_lo(tid t) { return slot_lo(t) + SLOT_GUARD; }
static inline uint64_t slot_stack_base(tid t) { return slot_lo(t) + mz__layout.slot_span - SLOT_TCB - t * SLOT_SHIFT; }
static inline bool in_slots(uint64_t addr) { return addr - ARENA_LO < mz__layout.slots_size; }
static inline tid slot_of(uint64_t addr) { return (tid)((addr - ARENA_LO) >> mz__layout.slot_shift); }

uint64_t arena_heap_lo(tid t);
bool     arena_heap_commit(tid t, uint64_t upto); /* make [lo, lo + upto) accessible */

/* The same of its maps. */
static inline bool in_maps(uint64_t addr) { return addr - mz__layout.maps_lo < mz__layout.maps_span * MAX_THREADS; }
static inline tid maps_owner(uint64_t addr) { return (tid)((addr - mz__layout.maps_lo) / mz__layout.maps_span); }
static inline uint64_t arena_maps_lo(tid t) { return mz__layout.maps_lo + t * mz__layout.maps_span; }
bool arena_maps_commit(tid t, uint64_t upto);

/* Is the range, which begins in a heap or among maps, accessible? */
bool arena_is_open(uint64_t addr, uint64_t size);

/* The cell of an address, or NULL for memory that we do not follow. */
struct cell *layout_cell(uint64_t addr);

/* The segment of the program that holds the address, or NULL. Is it in a library that is not instrumented? */
const struct segment *layout_segment(uint64_t addr);
bool layout_foreign(uint64_t addr);

/* The byte has become shared: note it with its segment, if it is in one. */
void layout_note_shared(uint64_t addr);

#endif
