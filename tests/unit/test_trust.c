/* test_trust.c - what of a file from somebody else is acted on without a word from the user; and text of others on a terminal. */
/* sources: src/tool/cli/trust.c src/tool/cli/printable.c src/tool/cli/util.c src/tool/cli/subprocess.c */
#include "tool/cli/trust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "tool/cli/printable.h"

static bool trusts(const char *first, const char *second)
{
    struct strings words = {0}, refused = {0};
    strings_add(&words, first);
    if (second)
        strings_add(&words, second);
    struct trust t = trust_here("/");
    trust_words(&t, &words, &refused);
    return refused.count == 0;
}

static void compilers(void)
{
    static const char *const good[] = {"", "gcc", "g++", "cc", "c++", "clang", "clang++", "gcc-12", "clang-14",
        "clang++-14", "g++-13.2"};
    static const char *const bad[] = {"/tmp/gcc", "./gcc", "sh -c 'rm -rf ~' gcc", "gcc -wrapper x", "gcc-12;x",
        "gcc-", "gcc-evil", "python3", "ccache gcc", "../gcc", "gcc\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK(trust_compiler(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!trust_compiler(bad[i]));
}

static void options(void)
{
    static const char *const good[] = {"-O2", "-Og", "-g", "-g3", "-ggdb", "-DN=2", "-DNDEBUG", "-DNAME=\"a b\"",
        "-DTYPE=int", "-DTYPE=uint64_t", "-DORDER=memory_order_relaxed", "-DMODE=FAST", "-DLOCK_1=TTAS_2",
        "-DX=-1.5", "-UN", "-std=c11", "-std=gnu++20", "-Wall", "-Wno-unused-variable",
        "-Werror=format", "-fno-inline", "-fPIC", "-fvisibility=hidden", "-march=native", "-mavx2", "-pthread",
        "-lm", "-lstdc++", "-Wl,--as-needed", "-Wl,-z,now", "-fsanitize=thread", "-fuse-ld=lld", "-w",
        "-fno-builtin-memcpy"};
    static const char *const bad[] = {"-wrapper", "-fplugin=/tmp/x.so", "-fplugin-arg-x-y=z", "-fpass-plugin=x.so",
        "-B.", "-B/tmp", "@words", "-o", "-oelsewhere", "-specs=x", "--specs=x", "-T", "-Tscript", "-Wl,-T,script",
        "-Wl,-rpath,/no/such/../../../tmp/x,-T,y", "-Wl,--dynamic-linker=/tmp/x", "-Wl,@file", "-Wp,-MD,/home/me/.profile", "-Wa,-a=/tmp/x",
        "-Xlinker", "-Xclang", "-mllvm", "-fuse-ld=/tmp/ld", "-fuse-ld=evil", "-fdump-tree-all=/tmp/x",
        "-fdump-ipa-all", "-fprofile-use=/x", "-fprofile-generate", "-MD", "-MF", "-MMD", "-save-temps", "-dumpdir",
        "--sysroot=/tmp", "-isysroot", "-fopt-info-all=/tmp/x", "-ftime-trace", "-fstack-usage", "-c", "-S", "-E",
        "-shared", "-static", "-Dputs=system", "-Dputs(x)=system(x)", "-DX=system(\"x\")", "-DX=1;system", "-D",
        "-DX=\"a\" \"b\"", "-DX=__import__", "-DX=system", "-Dputs=RUN", "-DRUN=puts", "-DX=RUN(1)", "-DX=RUN;",
        "-DX=_RUN", "-DX=A B", "-DX(A)=A", "-l:evil.so", "-l../x", "-nostdlib", "-e", "-u", "--param=x",
        "-fmodules-cache-path=/tmp", "-fcrash-diagnostics-dir=/tmp", "-fsave-optimization-record", "-fno-plugin=x",
        "-gz=/x/y", "-x", "-", "--", "-v\n"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!trusts(good[i], NULL))
            printf("    refused: %s\n", good[i]);
        CHECK(trusts(good[i], NULL));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (trusts(bad[i], NULL))
            printf("    trusted: %s\n", bad[i]);
        CHECK(!trusts(bad[i], NULL));
    }
    CHECK(trusts("-D", "N=2") && trusts("-x", "c") && trusts("-l", "m"));
    CHECK(!trusts("-D", "puts=system") && !trusts("-x", "assembler-with-cpp") && !trusts("-l", ":x"));
    CHECK(!trusts("-wrapper", "sh,-c,x"));
}

/* Files that belong to others, or that everybody can write, are not compiled; what lies below the current directory is. */
static void places(void)
{
    char here[] = P_tmpdir "/test_trust.XXXXXX", *before = getcwd(NULL, 0);
    CHECK(mkdtemp(here) != NULL && chdir(here) == 0);
    FILE *f = fopen("mine.c", "w");
    CHECK(f != NULL && fclose(f) == 0 && chmod("mine.c", 0666) == 0);
    char *path = path_join(here, "mine.c"), *include = format_text("-I%s", here);
    CHECK(trusts(path, NULL));
    CHECK(chdir("/") == 0);
    CHECK(!trusts(path, NULL) && !trusts("-include", path));
    CHECK(chmod(path, 0644) == 0);
    CHECK(trusts(path, NULL) && trusts("-include", path) && trusts("-I", here) && trusts(include, NULL));
    CHECK(chmod(here, 0777) == 0);
    CHECK(!trusts(include, NULL) && !trusts("-L", here) && !trusts(format_text("-Wl,-rpath,%s", here), NULL));
    CHECK(chmod(here, 01777) == 0); /* sticky: others can add files all the same */
    CHECK(!trusts(include, NULL) && !trusts("-I", here) && !trusts("-L", here));
    CHECK(!trust_program(path));
    CHECK(chdir(here) == 0 && trust_program("mine.c") && trust_program(path) && !trust_program("/bin/sh") && !trust_program("../x"));
    if (geteuid() == 0) {
        CHECK(chown(path, 12345, 12345) == 0 && chdir("/") == 0);
        CHECK(!trusts(path, NULL));
    }
    CHECK(unlink(path) == 0 && rmdir(here) == 0 && chdir(before) == 0);
    free(before);
}

/* Results go where they replace nothing else. */
static void results(void)
{
    char here[] = P_tmpdir "/test_trust.XXXXXX";
    CHECK(mkdtemp(here) != NULL && mkdir(path_join(here, ".config"), 0700) == 0 && mkdir(path_join(here, "out"), 0700) == 0);
    struct trust t = {"/nowhere", here};
    CHECK(trust_result(&t, "new.json") && trust_result(&t, "out/new") && trust_result(&t, path_join(here, "new.json")));
    CHECK(!trust_result(&t, "../new.json") && !trust_result(&t, "/etc/new.json") && !trust_result(&t, "none/new.json"));
    CHECK(!trust_result(&t, ".profile") && !trust_result(&t, ".config/new.json"));
    static const char *const names[] = {"old.json", "main.c"};
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen(path_join(here, names[i]), "w");
        CHECK(f != NULL && fclose(f) == 0 && trust_result(&t, names[i]) == (i == 0));
    }
    CHECK(symlink("main.c", path_join(here, "link.json")) == 0 && !trust_result(&t, "link.json"));
    CHECK((t.here = here) && trust_result(&t, "old.json") && !trust_result(&t, "main.c"));
    remove_directory(here);
}

static void is_shown(const char *text, const char *as)
{
    char *shown = printable(text);
    CHECK(strcmp(shown, as) == 0);
    free(shown);
}

static void terminals(void)
{
    is_shown("plain \xc3\xa4 \xe2\x86\x92 \xf0\x9f\x8e\xb5", "plain \xc3\xa4 \xe2\x86\x92 \xf0\x9f\x8e\xb5");
    is_shown("\x1b]0;owned\x07", "\\x1b]0;owned\\x07");
    is_shown("a\nb\rc\x7f", "a\\x0a" "b\\x0dc\\x7f");
    is_shown("\xc2\x9b" "31m", "\\xc2\\x9b" "31m");
    is_shown("\x9b\xff\xc3", "\\x9b\\xff\\xc3");
    is_shown("\xe2\x86", "\\xe2\\x86");
    is_shown("\xed\xa0\x80\xef\xbf\xbf", "\\xed\\xa0\\x80\\xef\\xbf\\xbf");
    is_shown("\xe0\x80\xaf\xc1\x81\xf4\x90\x80\x80", "\\xe0\\x80\\xaf\\xc1\\x81\\xf4\\x90\\x80\\x80");
    is_shown("\xee\x80\x80\xef\xbf\xbd\xf4\x8f\xbf\xbd", "\xee\x80\x80\xef\xbf\xbd\xf4\x8f\xbf\xbd");
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    struct colours colours = colours_for("always", 1);
    print_lines("\033[1;31mbug\033[0m:\n\t\033[5mblinks\033[2J", out, &colours);
    fclose(out);
    CHECK(strcmp(text, "\033[1;31mbug\033[0m:\n\t\\x1b[5mblinks\\x1b[2J") == 0);
    free(text);
}

int main(void)
{
    TEST(compilers);
    TEST(options);
    TEST(places);
    TEST(results);
    TEST(terminals);
    return check_status();
}
