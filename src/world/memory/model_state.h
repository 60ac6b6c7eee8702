/* model_state.h - the state of the model that no object of the program holds. */
#ifndef MZ_WORLD_MEMORY_MODEL_STATE_H
#define MZ_WORLD_MEMORY_MODEL_STATE_H

/* State of the model that is not inside an object of the program: rewound and digested like the program's memory.
 *     static MODEL uint64_t rand_state;
 * Read it plainly; change it only with mem_set() and the like (mem.h). Must be zero-initialized (the section takes no room in the file). */
#if defined(__clang__) /* takes a section's name literally: there it takes room in the file after all */
#define MODEL __attribute__((section("mzmodel"), aligned(8)))
#elif defined(__aarch64__)
#define MODEL __attribute__((section("mzmodel,\"aw\",%nobits//"), aligned(8)))
#else
#define MODEL __attribute__((section("mzmodel,\"aw\",@nobits#"), aligned(8)))
#endif

#endif
