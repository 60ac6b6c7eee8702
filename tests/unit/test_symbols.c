/* test_symbols.c - names from debug information: this program looks up its own functions, variables and locals. */
/* sources: src/tool/binary/symbols/ src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* libraries: -ldw -lelf */
/* compile: -g */
#include "tool/binary/symbols/variables.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK_LEAKS
#include "check.h"
#include "tool/binary/symbols/value_text.h"
#include "tool/cli/util.h"

enum colour { RED, GREEN = 7 };
struct node {
    struct node *next;
    int          key;
    union {
        double  real;
        uint8_t bytes[8];
    } value;
    struct {
        short low, high;
    };
};

int number = -5;
char letter = 'x', end = '\0';
unsigned char byte = 200;
signed char difference = -2;
bool flag = true;
double ratio = 1.5;
float narrow = 0.25f;
enum colour colour = GREEN;
struct node list[3];
int grid[4][5];
struct node *head = &list[1];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct {
    int             before;
    pthread_mutex_t inside;
} guarded[2];
struct {
    unsigned ready : 1, closed : 1;
    char     next;
    unsigned a : 1, b : 9, c : 1, d : 1, e : 1;
} flags[2];
static uint64_t only_here;

static struct wire wire;
static struct symbols *symbols;

static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    wire.module[0] = (struct wire_module){.base = info->dlpi_addr, .lo = info->dlpi_addr, .hi = info->dlpi_addr + (64 << 20),
        .flags = WIRE_MODULE_PROGRAM | WIRE_MODULE_INSTRUMENTED};
    ssize_t length = readlink("/proc/self/exe", wire.module[0].path, sizeof wire.module[0].path - 1);
    wire.modules = length > 0;
    return 1; /* the program is the first */
}

static bool is_named(const volatile void *address, uint32_t size, const char *expected)
{
    struct value_type type;
    char *name = variables_name(symbols, (uint64_t)address, size, &type);
    bool same = name && strcmp(name, expected) == 0;
    if (!same)
        printf("    named %s, not %s\n", name ? name : "(nothing)", expected);
    free(name);
    return same;
}
#define NAMED(object, expected) CHECK(is_named(&(object), sizeof(object), expected))

/* The value that lies in an object, as its type shows it. */
static bool is_shown(const void *address, uint32_t size, const char *expected)
{
    struct value_type type;
    uint64_t bits = 0;
    memcpy(&bits, address, size < 8 ? size : 8);
    char *name = variables_name(symbols, (uint64_t)address, size, &type);
    char *value = value_text(symbols, &type, size, bits);
    bool same = value && strcmp(value, expected) == 0;
    if (!same)
        printf("    %s shown as %s, not %s\n", name, value ? value : "(nothing)", expected);
    free(name);
    free(value);
    return same;
}
#define SHOWN(object, expected) CHECK(is_shown(&(object), sizeof(object), expected))

static void variables(void)
{
    NAMED(number, "number");
    NAMED(only_here, "only_here");
    NAMED(list[2], "list[2]");
    NAMED(list[2].key, "list[2].key");
    NAMED(list[0].value, "list[0].value.real");
        CHECK(is_named(&list[1].value.bytes[3], 1, "list[1].value.bytes[3]"));
    NAMED(list[1].high, "list[1].high");
    NAMED(grid[2][3], "grid[2][3]");
    NAMED(grid, "grid");
    CHECK(is_named((char *)&number + 2, 1, "number+2"));
}

static void bit_fields(void)
{
    CHECK(is_named(&flags[1], 1, "flags[1].{ready,closed}"));
    CHECK(is_named(&flags[1].next, 1, "flags[1].next"));
    CHECK(is_named((char *)&flags[1] + 2, 1, "flags[1].{a,b}"));
    CHECK(is_named((char *)&flags[1] + 2, 2, "flags[1].{a,b,c,d,…}"));
    NAMED(flags[0], "flags[0]");
}

static void synchronization_objects_are_shown_whole(void)
{
    NAMED(lock, "lock");
    CHECK(is_named(&lock, 0, "lock"));
    CHECK(is_named(&lock, 1, "lock"));
    CHECK(is_named(&guarded[1].inside, 1, "guarded[1].inside"));
    CHECK(is_named(&guarded[1], 0, "guarded[1]"));
    CHECK(is_named(&guarded[1].inside, sizeof(pthread_mutex_t), "guarded[1].inside"));
}

static void values(void)
{
    SHOWN(number, "-5");
    SHOWN(letter, "'x'");
    SHOWN(end, "'\\0'");
    SHOWN(byte, "200");
    SHOWN(difference, "-2");
    SHOWN(flag, "true");
    SHOWN(ratio, "1.5");
    SHOWN(narrow, "0.25");
    SHOWN(colour, "GREEN");
    SHOWN(head, "&list[1]");
    SHOWN(list[0].next, "NULL");
    only_here = 1ULL << 63;
    SHOWN(only_here, "9223372036854775808");
}

static void no_variable(void)
{
    struct value_type type;
    int local = 0;
    CHECK(variables_name(symbols, (uint64_t)&local, 4, &type) == NULL);
    CHECK(variables_name(symbols, 0, 4, &type) == NULL);
    CHECK(variables_name(symbols, UINT64_MAX, 4, &type) == NULL);
}

static uint64_t found_size;
static void add_size(void *context, uint64_t address, uint64_t size, Dwarf_Die *variable)
{
    (void)context, (void)address, (void)variable;
    found_size += size;
}

static void lists_of_variables(void)
{
    found_size = 0;
    CHECK_EQ(variables_match(symbols, "number", add_size, NULL), 1);
    CHECK_EQ(found_size, sizeof number);
    CHECK_EQ(variables_match(symbols, "test_symbols.c:list", add_size, NULL), 1);
    CHECK_EQ(found_size, sizeof number + sizeof list);
    CHECK(variables_match(symbols, "test_symbols.c", add_size, NULL) > 10);
    CHECK_EQ(variables_match(symbols, "no_such_variable", add_size, NULL), 0);
    CHECK_EQ(variables_match(symbols, "other.c:number", add_size, NULL), 0);
    CHECK_EQ(variables_match(symbols, "symbols.c:number", add_size, NULL), 0);
    CHECK_EQ(variables_match(symbols, "", add_size, NULL), 0);
}

static void __attribute__((noinline)) call_me(uint64_t *return_address)
{
    *return_address = (uint64_t)__builtin_return_address(0);
}

static void functions_and_lines(void)
{
    uint64_t pc;
    int line = __LINE__ + 1;
    call_me(&pc);
    struct place place = symbols_call(symbols, pc);
    CHECK(place.function && strcmp(place.function, "functions_and_lines") == 0);
    CHECK(place.file && ends_with(place.file, "test_symbols.c"));
    CHECK_EQ(place.line, line);
    const char *name = symbols_function(symbols, (uint64_t)call_me);
    CHECK(name && strcmp(name, "call_me") == 0);
    place = symbols_instruction(symbols, 16);
    char *text = symbols_line(symbols, &place);
    CHECK(strcmp(text, "0x10") == 0);
    free(text);
}

#if defined __clang__
#define AS_WRITTEN __attribute__((noinline, optnone, no_sanitize("address", "undefined")))
#else
#define AS_WRITTEN __attribute__((noinline, optimize("O0"), no_sanitize("address", "undefined")))
#endif

/* A local of a caller, found by the caller's frame register. */
static AS_WRITTEN void locals_of(volatile int parameter)
{
    volatile int first = 1;
    volatile struct node nodes[2];
    uint64_t pc;
    struct value_type type;
    nodes[1].key = first + parameter;
    call_me(&pc);
    struct activation in = {.pc = pc, .frame = (uint64_t)__builtin_frame_address(0)};
    char *name = variables_local(symbols, &in, (uint64_t)&first, 4, &type);
    CHECK(name && strcmp(name, "first") == 0 && type.kind == VALUE_SIGNED && strcmp(in.function, "locals_of") == 0);
    free(name);
    name = variables_local(symbols, &in, (uint64_t)&nodes[1].key, 4, &type);
    CHECK(name && strcmp(name, "nodes[1].key") == 0);
    free(name);
    name = variables_local(symbols, &in, (uint64_t)&parameter, 4, &type);
    CHECK(name && strcmp(name, "parameter") == 0);
    free(name);
    CHECK(variables_local(symbols, &in, in.frame + 4096, 4, &type) == NULL);
}

static void locals(void)
{
    locals_of(3);
}

static void files_that_are_no_programs(void)
{
    CHECK(symbols_open_file("no-such-file") == NULL);
    CHECK(symbols_open_file("/dev/null") == NULL);
    struct symbols *s = symbols_open_file("/proc/self/exe");
    CHECK(s != NULL);
    symbols_close(s);
}

int main(void)
{
    dl_iterate_phdr(find_program, NULL);
    symbols = symbols_open(&wire);
    TEST(variables);
    TEST(bit_fields);
    TEST(synchronization_objects_are_shown_whole);
    TEST(values);
    TEST(no_variable);
    TEST(lists_of_variables);
    TEST(functions_and_lines);
    TEST(locals);
    TEST(files_that_are_no_programs);
    symbols_close(symbols);
    return check_status();
}
