/* kept_environment.c - see kept_environment.h. */
#include "tool/checkpoint/kept_environment.h"

#include <ctype.h>
#include <string.h>

#include "tool/checkpoint/identity_text.h"
#include "tool/cli/json_text.h"
#include "tool/cli/sha256.h"

/* Set by shells, terminals and batch systems, another time to something else, and no secret: LC_ is any name that begins so. */
static const char *const of_session[] = {"_=", "PWD=", "OLDPWD=", "SHLVL=", "TERM=", "TERM_", "COLORTERM=", "COLUMNS=", "LINES=", "LANG=",
    "LANGUAGE=", "LC_", "TZ=", "USER=", "LOGNAME=", "HOSTNAME=", "SSH_", "DISPLAY=", "XAUTHORITY=", "WINDOWID=", "DBUS_SESSION_", "TMUX=",
    "TMUX_PANE=", "STY=", "MAIL=", "NO_COLOR=", "MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "XDG_SESSION_", "XDG_VTNR=", "XDG_RUNTIME_DIR=",
    "TMPDIR=", "INVOCATION_ID=", "JOURNAL_STREAM=", "SYSTEMD_EXEC_PID=", "SLURM_", "SLURMD_", "SBATCH_", "PBS_", "LSB_", "SGE_", "JOB_ID=",
    "JOB_NAME=", "GITHUB_RUN_", "GITHUB_SHA=", "CI_JOB_ID=", "CI_PIPELINE_ID=", "BUILD_ID=", "BUILD_NUMBER=", "MAZURKA_OPTIONS=", NULL};

/* They decide which files are run or loaded, by the program or what it starts: no file may set them. */
static const char *const steering[] = {"LD_", "GLIBC_", "GCONV_PATH=", "LOCPATH=", "NLSPATH=", "MALLOC_", "PATH=", "HOME=", "XDG_",
    "MAZURKA_", "GIT_", "IFS=", "ENV=", "BASH_ENV=", "SHELL=", "PYTHON", "PERL", NULL};

static bool begins_with_one_of(const char *variable, const char *const *list)
{
    for (; *list; list++)
        if (starts_with(variable, *list))
            return true;
    return false;
}

/* Among names that begin alike there is SLURM_JWT. */
static bool sounds_secret(const char *variable)
{
    static const char *const parts[] = {"TOKEN", "SECRET", "PASS", "KEY", "JWT", "CREDENTIAL", NULL};
    char *name = format_text("%.*s", (int)strcspn(variable, "="), variable);
    for (const char *const *p = parts; *p; p++)
        if (strstr(name, *p))
            return true;
    return false;
}

static bool is_of_session(const char *variable)
{
    return begins_with_one_of(variable, of_session) && !sounds_secret(variable);
}

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* What the program's file holds: a program that asks for a variable has its name there, as a text of its own. */
struct file_text {
    char  *bytes;
    size_t length;
};

static struct file_text text_of_file(const char *path)
{
    struct file_text f = {0};
    f.bytes = read_whole_file(path, &f.length);
    return f;
}

static bool names(const struct file_text *f, const char *variable)
{
    size_t length = strcspn(variable, "=");
    char *name = format_text("%.*s", (int)length, variable);
    for (const char *from = f->bytes, *at; length && from; from = at + 1) {
        at = memmem(from, f->length - (size_t)(from - f->bytes), name, length + 1); /* with the zero behind it */
        if (!at)
            return false;
        if (at == f->bytes || !is_part_of_name(at[-1]))
            return true;
    }
    return false;
}

/* libc reads them, without a word in the program; and so do we. */
static const char *const of_libraries[] = {"LANG=", "LANGUAGE=", "LC_", "TZ=", "TMPDIR=", "PWD=", "MAZURKA_", NULL};

/* What build services tell each job, secrets among it. */
static const char *const of_services[] = {"GITHUB_", "RUNNER_", "ACTIONS_", "CI_", "GITLAB_", "JENKINS_", "HUDSON_", "BUILD_", "JOB_",
    "RUN_", NULL};

bool environment_is_of_session(const char *variable)
{
    bool varies = begins_with_one_of(variable, of_session) || begins_with_one_of(variable, of_services);
    return varies && !begins_with_one_of(variable, of_libraries);
}

bool environment_is_named(const char *object, const char *variable)
{
    static struct strings read;
    static struct file_text *texts;
    size_t i = 0;
    while (i < read.count && strcmp(read.at[i], object) != 0)
        i++;
    if (i == read.count) {
        strings_addf(&read, "%s", object);
        texts = resize(texts, read.count * sizeof *texts);
        texts[i] = text_of_file(object);
    }
    return !texts[i].bytes || names(&texts[i], variable);
}

static const char *digest_of(const char *variable)
{
    char *digest = allocate(SHA256_TEXT);
    sha256(variable, strlen(variable), digest);
    return digest;
}

json_t *environment_describe(char *const *variables, const char *program)
{
    json_t *list = json_array();
    struct file_text text = text_of_file(program);
    for (; *variables; variables++) {
        json_t *one = json_object();
        bool kept = is_of_session(*variables) || names(&text, *variables);
        put_text(one, "name", format_text("%.*s", (int)strcspn(*variables, "="), *variables));
        put_text(one, "digest", digest_of(*variables));
        if (kept)
            put_text(one, "variable", *variables);
        json_array_append_new(list, one);
    }
    return list;
}

/* The variable of this name, or NULL. */
static const char *find(char *const *variables, const char *name)
{
    size_t length = strlen(name);
    for (; *variables; variables++)
        if (strncmp(*variables, name, length) == 0 && ((*variables)[length] == '=' || (*variables)[length] == '\0'))
            return *variables;
    return NULL;
}

/* The value in the file may be acted on; the file may claim what it likes of what it is. */
static bool may_be_set(const char *variable, const struct file_text *program)
{
    return is_of_session(variable) || (names(program, variable) && !begins_with_one_of(variable, steering));
}

static const char *variable_again(const json_t *then, char *const *now, const struct file_text *program, bool trusted)
{
    const char *digest = json_text_at(then, "digest"), *there = find(now, json_text_at(then, "name"));
    const char *kept = json_text_at(then, "variable");
    if (there && strcmp(digest_of(there), digest) == 0)
        return there;
    if (!*kept || strcmp(digest_of(kept), digest) != 0 || !(trusted || may_be_set(kept, program)))
        return NULL;
    if (!is_of_session(kept))
        warn("the environment has %s, as in the checkpoint", shell_quote(kept));
    return kept;
}

char **environment_again(const json_t *then, char *const *now, const char *program, bool trusted, struct strings *differ)
{
    struct strings again = {.at = allocate(sizeof *again.at)};
    struct file_text text = text_of_file(program);
    for (size_t i = 0; i < json_array_size(then); i++) {
        const json_t *one = json_array_get(then, i);
        const char *variable = variable_again(one, now, &text, trusted), *name = json_text_at(one, "name");
        if (variable)
            strings_add(&again, variable);
        else
            strings_addf(differ, "%s %s", name, find(now, name) ? "has another value" : "is not set");
    }
    return again.at;
}
