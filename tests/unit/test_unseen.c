/* test_unseen.c - inline assembly in preprocessed sources, and machine code of aarch64 (that of x86_64 is tested by
 * tests/cli/test_unseen.sh, with compilers). */
/* sources: src/tool/compile/cc_assembly.c src/tool/binary/uninstrumented/instructions_aarch64.c */
/* sources: src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
#include "tool/compile/cc_assembly.h"
#include "tool/binary/liveness/image.h"
#include "tool/binary/uninstrumented/machine_code.h"

#include <string.h>

#include "check.h"

/* --- sources ----------------------------------------------------------------------------------------------------------- */

static bool finds(const char *source, const char *place)
{
    struct strings places = assembly_places(source);
    return place ? places.count == 1 && strcmp(places.at[0], place) == 0 : places.count == 0;
}

static void statements(void)
{
    CHECK(finds("# 7 \"a b.c\"\nvoid f(void) {\n asm(\"mov %0\" : \"=m\"(x)); }", "a b.c:8"));
    CHECK(finds("# 1 \"f.c\"\nint f() { __asm__ volatile (\"incl (%0)\" :: \"r\"(p) : \"memory\"); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint f() { if (x) __asm volatile(\"ldr %0\" \", %1\" : \"=r\"(y) : \"Q\"(x)); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint f() { asm(\"str wzr, [%0]\" :: \"r\"(p)); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint f() { asm(\"str %w[v], [%[p], #8]\" :: [p]\"r\"(p), [v]\"r\"(1)); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint f() { asm(\"nop; movl $1, 4(%0)\" :: \"r\"(p)); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint f() { asm(\"rep stosb\" : \"+D\"(p), \"+c\"(n) : \"a\"(0)); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint f() { asm(\"dc zva, %0\" :: \"r\"(p)); }", "f.c:1"));
    CHECK(finds("# 1 \"f.c\"\nint x;\nasm(\".globl f\\nf: mov %eax, x\\n ret\");", "f.c:2"));
}

static void harmless_statements(void)
{
    CHECK(finds("void f(void) { asm volatile(\"\" ::: \"memory\"); }", NULL));
    CHECK(finds("void f(void) { asm volatile(\" mfence\\n\" ::: \"memory\"); asm(\"rep; nop\" ::: \"memory\"); }", NULL));
    CHECK(finds("void f(void) { asm(\"bsf %1, %0\" : \"=r\"(x) : \"r\"(y) : \"cc\"); }", NULL));
    CHECK(finds("void f(void) { asm(\"mov %w[x], v0.s[1]\" : [x]\"=r\"(x)); asm(\"leaq 8(%1), %0\" : \"=r\"(x) : \"r\"(y)); }", NULL));
    CHECK(finds("void f(void) { asm(\"prfm pldl1keep, [%0]\" :: \"r\"(x)); asm(\"prefetcht0 (%0)\" :: \"r\"(x)); }", NULL));
    CHECK(finds("void f(void) { asm(\"dc cvac, %0\\n\\tdsb ish\" :: \"r\"(x) : \"memory\"); }", NULL));
    CHECK(finds("# 1 \"/usr/include/io.h\" 1 3 4\nvoid f(void) { asm(\"out\" ::: \"memory\"); }\n# 2 \"f.c\" 2\n", NULL));
    CHECK(finds("void f(void) { puts(\"asm(\\\"mov\\\" : \\\"=m\\\"(x))\"); int my_asm = '\"'; }", NULL));
    CHECK(finds("extern int scan(char *) __asm__ (\"\" \"scan2\"); extern int x asm(\"y\"); asm(\".symver a, b\");", NULL));
}

/* --- machine code ------------------------------------------------------------------------------------------------------ */

static uint32_t code[16];
static struct image image;

const uint8_t *image_at(const struct image *i, uint64_t address, uint64_t size)
{
    (void)i, (void)size;
    return address >= 0x1000 && address < 0x1040 ? (const uint8_t *)code + (address - 0x1000) : NULL;
}
static bool data_is_writable;
bool image_writable(const struct image *i, uint64_t address)
{
    (void)i;
    return address >= 0x2000 && address < 0x2008 ? data_is_writable : address < 0x1000 || address >= 0x1040;
}
const char *image_called_name(struct image *i, uint64_t target)
{
    (void)i, (void)target;
    return "";
}
const struct image_pointer *image_pointer_at(const struct image *i, uint64_t address)
{
    (void)i, (void)address;
    return NULL;
}
const struct image_pointer *image_fixed_pointer_at(const struct image *i, uint64_t address)
{
    (void)i, (void)address;
    return NULL;
}
bool machine_is_hook(const char *name)
{
    return *name;
}

void machine_note(struct walk *w, enum oddity odd, uint64_t address, const char *name)
{
    static uint64_t at[ODDITIES];
    (void)name;
    at[odd] = address;
    w->odd[odd].at = &at[odd];
    w->odd[odd].count++;
}

static struct walk walk(int words)
{
    struct walk w = {0};
    instructions_aarch64(&image, 0x1000, 0x1000 + 4 * (uint64_t)words, &w);
    return w;
}

/* Where the oddity is, if it is there once; otherwise 0. */
static uint64_t odd_at(enum oddity odd)
{
    struct walk w = walk(1);
    return w.odd[odd].count == 1 ? w.odd[odd].at[0] : 0;
}

static void accesses(void)
{
    code[0] = 0xf9000fe0; /* str x0, [sp, #24] */
    code[1] = 0x910043e1; /* add x1, sp, #16 */
    code[2] = 0xb9400020; /* ldr w0, [x1] */
    CHECK(!walk(3).access);
    code[3] = 0xb9400040; /* ldr w0, [x2] */
    CHECK(walk(4).access == 0x100c);
    code[0] = 0xb0000000; /* adrp x0, 0x2000 */
    code[1] = 0xb9400400; /* ldr w0, [x0, #4] */
    data_is_writable = false;
    CHECK(!walk(2).access);
    data_is_writable = true;
    CHECK(walk(2).access == 0x1004);
}

static void oddities(void)
{
    code[0] = 0x885f7c20; /* ldxr w0, [x1] */
    CHECK(odd_at(ODD_ATOMIC) == 0x1000);
    code[0] = 0xb8200041; /* ldadd w0, w1, [x2] */
    CHECK(odd_at(ODD_ATOMIC) == 0x1000);
    static const uint32_t structures[] = {0x4c408800 /* ld2 */, 0x4c9f0800 /* st4, with an update */, 0x4c40a800 /* ld1 of two */,
                                          0x0d209000 /* st2 of elements */, 0x4ddfe800 /* ld3r */};
    static const uint32_t plain[] = {0x4c407800 /* ld1 */, 0x4d40c800 /* ld1r */, 0x0d009000 /* st1 of an element */,
                                     0x4c008be0 /* st2 on the stack */, 0x3dc00000 /* ldr q0, [x0] */, 0xad400400 /* ldp q0, q1, [x0] */};
    for (unsigned i = 0; i < sizeof structures / sizeof *structures; i++) {
        code[0] = structures[i];
        CHECK(odd_at(ODD_BUILTIN) == 0x1000);
    }
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) {
        code[0] = plain[i];
        CHECK(!odd_at(ODD_BUILTIN));
    }
    code[0] = 0xb8616840; /* ldr w0, [x2, x1] */
    CHECK(!odd_at(ODD_ATOMIC));
    code[0] = 0xd53be040; /* mrs x0, cntvct_el0 */
    CHECK(odd_at(ODD_CLOCK) == 0x1000);
    code[0] = 0xd4000001; /* svc #0 */
    CHECK(odd_at(ODD_SYSTEM) == 0x1000);
}

int main(void)
{
    TEST(statements);
    TEST(harmless_statements);
    TEST(accesses);
    TEST(oddities);
    return check_status();
}
