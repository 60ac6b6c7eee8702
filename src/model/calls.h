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

/* Stood in for. __tsan_* and mz_* are, too. */
#define CALLS_MODELLED(C)                                                                                             \
    C(_Exit) C(_IO_getc) C(_IO_putc) C(__VERIFIER_assert) C(__VERIFIER_assume) C(__VERIFIER_atomic_begin)             \
    C(__VERIFIER_atomic_end) C(__VERIFIER_error) C(__VERIFIER_nondet_bool) C(__VERIFIER_nondet_char)                  \
    C(__VERIFIER_nondet_double) C(__VERIFIER_nondet_float) C(__VERIFIER_nondet_int) C(__VERIFIER_nondet_loff_t)       \
    C(__VERIFIER_nondet_long) C(__VERIFIER_nondet_longlong) C(__VERIFIER_nondet_pchar) C(__VERIFIER_nondet_pointer)   \
    C(__VERIFIER_nondet_short) C(__VERIFIER_nondet_size_t) C(__VERIFIER_nondet_u16) C(__VERIFIER_nondet_u32)          \
    C(__VERIFIER_nondet_u8) C(__VERIFIER_nondet_uchar) C(__VERIFIER_nondet_uint) C(__VERIFIER_nondet_ulong)           \
    C(__VERIFIER_nondet_ulonglong) C(__VERIFIER_nondet_unsigned) C(__VERIFIER_nondet_unsigned_char)                   \
    C(__VERIFIER_nondet_unsigned_int) C(__VERIFIER_nondet_ushort) C(__asprintf_chk) C(__assert) C(__assert_fail)      \
    C(__assert_perror_fail) C(__atomic_compare_exchange) C(__atomic_exchange) C(__atomic_load) C(__atomic_store)      \
    C(__chk_fail) C(__cxa_at_quick_exit) C(__cxa_atexit) C(__dprintf_chk) C(__fgets_chk) C(__fgets_unlocked_chk)      \
    C(__fortify_fail) C(__fprintf_chk) C(__fread_chk) C(__fread_unlocked_chk) C(__fxstat) C(__fxstat64) C(__getdelim) \
    C(__isoc23_fscanf) C(__isoc23_scanf) C(__isoc23_strtol) C(__isoc23_strtoll) C(__isoc23_strtoul)                   \
    C(__isoc23_strtoull) C(__isoc23_vfscanf) C(__isoc23_vscanf) C(__isoc99_fscanf) C(__isoc99_scanf)                  \
    C(__isoc99_vfscanf) C(__isoc99_vscanf) C(__libc_start_main) C(__longjmp_chk) C(__memcpy_chk) C(__memmove_chk)     \
    C(__mempcpy_chk) C(__memset_chk) C(__open64_2) C(__open_2) C(__openat64_2) C(__openat_2) C(__overflow)            \
    C(__poll_chk) C(__ppoll_chk) C(__pread64_chk) C(__pread_chk) C(__printf_chk) C(__read_chk) C(__recv_chk)          \
    C(__register_atfork) C(__sigsetjmp) C(__snprintf_chk) C(__sprintf_chk) C(__stack_chk_fail) C(__stpcpy_chk)        \
    C(__stpncpy_chk) C(__strcat_chk) C(__strcpy_chk) C(__strdup) C(__strncat_chk) C(__strncpy_chk) C(__strtok_r)      \
    C(__sysv_signal) C(__uflow) C(__vasprintf_chk) C(__vdprintf_chk) C(__vfprintf_chk) C(__vprintf_chk)               \
    C(__vsnprintf_chk) C(__vsprintf_chk) C(__xpg_strerror_r) C(_exit) C(_longjmp) C(_setjmp) C(abort)                 \
    C(aligned_alloc) C(arc4random) C(arc4random_buf) C(arc4random_uniform) C(asctime) C(asctime_r) C(asprintf)        \
    C(assume_abort_if_not) C(at_quick_exit) C(atexit) C(atof) C(atoi) C(atol) C(atoll) C(bcmp) C(bcopy) C(bsd_signal) \
    C(bsearch) C(bzero) C(call_once) C(calloc) C(chmod) C(chown) C(clearerr) C(clearerr_unlocked) C(clock)            \
    C(clock_getres) C(clock_gettime) C(clock_nanosleep) C(close) C(cnd_broadcast) C(cnd_destroy) C(cnd_init)          \
    C(cnd_signal) C(cnd_timedwait) C(cnd_wait) C(creat) C(creat64) C(ctime) C(ctime_r) C(dlclose) C(dlopen)           \
    C(dprintf) C(drand48) C(dup) C(dup2) C(dup3) C(epoll_create) C(epoll_create1) C(epoll_ctl) C(epoll_pwait)         \
    C(epoll_pwait2) C(epoll_wait) C(erand48) C(err) C(errx) C(eventfd) C(eventfd_read) C(eventfd_write) C(exit)       \
    C(explicit_bzero) C(fchmod) C(fchmodat) C(fchown) C(fchownat) C(fclose) C(fcntl) C(fcntl64) C(fdatasync)          \
    C(fdopen) C(feof) C(feof_unlocked) C(ferror) C(ferror_unlocked) C(fflush) C(fflush_unlocked) C(fgetc)             \
    C(fgetc_unlocked) C(fgets) C(fgets_unlocked) C(flockfile) C(fopen) C(fopen64) C(fprintf) C(fputc)                 \
    C(fputc_unlocked) C(fputs) C(fputs_unlocked) C(fread) C(fread_unlocked) C(free) C(fscanf) C(fseek) C(fseeko)      \
    C(fseeko64) C(fstat) C(fstat64) C(fsync) C(ftell) C(ftello) C(ftello64) C(ftrylockfile) C(funlockfile)            \
    C(futimens) C(futimes) C(fwrite) C(fwrite_unlocked) C(getc) C(getc_unlocked) C(getchar) C(getchar_unlocked)       \
    C(getcpu) C(getdelim) C(getentropy) C(getline) C(getloadavg) C(getpid) C(getppid) C(getpriority) C(getrandom)     \
    C(getrusage) C(gettid) C(gettimeofday) C(gmtime) C(gmtime_r) C(ioctl) C(jrand48) C(kill) C(lchown) C(lcong48)     \
    C(localtime) C(localtime_r) C(longjmp) C(lrand48) C(lseek) C(lseek64) C(lutimes) C(madvise) C(malloc)             \
    C(malloc_trim) C(malloc_usable_size) C(mallopt) C(memalign) C(memchr) C(memcmp) C(memcpy) C(memmove) C(mempcpy)   \
    C(memset) C(mkostemp) C(mkostemp64) C(mkstemp) C(mkstemp64) C(mkstemps) C(mktime) C(mmap) C(mmap64) C(mprotect)   \
    C(mrand48) C(mremap) C(mtx_destroy) C(mtx_init) C(mtx_lock) C(mtx_timedlock) C(mtx_trylock) C(mtx_unlock)         \
    C(munmap) C(nan) C(nanf) C(nanl) C(nanosleep) C(nice) C(nrand48) C(on_exit) C(open) C(open64) C(openat)           \
    C(openat64) C(perror) C(pipe) C(pipe2) C(poll) C(posix_madvise) C(posix_memalign) C(ppoll) C(prctl) C(pread)      \
    C(pread64) C(printf) C(pselect) C(pthread_atfork) C(pthread_attr_destroy) C(pthread_attr_getdetachstate)          \
    C(pthread_attr_getguardsize) C(pthread_attr_getinheritsched) C(pthread_attr_getschedparam)                        \
    C(pthread_attr_getschedpolicy) C(pthread_attr_getscope) C(pthread_attr_getstack) C(pthread_attr_getstacksize)     \
    C(pthread_attr_init) C(pthread_attr_setaffinity_np) C(pthread_attr_setdetachstate) C(pthread_attr_setguardsize)   \
    C(pthread_attr_setinheritsched) C(pthread_attr_setschedparam) C(pthread_attr_setschedpolicy)                      \
    C(pthread_attr_setscope) C(pthread_attr_setstack) C(pthread_attr_setstacksize) C(pthread_barrier_destroy)         \
    C(pthread_barrier_init) C(pthread_barrier_wait) C(pthread_barrierattr_destroy) C(pthread_barrierattr_getpshared)  \
    C(pthread_barrierattr_init) C(pthread_barrierattr_setpshared) C(pthread_cancel) C(pthread_clockjoin_np)           \
    C(pthread_cond_broadcast) C(pthread_cond_clockwait) C(pthread_cond_destroy) C(pthread_cond_init)                  \
    C(pthread_cond_signal) C(pthread_cond_timedwait) C(pthread_cond_wait) C(pthread_condattr_destroy)                 \
    C(pthread_condattr_getclock) C(pthread_condattr_getpshared) C(pthread_condattr_init) C(pthread_condattr_setclock) \
    C(pthread_condattr_setpshared) C(pthread_create) C(pthread_detach) C(pthread_equal) C(pthread_exit)               \
    C(pthread_getaffinity_np) C(pthread_getattr_np) C(pthread_getname_np) C(pthread_getschedparam)                    \
    C(pthread_getspecific) C(pthread_join) C(pthread_key_create) C(pthread_key_delete) C(pthread_kill)                \
    C(pthread_mutex_clocklock) C(pthread_mutex_consistent) C(pthread_mutex_destroy) C(pthread_mutex_getprioceiling)   \
    C(pthread_mutex_init) C(pthread_mutex_lock) C(pthread_mutex_setprioceiling) C(pthread_mutex_timedlock)            \
    C(pthread_mutex_trylock) C(pthread_mutex_unlock) C(pthread_mutexattr_destroy) C(pthread_mutexattr_getprioceiling) \
    C(pthread_mutexattr_getprotocol) C(pthread_mutexattr_getpshared) C(pthread_mutexattr_getrobust)                   \
    C(pthread_mutexattr_gettype) C(pthread_mutexattr_init) C(pthread_mutexattr_setprioceiling)                        \
    C(pthread_mutexattr_setprotocol) C(pthread_mutexattr_setpshared) C(pthread_mutexattr_setrobust)                   \
    C(pthread_mutexattr_settype) C(pthread_once) C(pthread_rwlock_clockrdlock) C(pthread_rwlock_clockwrlock)          \
    C(pthread_rwlock_destroy) C(pthread_rwlock_init) C(pthread_rwlock_rdlock) C(pthread_rwlock_timedrdlock)           \
    C(pthread_rwlock_timedwrlock) C(pthread_rwlock_tryrdlock) C(pthread_rwlock_trywrlock) C(pthread_rwlock_unlock)    \
    C(pthread_rwlock_wrlock) C(pthread_rwlockattr_destroy) C(pthread_rwlockattr_getkind_np)                           \
    C(pthread_rwlockattr_getpshared) C(pthread_rwlockattr_init) C(pthread_rwlockattr_setkind_np)                      \
    C(pthread_rwlockattr_setpshared) C(pthread_self) C(pthread_setaffinity_np) C(pthread_setcancelstate)              \
    C(pthread_setcanceltype) C(pthread_setconcurrency) C(pthread_setname_np) C(pthread_setschedparam)                 \
    C(pthread_setschedprio) C(pthread_setspecific) C(pthread_sigmask) C(pthread_spin_destroy) C(pthread_spin_init)    \
    C(pthread_spin_lock) C(pthread_spin_trylock) C(pthread_spin_unlock) C(pthread_testcancel) C(pthread_timedjoin_np) \
    C(pthread_tryjoin_np) C(pthread_yield) C(putc) C(putc_unlocked) C(putchar) C(putchar_unlocked) C(puts) C(pvalloc) \
    C(qsort) C(qsort_r) C(quick_exit) C(raise) C(rand) C(rand_r) C(random) C(reach_error) C(read) C(readv) C(realloc) \
    C(reallocarray) C(recv) C(recvfrom) C(recvmsg) C(remove) C(rewind) C(scanf) C(sched_getaffinity) C(sched_getcpu)  \
    C(sched_getparam) C(sched_getscheduler) C(sched_setaffinity) C(sched_setparam) C(sched_setscheduler)              \
    C(sched_yield) C(seed48) C(select) C(sem_clockwait) C(sem_destroy) C(sem_getvalue) C(sem_init) C(sem_post)        \
    C(sem_timedwait) C(sem_trywait) C(sem_wait) C(send) C(sendmsg) C(sendto) C(setbuf) C(setbuffer) C(setegid)        \
    C(seteuid) C(setgid) C(setgroups) C(setjmp) C(setlinebuf) C(setpriority) C(setregid) C(setresgid) C(setresuid)    \
    C(setreuid) C(setuid) C(setvbuf) C(shutdown) C(sigaction) C(sigaddset) C(sigaltstack) C(sigdelset) C(sigemptyset) \
    C(sigfillset) C(sigisemptyset) C(sigismember) C(siglongjmp) C(signal) C(sigpending) C(sigprocmask)                \
    C(sigtimedwait) C(sigwait) C(sigwaitinfo) C(sleep) C(snprintf) C(socketpair) C(sprintf) C(srand) C(srand48)       \
    C(srandom) C(stpcpy) C(stpncpy) C(strcasecmp) C(strcat) C(strchr) C(strcmp) C(strcpy) C(strcspn) C(strdup)        \
    C(strerror) C(strerror_r) C(strftime) C(strlen) C(strncasecmp) C(strncat) C(strncmp) C(strncpy) C(strndup)        \
    C(strnlen) C(strpbrk) C(strrchr) C(strsep) C(strspn) C(strstr) C(strtod) C(strtof) C(strtoimax) C(strtok)         \
    C(strtok_r) C(strtol) C(strtold) C(strtoll) C(strtoul) C(strtoull) C(strtoumax) C(syscall) C(sysinfo)             \
    C(thrd_create) C(thrd_current) C(thrd_detach) C(thrd_equal) C(thrd_exit) C(thrd_join) C(thrd_sleep) C(thrd_yield) \
    C(time) C(timegm) C(timelocal) C(timer_create) C(timer_delete) C(timer_getoverrun) C(timer_gettime)               \
    C(timer_settime) C(times) C(timespec_get) C(tmpfile) C(tmpfile64) C(tss_create) C(tss_delete) C(tss_get)          \
    C(tss_set) C(tzset) C(ungetc) C(unlink) C(usleep) C(utime) C(utimensat) C(utimes) C(valloc) C(vasprintf)          \
    C(vdprintf) C(verr) C(verrx) C(vfprintf) C(vfscanf) C(vprintf) C(vscanf) C(vsnprintf) C(vsprintf) C(vwarn)        \
    C(vwarnx) C(warn) C(warnx) C(wcpcpy) C(wcpncpy) C(wcscat) C(wcschr) C(wcscmp) C(wcscpy) C(wcscspn) C(wcsdup)      \
    C(wcslen) C(wcsncat) C(wcsncmp) C(wcsncpy) C(wcsnlen) C(wcspbrk) C(wcsrchr) C(wcsspn) C(wcsstr) C(wmemchr)        \
    C(wmemcmp) C(wmemcpy) C(wmemmove) C(wmempcpy) C(wmemset) C(write) C(writev)

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
    C(fmaxf) C(fmaxl) C(fmin) C(fminf) C(fminl) C(fmod) C(fmodf) C(fmodl) C(get_nprocs) C(get_nprocs_conf)            \
    C(getauxval) C(getegid) C(geteuid) C(getgid) C(getpagesize) C(getuid) C(gnu_get_libc_release)                     \
    C(gnu_get_libc_version) C(htonl) C(htons) C(hypot) C(hypotf) C(hypotl) C(ilogb) C(ilogbf) C(ilogbl) C(imaxabs)    \
    C(imaxdiv) C(isalnum) C(isalpha) C(isascii) C(isblank) C(iscntrl) C(isdigit) C(isgraph) C(isinf) C(isinff)        \
    C(isinfl) C(islower) C(isnan) C(isnanf) C(isnanl) C(isprint) C(ispunct) C(isspace) C(isupper) C(iswalnum)         \
    C(iswalpha) C(iswblank) C(iswcntrl) C(iswdigit) C(iswgraph) C(iswlower) C(iswprint) C(iswpunct) C(iswspace)       \
    C(iswupper) C(iswxdigit) C(isxdigit) C(j0) C(j0f) C(j0l) C(j1) C(j1f) C(j1l) C(jn) C(jnf) C(jnl) C(labs) C(ldexp) \
    C(ldexpf) C(ldexpl) C(ldiv) C(llabs) C(lldiv) C(llrint) C(llrintf) C(llrintl) C(llround) C(llroundf) C(llroundl)  \
    C(log) C(log10) C(log10f) C(log10l) C(log1p) C(log1pf) C(log1pl) C(log2) C(log2f) C(log2l) C(logb) C(logbf)       \
    C(logbl) C(logf) C(logl) C(lrint) C(lrintf) C(lrintl) C(lround) C(lroundf) C(lroundl) C(nearbyint) C(nearbyintf)  \
    C(nearbyintl) C(nextafter) C(nextafterf) C(nextafterl) C(nexttoward) C(nexttowardf) C(nexttowardl) C(ntohl)       \
    C(ntohs) C(pow) C(powf) C(powl) C(remainder) C(remainderf) C(remainderl) C(rint) C(rintf) C(rintl) C(round)       \
    C(roundeven) C(roundevenf) C(roundevenl) C(roundf) C(roundl) C(scalb) C(scalbf) C(scalbl) C(scalbln) C(scalblnf)  \
    C(scalblnl) C(scalbn) C(scalbnf) C(scalbnl) C(sched_get_priority_max) C(sched_get_priority_min) C(sigabbrev_np)   \
    C(sigdescr_np) C(significand) C(significandf) C(significandl) C(sin) C(sinf) C(sinh) C(sinhf) C(sinhl) C(sinl)    \
    C(sqrt) C(sqrtf) C(sqrtl) C(strerrordesc_np) C(strerrorname_np) C(sysconf) C(tan) C(tanf) C(tanh) C(tanhf)        \
    C(tanhl) C(tanl) C(tgamma) C(tgammaf) C(tgammal) C(toascii) C(tolower) C(toupper) C(towlower) C(towupper)         \
    C(trunc) C(truncf) C(truncl) C(wctob) C(wcwidth) C(y0) C(y0f) C(y0l) C(y1) C(y1f) C(y1l) C(yn) C(ynf) C(ynl)

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
