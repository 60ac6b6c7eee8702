/* workers.c - many commands, several at a time. */
#include "tool/cli/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/cli/options.h"

struct running {
    pid_t        pid;
    struct task *task;
    double       started;
};

struct crowd {
    const struct workers *how;
    struct running *running;
    size_t   count, finished, all;
    double   started, shown;
    bool     on_terminal;
    sigset_t waited_for, before;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- one command ----------------------------------------------------------------------------------------------------- */

/* Behind fork. A group of its own: Ctrl-C is for us, and we end it. Descriptors that somebody has left open are nobody's input. */
static void become(const struct task *t, const sigset_t *mask) __attribute__((noreturn));
static void become(const struct task *t, const sigset_t *mask)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    sigprocmask(SIG_SETMASK, mask, NULL);
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    int in = open("/dev/null", O_RDONLY), out = open(t->log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in >= 0 && out >= 0 && dup2(in, 0) >= 0 && dup2(out, 1) >= 0 && dup2(out, 2) >= 0 && (!t->directory || chdir(t->directory) == 0))
        execvp(t->argv.at[0], t->argv.at);
    _exit(127);
}

static void start(struct crowd *c, struct task *t)
{
    if (c->how->begin)
        c->how->begin(t, c->how->self);
    pid_t pid = fork();
    if (pid < 0)
        die("cannot start a process: %s", strerror(errno));
    if (pid == 0)
        become(t, &c->before);
    c->running[c->count++] = (struct running){pid, t, now()};
}

/* --- progress -------------------------------------------------------------------------------------------------------- */

static void show_progress(struct crowd *c)
{
    double elapsed = now() - c->started, left = c->finished ? elapsed / (double)c->finished * (double)(c->all - c->finished) : 0;
    if (!c->on_terminal || now() - c->shown < 0.2)
        return;
    c->shown = now();
    fprintf(stderr, "\r\033[K%zu of %zu %s", c->finished, c->all, c->how->what);
    if (c->finished)
        fprintf(stderr, ", about %s left", show_duration((uint64_t)(left * 1000)));
    fflush(stderr);
}

static void clear_progress(const struct crowd *c)
{
    if (c->on_terminal)
        fputs("\r\033[K", stderr);
}

/* --- all of them ----------------------------------------------------------------------------------------------------- */

static void finish(struct crowd *c, size_t i, int status)
{
    struct running r = c->running[i];
    c->running[i] = c->running[--c->count];
    c->finished++;
    clear_progress(c);
    c->how->done(r.task, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), now() - r.started);
}

/* All that have ended by now. */
static void collect(struct crowd *c)
{
    for (size_t i = 0; i < c->count;) {
        int status;
        if (waitpid(c->running[i].pid, &status, WNOHANG) == c->running[i].pid)
            finish(c, i, status);
        else
            i++;
    }
}

/* Checks end within a second when they are asked to; commands that do not are killed, and so is what others have left: a shell ends
 * without those that it waits for. */
static void end_all(struct crowd *c)
{
    enum { PATIENCE = 2 };
    double asked = now();
    for (size_t i = 0; i < c->count; i++)
        kill(c->running[i].pid, end_signal());
    for (size_t i = 0; i < c->count; i++) {
        while (waitpid(c->running[i].pid, NULL, WNOHANG) == 0) {
            if (now() - asked > PATIENCE)
                kill(-c->running[i].pid, SIGKILL);
            usleep(2000);
        }
        kill(-c->running[i].pid, SIGKILL);
    }
    c->count = 0;
}

static void watch_signals(struct crowd *c)
{
    signal(SIGCHLD, SIG_DFL); /* whoever started us may have ignored it */
    sigemptyset(&c->waited_for);
    sigaddset(&c->waited_for, SIGCHLD);
    sigaddset(&c->waited_for, SIGINT);
    sigaddset(&c->waited_for, SIGTERM);
    sigaddset(&c->waited_for, SIGHUP);
    sigprocmask(SIG_BLOCK, &c->waited_for, &c->before);
}

/* Until something happens; false if that is a wish to end. */
static bool wait_a_while(struct crowd *c)
{
    struct timespec patience = {.tv_nsec = 500000000};
    int got = sigtimedwait(&c->waited_for, NULL, &patience);
    if (got >= 0 && got != SIGCHLD)
        end_was_asked(got);
    return !end_is_asked();
}

bool workers_run(const struct workers *how, struct task *tasks, size_t count)
{
    struct crowd c = {.how = how, .all = count, .started = now(), .on_terminal = how->what && isatty(STDERR_FILENO)};
    size_t at_a_time = how->at_a_time ? how->at_a_time : 1, next = 0;
    c.running = allocate(at_a_time * sizeof *c.running);
    watch_signals(&c);
    bool goes_on = !end_is_asked();
    while (goes_on && (next < count || c.count > 0)) {
        while (next < count && c.count < at_a_time)
            start(&c, &tasks[next++]);
        show_progress(&c);
        goes_on = wait_a_while(&c) && !(how->seconds > 0 && now() - c.started > how->seconds);
        if (goes_on)
            collect(&c);
    }
    clear_progress(&c);
    end_all(&c);
    sigprocmask(SIG_SETMASK, &c.before, NULL);
    free(c.running);
    return goes_on;
}

double seconds_until(uint64_t end)
{
    uint64_t now_ms = clock_ms(CLOCK_MONOTONIC);
    return end == 0 ? 0 : end > now_ms ? (double)(end - now_ms) / 1000 : 0.001;
}

char *task_last_words(const char *log)
{
    char *text = read_whole_file(log, NULL);
    size_t end = text ? strlen(text) : 0;
    while (end && text[end - 1] == '\n')
        text[--end] = '\0';
    char *line = text ? strrchr(text, '\n') : NULL;
    line = line ? line + 1 : text;
    return !line || !*line ? format_text("no message") : format_text("%s", starts_with(line, "mazurka: ") ? line + 9 : line);
}
