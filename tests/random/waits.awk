# waits.awk - a random program whose threads wait for each other in loops of many kinds: it ends in every execution, or hangs in some.
#
#     awk -v seed=N [-v hangs=1] -f waits.awk
#
# Events have an order; each is brought about by one thread and waited for by another, and both do so in that order: then whoever waits
# for the first event that has not happened is let go. In a program that hangs one of them brings about something else.
function any(n) { return int(rand() * n) }
function put(thread, text) { code[thread] = code[thread] "    " text "\n" }

# WAY: text that waits for event k with it, and text that brings it about with the value v.
function add_way(wait, set) { waits[ways] = wait; sets[ways++] = set ? set : "at[k] = v;" }

BEGIN {
    srand(seed)
    ways = 0
    add_way("while (at[k] != 1) ;")
    add_way("while (at[k] != 1) sched_yield();")
    add_way("while (at[k] != 1) { usleep(1); sched_yield(); }")
    add_way("for (int one = 1; !atomic_compare_exchange_strong(&at[k], &one, 1); one = 1) ;")
    add_way("while (atomic_fetch_or(&at[k], 0) != 1) ;")
    add_way("while (zero || at[k] != 1) ;")
    add_way("int a, b; do { a = at[k]; b = at[k]; } while (a != 1 || b != 1);")
    add_way("for (int n = 0; at[k] != 1; n = n < 5 ? n + 1 : 5) ;")
    add_way("for (unsigned n = 0; at[k] != 1; n++) ;")
    add_way("counted[k] = rounds_until(&at[k]);")
    add_way("counted[k] = yields_until(&at[k]);")
    add_way("for (volatile int odd = 0; at[k] != 1 || odd; odd ^= 1) ;")
    add_way("while (at[k] != 1) for (int i = 0; i < 100 && at[k] != 1; i++) ;")
    add_way("int now; do { pthread_mutex_lock(&lock); now = at[k]; pthread_mutex_unlock(&lock); } while (now != 1);")
    add_way("int now = 0; do if (!pthread_mutex_trylock(&lock)) { now = at[k]; pthread_mutex_unlock(&lock); } while (now != 1);")
    add_way("until(&at[k]);")
    add_way("poll_twice(&at[k]);")
    add_way("while (sem_trywait(&sem[k])) ;", "if (v == 1) sem_post(&sem[k]);")
    add_way("for (int v; (v = at[k]) != 1;) syscall(SYS_futex, &at[k], FUTEX_WAIT_PRIVATE, v, NULL, NULL, 0);",
            "at[k] = v; syscall(SYS_futex, &at[k], FUTEX_WAKE_PRIVATE, 9, NULL, NULL, 0);")
    add_way("pthread_mutex_lock(&lock); while (at[k] != 1) pthread_cond_wait(&changed, &lock); pthread_mutex_unlock(&lock);",
            "pthread_mutex_lock(&lock); at[k] = v; pthread_cond_broadcast(&changed); pthread_mutex_unlock(&lock);")
    add_way("for (int i = 0; i < 3 && at[k] != 1; i++) ; if (!atomic_exchange(&parked[k], 1)) sem_wait(&sem[k]);",
            "at[k] = 1; if (atomic_exchange(&parked[k], 1) && v == 1) sem_post(&sem[k]);")
    add_way("atomic_int mine = 0; box[k] = &mine; while (mine != 1) ;", "atomic_int *p; while (!(p = box[k])) ; *p = v;")
    threads = 2 + any(2)
    events = 2 + any(2)
    wrong = hangs ? any(events) : -1
    for (k = 0; k < events; k++) {
        way = any(ways)
        waiter = any(threads)
        setter = (waiter + 1 + any(threads - 1)) % threads
        put(setter, "{ enum { k = " k ", v = " (k == wrong ? 2 : 1) " }; " sets[way] " }")
        put(waiter, "{ enum { k = " k " }; " waits[way] " }")
        if (any(3) == 0)
            put(any(threads), "beat ^= 1;")
    }
    print "#define _GNU_SOURCE"
    split("errno linux/futex pthread sched semaphore stdatomic stdlib sys/syscall unistd", headers, " ")
    for (i = 1; i in headers; i++)
        print "#include <" headers[i] ".h>"
    print "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;"
    print "static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;"
    print "static atomic_int at[3], parked[3], beat, zero;"
    print "static _Atomic(atomic_int *) box[3];"
    print "static sem_t sem[3];"
    print "static long counted[3];"
    print "static inline long rounds_until(atomic_int *p) { long n = 0; while (*p != 1) n += n + 3; return n; }"
    print "static inline long yields_until(atomic_int *p) { long n = 0; while (*p != 1) { n++; sched_yield(); } return n; }"
    print "static inline void until(atomic_int *p) { for (;;) { if (*p == 1) return; sched_yield(); } }"
    print "static inline int is_set(atomic_int *p) { for (int i = 0; i < 2; i++) if (*p == 1) return 1; return 0; }"
    print "static inline void poll_twice(atomic_int *p) { while (!is_set(p)) ; }"
    for (t = 1; t < threads; t++)
        print "static void *work" t "(void *unused)\n{\n" code[t] "    return unused;\n}"
    print "int main(void)\n{\n    pthread_t t[" threads "];"
    print "    for (int i = 0; i < 3; i++)\n        sem_init(&sem[i], 0, 0);"
    for (t = 1; t < threads; t++)
        print "    pthread_create(&t[" t "], NULL, work" t ", NULL);"
    printf "%s", code[0]
    for (t = 1; t < threads; t++)
        print "    pthread_join(t[" t "], NULL);"
    print "    return 0;\n}"
}
