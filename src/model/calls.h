/* calls.h - which functions of libc the checker knows, and what it makes of them.
 *
 * Each list is in the order of strcmp. Those of refused functions also define the stand-ins that refuse (probe/refuse.c,
 * probe/files/files.c). The tool asks for the class of every function that a program imports, before it starts it.
 */
#ifndef MZ_MODEL_CALLS_H
#define MZ_MODEL_CALLS_H

#include <stdbool.h>

#include "model/call_class.h"

enum call_class calls_classify(const char *name);

/* Does it tell ThreadSanitizer something? Our stand-ins do nothing; a library may have others. */
bool calls_annotate(const char *name);

/* Is the function in a list of names, separated by commas, or everything ("all")? */
bool calls_are_listed(const char *list, const char *name);

/* Stood in for, and how: EXACT, in all that they may do; or with a premise (premise_table.h) that the stand-in notes where it is met.
 * __tsan_* and mz_* are stood in for, too. */
#define CALLS_MODELLED(C)                                                                                             \
    C(_Exit, EXACT) C(_IO_getc, EXACT) C(_IO_putc, EXACT) C(__VERIFIER_assert, EXACT) C(__VERIFIER_assume, EXACT)     \
    C(__VERIFIER_atomic_begin, EXACT) C(__VERIFIER_atomic_end, EXACT) C(__VERIFIER_error, EXACT)                      \
    C(__VERIFIER_nondet_bool, EXACT) C(__VERIFIER_nondet_char, EXACT) C(__VERIFIER_nondet_double, EXACT)              \
    C(__VERIFIER_nondet_float, EXACT) C(__VERIFIER_nondet_int, EXACT) C(__VERIFIER_nondet_loff_t, EXACT)              \
    C(__VERIFIER_nondet_long, EXACT) C(__VERIFIER_nondet_longlong, EXACT) C(__VERIFIER_nondet_pchar, EXACT)           \
    C(__VERIFIER_nondet_pointer, EXACT) C(__VERIFIER_nondet_short, EXACT) C(__VERIFIER_nondet_size_t, EXACT)          \
    C(__VERIFIER_nondet_u16, EXACT) C(__VERIFIER_nondet_u32, EXACT) C(__VERIFIER_nondet_u8, EXACT)                    \
    C(__VERIFIER_nondet_uchar, EXACT) C(__VERIFIER_nondet_uint, EXACT) C(__VERIFIER_nondet_ulong, EXACT)              \
    C(__VERIFIER_nondet_ulonglong, EXACT) C(__VERIFIER_nondet_unsigned, EXACT)                                        \
    C(__VERIFIER_nondet_unsigned_char, EXACT) C(__VERIFIER_nondet_unsigned_int, EXACT)                                \
    C(__VERIFIER_nondet_ushort, EXACT) C(__asprintf_chk, EXACT) C(__assert, EXACT) C(__assert_fail, EXACT)            \
    C(__assert_perror_fail, EXACT) C(__atomic_compare_exchange, EXACT) C(__atomic_exchange, EXACT)                    \
    C(__atomic_load, EXACT) C(__atomic_store, EXACT) C(__chk_fail, EXACT) C(__cxa_at_quick_exit, EXACT)               \
    C(__cxa_atexit, EXACT) C(__dprintf_chk, EXACT) C(__fgets_chk, EXACT) C(__fgets_unlocked_chk, EXACT)               \
    C(__fortify_fail, EXACT) C(__fprintf_chk, EXACT) C(__fread_chk, EXACT) C(__fread_unlocked_chk, EXACT)             \
    C(__fsetlocking, EXACT) C(__fxstat, EXACT) C(__fxstat64, EXACT) C(__getdelim, EXACT) C(__isoc23_fscanf, EXACT)    \
    C(__isoc23_scanf, EXACT) C(__isoc23_strtol, EXACT) C(__isoc23_strtoll, EXACT) C(__isoc23_strtoul, EXACT)          \
    C(__isoc23_strtoull, EXACT) C(__isoc23_vfscanf, EXACT) C(__isoc23_vscanf, EXACT) C(__isoc99_fscanf, EXACT)        \
    C(__isoc99_scanf, EXACT) C(__isoc99_vfscanf, EXACT) C(__isoc99_vscanf, EXACT) C(__libc_start_main, EXACT)         \
    C(__longjmp_chk, EXACT) C(__memcpy_chk, EXACT) C(__memmove_chk, EXACT) C(__mempcpy_chk, EXACT)                    \
    C(__memset_chk, EXACT) C(__open64_2, EXACT) C(__open_2, EXACT) C(__openat64_2, EXACT) C(__openat_2, EXACT)        \
    C(__overflow, EXACT) C(__poll_chk, EXACT) C(__ppoll_chk, EXACT) C(__pread64_chk, EXACT) C(__pread_chk, EXACT)     \
    C(__printf_chk, EXACT) C(__read_chk, EXACT) C(__recv_chk, EXACT) C(__register_atfork, EXACT)                      \
    C(__sigsetjmp, EXACT) C(__snprintf_chk, EXACT) C(__sprintf_chk, EXACT) C(__stack_chk_fail, EXACT)                 \
    C(__stpcpy_chk, EXACT) C(__stpncpy_chk, EXACT) C(__strcat_chk, EXACT) C(__strcpy_chk, EXACT) C(__strdup, EXACT)   \
    C(__strncat_chk, EXACT) C(__strncpy_chk, EXACT) C(__strtok_r, EXACT) C(__sysv_signal, EXACT) C(__uflow, EXACT)    \
    C(__vasprintf_chk, EXACT) C(__vdprintf_chk, EXACT) C(__vfprintf_chk, EXACT) C(__vprintf_chk, EXACT)               \
    C(__vsnprintf_chk, EXACT) C(__vsprintf_chk, EXACT) C(__xpg_strerror_r, EXACT) C(_exit, EXACT) C(_longjmp, EXACT)  \
    C(_setjmp, EXACT) C(abort, EXACT) C(aligned_alloc, FRESH) C(arc4random, RANDOM) C(arc4random_buf, RANDOM)         \
    C(arc4random_uniform, RANDOM) C(asctime, EXACT) C(asctime_r, EXACT) C(asprintf, EXACT)                            \
    C(assume_abort_if_not, EXACT) C(at_quick_exit, EXACT) C(atexit, EXACT) C(atof, EXACT) C(atoi, EXACT)              \
    C(atol, EXACT) C(atoll, EXACT) C(bcmp, EXACT) C(bcopy, EXACT) C(bsd_signal, EXACT) C(bsearch, EXACT)              \
    C(bzero, EXACT) C(call_once, EXACT) C(calloc, EXACT) C(chmod, EXACT) C(chown, EXACT) C(clearerr, EXACT)           \
    C(clearerr_unlocked, EXACT) C(clock, CLOCKS) C(clock_getres, CLOCKS) C(clock_gettime, CLOCKS)                     \
    C(clock_nanosleep, EXACT) C(close, EXACT) C(cnd_broadcast, EXACT) C(cnd_destroy, EXACT) C(cnd_init, EXACT)        \
    C(cnd_signal, EXACT) C(cnd_timedwait, WAKEUPS) C(cnd_wait, WAKEUPS) C(creat, EXACT) C(creat64, EXACT)             \
    C(ctime, ZONE) C(ctime_r, ZONE) C(dlclose, EXACT) C(dlopen, EXACT) C(dprintf, EXACT) C(drand48, EXACT)            \
    C(dup, EXACT) C(dup2, EXACT) C(dup3, EXACT) C(epoll_create, EXACT) C(epoll_create1, EXACT) C(epoll_ctl, EXACT)    \
    C(epoll_pwait, EXACT) C(epoll_pwait2, EXACT) C(epoll_wait, EXACT) C(erand48, EXACT) C(err, EXACT) C(errx, EXACT)  \
    C(eventfd, EXACT) C(eventfd_read, EXACT) C(eventfd_write, EXACT) C(exit, EXACT) C(explicit_bzero, EXACT)          \
    C(fchmod, EXACT) C(fchmodat, EXACT) C(fchown, EXACT) C(fchownat, EXACT) C(fclose, EXACT) C(fcntl, EXACT)          \
    C(fcntl64, EXACT) C(fdatasync, EXACT) C(fdopen, EXACT) C(feof, EXACT) C(feof_unlocked, EXACT) C(ferror, EXACT)    \
    C(ferror_unlocked, EXACT) C(fflush, EXACT) C(fflush_unlocked, EXACT) C(fgetc, EXACT) C(fgetc_unlocked, EXACT)     \
    C(fgets, EXACT) C(fgets_unlocked, EXACT) C(flockfile, EXACT) C(fopen, EXACT) C(fopen64, EXACT) C(fprintf, EXACT)  \
    C(fputc, EXACT) C(fputc_unlocked, EXACT) C(fputs, EXACT) C(fputs_unlocked, EXACT) C(fread, EXACT)                 \
    C(fread_unlocked, EXACT) C(free, EXACT) C(fscanf, EXACT) C(fseek, EXACT) C(fseeko, EXACT) C(fseeko64, EXACT)      \
    C(fstat, EXACT) C(fstat64, EXACT) C(fsync, EXACT) C(ftell, EXACT) C(ftello, EXACT) C(ftello64, EXACT)             \
    C(ftrylockfile, EXACT) C(funlockfile, EXACT) C(futimens, EXACT) C(futimes, EXACT) C(fwrite, EXACT)                \
    C(fwrite_unlocked, EXACT) C(get_avphys_pages, USAGE) C(getauxval, RANDOM) C(getc, EXACT) C(getc_unlocked, EXACT)  \
    C(getchar, EXACT) C(getchar_unlocked, EXACT) C(getcpu, PROCESSOR) C(getdelim, EXACT) C(getentropy, RANDOM)        \
    C(getline, EXACT) C(getloadavg, USAGE) C(getpid, NUMBERS) C(getppid, NUMBERS) C(getpriority, EXACT)               \
    C(getrandom, RANDOM) C(getrusage, USAGE) C(gettid, NUMBERS) C(gettimeofday, CLOCKS) C(gmtime, EXACT)              \
    C(gmtime_r, EXACT) C(ioctl, EXACT) C(jrand48, EXACT) C(kill, EXACT) C(lchown, EXACT) C(lcong48, EXACT)            \
    C(localtime, ZONE) C(localtime_r, ZONE) C(longjmp, EXACT) C(lrand48, EXACT) C(lseek, EXACT) C(lseek64, EXACT)     \
    C(lutimes, EXACT) C(madvise, EXACT) C(malloc, FRESH) C(malloc_trim, EXACT) C(malloc_usable_size, SIZES)           \
    C(mallopt, EXACT) C(memalign, FRESH) C(memchr, EXACT) C(memcmp, EXACT) C(memcpy, EXACT) C(memmove, EXACT)         \
    C(mempcpy, EXACT) C(memset, EXACT) C(mkostemp, RANDOM) C(mkostemp64, RANDOM) C(mkstemp, RANDOM)                   \
    C(mkstemp64, RANDOM) C(mkstemps, RANDOM) C(mktime, ZONE) C(mmap, EXACT) C(mmap64, EXACT) C(mprotect, EXACT)       \
    C(mrand48, EXACT) C(mremap, EXACT) C(mtx_destroy, EXACT) C(mtx_init, EXACT) C(mtx_lock, EXACT)                    \
    C(mtx_timedlock, EXACT) C(mtx_trylock, EXACT) C(mtx_unlock, EXACT) C(munmap, EXACT) C(nan, EXACT) C(nanf, EXACT)  \
    C(nanl, EXACT) C(nanosleep, EXACT) C(nice, EXACT) C(nrand48, EXACT) C(on_exit, EXACT) C(open, EXACT)              \
    C(open64, EXACT) C(openat, EXACT) C(openat64, EXACT) C(perror, EXACT) C(pipe, EXACT) C(pipe2, EXACT)              \
    C(poll, EXACT) C(posix_madvise, EXACT) C(posix_memalign, FRESH) C(ppoll, EXACT) C(prctl, EXACT) C(pread, EXACT)   \
    C(pread64, EXACT) C(printf, EXACT) C(pselect, EXACT) C(pthread_atfork, EXACT) C(pthread_attr_destroy, EXACT)      \
    C(pthread_attr_getdetachstate, EXACT) C(pthread_attr_getguardsize, EXACT) C(pthread_attr_getinheritsched, EXACT)  \
    C(pthread_attr_getschedparam, EXACT) C(pthread_attr_getschedpolicy, EXACT) C(pthread_attr_getscope, EXACT)        \
    C(pthread_attr_getstack, EXACT) C(pthread_attr_getstacksize, EXACT) C(pthread_attr_init, EXACT)                   \
    C(pthread_attr_setaffinity_np, SCHEDULING) C(pthread_attr_setdetachstate, EXACT)                                  \
    C(pthread_attr_setguardsize, EXACT) C(pthread_attr_setinheritsched, SCHEDULING)                                   \
    C(pthread_attr_setschedparam, EXACT) C(pthread_attr_setschedpolicy, EXACT) C(pthread_attr_setscope, EXACT)        \
    C(pthread_attr_setstack, EXACT) C(pthread_attr_setstacksize, EXACT) C(pthread_barrier_destroy, EXACT)             \
    C(pthread_barrier_init, EXACT) C(pthread_barrier_wait, EXACT) C(pthread_barrierattr_destroy, EXACT)               \
    C(pthread_barrierattr_getpshared, EXACT) C(pthread_barrierattr_init, EXACT)                                       \
    C(pthread_barrierattr_setpshared, EXACT) C(pthread_cancel, EXACT) C(pthread_clockjoin_np, EXACT)                  \
    C(pthread_cond_broadcast, EXACT) C(pthread_cond_clockwait, WAKEUPS) C(pthread_cond_destroy, EXACT)                \
    C(pthread_cond_init, EXACT) C(pthread_cond_signal, EXACT) C(pthread_cond_timedwait, WAKEUPS)                      \
    C(pthread_cond_wait, WAKEUPS) C(pthread_condattr_destroy, EXACT) C(pthread_condattr_getclock, EXACT)              \
    C(pthread_condattr_getpshared, EXACT) C(pthread_condattr_init, EXACT) C(pthread_condattr_setclock, EXACT)         \
    C(pthread_condattr_setpshared, EXACT) C(pthread_create, EXACT) C(pthread_detach, EXACT) C(pthread_equal, EXACT)   \
    C(pthread_exit, EXACT) C(pthread_getaffinity_np, EXACT) C(pthread_getattr_np, EXACT) C(pthread_getname_np, EXACT) \
    C(pthread_getschedparam, EXACT) C(pthread_getspecific, EXACT) C(pthread_join, EXACT) C(pthread_key_create, EXACT) \
    C(pthread_key_delete, EXACT) C(pthread_kill, EXACT) C(pthread_mutex_clocklock, EXACT)                             \
    C(pthread_mutex_consistent, EXACT) C(pthread_mutex_destroy, EXACT) C(pthread_mutex_getprioceiling, EXACT)         \
    C(pthread_mutex_init, EXACT) C(pthread_mutex_lock, EXACT) C(pthread_mutex_setprioceiling, EXACT)                  \
    C(pthread_mutex_timedlock, EXACT) C(pthread_mutex_trylock, EXACT) C(pthread_mutex_unlock, EXACT)                  \
    C(pthread_mutexattr_destroy, EXACT) C(pthread_mutexattr_getprioceiling, EXACT)                                    \
    C(pthread_mutexattr_getprotocol, EXACT) C(pthread_mutexattr_getpshared, EXACT)                                    \
    C(pthread_mutexattr_getrobust, EXACT) C(pthread_mutexattr_gettype, EXACT) C(pthread_mutexattr_init, EXACT)        \
    C(pthread_mutexattr_setprioceiling, EXACT) C(pthread_mutexattr_setprotocol, EXACT)                                \
    C(pthread_mutexattr_setpshared, EXACT) C(pthread_mutexattr_setrobust, EXACT) C(pthread_mutexattr_settype, EXACT)  \
    C(pthread_once, EXACT) C(pthread_rwlock_clockrdlock, EXACT) C(pthread_rwlock_clockwrlock, EXACT)                  \
    C(pthread_rwlock_destroy, EXACT) C(pthread_rwlock_init, EXACT) C(pthread_rwlock_rdlock, EXACT)                    \
    C(pthread_rwlock_timedrdlock, EXACT) C(pthread_rwlock_timedwrlock, EXACT) C(pthread_rwlock_tryrdlock, EXACT)      \
    C(pthread_rwlock_trywrlock, EXACT) C(pthread_rwlock_unlock, EXACT) C(pthread_rwlock_wrlock, EXACT)                \
    C(pthread_rwlockattr_destroy, EXACT) C(pthread_rwlockattr_getkind_np, EXACT)                                      \
    C(pthread_rwlockattr_getpshared, EXACT) C(pthread_rwlockattr_init, EXACT) C(pthread_rwlockattr_setkind_np, EXACT) \
    C(pthread_rwlockattr_setpshared, EXACT) C(pthread_self, EXACT) C(pthread_setaffinity_np, EXACT)                   \
    C(pthread_setcancelstate, EXACT) C(pthread_setcanceltype, EXACT) C(pthread_setconcurrency, EXACT)                 \
    C(pthread_setname_np, EXACT) C(pthread_setschedparam, EXACT) C(pthread_setschedprio, EXACT)                       \
    C(pthread_setspecific, EXACT) C(pthread_sigmask, EXACT) C(pthread_spin_destroy, EXACT)                            \
    C(pthread_spin_init, EXACT) C(pthread_spin_lock, EXACT) C(pthread_spin_trylock, EXACT)                            \
    C(pthread_spin_unlock, EXACT) C(pthread_testcancel, EXACT) C(pthread_timedjoin_np, EXACT)                         \
    C(pthread_tryjoin_np, EXACT) C(pthread_yield, EXACT) C(putc, EXACT) C(putc_unlocked, EXACT) C(putchar, EXACT)     \
    C(putchar_unlocked, EXACT) C(puts, EXACT) C(pvalloc, FRESH) C(qsort, EXACT) C(qsort_r, EXACT)                     \
    C(quick_exit, EXACT) C(raise, EXACT) C(rand, EXACT) C(rand_r, EXACT) C(random, EXACT) C(reach_error, EXACT)       \
    C(read, EXACT) C(readv, EXACT) C(realloc, FRESH) C(reallocarray, FRESH) C(recv, EXACT) C(recvfrom, EXACT)         \
    C(recvmsg, EXACT) C(remove, EXACT) C(rewind, EXACT) C(scanf, EXACT) C(sched_getaffinity, EXACT)                   \
    C(sched_getcpu, PROCESSOR) C(sched_getparam, EXACT) C(sched_getscheduler, EXACT) C(sched_setaffinity, EXACT)      \
    C(sched_setparam, EXACT) C(sched_setscheduler, EXACT) C(sched_yield, EXACT) C(seed48, EXACT) C(select, EXACT)     \
    C(sem_clockwait, EXACT) C(sem_destroy, EXACT) C(sem_getvalue, EXACT) C(sem_init, EXACT) C(sem_post, EXACT)        \
    C(sem_timedwait, EXACT) C(sem_trywait, EXACT) C(sem_wait, EXACT) C(send, EXACT) C(sendmsg, EXACT)                 \
    C(sendto, EXACT) C(setbuf, EXACT) C(setbuffer, EXACT) C(setegid, EXACT) C(seteuid, EXACT) C(setgid, EXACT)        \
    C(setgroups, EXACT) C(setjmp, EXACT) C(setlinebuf, EXACT) C(setpriority, EXACT) C(setregid, EXACT)                \
    C(setresgid, EXACT) C(setresuid, EXACT) C(setreuid, EXACT) C(setuid, EXACT) C(setvbuf, EXACT) C(shutdown, EXACT)  \
    C(sigaction, EXACT) C(sigaddset, EXACT) C(sigaltstack, EXACT) C(sigdelset, EXACT) C(sigemptyset, EXACT)           \
    C(sigfillset, EXACT) C(sigisemptyset, EXACT) C(sigismember, EXACT) C(siglongjmp, EXACT) C(signal, EXACT)          \
    C(sigpending, EXACT) C(sigprocmask, EXACT) C(sigtimedwait, EXACT) C(sigwait, EXACT) C(sigwaitinfo, EXACT)         \
    C(sleep, EXACT) C(snprintf, EXACT) C(socketpair, EXACT) C(sprintf, EXACT) C(srand, EXACT) C(srand48, EXACT)       \
    C(srandom, EXACT) C(stpcpy, EXACT) C(stpncpy, EXACT) C(strcasecmp, EXACT) C(strcat, EXACT) C(strchr, EXACT)       \
    C(strcmp, EXACT) C(strcpy, EXACT) C(strcspn, EXACT) C(strdup, EXACT) C(strerror, EXACT) C(strerror_r, EXACT)      \
    C(strftime, ZONE) C(strlen, EXACT) C(strncasecmp, EXACT) C(strncat, EXACT) C(strncmp, EXACT) C(strncpy, EXACT)    \
    C(strndup, EXACT) C(strnlen, EXACT) C(strpbrk, EXACT) C(strrchr, EXACT) C(strsep, EXACT) C(strspn, EXACT)         \
    C(strstr, EXACT) C(strtod, EXACT) C(strtof, EXACT) C(strtoimax, EXACT) C(strtok, EXACT) C(strtok_r, EXACT)        \
    C(strtol, EXACT) C(strtold, EXACT) C(strtoll, EXACT) C(strtoul, EXACT) C(strtoull, EXACT) C(strtoumax, EXACT)     \
    C(syscall, WAKEUPS) C(sysconf, USAGE) C(sysinfo, USAGE) C(thrd_create, EXACT) C(thrd_current, EXACT)              \
    C(thrd_detach, EXACT) C(thrd_equal, EXACT) C(thrd_exit, EXACT) C(thrd_join, EXACT) C(thrd_sleep, EXACT)           \
    C(thrd_yield, EXACT) C(time, CLOCKS) C(timegm, EXACT) C(timelocal, ZONE) C(timer_create, EXACT)                   \
    C(timer_delete, EXACT) C(timer_getoverrun, EXACT) C(timer_gettime, EXACT) C(timer_settime, EXACT)                 \
    C(times, CLOCKS) C(timespec_get, CLOCKS) C(tmpfile, EXACT) C(tmpfile64, EXACT) C(tss_create, EXACT)               \
    C(tss_delete, EXACT) C(tss_get, EXACT) C(tss_set, EXACT) C(tzset, ZONE) C(ungetc, EXACT) C(unlink, EXACT)         \
    C(usleep, EXACT) C(utime, EXACT) C(utimensat, EXACT) C(utimes, EXACT) C(valloc, FRESH) C(vasprintf, EXACT)        \
    C(vdprintf, EXACT) C(verr, EXACT) C(verrx, EXACT) C(vfprintf, EXACT) C(vfscanf, EXACT) C(vprintf, EXACT)          \
    C(vscanf, EXACT) C(vsnprintf, EXACT) C(vsprintf, EXACT) C(vwarn, EXACT) C(vwarnx, EXACT) C(warn, EXACT)           \
    C(warnx, EXACT) C(wcpcpy, EXACT) C(wcpncpy, EXACT) C(wcscat, EXACT) C(wcschr, EXACT) C(wcscmp, EXACT)             \
    C(wcscpy, EXACT) C(wcscspn, EXACT) C(wcsdup, EXACT) C(wcslen, EXACT) C(wcsncat, EXACT) C(wcsncmp, EXACT)          \
    C(wcsncpy, EXACT) C(wcsnlen, EXACT) C(wcspbrk, EXACT) C(wcsrchr, EXACT) C(wcsspn, EXACT) C(wcsstr, EXACT)         \
    C(wmemchr, EXACT) C(wmemcmp, EXACT) C(wmemcpy, EXACT) C(wmemmove, EXACT) C(wmempcpy, EXACT) C(wmemset, EXACT)     \
    C(write, EXACT) C(writev, EXACT)

/* Left to libc: they change no memory, but perhaps errno and a result whose address they are given (strtol). */
#define CALLS_PURE(C)                                                                                                 \
    C(_ITM_deregisterTMCloneTable) C(_ITM_registerTMCloneTable) C(__acos_finite) C(__addtf3) C(__atomic_is_lock_free) \
    C(__ctype_b_loc) C(__ctype_get_mb_cur_max) C(__ctype_tolower_loc) C(__ctype_toupper_loc) C(__cxa_finalize)        \
    C(__divdc3) C(__divsc3) C(__divtf3) C(__divti3) C(__eqtf2) C(__errno_location) C(__exp_finite) C(__extenddftf2)   \
    C(__extendsftf2) C(__finite) C(__finitef) C(__finitel) C(__fixdfti) C(__fixsfti) C(__fixtfdi) C(__fixtfsi)        \
    C(__fixtfti) C(__fixunsdfti) C(__fixunssfti) C(__fixunstfdi) C(__fixunstfsi) C(__fixunstfti) C(__fixunsxfti)      \
    C(__fixxfti) C(__floatditf) C(__floatsitf) C(__floattidf) C(__floattisf) C(__floattitf) C(__floattixf)            \
    C(__floatunditf) C(__floatunsitf) C(__floatuntidf) C(__floatuntisf) C(__floatuntitf) C(__floatuntixf)             \
    C(__fpclassify) C(__fpclassifyf) C(__fpclassifyl) C(__gcc_personality_v0) C(__getauxval) C(__getf2)               \
    C(__gmon_start__) C(__gttf2) C(__gxx_personality_v0) C(__isinf) C(__isinff) C(__isinfl) C(__isnan) C(__isnanf)    \
    C(__isnanl) C(__letf2) C(__libc_current_sigrtmax) C(__libc_current_sigrtmin) C(__log_finite) C(__lttf2)           \
    C(__modti3) C(__muldc3) C(__mulsc3) C(__multf3) C(__negtf2) C(__netf2) C(__pow_finite) C(__powidf2) C(__powisf2)  \
    C(__pthread_cleanup_routine) C(__signbit) C(__signbitf) C(__signbitl) C(__sqrt_finite) C(__subtf3) C(__sysconf)   \
    C(__tls_get_addr) C(__trunctfdf2) C(__trunctfsf2) C(__udivti3) C(__umodti3) C(__unordtf2) C(_tolower) C(_toupper) \
    C(abs) C(acos) C(acosf) C(acosh) C(acoshf) C(acoshl) C(acosl) C(asin) C(asinf) C(asinh) C(asinhf) C(asinhl)       \
    C(asinl) C(atan) C(atan2) C(atan2f) C(atan2l) C(atanf) C(atanh) C(atanhf) C(atanhl) C(atanl) C(btowc) C(cabs)     \
    C(cabsf) C(cabsl) C(carg) C(cargf) C(cargl) C(cbrt) C(cbrtf) C(cbrtl) C(ceil) C(ceilf) C(ceill) C(cexp) C(cexpf)  \
    C(cimag) C(cimagf) C(cimagl) C(clog) C(clogf) C(conj) C(conjf) C(conjl) C(copysign) C(copysignf) C(copysignl)     \
    C(cos) C(cosf) C(cosh) C(coshf) C(coshl) C(cosl) C(cpow) C(cpowf) C(creal) C(crealf) C(creall) C(csqrt) C(csqrtf) \
    C(difftime) C(div) C(drem) C(dremf) C(dreml) C(erf) C(erfc) C(erfcf) C(erfcl) C(erff) C(erfl) C(exp) C(exp10)     \
    C(exp10f) C(exp10l) C(exp2) C(exp2f) C(exp2l) C(expf) C(expl) C(expm1) C(expm1f) C(expm1l) C(fabs) C(fabsf)       \
    C(fabsl) C(fdim) C(fdimf) C(fdiml) C(fegetround) C(fesetround) C(fetestexcept) C(ffs) C(ffsl) C(ffsll) C(fileno)  \
    C(fileno_unlocked) C(finite) C(finitef) C(finitel) C(floor) C(floorf) C(floorl) C(fma) C(fmaf) C(fmal) C(fmax)    \
    C(fmaxf) C(fmaxl) C(fmin) C(fminf) C(fminl) C(fmod) C(fmodf) C(fmodl) C(get_nprocs) C(get_nprocs_conf) C(getegid) \
    C(geteuid) C(getgid) C(getpagesize) C(getuid) C(gnu_get_libc_release) C(gnu_get_libc_version) C(htonl) C(htons)   \
    C(hypot) C(hypotf) C(hypotl) C(ilogb) C(ilogbf) C(ilogbl) C(imaxabs) C(imaxdiv) C(isalnum) C(isalpha) C(isascii)  \
    C(isblank) C(iscntrl) C(isdigit) C(isgraph) C(isinf) C(isinff) C(isinfl) C(islower) C(isnan) C(isnanf) C(isnanl)  \
    C(isprint) C(ispunct) C(isspace) C(isupper) C(iswalnum) C(iswalpha) C(iswblank) C(iswcntrl) C(iswdigit)           \
    C(iswgraph) C(iswlower) C(iswprint) C(iswpunct) C(iswspace) C(iswupper) C(iswxdigit) C(isxdigit) C(j0) C(j0f)     \
    C(j0l) C(j1) C(j1f) C(j1l) C(jn) C(jnf) C(jnl) C(labs) C(ldexp) C(ldexpf) C(ldexpl) C(ldiv) C(llabs) C(lldiv)     \
    C(llrint) C(llrintf) C(llrintl) C(llround) C(llroundf) C(llroundl) C(log) C(log10) C(log10f) C(log10l) C(log1p)   \
    C(log1pf) C(log1pl) C(log2) C(log2f) C(log2l) C(logb) C(logbf) C(logbl) C(logf) C(logl) C(lrint) C(lrintf)        \
    C(lrintl) C(lround) C(lroundf) C(lroundl) C(nearbyint) C(nearbyintf) C(nearbyintl) C(nextafter) C(nextafterf)     \
    C(nextafterl) C(nexttoward) C(nexttowardf) C(nexttowardl) C(ntohl) C(ntohs) C(pow) C(powf) C(powl) C(remainder)   \
    C(remainderf) C(remainderl) C(rint) C(rintf) C(rintl) C(round) C(roundeven) C(roundevenf) C(roundevenl) C(roundf) \
    C(roundl) C(scalb) C(scalbf) C(scalbl) C(scalbln) C(scalblnf) C(scalblnl) C(scalbn) C(scalbnf) C(scalbnl)         \
    C(sched_get_priority_max) C(sched_get_priority_min) C(sigabbrev_np) C(sigdescr_np) C(significand) C(significandf) \
    C(significandl) C(sin) C(sinf) C(sinh) C(sinhf) C(sinhl) C(sinl) C(sqrt) C(sqrtf) C(sqrtl) C(strerrordesc_np)     \
    C(strerrorname_np) C(tan) C(tanf) C(tanh) C(tanhf) C(tanhl) C(tanl) C(tgamma) C(tgammaf) C(tgammal) C(toascii)    \
    C(tolower) C(toupper) C(towlower) C(towupper) C(trunc) C(truncf) C(truncl) C(wctob) C(wcwidth) C(y0) C(y0f)       \
    C(y0l) C(y1) C(y1f) C(y1l) C(yn) C(ynf) C(ynl)

/* Real before the program's first thread or choice, where nothing is ever rewound; refused afterwards. */
#define CALLS_SETUP(C)                                                                                                \
    C(__underflow) C(__xmknod) C(brk) C(chdir) C(chroot) C(close_range) C(closedir) C(closefrom) C(closelog)          \
    C(copy_file_range) C(dlmopen) C(fallocate) C(fallocate64) C(fchdir) C(fcloseall) C(fdopendir) C(fgetpos)          \
    C(fgetpos64) C(fgetwc) C(fgetws) C(flock) C(fmemopen) C(fopencookie) C(fputwc) C(fputws) C(freopen) C(freopen64)  \
    C(fsetpos) C(fsetpos64) C(fstatfs) C(fstatvfs) C(ftruncate) C(ftruncate64) C(fts_close) C(fts_open) C(fts_read)   \
    C(ftw) C(ftw64) C(fwprintf) C(getgrgid) C(getgrnam) C(getlogin) C(getpwnam) C(getpwuid) C(gets) C(getw) C(getwc)  \
    C(getwchar) C(glob) C(glob64) C(globfree) C(link) C(linkat) C(lockf) C(lockf64) C(mincore) C(mkdir) C(mkdirat)    \
    C(mkdtemp) C(mkfifo) C(mkfifoat) C(mknod) C(mktemp) C(mlock) C(mlock2) C(mlockall) C(msync) C(munlock)            \
    C(munlockall) C(nftw) C(nftw64) C(open_memstream) C(open_wmemstream) C(opendir) C(openlog) C(posix_fallocate)     \
    C(posix_fallocate64) C(preadv) C(prlimit) C(putw) C(putwc) C(putwchar) C(pwrite) C(pwrite64) C(pwritev)           \
    C(readdir) C(readdir64) C(readdir64_r) C(readdir_r) C(rename) C(renameat) C(renameat2) C(rewinddir) C(rmdir)      \
    C(sbrk) C(scandir) C(scandir64) C(seekdir) C(sendfile) C(sendfile64) C(setrlimit) C(setrlimit64) C(splice)        \
    C(statfs) C(statvfs) C(symlink) C(symlinkat) C(sync) C(syncfs) C(telldir) C(tempnam) C(tmpnam) C(truncate)        \
    C(truncate64) C(umask) C(ungetwc) C(unlinkat) C(vfwprintf) C(vwprintf) C(wprintf)

/* Processes of the program's own: real before the first thread or choice, where set-up writes to the disk (--setup-writes=real). */
#define CALLS_PROCESSES(C)                                                                                            \
    C(fork) C(pclose) C(popen) C(posix_spawn) C(posix_spawnp) C(system) C(vfork) C(wait) C(waitpid)

/* Refused by name, wherever the program calls them. */
#define CALLS_REFUSED(C)                                                                                              \
    C(__recvfrom_chk) C(__strftime_l) C(__syslog_chk) C(__vsyslog_chk) C(__wcsftime_l) C(accept) C(accept4) C(alarm)  \
    C(bind) C(clone) C(connect) C(daemon) C(error) C(error_at_line) C(execl) C(execle) C(execlp) C(execv) C(execve)   \
    C(execveat) C(execvp) C(execvpe) C(fexecve) C(forkpty) C(getcontext) C(getdate) C(getdate_r) C(getitimer)         \
    C(getpeername) C(getsockname) C(getsockopt) C(grantpt) C(initgroups) C(initstate) C(inotify_init)                 \
    C(inotify_init1) C(io_setup) C(killpg) C(listen) C(makecontext) C(mq_close) C(mq_getattr) C(mq_notify) C(mq_open) \
    C(mq_receive) C(mq_send) C(mq_setattr) C(mq_timedreceive) C(mq_timedsend) C(mq_unlink) C(msgctl) C(msgget)        \
    C(msgrcv) C(msgsnd) C(openpty) C(pause) C(pidfd_open) C(posix_openpt) C(psiginfo) C(psignal)                      \
    C(pthread_getcpuclockid) C(pthread_sigqueue) C(ptrace) C(ptsname) C(recvmmsg) C(sem_close) C(sem_open)            \
    C(sem_unlink) C(semctl) C(semget) C(semop) C(semtimedop) C(sendmmsg) C(setcontext) C(setitimer) C(setpgid)        \
    C(setsid) C(setsockopt) C(setstate) C(shm_open) C(shm_unlink) C(shmat) C(shmctl) C(shmdt) C(shmget) C(sighold)    \
    C(sigignore) C(siginterrupt) C(signalfd) C(sigpause) C(sigqueue) C(sigrelse) C(sigset) C(sigsuspend) C(socket)    \
    C(strftime_l) C(swapcontext) C(syslog) C(timerfd_create) C(timerfd_gettime) C(timerfd_settime) C(ualarm)          \
    C(unlockpt) C(unshare) C(userfaultfd) C(vsyslog) C(wait3) C(wait4) C(waitid) C(wcsftime) C(wcsftime_l) C(wordexp)

/* Left to the C library, which writes only where its arguments lead: guarded (world/outside/outside.h). */
#define CALLS_GUARDED(C)                                                                                              \
    C(__cyg_profile_func_enter) C(__cyg_profile_func_exit) C(__fxstatat) C(__getcwd_chk) C(__isoc23_sscanf)           \
    C(__isoc23_vsscanf) C(__isoc99_sscanf) C(__isoc99_vsscanf) C(__lxstat) C(__lxstat64) C(__readlink_chk)            \
    C(__realpath_chk) C(__sched_cpucount) C(__xpg_basename) C(__xstat) C(__xstat64) C(access) C(basename) C(dirname)  \
    C(dlsym) C(dlvsym) C(eaccess) C(euidaccess) C(faccessat) C(fnmatch) C(frexp) C(frexpf) C(frexpl) C(fstatat)       \
    C(fstatat64) C(getcwd) C(getgroups) C(gethostname) C(getrlimit) C(getrlimit64) C(getsubopt) C(index)              \
    C(initstate_r) C(insque) C(isatty) C(lfind) C(lgamma_r) C(lgammaf_r) C(lgammal_r) C(lsearch) C(lstat) C(lstat64)  \
    C(mbsinit) C(mbstowcs) C(memccpy) C(memfrob) C(memmem) C(memrchr) C(modf) C(modff) C(modfl) C(random_r)           \
    C(rawmemchr) C(readlink) C(readlinkat) C(realpath) C(regcomp) C(regerror) C(regexec) C(regfree) C(remque)         \
    C(remquo) C(remquof) C(remquol) C(rindex) C(setstate_r) C(sincos) C(sincosf) C(sincosl) C(srandom_r) C(sscanf)    \
    C(stat) C(stat64) C(statx) C(strcasestr) C(strchrnul) C(strcoll) C(strfmon) C(strverscmp) C(strxfrm) C(swab)      \
    C(swprintf) C(tdelete) C(tfind) C(tsearch) C(twalk) C(uname) C(vsscanf) C(vswprintf) C(wcscasecmp) C(wcscoll)     \
    C(wcsncasecmp) C(wcstod) C(wcstof) C(wcstok) C(wcstol) C(wcstold) C(wcstoll) C(wcstombs) C(wcstoul) C(wcstoull)   \
    C(wcsxfrm)

/* The same for functions that also use state of the C library. */
#define CALLS_GUARDED_STATE(C)                                                                                        \
    C(a64l) C(clearenv) C(ecvt) C(fcvt) C(ftok) C(gamma) C(gcvt) C(getenv) C(getopt) C(getopt_long)                   \
    C(getopt_long_only) C(hcreate) C(hdestroy) C(hsearch) C(l64a) C(lgamma) C(lgammaf) C(lgammal) C(localeconv)       \
    C(mblen) C(mbrlen) C(mbrtowc) C(mbsrtowcs) C(mbtowc) C(nl_langinfo) C(putenv) C(secure_getenv) C(setenv)          \
    C(setlocale) C(strsignal) C(ttyname) C(ttyname_r) C(unsetenv) C(wcrtomb) C(wcsrtombs) C(wctomb)

#endif
