/* call_table.h - functions of libc, a row for each: what the checker makes of it, and what else is known of it.
 *
 * The list says the class (call_class.h). Then come, in rows of modelled functions, EXACT or a premise, in rows of guarded ones the
 * footprint; and last, wherever it has one, the function's traits, up to four (call_traits.h). What is not said is not so. Lists are in the
 * order of strcmp. Those of refused functions also define the stand-ins that refuse (probe/refuse.c, probe/files/files.c).
 *
 * Functions of libstdc++ and of the C++ ABI are in calls_cxx.h.
 */
#ifndef MZ_MODEL_CALL_TABLE_H
#define MZ_MODEL_CALL_TABLE_H

/* Stood in for, and how: EXACT, in all that they may do; or with a premise (premise_table.h) that the stand-in notes where it is met.
 * __tsan_* and mz_* are stood in for, too. */
#define CALLS_MODELLED(C) \
    C(_Exit, EXACT, NO_RETURN) C(_IO_getc, EXACT) C(_IO_putc, EXACT) C(__VERIFIER_assert, EXACT)                      \
    C(__VERIFIER_assume, EXACT) C(__VERIFIER_atomic_begin, EXACT) C(__VERIFIER_atomic_end, EXACT)                     \
    C(__VERIFIER_error, EXACT) C(__VERIFIER_nondet_bool, EXACT) C(__VERIFIER_nondet_char, EXACT)                      \
    C(__VERIFIER_nondet_double, EXACT, RETURNS_FLOAT) C(__VERIFIER_nondet_float, EXACT, RETURNS_FLOAT)                \
    C(__VERIFIER_nondet_int, EXACT) C(__VERIFIER_nondet_loff_t, EXACT) C(__VERIFIER_nondet_long, EXACT)               \
    C(__VERIFIER_nondet_longlong, EXACT) C(__VERIFIER_nondet_pchar, EXACT) C(__VERIFIER_nondet_pointer, EXACT)        \
    C(__VERIFIER_nondet_short, EXACT) C(__VERIFIER_nondet_size_t, EXACT) C(__VERIFIER_nondet_u16, EXACT)              \
    C(__VERIFIER_nondet_u32, EXACT) C(__VERIFIER_nondet_u8, EXACT) C(__VERIFIER_nondet_uchar, EXACT)                  \
    C(__VERIFIER_nondet_uint, EXACT) C(__VERIFIER_nondet_ulong, EXACT) C(__VERIFIER_nondet_ulonglong, EXACT)          \
    C(__VERIFIER_nondet_unsigned, EXACT) C(__VERIFIER_nondet_unsigned_char, EXACT)                                    \
    C(__VERIFIER_nondet_unsigned_int, EXACT) C(__VERIFIER_nondet_ushort, EXACT) C(__asprintf_chk, EXACT)              \
    C(__assert, EXACT, NO_RETURN, FAILS_ASSERT) C(__assert_fail, EXACT, NO_RETURN, QUIET, FAILS_ASSERT)               \
    C(__assert_perror_fail, EXACT, NO_RETURN, FAILS_ASSERT) C(__atomic_compare_exchange, EXACT)                       \
    C(__atomic_exchange, EXACT) C(__atomic_load, EXACT) C(__atomic_store, EXACT) C(__chk_fail, EXACT, NO_RETURN)      \
    C(__cxa_at_quick_exit, EXACT, KEEPS) C(__cxa_atexit, EXACT, KEEPS) C(__dprintf_chk, EXACT) C(__fgets_chk, EXACT)  \
    C(__fgets_unlocked_chk, EXACT, UNLOCKED_STREAM) C(__fortify_fail, EXACT, NO_RETURN) C(__fprintf_chk, EXACT)       \
    C(__fread_chk, EXACT) C(__fread_unlocked_chk, EXACT, UNLOCKED_STREAM) C(__fsetlocking, EXACT) C(__fxstat, TIMES)  \
    C(__fxstat64, TIMES) C(__getauxval, RANDOM) C(__getdelim, EXACT) C(__isoc23_fscanf, EXACT)                        \
    C(__isoc23_scanf, EXACT) C(__isoc23_strtol, EXACT) C(__isoc23_strtoll, EXACT) C(__isoc23_strtoul, EXACT)          \
    C(__isoc23_strtoull, EXACT) C(__isoc23_vfscanf, EXACT) C(__isoc23_vscanf, EXACT) C(__isoc99_fscanf, EXACT)        \
    C(__isoc99_scanf, EXACT) C(__isoc99_vfscanf, EXACT) C(__isoc99_vscanf, EXACT)                                     \
    C(__libc_start_main, EXACT, CALLS_KEPT) C(__longjmp_chk, EXACT, NO_RETURN) C(__lxstat, TIMES)                     \
    C(__lxstat64, TIMES) C(__memcpy_chk, EXACT) C(__memmove_chk, EXACT) C(__mempcpy_chk, EXACT)                       \
    C(__memset_chk, EXACT) C(__open64_2, EXACT) C(__open_2, EXACT) C(__openat64_2, EXACT) C(__openat_2, EXACT)        \
    C(__overflow, EXACT, UNLOCKED_STREAM) C(__poll_chk, EXACT) C(__ppoll_chk, EXACT) C(__pread64_chk, EXACT)          \
    C(__pread_chk, EXACT) C(__printf_chk, EXACT) C(__read_chk, EXACT) C(__recv_chk, EXACT)                            \
    C(__register_atfork, EXACT, KEEPS) C(__sigsetjmp, EXACT, RETURNS_TWICE) C(__snprintf_chk, EXACT)                  \
    C(__sprintf_chk, EXACT) C(__stack_chk_fail, EXACT, NO_RETURN, QUIET) C(__stpcpy_chk, EXACT)                       \
    C(__stpncpy_chk, EXACT) C(__strcat_chk, EXACT) C(__strcpy_chk, EXACT) C(__strdup, EXACT) C(__strncat_chk, EXACT)  \
    C(__strncpy_chk, EXACT) C(__strtok_r, EXACT) C(__sysconf, USAGE, SYSTEM_LIMITS) C(__sysv_signal, EXACT, KEEPS)    \
    C(__uflow, EXACT, UNLOCKED_STREAM) C(__vasprintf_chk, EXACT) C(__vdprintf_chk, EXACT) C(__vfprintf_chk, EXACT)    \
    C(__vprintf_chk, EXACT) C(__vsnprintf_chk, EXACT) C(__vsprintf_chk, EXACT) C(__xpg_strerror_r, EXACT)             \
    C(__xstat, TIMES) C(__xstat64, TIMES) C(_exit, EXACT, NO_RETURN) C(_longjmp, EXACT, NO_RETURN)                    \
    C(_setjmp, EXACT, RETURNS_TWICE) C(abort, EXACT, NO_RETURN, QUIET) C(accept, ACCEPTED, MAKES_CHANNEL)             \
    C(accept4, ACCEPTED, MAKES_CHANNEL) C(access, EXACT) C(aligned_alloc, FRESH) C(arc4random, RANDOM)                \
    C(arc4random_buf, RANDOM) C(arc4random_uniform, RANDOM) C(asctime, EXACT) C(asctime_r, EXACT) C(asprintf, EXACT)  \
    C(assume_abort_if_not, EXACT) C(at_quick_exit, EXACT, KEEPS, LINKED) C(atexit, EXACT, CALLS_KEPT, KEEPS, LINKED)  \
    C(atof, EXACT, RETURNS_FLOAT) C(atoi, EXACT) C(atol, EXACT) C(atoll, EXACT) C(bcmp, EXACT, EXPANDED)              \
    C(bcopy, EXACT, EXPANDED) C(bind, SOCKETS) C(bsd_signal, EXACT, KEEPS) C(bsearch, EXACT, CALLS_BACK)              \
    C(bzero, EXACT, EXPANDED) C(call_once, EXACT, CALLS_BACK) C(calloc, EXACT) C(chmod, EXACT) C(chown, EXACT)        \
    C(clearerr, EXACT) C(clearerr_unlocked, EXACT, UNLOCKED_STREAM) C(clock, CLOCKS) C(clock_getres, CLOCKS)          \
    C(clock_gettime, CLOCKS) C(clock_nanosleep, EXACT, PARAMETERS(4)) C(close, EXACT) C(cnd_broadcast, EXACT, USES)   \
    C(cnd_destroy, EXACT, USES) C(cnd_init, EXACT, USES) C(cnd_signal, EXACT, USES) C(cnd_timedwait, WAKEUPS)         \
    C(cnd_wait, WAKEUPS, USES) C(connect, SOCKETS) C(creat, EXACT) C(creat64, EXACT) C(ctime, ZONE) C(ctime_r, ZONE)  \
    C(dlclose, EXACT) C(dlopen, EXACT, LOADS) C(dprintf, EXACT) C(drand48, EXACT, RETURNS_FLOAT)                      \
    C(dup, EXACT, COPIES_DESCRIPTOR) C(dup2, EXACT, COPIES_DESCRIPTOR) C(dup3, EXACT, COPIES_DESCRIPTOR)              \
    C(epoll_create, EXACT, MAKES_CHANNEL) C(epoll_create1, EXACT, MAKES_CHANNEL) C(epoll_ctl, EXACT)                  \
    C(epoll_pwait, EXACT) C(epoll_pwait2, EXACT) C(epoll_wait, EXACT) C(erand48, EXACT, RETURNS_FLOAT) C(err, EXACT)  \
    C(errx, EXACT) C(eventfd, EXACT, MAKES_CHANNEL) C(eventfd_read, EXACT) C(eventfd_write, EXACT)                    \
    C(exit, EXACT, NO_RETURN, CALLS_KEPT) C(explicit_bzero, EXACT) C(fallocate, EXACT) C(fallocate64, EXACT)          \
    C(fchmod, EXACT) C(fchmodat, EXACT) C(fchown, EXACT) C(fchownat, EXACT) C(fclose, EXACT)                          \
    C(fcntl, EXACT, COPIES_DESCRIPTOR) C(fcntl64, EXACT, COPIES_DESCRIPTOR) C(fdatasync, EXACT) C(fdopen, EXACT)      \
    C(feof, EXACT) C(feof_unlocked, EXACT, UNLOCKED_STREAM) C(ferror, EXACT)                                          \
    C(ferror_unlocked, EXACT, UNLOCKED_STREAM) C(fflush, EXACT) C(fflush_unlocked, EXACT, UNLOCKED_STREAM)            \
    C(fgetc, EXACT) C(fgetc_unlocked, EXACT, UNLOCKED_STREAM) C(fgets, EXACT)                                         \
    C(fgets_unlocked, EXACT, UNLOCKED_STREAM) C(flock, EXACT) C(flockfile, EXACT, LOCKS_STREAM) C(fopen, EXACT)       \
    C(fopen64, EXACT) C(fprintf, EXACT) C(fputc, EXACT) C(fputc_unlocked, EXACT, UNLOCKED_STREAM) C(fputs, EXACT)     \
    C(fputs_unlocked, EXACT, UNLOCKED_STREAM) C(fread, EXACT) C(fread_unlocked, EXACT, UNLOCKED_STREAM)               \
    C(free, EXACT) C(fscanf, EXACT) C(fseek, EXACT) C(fseeko, EXACT) C(fseeko64, EXACT) C(fstat, TIMES, LINKED)       \
    C(fstat64, TIMES) C(fsync, EXACT) C(ftell, EXACT) C(ftello, EXACT) C(ftello64, EXACT) C(ftruncate, EXACT)         \
    C(ftruncate64, EXACT) C(ftrylockfile, EXACT, LOCKS_STREAM) C(funlockfile, EXACT) C(futimens, EXACT)               \
    C(futimes, EXACT) C(fwrite, EXACT) C(fwrite_unlocked, EXACT, UNLOCKED_STREAM) C(get_avphys_pages, USAGE)          \
    C(getauxval, RANDOM, AUXILIARY) C(getc, EXACT) C(getc_unlocked, EXACT, UNLOCKED_STREAM) C(getchar, EXACT)         \
    C(getchar_unlocked, EXACT, UNLOCKED_STREAM) C(getcpu, PROCESSOR) C(getdelim, EXACT) C(getentropy, RANDOM)         \
    C(getline, EXACT) C(getloadavg, USAGE) C(getpeername, EXACT) C(getpid, NUMBERS) C(getppid, NUMBERS)               \
    C(getpriority, NICENESS) C(getrandom, RANDOM) C(getrusage, USAGE) C(getsockname, EXACT) C(getsockopt, EXACT)      \
    C(gettid, NUMBERS) C(gettimeofday, CLOCKS) C(gmtime, EXACT) C(gmtime_r, EXACT) C(ioctl, EXACT) C(jrand48, EXACT)  \
    C(kill, EXACT) C(lchown, EXACT) C(lcong48, EXACT) C(listen, SOCKETS) C(localtime, ZONE) C(localtime_r, ZONE)      \
    C(lockf, EXACT) C(lockf64, EXACT) C(longjmp, EXACT, NO_RETURN) C(lrand48, EXACT) C(lseek, EXACT)                  \
    C(lseek64, EXACT) C(lstat, TIMES, LINKED) C(lstat64, TIMES) C(lutimes, EXACT) C(madvise, EXACT) C(malloc, FRESH)  \
    C(malloc_trim, EXACT) C(malloc_usable_size, SIZES) C(mallopt, EXACT) C(memalign, FRESH)                           \
    C(memchr, EXACT, EXPANDED) C(memcmp, EXACT, EXPANDED) C(memcpy, EXACT, EXPANDED) C(memmove, EXACT, EXPANDED)      \
    C(mempcpy, EXACT, EXPANDED) C(memset, EXACT, EXPANDED) C(mkostemp, RANDOM) C(mkostemp64, RANDOM)                  \
    C(mkstemp, RANDOM) C(mkstemp64, RANDOM) C(mkstemps, RANDOM) C(mktime, ZONE) C(mmap, EXACT) C(mmap64, EXACT)       \
    C(mprotect, EXACT) C(mrand48, EXACT) C(mremap, EXACT) C(msync, EXACT) C(mtx_destroy, EXACT, USES)                 \
    C(mtx_init, EXACT, USES) C(mtx_lock, EXACT, USES) C(mtx_timedlock, EXACT) C(mtx_trylock, EXACT, USES)             \
    C(mtx_unlock, EXACT, USES) C(munmap, EXACT) C(nan, EXACT, RETURNS_FLOAT) C(nanf, EXACT, RETURNS_FLOAT)            \
    C(nanl, EXACT, RETURNS_FLOAT) C(nanosleep, EXACT, PARAMETERS(2)) C(nice, NICENESS) C(nrand48, EXACT)              \
    C(on_exit, EXACT, CALLS_KEPT, KEEPS) C(open, EXACT) C(open64, EXACT) C(openat, EXACT) C(openat64, EXACT)          \
    C(perror, EXACT) C(pipe, EXACT, MAKES_CHANNEL) C(pipe2, EXACT, MAKES_CHANNEL) C(poll, EXACT, PARAMETERS(3))       \
    C(posix_fallocate, EXACT) C(posix_fallocate64, EXACT) C(posix_madvise, EXACT) C(posix_memalign, FRESH)            \
    C(ppoll, EXACT) C(prctl, EXACT) C(pread, EXACT) C(pread64, EXACT) C(printf, EXACT) C(pselect, EXACT)              \
    C(pthread_atfork, EXACT, KEEPS, LINKED) C(pthread_attr_destroy, EXACT) C(pthread_attr_getdetachstate, EXACT)      \
    C(pthread_attr_getguardsize, EXACT) C(pthread_attr_getinheritsched, EXACT) C(pthread_attr_getschedparam, EXACT)   \
    C(pthread_attr_getschedpolicy, EXACT) C(pthread_attr_getscope, EXACT) C(pthread_attr_getstack, EXACT)             \
    C(pthread_attr_getstacksize, EXACT) C(pthread_attr_init, EXACT) C(pthread_attr_setaffinity_np, SCHEDULING)        \
    C(pthread_attr_setdetachstate, EXACT) C(pthread_attr_setguardsize, EXACT)                                         \
    C(pthread_attr_setinheritsched, SCHEDULING) C(pthread_attr_setschedparam, EXACT)                                  \
    C(pthread_attr_setschedpolicy, EXACT) C(pthread_attr_setscope, EXACT) C(pthread_attr_setstack, EXACT)             \
    C(pthread_attr_setstacksize, EXACT) C(pthread_barrier_destroy, EXACT, USES) C(pthread_barrier_init, EXACT, USES)  \
    C(pthread_barrier_wait, EXACT, USES) C(pthread_barrierattr_destroy, EXACT)                                        \
    C(pthread_barrierattr_getpshared, EXACT) C(pthread_barrierattr_init, EXACT)                                       \
    C(pthread_barrierattr_setpshared, EXACT) C(pthread_cancel, EXACT, CANCELS) C(pthread_clockjoin_np, EXACT)         \
    C(pthread_cond_broadcast, EXACT, USES) C(pthread_cond_clockwait, WAKEUPS) C(pthread_cond_destroy, EXACT, USES)    \
    C(pthread_cond_init, EXACT, USES) C(pthread_cond_signal, EXACT, USES) C(pthread_cond_timedwait, WAKEUPS)          \
    C(pthread_cond_wait, WAKEUPS, USES) C(pthread_condattr_destroy, EXACT) C(pthread_condattr_getclock, EXACT)        \
    C(pthread_condattr_getpshared, EXACT) C(pthread_condattr_init, EXACT) C(pthread_condattr_setclock, EXACT)         \
    C(pthread_condattr_setpshared, EXACT) C(pthread_create, EXACT, STARTS) C(pthread_detach, EXACT)                   \
    C(pthread_equal, EXACT) C(pthread_exit, EXACT, NO_RETURN, CALLS_KEPT, ENDS_THREAD)                                \
    C(pthread_getaffinity_np, EXACT) C(pthread_getattr_np, EXACT) C(pthread_getname_np, EXACT)                        \
    C(pthread_getschedparam, EXACT) C(pthread_getspecific, EXACT) C(pthread_join, EXACT)                              \
    C(pthread_key_create, EXACT, KEEPS) C(pthread_key_delete, EXACT) C(pthread_kill, EXACT)                           \
    C(pthread_mutex_clocklock, EXACT) C(pthread_mutex_consistent, EXACT) C(pthread_mutex_destroy, EXACT, USES)        \
    C(pthread_mutex_getprioceiling, EXACT) C(pthread_mutex_init, EXACT, USES) C(pthread_mutex_lock, EXACT, USES)      \
    C(pthread_mutex_setprioceiling, EXACT) C(pthread_mutex_timedlock, EXACT)                                          \
    C(pthread_mutex_trylock, EXACT, PARAMETERS(1), USES) C(pthread_mutex_unlock, EXACT, USES)                         \
    C(pthread_mutexattr_destroy, EXACT) C(pthread_mutexattr_getprioceiling, EXACT)                                    \
    C(pthread_mutexattr_getprotocol, EXACT) C(pthread_mutexattr_getpshared, EXACT)                                    \
    C(pthread_mutexattr_getrobust, EXACT) C(pthread_mutexattr_gettype, EXACT) C(pthread_mutexattr_init, EXACT)        \
    C(pthread_mutexattr_setprioceiling, EXACT) C(pthread_mutexattr_setprotocol, EXACT)                                \
    C(pthread_mutexattr_setpshared, EXACT) C(pthread_mutexattr_setrobust, EXACT) C(pthread_mutexattr_settype, EXACT)  \
    C(pthread_once, EXACT, CALLS_BACK) C(pthread_rwlock_clockrdlock, EXACT) C(pthread_rwlock_clockwrlock, EXACT)      \
    C(pthread_rwlock_destroy, EXACT, USES) C(pthread_rwlock_init, EXACT, USES) C(pthread_rwlock_rdlock, EXACT, USES)  \
    C(pthread_rwlock_timedrdlock, EXACT) C(pthread_rwlock_timedwrlock, EXACT)                                         \
    C(pthread_rwlock_tryrdlock, EXACT, USES) C(pthread_rwlock_trywrlock, EXACT, USES)                                 \
    C(pthread_rwlock_unlock, EXACT, USES) C(pthread_rwlock_wrlock, EXACT, USES) C(pthread_rwlockattr_destroy, EXACT)  \
    C(pthread_rwlockattr_getkind_np, EXACT) C(pthread_rwlockattr_getpshared, EXACT) C(pthread_rwlockattr_init, EXACT) \
    C(pthread_rwlockattr_setkind_np, EXACT) C(pthread_rwlockattr_setpshared, EXACT) C(pthread_self, HANDLES)          \
    C(pthread_setaffinity_np, EXACT) C(pthread_setcancelstate, EXACT) C(pthread_setcanceltype, EXACT)                 \
    C(pthread_setconcurrency, EXACT) C(pthread_setname_np, EXACT) C(pthread_setschedparam, EXACT)                     \
    C(pthread_setschedprio, EXACT) C(pthread_setspecific, EXACT) C(pthread_sigmask, EXACT)                            \
    C(pthread_spin_destroy, EXACT, USES) C(pthread_spin_init, EXACT, USES) C(pthread_spin_lock, EXACT, USES)          \
    C(pthread_spin_trylock, EXACT, PARAMETERS(1), USES) C(pthread_spin_unlock, EXACT, USES)                           \
    C(pthread_testcancel, EXACT) C(pthread_timedjoin_np, EXACT) C(pthread_tryjoin_np, EXACT)                          \
    C(pthread_yield, EXACT, PARAMETERS(0)) C(putc, EXACT) C(putc_unlocked, EXACT, UNLOCKED_STREAM) C(putchar, EXACT)  \
    C(putchar_unlocked, EXACT, UNLOCKED_STREAM) C(puts, EXACT) C(pvalloc, FRESH) C(pwrite, EXACT) C(pwrite64, EXACT)  \
    C(qsort, EXACT, CALLS_BACK) C(qsort_r, EXACT, CALLS_BACK) C(quick_exit, EXACT, NO_RETURN, CALLS_KEPT)             \
    C(raise, EXACT, CALLS_KEPT) C(rand, EXACT) C(rand_r, EXACT) C(random, EXACT) C(reach_error, EXACT) C(read, EXACT) \
    C(readv, EXACT) C(realloc, FRESH) C(reallocarray, FRESH) C(recv, EXACT) C(recvfrom, EXACT) C(recvmsg, EXACT)      \
    C(remove, EXACT) C(rename, EXACT) C(renameat, EXACT) C(renameat2, EXACT) C(rewind, EXACT) C(scanf, EXACT)         \
    C(sched_getaffinity, EXACT) C(sched_getcpu, PROCESSOR) C(sched_getparam, EXACT) C(sched_getscheduler, EXACT)      \
    C(sched_setaffinity, EXACT) C(sched_setparam, EXACT) C(sched_setscheduler, EXACT)                                 \
    C(sched_yield, EXACT, PARAMETERS(0)) C(seed48, EXACT) C(select, EXACT) C(sem_clockwait, EXACT)                    \
    C(sem_destroy, EXACT, USES) C(sem_getvalue, EXACT) C(sem_init, EXACT, USES) C(sem_post, EXACT, USES)              \
    C(sem_timedwait, EXACT) C(sem_trywait, EXACT, PARAMETERS(1), USES) C(sem_wait, EXACT, USES) C(send, EXACT)        \
    C(sendmsg, SOCKETS) C(sendto, SOCKETS) C(setbuf, EXACT) C(setbuffer, EXACT) C(setegid, EXACT) C(seteuid, EXACT)   \
    C(setgid, EXACT) C(setgroups, EXACT) C(setjmp, EXACT, RETURNS_TWICE) C(setlinebuf, EXACT) C(setpriority, EXACT)   \
    C(setregid, EXACT) C(setresgid, EXACT) C(setresuid, EXACT) C(setreuid, EXACT) C(setsockopt, EXACT)                \
    C(setuid, EXACT) C(setvbuf, EXACT) C(shutdown, EXACT) C(sigaction, EXACT, KEEPS) C(sigaddset, EXACT)              \
    C(sigaltstack, EXACT) C(sigdelset, EXACT) C(sigemptyset, EXACT) C(sigfillset, EXACT) C(sigisemptyset, EXACT)      \
    C(sigismember, EXACT) C(siglongjmp, EXACT, NO_RETURN) C(signal, EXACT, KEEPS) C(sigpending, EXACT)                \
    C(sigprocmask, EXACT) C(sigtimedwait, EXACT) C(sigwait, EXACT) C(sigwaitinfo, EXACT)                              \
    C(sleep, EXACT, PARAMETERS(1)) C(snprintf, EXACT, EXPANDED) C(socket, EXACT, MAKES_CHANNEL)                       \
    C(socketpair, EXACT, MAKES_CHANNEL) C(sprintf, EXACT, EXPANDED) C(srand, EXACT) C(srand48, EXACT)                 \
    C(srandom, EXACT) C(stat, TIMES, LINKED) C(stat64, TIMES) C(stpcpy, EXACT, EXPANDED) C(stpncpy, EXACT, EXPANDED)  \
    C(strcasecmp, EXACT, EXPANDED) C(strcat, EXACT, EXPANDED) C(strchr, EXACT, EXPANDED) C(strcmp, EXACT, EXPANDED)   \
    C(strcpy, EXACT, EXPANDED) C(strcspn, EXACT, EXPANDED) C(strdup, EXACT, EXPANDED) C(strerror, EXACT)              \
    C(strerror_r, EXACT) C(strftime, ZONE) C(strlen, EXACT, EXPANDED) C(strncasecmp, EXACT, EXPANDED)                 \
    C(strncat, EXACT, EXPANDED) C(strncmp, EXACT, EXPANDED) C(strncpy, EXACT, EXPANDED) C(strndup, EXACT, EXPANDED)   \
    C(strnlen, EXACT, EXPANDED) C(strpbrk, EXACT, EXPANDED) C(strrchr, EXACT, EXPANDED) C(strsep, EXACT)              \
    C(strspn, EXACT, EXPANDED) C(strstr, EXACT, EXPANDED) C(strtod, EXACT, RETURNS_FLOAT)                             \
    C(strtof, EXACT, RETURNS_FLOAT) C(strtoimax, EXACT) C(strtok, EXACT) C(strtok_r, EXACT) C(strtol, EXACT)          \
    C(strtold, EXACT, RETURNS_FLOAT) C(strtoll, EXACT) C(strtoul, EXACT) C(strtoull, EXACT) C(strtoumax, EXACT)       \
    C(syscall, WAKEUPS, STARTS) C(sysconf, USAGE, SYSTEM_LIMITS) C(sysinfo, USAGE) C(thrd_create, EXACT, STARTS)      \
    C(thrd_current, HANDLES) C(thrd_detach, EXACT) C(thrd_equal, EXACT)                                               \
    C(thrd_exit, EXACT, NO_RETURN, CALLS_KEPT, ENDS_THREAD) C(thrd_join, EXACT) C(thrd_sleep, EXACT, PARAMETERS(2))   \
    C(thrd_yield, EXACT, PARAMETERS(0)) C(time, CLOCKS) C(timegm, EXACT) C(timelocal, ZONE)                           \
    C(timer_create, EXACT, KEEPS) C(timer_delete, EXACT) C(timer_getoverrun, EXACT) C(timer_gettime, EXACT)           \
    C(timer_settime, EXACT) C(times, CLOCKS) C(timespec_get, CLOCKS) C(tmpfile, EXACT) C(tmpfile64, EXACT)            \
    C(truncate, EXACT) C(truncate64, EXACT) C(tss_create, EXACT, KEEPS) C(tss_delete, EXACT) C(tss_get, EXACT)        \
    C(tss_set, EXACT) C(tzset, ZONE) C(ungetc, EXACT) C(unlink, EXACT) C(unlinkat, EXACT)                             \
    C(usleep, EXACT, PARAMETERS(1)) C(utime, EXACT) C(utimensat, EXACT) C(utimes, EXACT) C(valloc, FRESH)             \
    C(vasprintf, EXACT) C(vdprintf, EXACT) C(verr, EXACT) C(verrx, EXACT) C(vfprintf, EXACT) C(vfscanf, EXACT)        \
    C(vprintf, EXACT) C(vscanf, EXACT) C(vsnprintf, EXACT, EXPANDED) C(vsprintf, EXACT, EXPANDED) C(vwarn, EXACT)     \
    C(vwarnx, EXACT) C(warn, EXACT) C(warnx, EXACT) C(wcpcpy, EXACT) C(wcpncpy, EXACT) C(wcscat, EXACT)               \
    C(wcschr, EXACT) C(wcscmp, EXACT) C(wcscpy, EXACT) C(wcscspn, EXACT) C(wcsdup, EXACT) C(wcslen, EXACT)            \
    C(wcsncat, EXACT) C(wcsncmp, EXACT) C(wcsncpy, EXACT) C(wcsnlen, EXACT) C(wcspbrk, EXACT) C(wcsrchr, EXACT)       \
    C(wcsspn, EXACT) C(wcsstr, EXACT) C(wmemchr, EXACT) C(wmemcmp, EXACT) C(wmemcpy, EXACT) C(wmemmove, EXACT)        \
    C(wmempcpy, EXACT) C(wmemset, EXACT) C(write, EXACT) C(writev, EXACT)

/* Annotations for ThreadSanitizer: our stand-ins do nothing (stub/annotations.c); a library may have others. */
#define CALLS_ANNOTATIONS(C)                                                                                          \
    C(AnnotateBenignRace) C(AnnotateBenignRaceSized) C(AnnotateCondVarSignal) C(AnnotateCondVarSignalAll)             \
    C(AnnotateCondVarWait) C(AnnotateEnableRaceDetection) C(AnnotateExpectRace) C(AnnotateFlushExpectedRaces)         \
    C(AnnotateFlushState) C(AnnotateHappensAfter) C(AnnotateHappensBefore) C(AnnotateIgnoreReadsBegin)                \
    C(AnnotateIgnoreReadsEnd) C(AnnotateIgnoreSyncBegin) C(AnnotateIgnoreSyncEnd) C(AnnotateIgnoreWritesBegin)        \
    C(AnnotateIgnoreWritesEnd) C(AnnotateMutexIsNotPHB) C(AnnotateMutexIsUsedAsCondVar) C(AnnotateNewMemory)          \
    C(AnnotateNoOp) C(AnnotatePCQCreate) C(AnnotatePCQDestroy) C(AnnotatePCQGet) C(AnnotatePCQPut)                    \
    C(AnnotatePublishMemoryRange) C(AnnotateRWLockAcquired) C(AnnotateRWLockCreate) C(AnnotateRWLockCreateStatic)     \
    C(AnnotateRWLockDestroy) C(AnnotateRWLockReleased) C(AnnotateThreadName) C(AnnotateTraceMemory)                   \
    C(AnnotateUnpublishMemoryRange) C(RunningOnValgrind) C(ValgrindSlowdown) C(WTFAnnotateBenignRaceSized)            \
    C(WTFAnnotateHappensAfter) C(WTFAnnotateHappensBefore) C(__sanitizer_print_stack_trace)                           \
    C(__sanitizer_set_death_callback) C(__sanitizer_set_report_fd) C(__sanitizer_set_report_path)

/* Left to libc: they change no memory, but perhaps errno and a result whose address they are given (strtol). */
#define CALLS_PURE(C)                                                                                                 \
    C(_ITM_deregisterTMCloneTable) C(_ITM_registerTMCloneTable) C(__acos_finite) C(__addtf3) C(__atomic_is_lock_free) \
    C(__ctype_b_loc) C(__ctype_get_mb_cur_max) C(__ctype_tolower_loc) C(__ctype_toupper_loc) C(__cxa_finalize, QUIET) \
    C(__divdc3, RETURNS_PAIR) C(__divsc3, RETURNS_PAIR) C(__divtf3) C(__divti3, RETURNS_PAIR) C(__eqtf2)              \
    C(__errno_location) C(__exp_finite) C(__extenddftf2) C(__extendsftf2) C(__finite) C(__finitef) C(__finitel)       \
    C(__fixdfti, RETURNS_PAIR) C(__fixsfti, RETURNS_PAIR) C(__fixtfdi) C(__fixtfsi) C(__fixtfti, RETURNS_PAIR)        \
    C(__fixunsdfti, RETURNS_PAIR) C(__fixunssfti, RETURNS_PAIR) C(__fixunstfdi) C(__fixunstfsi)                       \
    C(__fixunstfti, RETURNS_PAIR) C(__fixunsxfti, RETURNS_PAIR) C(__fixxfti, RETURNS_PAIR) C(__floatditf)             \
    C(__floatsitf) C(__floattidf) C(__floattisf) C(__floattitf) C(__floattixf) C(__floatunditf) C(__floatunsitf)      \
    C(__floatuntidf) C(__floatuntisf) C(__floatuntitf) C(__floatuntixf) C(__fpclassify) C(__fpclassifyf)              \
    C(__fpclassifyl) C(__gcc_personality_v0) C(__getf2) C(__gmon_start__, QUIET) C(__gttf2) C(__gxx_personality_v0)   \
    C(__isinf) C(__isinff) C(__isinfl) C(__isnan) C(__isnanf) C(__isnanl) C(__letf2) C(__libc_current_sigrtmax)       \
    C(__libc_current_sigrtmin) C(__log_finite) C(__lttf2) C(__modti3, RETURNS_PAIR) C(__muldc3, RETURNS_PAIR)         \
    C(__mulsc3, RETURNS_PAIR) C(__multf3) C(__negtf2) C(__netf2) C(__pow_finite) C(__powidf2) C(__powisf2)            \
    C(__pthread_cleanup_routine, STARTS) C(__signbit) C(__signbitf) C(__signbitl) C(__sqrt_finite) C(__subtf3)        \
    C(__tls_get_addr) C(__trunctfdf2) C(__trunctfsf2) C(__udivti3, RETURNS_PAIR) C(__umodti3, RETURNS_PAIR)           \
    C(__unordtf2) C(_tolower) C(_toupper) C(abs) C(acos) C(acosf) C(acosh) C(acoshf) C(acoshl) C(acosl) C(asin)       \
    C(asinf) C(asinh) C(asinhf) C(asinhl) C(asinl) C(atan) C(atan2) C(atan2f) C(atan2l) C(atanf) C(atanh) C(atanhf)   \
    C(atanhl) C(atanl) C(btowc) C(cabs) C(cabsf) C(cabsl) C(carg) C(cargf) C(cargl) C(cbrt) C(cbrtf) C(cbrtl) C(ceil) \
    C(ceilf) C(ceill) C(cexp, RETURNS_PAIR) C(cexpf, RETURNS_PAIR) C(cimag) C(cimagf) C(cimagl) C(clog, RETURNS_PAIR) \
    C(clogf, RETURNS_PAIR) C(conj, RETURNS_PAIR) C(conjf, RETURNS_PAIR) C(conjl, RETURNS_PAIR) C(copysign)            \
    C(copysignf) C(copysignl) C(cos) C(cosf) C(cosh) C(coshf) C(coshl) C(cosl) C(cpow, RETURNS_PAIR)                  \
    C(cpowf, RETURNS_PAIR) C(creal) C(crealf) C(creall) C(csqrt, RETURNS_PAIR) C(csqrtf, RETURNS_PAIR)                \
    C(difftime, RETURNS_FLOAT) C(div) C(drem) C(dremf) C(dreml) C(erf) C(erfc) C(erfcf) C(erfcl) C(erff) C(erfl)      \
    C(exp) C(exp10) C(exp10f) C(exp10l) C(exp2) C(exp2f) C(exp2l) C(expf) C(expl) C(expm1) C(expm1f) C(expm1l)        \
    C(fabs) C(fabsf) C(fabsl) C(fdim) C(fdimf) C(fdiml) C(fegetround) C(fesetround) C(fetestexcept, READS_FLAGS)      \
    C(ffs) C(ffsl) C(ffsll) C(fileno) C(fileno_unlocked) C(finite) C(finitef) C(finitel) C(floor) C(floorf) C(floorl) \
    C(fma) C(fmaf) C(fmal) C(fmax) C(fmaxf) C(fmaxl) C(fmin) C(fminf) C(fminl) C(fmod) C(fmodf) C(fmodl)              \
    C(get_nprocs, PROCESSORS) C(get_nprocs_conf, PROCESSORS) C(getegid, USER) C(geteuid, USER) C(getgid, USER)        \
    C(getpagesize) C(getuid, USER) C(gnu_get_libc_release) C(gnu_get_libc_version) C(htonl) C(htons) C(hypot)         \
    C(hypotf) C(hypotl) C(ilogb) C(ilogbf) C(ilogbl) C(imaxabs) C(imaxdiv, RETURNS_PAIR) C(isalnum) C(isalpha)        \
    C(isascii) C(isblank) C(iscntrl) C(isdigit) C(isgraph) C(isinf) C(isinff) C(isinfl) C(islower) C(isnan) C(isnanf) \
    C(isnanl) C(isprint) C(ispunct) C(isspace) C(isupper) C(iswalnum) C(iswalpha) C(iswblank) C(iswcntrl) C(iswdigit) \
    C(iswgraph) C(iswlower) C(iswprint) C(iswpunct) C(iswspace) C(iswupper) C(iswxdigit) C(isxdigit) C(j0) C(j0f)     \
    C(j0l) C(j1) C(j1f) C(j1l) C(jn) C(jnf) C(jnl) C(labs) C(ldexp) C(ldexpf) C(ldexpl) C(ldiv, RETURNS_PAIR)         \
    C(llabs) C(lldiv, RETURNS_PAIR) C(llrint) C(llrintf) C(llrintl) C(llround) C(llroundf) C(llroundl) C(log)         \
    C(log10) C(log10f) C(log10l) C(log1p) C(log1pf) C(log1pl) C(log2) C(log2f) C(log2l) C(logb) C(logbf) C(logbl)     \
    C(logf) C(logl) C(lrint) C(lrintf) C(lrintl) C(lround) C(lroundf) C(lroundl) C(nearbyint) C(nearbyintf)           \
    C(nearbyintl) C(nextafter) C(nextafterf) C(nextafterl) C(nexttoward) C(nexttowardf) C(nexttowardl) C(ntohl)       \
    C(ntohs) C(pow) C(powf) C(powl) C(remainder) C(remainderf) C(remainderl) C(rint) C(rintf) C(rintl) C(round)       \
    C(roundeven) C(roundevenf) C(roundevenl) C(roundf) C(roundl) C(scalb) C(scalbf) C(scalbl) C(scalbln) C(scalblnf)  \
    C(scalblnl) C(scalbn) C(scalbnf) C(scalbnl) C(sched_get_priority_max) C(sched_get_priority_min) C(sigabbrev_np)   \
    C(sigdescr_np) C(significand) C(significandf) C(significandl) C(sin) C(sinf) C(sinh) C(sinhf) C(sinhl) C(sinl)    \
    C(sqrt) C(sqrtf) C(sqrtl) C(strerrordesc_np) C(strerrorname_np) C(tan) C(tanf) C(tanh) C(tanhf) C(tanhl) C(tanl)  \
    C(tgamma) C(tgammaf) C(tgammal) C(toascii) C(tolower) C(toupper) C(towlower) C(towupper) C(trunc) C(truncf)       \
    C(truncl) C(wctob) C(wcwidth) C(y0) C(y0f) C(y0l) C(y1) C(y1f) C(y1l) C(yn) C(ynf) C(ynl)

/* Real before the program's first thread or choice, where nothing is ever rewound; refused afterwards. */
#define CALLS_SETUP(C) \
    C(__underflow) C(__xmknod) C(__xmknodat, DESCRIPTOR(2)) C(acct) C(adjtime) C(adjtimex) C(brk) C(chdir) C(chroot)  \
    C(clock_adjtime) C(clock_settime) C(close_range, DESCRIPTORS) C(closedir) C(closefrom, DESCRIPTORS) C(closelog)   \
    C(copy_file_range, DESCRIPTOR(1), DESCRIPTOR(3)) C(dlmopen, LOADS) C(fchdir, DESCRIPTOR(1)) C(fcloseall)          \
    C(fdopendir, DESCRIPTOR(1)) C(fgetpos) C(fgetpos64) C(fgetwc) C(fgetws) C(fmemopen) C(fopencookie) C(fputwc)      \
    C(fputws) C(freopen) C(freopen64) C(fsetpos) C(fsetpos64) C(fstatfs, DESCRIPTOR(1)) C(fstatvfs, DESCRIPTOR(1))    \
    C(fts_close) C(fts_open) C(fts_read) C(ftw, CALLS_BACK) C(ftw64, CALLS_BACK) C(fwprintf) C(getgrgid) C(getgrnam)  \
    C(getlogin) C(getpwnam) C(getpwuid) C(gets) C(getw) C(getwc) C(getwchar) C(glob) C(glob64) C(globfree) C(klogctl) \
    C(link) C(linkat) C(mincore) C(mkdir) C(mkdirat) C(mkdtemp) C(mkfifo) C(mkfifoat) C(mknod, LINKED)                \
    C(mknodat, LINKED) C(mktemp) C(mlock) C(mlock2) C(mlockall) C(mount) C(munlock) C(munlockall) C(nftw, CALLS_BACK) \
    C(nftw64, CALLS_BACK) C(ntp_adjtime) C(open_memstream) C(open_wmemstream) C(opendir) C(openlog) C(personality)    \
    C(preadv, DESCRIPTOR(1)) C(prlimit) C(putw) C(putwc) C(putwchar) C(pwritev, DESCRIPTOR(1)) C(quotactl) C(readdir) \
    C(readdir64) C(readdir64_r) C(readdir_r) C(reboot) C(rewinddir) C(rmdir) C(sbrk) C(scandir, CALLS_BACK)           \
    C(scandir64, CALLS_BACK) C(seekdir) C(sendfile, DESCRIPTOR(1), DESCRIPTOR(2))                                     \
    C(sendfile64, DESCRIPTOR(1), DESCRIPTOR(2)) C(setdomainname) C(sethostid) C(sethostname) C(setns) C(setrlimit)    \
    C(setrlimit64) C(settimeofday) C(splice, DESCRIPTOR(1), DESCRIPTOR(3)) C(statfs) C(statvfs) C(swapoff) C(swapon)  \
    C(symlink) C(symlinkat) C(sync) C(sync_file_range, DESCRIPTOR(1)) C(syncfs, DESCRIPTOR(1)) C(telldir) C(tempnam)  \
    C(tmpnam) C(umask) C(umount) C(umount2) C(ungetwc) C(vfwprintf) C(vhangup) C(vwprintf) C(wprintf)

/* Processes of the program's own: real before the first thread or choice, where set-up writes to the disk (--setup-writes=real). */
#define CALLS_PROCESSES(C)                                                                                            \
    C(fork) C(pclose) C(popen) C(posix_spawn) C(posix_spawnp) C(system) C(vfork, RETURNS_TWICE) C(wait) C(waitpid)

/* Refused by name, wherever the program calls them. */
#define CALLS_REFUSED(C)                                                                                              \
    C(__recvfrom_chk) C(__strftime_l) C(__syslog_chk) C(__vsyslog_chk) C(__wcsftime_l) C(alarm) C(clone) C(daemon)    \
    C(error) C(error_at_line) C(execl) C(execle) C(execlp) C(execv) C(execve) C(execveat) C(execvp) C(execvpe)        \
    C(fexecve) C(forkpty) C(fremovexattr) C(fsetxattr) C(futimesat) C(getcontext, RETURNS_TWICE, READS_FLAGS)         \
    C(getdate) C(getdate_r) C(getitimer) C(grantpt) C(initgroups) C(initstate) C(inotify_init) C(inotify_init1)       \
    C(io_setup) C(killpg) C(lremovexattr) C(lsetxattr) C(makecontext) C(mallinfo) C(mallinfo2) C(malloc_info)         \
    C(malloc_stats) C(mq_close) C(mq_getattr) C(mq_notify) C(mq_open) C(mq_receive) C(mq_send) C(mq_setattr)          \
    C(mq_timedreceive) C(mq_timedsend) C(mq_unlink) C(msgctl) C(msgget) C(msgrcv) C(msgsnd) C(openpty) C(pause)       \
    C(pidfd_open) C(posix_openpt) C(psiginfo) C(psignal) C(pthread_getcpuclockid) C(pthread_sigqueue) C(ptrace)       \
    C(ptsname) C(recvmmsg) C(removexattr) C(sem_close) C(sem_open) C(sem_unlink) C(semctl) C(semget) C(semop)         \
    C(semtimedop) C(sendmmsg) C(setcontext) C(setitimer) C(setpgid) C(setsid) C(setstate) C(setxattr) C(shm_open)     \
    C(shm_unlink) C(shmat) C(shmctl) C(shmdt) C(shmget) C(sighold) C(sigignore) C(siginterrupt) C(signalfd)           \
    C(sigpause) C(sigqueue) C(sigrelse) C(sigset) C(sigsuspend) C(strftime_l) C(swapcontext) C(syslog)                \
    C(timerfd_create) C(timerfd_gettime) C(timerfd_settime) C(ualarm) C(unlockpt) C(unshare) C(userfaultfd)           \
    C(vsyslog) C(wait3) C(wait4) C(waitid) C(wcsftime) C(wcsftime_l) C(wordexp)

/* Left to the C library, which writes only where its arguments lead: guarded (world/outside/outside.h). What they reach is said argument
 * by argument (world/outside/footprints.c): V a value, S a string, BYTES of a type, COUNTED by another argument, which are numbered from 0.
 * SCAN, STATUS and STATX are short for such. ANYWHERE: all that pointers lead to; it calls back, or follows pointers in what it is given,
 * or there is no word for its arguments (wide characters, arrays of other things than bytes). */
#define CALLS_GUARDED(C) \
    C(__cyg_profile_func_enter, TOUCHES(V, V)) C(__cyg_profile_func_exit, TOUCHES(V, V))                              \
    C(__fxstatat, TOUCHES(V, V, S, STATUS), PATH_AT(3)) C(__getcwd_chk, TOUCHES(COUNTED(1))) C(__isoc23_sscanf, SCAN) \
    C(__isoc23_vsscanf, ANYWHERE) C(__isoc99_sscanf, SCAN) C(__isoc99_vsscanf, ANYWHERE)                              \
    C(__readlink_chk, TOUCHES(S, COUNTED(2)), PATH(1)) C(__realpath_chk, ANYWHERE, PATH(1))                           \
    C(__sched_cpucount, TOUCHES(V, COUNTED(0))) C(__xpg_basename, TOUCHES(S)) C(basename, TOUCHES(S))                 \
    C(dirname, TOUCHES(S)) C(dlsym, ANYWHERE, LOOKS_UP) C(dlvsym, ANYWHERE, LOOKS_UP) C(eaccess, TOUCHES(S), PATH(1)) \
    C(euidaccess, TOUCHES(S), PATH(1)) C(faccessat, TOUCHES(V, S), PATH_AT(2)) C(fnmatch, TOUCHES(S, S))              \
    C(frexp, TOUCHES(BYTES(int))) C(frexpf, TOUCHES(BYTES(int))) C(frexpl, TOUCHES(BYTES(int)))                       \
    C(fstatat, TOUCHES(V, S, STATUS), PATH_AT(2), LINKED) C(fstatat64, TOUCHES(V, S, STATUS), PATH_AT(2))             \
    C(getcwd, TOUCHES(COUNTED(1))) C(getgroups, ANYWHERE, SURROUNDINGS)                                               \
    C(gethostname, TOUCHES(COUNTED(1)), SURROUNDINGS)                                                                 \
    C(getrlimit, TOUCHES(V, BYTES(struct rlimit)), SURROUNDINGS, PROCESS_LIMITS)                                      \
    C(getrlimit64, TOUCHES(V, BYTES(struct rlimit)), SURROUNDINGS, PROCESS_LIMITS) C(getsubopt, ANYWHERE)             \
    C(index, TOUCHES(S), EXPANDED) C(initstate_r, ANYWHERE) C(insque, ANYWHERE) C(isatty, TOUCHES(V), SURROUNDINGS)   \
    C(lfind, ANYWHERE, CALLS_BACK) C(lgamma_r, TOUCHES(BYTES(int))) C(lgammaf_r, TOUCHES(BYTES(int)))                 \
    C(lgammal_r, TOUCHES(BYTES(int))) C(lsearch, ANYWHERE, CALLS_BACK) C(mbsinit, ANYWHERE) C(mbstowcs, ANYWHERE)     \
    C(memccpy, ANYWHERE) C(memfrob, ANYWHERE) C(memmem, TOUCHES(COUNTED(1), V, COUNTED(3)))                           \
    C(memrchr, TOUCHES(COUNTED(2))) C(modf, TOUCHES(BYTES(double))) C(modff, TOUCHES(BYTES(float)))                   \
    C(modfl, TOUCHES(BYTES(long double))) C(random_r, ANYWHERE) C(rawmemchr, ANYWHERE)                                \
    C(readlink, TOUCHES(S, COUNTED(2)), PATH(1)) C(readlinkat, TOUCHES(V, S, COUNTED(3)), PATH_AT(2))                 \
    C(realpath, ANYWHERE, PATH(1)) C(regcomp, ANYWHERE) C(regerror, ANYWHERE) C(regexec, ANYWHERE)                    \
    C(regfree, ANYWHERE) C(remque, ANYWHERE) C(remquo, TOUCHES(BYTES(int))) C(remquof, TOUCHES(BYTES(int)))           \
    C(remquol, TOUCHES(BYTES(int))) C(rindex, TOUCHES(S), EXPANDED) C(setstate_r, ANYWHERE)                           \
    C(sincos, TOUCHES(BYTES(double), BYTES(double))) C(sincosf, TOUCHES(BYTES(float), BYTES(float)))                  \
    C(sincosl, TOUCHES(BYTES(long double), BYTES(long double))) C(srandom_r, ANYWHERE) C(sscanf, SCAN)                \
    C(statx, TOUCHES(V, S, V, V, STATX), PATH_AT(2)) C(strcasestr, TOUCHES(S, S)) C(strchrnul, TOUCHES(S))            \
    C(strcoll, TOUCHES(S, S)) C(strfmon, ANYWHERE) C(strverscmp, TOUCHES(S, S)) C(strxfrm, ANYWHERE)                  \
    C(swab, TOUCHES(COUNTED(2), COUNTED(2))) C(swprintf, ANYWHERE) C(tdelete, ANYWHERE, CALLS_BACK)                   \
    C(tfind, ANYWHERE, CALLS_BACK) C(tsearch, ANYWHERE, CALLS_BACK) C(twalk, ANYWHERE, CALLS_BACK)                    \
    C(uname, TOUCHES(BYTES(struct utsname)), SURROUNDINGS) C(vsscanf, ANYWHERE) C(vswprintf, ANYWHERE)                \
    C(wcscasecmp, ANYWHERE) C(wcscoll, ANYWHERE) C(wcsncasecmp, ANYWHERE) C(wcstod, ANYWHERE, RETURNS_FLOAT)          \
    C(wcstof, ANYWHERE, RETURNS_FLOAT) C(wcstok, ANYWHERE) C(wcstol, ANYWHERE) C(wcstold, ANYWHERE, RETURNS_FLOAT)    \
    C(wcstoll, ANYWHERE) C(wcstombs, ANYWHERE) C(wcstoul, ANYWHERE) C(wcstoull, ANYWHERE) C(wcsxfrm, ANYWHERE)

/* The same for functions that also use state of the C library. */
#define CALLS_GUARDED_STATE(C)                                                                                        \
    C(a64l, ANYWHERE) C(clearenv, ANYWHERE) C(ecvt, ANYWHERE) C(fcvt, ANYWHERE) C(ftok, ANYWHERE, SURROUNDINGS)       \
    C(gamma, ANYWHERE) C(gcvt, ANYWHERE) C(getenv, TOUCHES(S)) C(getopt, ANYWHERE) C(getopt_long, ANYWHERE)           \
    C(getopt_long_only, ANYWHERE) C(hcreate, ANYWHERE) C(hdestroy, ANYWHERE) C(hsearch, ANYWHERE) C(l64a, ANYWHERE)   \
    C(lgamma, ANYWHERE) C(lgammaf, ANYWHERE) C(lgammal, ANYWHERE) C(localeconv, TOUCHES(V)) C(mblen, ANYWHERE)        \
    C(mbrlen, ANYWHERE) C(mbrtowc, ANYWHERE) C(mbsrtowcs, ANYWHERE) C(mbtowc, ANYWHERE) C(nl_langinfo, TOUCHES(V))    \
    C(putenv, ANYWHERE) C(secure_getenv, TOUCHES(S)) C(setenv, TOUCHES(S, S)) C(setlocale, TOUCHES(V, S))             \
    C(strsignal, TOUCHES(V)) C(ttyname, ANYWHERE, SURROUNDINGS) C(ttyname_r, ANYWHERE, SURROUNDINGS)                  \
    C(unsetenv, TOUCHES(S)) C(wcrtomb, ANYWHERE) C(wcsrtombs, ANYWHERE) C(wctomb, ANYWHERE)

/* Functions of no class: who calls them is told so, or they are guarded. They are here for their traits. */
#define CALLS_OTHERS(C)                                                                                               \
    C(_ZNSt6chrono3_V212steady_clock3nowEv, CLOCK) C(_ZNSt6chrono3_V212system_clock3nowEv, CLOCK)                     \
    C(__clang_call_terminate, NO_RETURN) C(__cxa_call_terminate, NO_RETURN) C(__pthread_atfork, LINKED)               \
    C(feenableexcept, READS_FLAGS) C(fegetenv, READS_FLAGS) C(fegetexceptflag, READS_FLAGS)                           \
    C(feholdexcept, READS_FLAGS) C(feupdateenv, READS_FLAGS) C(savectx, RETURNS_TWICE) C(sigsetjmp, RETURNS_TWICE)

#endif
