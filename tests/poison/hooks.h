/* hooks.h - the hooks that only announce an access. */
HOOK(__tsan_read1) HOOK(__tsan_read2) HOOK(__tsan_read4) HOOK(__tsan_read8) HOOK(__tsan_read16)
HOOK(__tsan_write1) HOOK(__tsan_write2) HOOK(__tsan_write4) HOOK(__tsan_write8) HOOK(__tsan_write16)
HOOK(__tsan_unaligned_read2) HOOK(__tsan_unaligned_read4) HOOK(__tsan_unaligned_read8) HOOK(__tsan_unaligned_read16)
HOOK(__tsan_unaligned_write2) HOOK(__tsan_unaligned_write4) HOOK(__tsan_unaligned_write8) HOOK(__tsan_unaligned_write16)
HOOK(__tsan_volatile_read1) HOOK(__tsan_volatile_read2) HOOK(__tsan_volatile_read4) HOOK(__tsan_volatile_read8)
HOOK(__tsan_volatile_write1) HOOK(__tsan_volatile_write2) HOOK(__tsan_volatile_write4) HOOK(__tsan_volatile_write8)
HOOK(__tsan_read_range) HOOK(__tsan_write_range) HOOK(__tsan_func_exit) HOOK(__tsan_vptr_update) HOOK(__tsan_vptr_read)
