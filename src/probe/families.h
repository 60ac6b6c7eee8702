/* families.h - the meaning of each operation, as defined by its family's file: for semantics_table.c. */
#ifndef MZ_PROBE_FAMILIES_H
#define MZ_PROBE_FAMILIES_H

#include "world/semantics.h"

/* mutex.c */
extern const struct semantics mutex_init_semantics;
extern const struct semantics mutex_destroy_semantics;
extern const struct semantics lock_semantics;
extern const struct semantics trylock_semantics;
extern const struct semantics timedlock_semantics;
extern const struct semantics unlock_semantics;

/* abandoned.c */
extern const struct semantics consistent_semantics;
extern const struct semantics abandon_semantics;

/* cond.c */
extern const struct semantics cond_init_semantics;
extern const struct semantics cond_destroy_semantics;
extern const struct semantics wait_semantics;
extern const struct semantics timedwait_semantics;
extern const struct semantics wake_semantics;
extern const struct semantics timedwake_semantics;
extern const struct semantics signal_semantics;
extern const struct semantics broadcast_semantics;

/* rwlock.c */
extern const struct semantics rwlock_init_semantics;
extern const struct semantics rwlock_destroy_semantics;
extern const struct semantics rdlock_semantics;
extern const struct semantics tryrdlock_semantics;
extern const struct semantics timedrdlock_semantics;
extern const struct semantics wrlock_semantics;
extern const struct semantics trywrlock_semantics;
extern const struct semantics timedwrlock_semantics;
extern const struct semantics rwunlock_semantics;

/* maps.c */
extern const struct semantics mmap_semantics;
extern const struct semantics mmap_fixed_semantics;
extern const struct semantics munmap_semantics;
extern const struct semantics mprotect_semantics;
extern const struct semantics madvise_semantics;

/* leave.c, jump.c */
extern const struct semantics enter_semantics;
extern const struct semantics return_semantics;
extern const struct semantics returned_semantics;
extern const struct semantics jump_semantics;

/* barrier.c */
extern const struct semantics barrier_init_semantics;
extern const struct semantics barrier_destroy_semantics;
extern const struct semantics arrive_semantics;
extern const struct semantics leave_semantics;

/* spin.c */
extern const struct semantics spin_init_semantics;
extern const struct semantics spin_destroy_semantics;
extern const struct semantics spin_lock_semantics;
extern const struct semantics spin_trylock_semantics;
extern const struct semantics spin_unlock_semantics;

/* sem.c */
extern const struct semantics sem_init_semantics;
extern const struct semantics sem_destroy_semantics;
extern const struct semantics sem_wait_semantics;
extern const struct semantics sem_trywait_semantics;
extern const struct semantics sem_timedwait_semantics;
extern const struct semantics sem_post_semantics;
extern const struct semantics sem_getvalue_semantics;

/* once.c */
extern const struct semantics once_semantics;
extern const struct semantics once_done_semantics;

/* static_guard.c */
extern const struct semantics guard_semantics;
extern const struct semantics guard_done_semantics;

/* futex.c */
extern const struct semantics futex_wait_semantics;
extern const struct semantics futex_sleep_semantics;
extern const struct semantics futex_wake_semantics;

/* thread_life.c, cancel.c, keys.c */
extern const struct semantics create_semantics;
extern const struct semantics exit_semantics;
extern const struct semantics join_semantics;
extern const struct semantics tryjoin_semantics;
extern const struct semantics detach_semantics;
extern const struct semantics cancel_semantics;
extern const struct semantics testcancel_semantics;
extern const struct semantics key_semantics, key_use_semantics;

/* signals.c */
extern const struct semantics kill_semantics;
extern const struct semantics sigwait_semantics;
extern const struct semantics sigmask_semantics;
/* A new thread begins with its creator's mask, and nothing was sent to it. */
void signals_inherit(tid born, tid creator);

/* probe/channels */
extern const struct semantics channel_make_semantics, channel_dup_semantics, channel_close_semantics, channel_set_semantics;
extern const struct semantics channel_read_semantics, channel_write_semantics;
extern const struct semantics socket_bind_semantics, socket_connect_semantics, socket_accept_semantics, socket_send_semantics;
extern const struct semantics poll_semantics, epoll_ctl_semantics, epoll_wait_semantics;

/* without_hooks.c */
extern const struct semantics foreign_semantics;

/* tsan_atomic.c */
extern const struct semantics atomic_load_semantics;
extern const struct semantics atomic_store_semantics;
extern const struct semantics atomic_rmw_semantics;
extern const struct semantics atomic_cas_semantics;

#endif
