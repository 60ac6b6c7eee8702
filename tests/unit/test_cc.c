/* test_cc.c - what `mazurka cc` is made of: response files, understanding a command line, building one. */
/* sources: src/model/calls.c src/model/calls_cxx.c src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
#include "tool/compile/cc_args.c"
#include "tool/compile/cc_assembly.c"
#include "tool/compile/cc_flags.c"
#include "tool/compile/cc_plugin.c"
#include "tool/compile/response.c"

#include "../check.h"

static struct strings words(const char *text)
{
    struct strings list = {0};
    split_words(&list, text);
    return list;
}

static struct cc read_line(const char *line)
{
    struct cc cc = {.optimize = "0"};
    struct strings arguments = words(line);
    strings_add(&cc.compiler, "gcc");
    cc_read(&cc, &arguments);
    return cc;
}

static const char *kept(const char *line)
{
    struct cc cc = read_line(line);
    return strings_command(&cc.arguments);
}

#define CHECK_TEXT(text, expected)                                                                           \
    do {                                                                                                     \
        const char *check_text = (text);                                                                     \
        if (strcmp(check_text, expected) != 0) {                                                             \
            printf("    %s:%d: \"%s\", not \"%s\"\n", __FILE__, __LINE__, check_text, (const char *)expected); \
            check_failures++;                                                                                \
        }                                                                                                    \
    } while (0)

static void says_what_a_command_does(void)
{
    CHECK(read_line("a.c").links && read_line("a.c").compiles);
    CHECK(!read_line("-c a.c").links && read_line("-c a.c").compiles);
    CHECK(read_line("a.o b.o -o x").links && !read_line("a.o b.o -o x").compiles);
    CHECK(read_line("-lfoo").links);
    CHECK(!read_line("-x c-header a.h").links && !read_line("a.h").links);
    CHECK(!read_line("-E a.c").links && !read_line("-M a.c").links && !read_line("-fsyntax-only a.c").links);
    CHECK(read_line("-MMD a.c").links);
    CHECK(!read_line("-v").has_input && !read_line("--version").has_input && !read_line("-Wl,--version").has_input);
    CHECK(!read_line("-o a.c -I b.c -include c.c -Xlinker d.c -D e.c").has_input);
    CHECK(read_line("-x c -").compiles);
    CHECK(read_line("-r a.o").relocatable && read_line("-v a.c").verbose);
}

static void knows_languages(void)
{
    CHECK(read_line("a.c b.c c.o").only_c);
    CHECK(!read_line("a.c b.cc").only_c && !read_line("-x c++ a.c").only_c && !read_line("a.o").only_c);
    CHECK(read_line("-x c++ -x c a.txt").only_c);
    CHECK(read_line("-xc a.txt").compiles && !read_line("-xc++ a.txt").only_c);
    CHECK(!read_line("-x c -x none a.txt").compiles);
}

static void leaves_out_what_cannot_stay(void)
{
    CHECK_TEXT(kept("-O2 -fomit-frame-pointer -c a.c -fstack-protector-strong"), "-c a.c");
    CHECK_TEXT(kept("-D_FORTIFY_SOURCE=2 -D _FORTIFY_SOURCE=1 -D FOO -c a.c"), "-D FOO -c a.c");
    CHECK_TEXT(kept("-Wp,-MD,x.d,-D_FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=2 -c a.c"), "-Wp,-MD,x.d -c a.c");
    CHECK_TEXT(kept("-static -c a.c"), "-c a.c");
    CHECK_TEXT(kept("-fsanitize=thread -g0 -g3 -c a.c"), "-g3 -c a.c");
    CHECK_TEXT(kept("-O3 --version"), "-O3 --version");
    CHECK_TEXT(kept("-o -O2 a.c"), "-o -O2 a.c");
}

static const char *expanded(const char *content)
{
    char *path = path_join(temp_directory(), "file");
    FILE *file = fopen(path, "w");
    fputs(content, file);
    fclose(file);
    struct strings in = {0}, out = {0};
    strings_addf(&in, "@%s", path);
    response_expand(&out, &in);
    return strings_command(&out);
}

static void expands_response_files(void)
{
    CHECK_TEXT(expanded("a b\n\tc  \n"), "a b c");
    CHECK_TEXT(expanded("'a b' \"c d\" e\\ f"), "'a b' 'c d' 'e f'");
    CHECK_TEXT(expanded("-DX=\\\"y\\\" \"a\\\"b\""), "'-DX=\"y\"' 'a\"b'");
    CHECK_TEXT(expanded(""), "");
    CHECK_TEXT(expanded("'' @nothing-of-that-name @"), "'' @nothing-of-that-name @");
    CHECK_TEXT(expanded("'open"), "open");
}

static void quotes_for_shells(void)
{
    CHECK_TEXT(shell_quote("plain-1.c"), "plain-1.c");
    CHECK_TEXT(shell_quote(""), "''");
    CHECK_TEXT(shell_quote("a b"), "'a b'");
    CHECK_TEXT(shell_quote("it's"), "'it'\\''s'");
    CHECK_TEXT(shell_quote("$x;`y`"), "'$x;`y`'");
}

static void finds_the_word_that_was_meant(void)
{
    static const char *const names[] = {"check", "replay", "cc", "version", "help", NULL};
    CHECK_TEXT(nearest_word("chekc", names), "check");
    CHECK_TEXT(nearest_word("reply", names), "replay");
    CHECK_TEXT(nearest_word("versoin", names), "version");
    CHECK(!nearest_word("something-else-altogether", names));
    CHECK(!nearest_word("xyzzy", names));
}

static void joins_paths(void)
{
    CHECK_TEXT(path_join("a", "b"), "a/b");
    CHECK_TEXT(path_join("a/", "b"), "a/b");
    CHECK_TEXT(path_join("", "b"), "b");
    CHECK_TEXT(path_base("a/b/c.c"), "c.c");
    CHECK_TEXT(path_base("c.c"), "c.c");
}

static void runs_processes(void)
{
    int status;
    struct strings echo = words("sh -c exit\\ 3");
    echo.at[2] = (char *)"echo out; echo err >&2; exit 3";
    CHECK_TEXT(capture_process(echo.at, &status), "out\nerr\n");
    CHECK_EQ(status, 3);
    struct strings killed = words("sh -c x");
    killed.at[2] = (char *)"kill -9 $$";
    CHECK_EQ(run_process(killed.at), 128 + 9);
    struct strings missing = words("no-such-program-anywhere");
    capture_process(missing.at, &status);
    CHECK_EQ(status, 127);
}

static void knows_the_files_that_a_plugin_was_made_for(void)
{
    struct cc sh = {.compiler = words("sh")}, two = {.compiler = words("env sh")};
    const char *path = realpath("/bin/sh", NULL);
    struct stat status;
    CHECK(path && stat(path, &status) == 0);
    long long size = status.st_size, modified = status.st_mtime;
    const char *other = "12\n1 2 /usr/bin/other\n";
    CHECK(is_that_file(&sh, format_text("12\n%lld %lld %s\n", size, modified, path)));
    CHECK(is_that_file(&sh, format_text("%s%lld %lld %s\n", other, size, modified, path)));
    CHECK(!is_that_file(&sh, other) && !is_that_file(&sh, "12\n") && !is_that_file(&sh, "12"));
    CHECK(!is_that_file(&sh, format_text("%lld %lld %s\n", size, modified, path))); /* the first line is what it says of itself */
    CHECK(!is_that_file(&sh, format_text("12\n%lld %lld %s\n", size, modified + 1, path)));
    CHECK(!is_that_file(&two, format_text("12\n%lld %lld %s\n", size, modified, path)));
    setenv("COMPILER_PATH", "/elsewhere", 1);
    CHECK(!is_that_file(&sh, format_text("12\n%lld %lld %s\n", size, modified, path)));
    unsetenv("COMPILER_PATH");
}

int main(void)
{
    TEST(says_what_a_command_does);
    TEST(knows_languages);
    TEST(leaves_out_what_cannot_stay);
    TEST(expands_response_files);
    TEST(quotes_for_shells);
    TEST(finds_the_word_that_was_meant);
    TEST(joins_paths);
    TEST(runs_processes);
    TEST(knows_the_files_that_a_plugin_was_made_for);
    return check_status();
}
