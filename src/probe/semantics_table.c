/* semantics_table.c - the meaning of every operation: one row per kind. An operation without a row does nothing and returns 0. */
#include "probe/families.h"
#include "probe/heap/heap.h"
#include "probe/libc.h"
#include "probe/probe.h"
#include "world/state/stack.h"

static enum performed perform_uncover(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    stack_uncover(t, t->depth);
    return PERFORM_RESUME;
}

static enum performed perform_update(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)choice;
    mem_will_write((void *)op->addr, op->size);
    return PERFORM_RESUME;
}

static enum performed perform_call(struct thread *t, struct op *op, unsigned choice)
{
    return ((probe_body *)op->addr)(t, op, choice);
}

static const struct semantics uncover_semantics = {.perform = perform_uncover};
static const struct semantics update_semantics = {.perform = perform_update};
static const struct semantics call_semantics = {.perform = perform_call};

const struct semantics *const mz__semantics[OP_KINDS] = {
    [OP_READ] = &read_semantics,
    [OP_WRITE] = &write_semantics,
    [OP_UPDATE] = &update_semantics,
    [OP_COMPARE] = &compare_semantics,
    [OP_COPY] = &copy_semantics,
    [OP_ATOMIC_LOAD] = &atomic_load_semantics,
    [OP_ATOMIC_STORE] = &atomic_store_semantics,
    [OP_ATOMIC_RMW] = &atomic_rmw_semantics,
    [OP_ATOMIC_CAS] = &atomic_cas_semantics,
    [OP_CREATE] = &create_semantics,
    [OP_EXIT] = &exit_semantics,
    [OP_JOIN] = &join_semantics,
    [OP_TRYJOIN] = &tryjoin_semantics,
    [OP_DETACH] = &detach_semantics,
    [OP_CANCEL] = &cancel_semantics,
    [OP_TESTCANCEL] = &testcancel_semantics,
    [OP_KEY] = &key_semantics,
    [OP_KEY_USE] = &key_use_semantics,
    [OP_SLEEP] = &sleep_semantics,
    [OP_YIELD] = &yield_semantics,
    [OP_ONCE] = &once_semantics,
    [OP_ONCE_DONE] = &once_done_semantics,
    [OP_GUARD] = &guard_semantics,
    [OP_GUARD_DONE] = &guard_done_semantics,
    [OP_FUTEX_WAIT] = &futex_wait_semantics,
    [OP_FUTEX_SLEEP] = &futex_sleep_semantics,
    [OP_FUTEX_WAKE] = &futex_wake_semantics,
    [OP_MUTEX_INIT] = &mutex_init_semantics,
    [OP_MUTEX_DESTROY] = &mutex_destroy_semantics,
    [OP_LOCK] = &lock_semantics,
    [OP_TRYLOCK] = &trylock_semantics,
    [OP_TIMEDLOCK] = &timedlock_semantics,
    [OP_UNLOCK] = &unlock_semantics,
    [OP_CONSISTENT] = &consistent_semantics,
    [OP_ABANDON] = &abandon_semantics,
    [OP_COND_INIT] = &cond_init_semantics,
    [OP_COND_DESTROY] = &cond_destroy_semantics,
    [OP_WAIT] = &wait_semantics,
    [OP_TIMEDWAIT] = &timedwait_semantics,
    [OP_WAKE] = &wake_semantics,
    [OP_TIMEDWAKE] = &timedwake_semantics,
    [OP_SIGNAL] = &signal_semantics,
    [OP_BROADCAST] = &broadcast_semantics,
    [OP_RWLOCK_INIT] = &rwlock_init_semantics,
    [OP_RWLOCK_DESTROY] = &rwlock_destroy_semantics,
    [OP_RDLOCK] = &rdlock_semantics,
    [OP_TRYRDLOCK] = &tryrdlock_semantics,
    [OP_TIMEDRDLOCK] = &timedrdlock_semantics,
    [OP_WRLOCK] = &wrlock_semantics,
    [OP_TRYWRLOCK] = &trywrlock_semantics,
    [OP_TIMEDWRLOCK] = &timedwrlock_semantics,
    [OP_RWUNLOCK] = &rwunlock_semantics,
    [OP_BARRIER_INIT] = &barrier_init_semantics,
    [OP_BARRIER_DESTROY] = &barrier_destroy_semantics,
    [OP_ARRIVE] = &arrive_semantics,
    [OP_LEAVE] = &leave_semantics,
    [OP_SPIN_INIT] = &spin_init_semantics,
    [OP_SPIN_DESTROY] = &spin_destroy_semantics,
    [OP_SPIN_LOCK] = &spin_lock_semantics,
    [OP_SPIN_TRYLOCK] = &spin_trylock_semantics,
    [OP_SPIN_UNLOCK] = &spin_unlock_semantics,
    [OP_SEM_INIT] = &sem_init_semantics,
    [OP_SEM_DESTROY] = &sem_destroy_semantics,
    [OP_SEM_WAIT] = &sem_wait_semantics,
    [OP_SEM_TRYWAIT] = &sem_trywait_semantics,
    [OP_SEM_TIMEDWAIT] = &sem_timedwait_semantics,
    [OP_SEM_POST] = &sem_post_semantics,
    [OP_SEM_GETVALUE] = &sem_getvalue_semantics,
    [OP_KILL] = &kill_semantics,
    [OP_SIGWAIT] = &sigwait_semantics,
    [OP_SIGMASK] = &sigmask_semantics,
    [OP_CHANNEL_MAKE] = &channel_make_semantics,
    [OP_CHANNEL_DUP] = &channel_dup_semantics,
    [OP_CHANNEL_CLOSE] = &channel_close_semantics,
    [OP_CHANNEL_SET] = &channel_set_semantics,
    [OP_CHANNEL_READ] = &channel_read_semantics,
    [OP_CHANNEL_WRITE] = &channel_write_semantics,
    [OP_SOCKET_BIND] = &socket_bind_semantics,
    [OP_SOCKET_CONNECT] = &socket_connect_semantics,
    [OP_SOCKET_ACCEPT] = &socket_accept_semantics,
    [OP_SOCKET_SEND] = &socket_send_semantics,
    [OP_POLL] = &poll_semantics,
    [OP_EPOLL_CTL] = &epoll_ctl_semantics,
    [OP_EPOLL_WAIT] = &epoll_wait_semantics,
    [OP_MALLOC] = &malloc_semantics,
    [OP_REALLOC] = &realloc_semantics,
    [OP_FREE] = &free_semantics,
    [OP_MMAP] = &mmap_semantics,
    [OP_MMAP_FIXED] = &mmap_fixed_semantics,
    [OP_MUNMAP] = &munmap_semantics,
    [OP_MPROTECT] = &mprotect_semantics,
    [OP_MADVISE] = &madvise_semantics,
    [OP_LIBCALL] = &libcall_semantics,
    [OP_FOREIGN] = &foreign_semantics,
    [OP_PROCESS_EXIT] = &process_exit_semantics,
    [OP_CHOOSE] = &choose_semantics,
    [OP_ASSUME] = &assume_semantics,
    [OP_AWAIT_OTHERS] = &await_others_semantics,
    [OP_ATOMIC_BEGIN] = &atomic_begin_semantics,
    [OP_ATOMIC_END] = &atomic_end_semantics,
    [OP_CALL] = &call_semantics,
    [OP_OUTPUT] = &output_semantics,
    [OP_ENTER] = &enter_semantics,
    [OP_RETURN] = &return_semantics,
    [OP_JUMP] = &jump_semantics,
    [OP_RETURNED] = &returned_semantics,
    [OP_UNCOVER] = &uncover_semantics,
    [OP_FAULT] = &fault_semantics,
};
