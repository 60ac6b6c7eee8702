/* dead.h - dead values: what compilers leave behind in registers, frame slots and new frames makes equal states look different, so
 * it is cleared where the tool's analysis of the machine code (wire/liveness_table.h) says that nobody will read it.
 *
 * At a visible operation: the registers and frame bytes that its function does not read again. At the entry of a function: the
 * bytes of its frame that hold nothing yet, the same of its caller's frame as at an operation, and what it saved of registers that
 * are dead in its caller. Floating-point exceptions that nobody asks for are cleared too. All of it lies in frames that are saved
 * in this epoch already (stack.h).
 */
#ifndef MZ_WORLD_STATE_DEAD_H
#define MZ_WORLD_STATE_DEAD_H

#include "wire/liveness_table.h"
#include "wire/wire.h"
#include "world/thread.h"

/* Take over the tables that the tool has left in the wire. False when there is no memory for them. */
bool dead_prepare(const struct wire *wire);

/* From now on no state is looked at: what a program does not read stays in threads that park. */
void dead_keep_parked(void);

/* Does the module's code come to that of others only by what the dynamic linker has set, or a hook announces (wire/liveness_table.h)? False
 * where that is not known. */
struct dl_phdr_info;
bool dead_stays(const struct wire *wire, struct dl_phdr_info *info);

/* The thread is parked at its next operation. */
void dead_parked(struct thread *t);

/* Clears what the function of frame k of t, which is parked and saved in this epoch, does not read as long as it stays in its loop.
 * False: it is in none, or nothing is known of it. The thread may not go on like this: only to see whether it comes round. */
bool dead_clear_in_loop(struct thread *t, uint32_t k);

/* Registers that can hold arguments of the call that returns to pc, as in wire/liveness_table.h; everything where
 * nothing is known. */
struct dead_arguments {
    uint16_t registers;
    uint8_t  vectors, stack_words;
};
struct dead_arguments dead_arguments(uint64_t pc);

/* The tables themselves, and where the file lies that each is of. */
struct dead_module {
    const struct liveness_header *table;
    uint64_t bias;
};
const struct dead_module *dead_modules(unsigned *count);

/* Can t come to the end of each function that it is in, as far as their code says? Not known: no. */
bool dead_way_out(const struct thread *t);

/* The call that returns to pc, and the table that it is in; NULL: nothing is known of it. */
const struct liveness_site *dead_call(uint64_t pc, const struct liveness_header **table);

/* Does nobody read what the call that returns to pc returns, in the register for integers? False where nothing is known. */
bool dead_result(uint64_t pc);

/* Distance from the stack pointer at its entry hook to the end of the frame of a function (wire/liveness_table.h); 0:
 * not known. */
uint32_t dead_frame(uint64_t hook);

/* Stack pointer when a function has returned whose entry hook was called with sp; 0: not known. */
uint64_t dead_cfa(uint64_t hook, uint64_t sp);

/* The frame of the function whose code is [lo, hi): looks long. */
uint32_t dead_frame_in(uint64_t lo, uint64_t hi);

/* The running thread has entered a function: `hook` is where its entry hook returns to, `caller` where the function does, and
 * sp the stack pointer at the hook. */
void dead_entered(uint64_t hook, uint64_t caller, uint64_t sp);

/* The same where no state is looked at: only what a program could notice, which is the new frame. */
void dead_entered_only(uint64_t hook, uint64_t caller, uint64_t sp);

/* It has taken memory from the stack. */
void dead_fresh(uint64_t lo, uint64_t hi);

#endif
