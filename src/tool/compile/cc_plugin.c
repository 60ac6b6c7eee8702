/* cc_plugin.c - the plugin for the compiler at hand (src/plugin), if Mazurka was built with one. The file beside it says what it was made
 * for: the compiler proper of gcc, or clang's version; then the sizes, times and names of the files that run it. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/binary/elf/objects.h"
#include "tool/compile/cc.h"

static bool is_line(const char *text, const char *line)
{
    size_t length = strcspn(text, "\n");
    return strncmp(text, line, length) == 0 && strcspn(line, "\n") == length;
}

/* Unlike a script, which may run one compiler today and another tomorrow. */
static bool is_machine_code(const char *path)
{
    char magic[4];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && read(fd, magic, sizeof magic) == sizeof magic && memcmp(magic, "\177ELF", sizeof magic) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

/* To ask a compiler costs a process, and clang takes long: a very file that the plugin was made for need not be asked. (gcc's looks for the
 * compiler proper where variables say, if they are set.) */
static bool is_that_file(const struct cc *cc, const char *made_for)
{
    const char *command = cc->compiler.count == 1 ? find_command(cc->compiler.at[0]) : NULL;
    const char *path = command ? realpath(command, NULL) : NULL;
    struct stat status;
    if (getenv("GCC_EXEC_PREFIX") || getenv("COMPILER_PATH") || !path || stat(path, &status) != 0 || !is_machine_code(path))
        return false;
    const char *file = format_text("%lld %lld %s", (long long)status.st_size, (long long)status.st_mtime, path);
    for (const char *end = strchr(made_for, '\n'); end; end = strchr(end + 1, '\n'))
        if (is_line(end + 1, file))
            return true;
    return false;
}

static bool says_so(const struct cc *cc, const char *made_for)
{
    struct strings question = {0};
    strings_append(&question, &cc->compiler);
    strings_add(&question, cc->clang ? "-dumpversion" : "-print-prog-name=cc1");
    int status;
    return is_line(made_for, capture_process(question.at, &status));
}

const char *cc_plugin(const struct cc *cc)
{
    const char *directory = path_join(self_library_dir(), cc->clang ? "clang" : "gcc");
    char *plugin = path_join(directory, cc->clang ? OBJECT_CLANG_PLUGIN : OBJECT_PLUGIN);
    const char *made_for = file_exists(plugin) ? read_whole_file(path_join(directory, "made-for"), NULL) : NULL;
    if (!made_for || !(is_that_file(cc, made_for) || says_so(cc, made_for)))
        return NULL;
    return cc->relaxed_volatile ? path_join(path_join(directory, "relaxed"), path_base(plugin)) : plugin;
}
