/* test_liveness.c - the analysis of dead values on small functions in assembly, for both architectures, and its cache. */
/* sources: src/tool/binary/liveness/ src/tool/binary/elf/program_cache.c src/tool/binary/elf/fingerprint.c src/tool/cli/printable.c */
/* sources: src/tool/cli/util.c src/tool/cli/subprocess.c src/model/calls.c src/model/calls_cxx.c */
/* libraries: -ldw -lelf -lcapstone -lxxhash */
#include "tool/binary/liveness/liveness.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "tool/cli/util.h"

enum { RBX = 1, RBP = 2, R12 = 4, R13 = 8, R14 = 16, R15 = 32, X19 = 1, X20 = 2, X21 = 4, X29 = 1 << 10, D8 = 1 << 11, D9 = 1 << 12 };

static struct liveness found;
static const char *directory; /* for what is made here */
static int objects;

/* Assembles functions into a shared object; NULL where there is no assembler for that machine. */
static char *assemble(const char *gcc, const char *text)
{
    char *source = format_text("%s/%d.s", directory, objects), *object = format_text("%s/%d.so", directory, objects);
    objects++;
    if (!find_command(gcc))
        return NULL;
    FILE *out = fopen(source, "w");
    fputs(text, out);
    fclose(out);
    char *command[] = {(char *)gcc, "-shared", "-nostdlib", "-Wl,--build-id", source, "-o", object, NULL};
    return run_process(command) == 0 ? object : NULL;
}

static bool analyse(const char *gcc, const char *text)
{
    char *why, *object = assemble(gcc, text);
    return object && liveness_analyse(object, &found, &why);
}

static bool analyse_x86_64(const char *body)
{
    const char *gcc = find_command("x86_64-linux-gnu-gcc") ? "x86_64-linux-gnu-gcc" : "gcc";
    return analyse(gcc, format_text(".globl f\n.type f, @function\nf:\n%s\n.size f, .-f\n", body));
}

static bool analyse_aarch64(const char *body)
{
    return analyse("aarch64-linux-gnu-gcc", format_text(".globl f\n.type f, %%function\nf:\n%s\n.size f, .-f\n", body));
}

static const struct liveness_site *site(uint32_t number)
{
    static const struct liveness_site none;
    return number < found.table->sites ? &liveness_sites(found.table)[number] : &none;
}

static bool dead(uint32_t number, uint32_t byte)
{
    const struct liveness_site *s = site(number);
    for (unsigned i = 0; i < s->ranges; i++) {
        const struct liveness_range *r = &liveness_ranges(found.table)[s->first_range + i];
        if (byte >= r->from && byte < r->from + r->size)
            return true;
    }
    return false;
}

static bool stale(uint32_t number, uint32_t byte)
{
    const struct liveness_entry *e = &liveness_entries(found.table)[number];
    for (unsigned i = 0; i < e->ranges; i++) {
        const struct liveness_range *r = &liveness_ranges(found.table)[e->first_range + i];
        if (byte >= r->from && byte < r->from + r->size)
            return true;
    }
    return false;
}

#define ENTER "push %rbp\nmov %rsp,%rbp\npush %r12\npush %rbx\nsub $0x20,%rsp\ncall __tsan_func_entry@PLT\n"
#define LEAVE "add $0x20,%rsp\npop %rbx\npop %r12\npop %rbp\nret\n"

/* A register is dead until it is set, and behind its last use; others are the caller's. */
static void registers(void)
{
    CHECK(analyse_x86_64(ENTER "call __tsan_read4@PLT\nmov (%rax),%ebx\ncall __tsan_write4@PLT\nmov %ebx,(%rax)\n"
                         "call __tsan_func_exit@PLT\n" LEAVE));
    CHECK_EQ(found.table->sites, 4);
    CHECK_EQ(found.table->machine, EM_X86_64);
    CHECK_EQ(site(0)->dead, RBX | R12);
    CHECK_EQ(site(1)->dead, RBX | R12);
    CHECK_EQ(site(2)->dead, R12);
    CHECK_EQ(site(3)->dead, RBX | R12);
}

/* capstone 4.0.2 says that they write: they read. */
static void comparisons(void)
{
    CHECK(analyse_x86_64(ENTER "mov %rdi,%rbx\nmov %rsi,%r12\ncall __tsan_read4@PLT\ncmp $3,%rbx\nje 1f\ntest %r12d,%r12d\nje 1f\n"
                         "mov %rax,(%rcx)\n1:\n"
                         "call __tsan_func_exit@PLT\n" LEAVE));
    CHECK_EQ(site(1)->dead, 0);
    CHECK_EQ(site(2)->dead, RBX | R12);
}

/* Narrow and conditional writes leave some of the old value; 32 bits do not. */
static void partial_writes(void)
{
    CHECK(analyse_x86_64(ENTER "mov %rdi,%rbx\nmov %rdi,%r12\ncall __tsan_read4@PLT\nmov $1,%bl\nmov $1,%r12d\nmov %rbx,(%rax)\n"
                         "mov %r12,8(%rax)\ncall __tsan_func_exit@PLT\n" LEAVE));
    CHECK_EQ(site(1)->dead, R12);
    CHECK(analyse_x86_64(ENTER "mov %rdi,%rbx\nmov %rdi,%r12\ncall __tsan_read4@PLT\ntest %eax,%eax\ncmove %rax,%rbx\n"
                         "xor %r12d,%r12d\nmov %rbx,(%rax)\nmov %r12,8(%rax)\ncall __tsan_func_exit@PLT\n" LEAVE));
    CHECK_EQ(site(1)->dead, R12);
}

/* A loop around a hook, with these instructions in it: is the word at rbp-0x18 (x86_64), at sp+40 (aarch64), dead at the hook? */
static bool word_is_dead(const char *counts)
{
    CHECK(analyse_x86_64(format_text("%s%s%s", ENTER "movl $0,-0x18(%rbp)\n1: call __tsan_read4@PLT\nmov (%rax),%r12d\n", counts,
                                     "\ntest %r12d,%r12d\nje 1b\n2: xor %eax,%eax\ncall __tsan_func_exit@PLT\n" LEAVE)));
    return dead(1, 24) && dead(1, 27);
}

static bool word_is_dead_aarch64(const char *counts)
{
    CHECK(analyse_aarch64(format_text("stp x29,x30,[sp,#-64]!\nmov x29,sp\nstp x19,x20,[sp,#16]\nbl __tsan_func_entry\nstr wzr,[sp,#40]\n"
                                      "1: bl __tsan_read4\nldr w19,[x1]\n%s\ncbz w19,1b\n2: mov x0,#0\nbl __tsan_func_exit\n"
                                      "ldp x19,x20,[sp,#16]\nldp x29,x30,[sp],#64\nret\n", counts)));
    return dead(1, 40) && dead(1, 43);
}

/* Values that only make each other are dead. Those that decide, go to memory, to functions, or into flags that are read are not. */
static void faint_values(void)
{
    CHECK(word_is_dead("addl $1,-0x18(%rbp)"));
    CHECK(word_is_dead("mov -0x18(%rbp),%eax\nadd $1,%eax\nmov %eax,-0x18(%rbp)"));
    CHECK(word_is_dead("mov -0x18(%rbp),%ecx\nlea 3(%rcx,%rcx,2),%edx\nshl $2,%edx\nmov %edx,-0x18(%rbp)\ncall sched_yield@PLT"));
    CHECK(word_is_dead("incl -0x18(%rbp)\ncmpl $9,-0x18(%rbp)\nsetle -0x20(%rbp)"));
    CHECK(!word_is_dead("addl $1,-0x18(%rbp)\nje 2f"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\nmov %r12d,%ecx\nnop\njs 2f"));
    CHECK(!word_is_dead("subl $1,-0x18(%rbp)\nadc $0,%r12d"));
    CHECK(!word_is_dead("subl $1,-0x18(%rbp)\nsetb %r12b"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\ncmpl $9,-0x18(%rbp)\nje 2f"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\nmov -0x18(%rbp),%eax\nmov %eax,(%rcx)"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\nmov -0x18(%rbp),%eax\nmov (%rcx,%rax,4),%edx"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\nmov -0x18(%rbp),%edi\ncall __tsan_write4@PLT"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\nmov -0x18(%rbp),%r11d\ncall g@PLT"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\nmov -0x18(%rbp),%r11d\nmovq %r11,%xmm0"));
    CHECK(!word_is_dead("mov -0x18(%rbp),%eax\nmov $7,%ecx\ncltd\nidiv %ecx\nmov %eax,-0x18(%rbp)")); /* it could trap */
    CHECK(!word_is_dead("mov -0x18(%rbp),%eax\nxchg %eax,-0x18(%rbp)\nmov %eax,%r12d"));
}

/* Counts in rcx decide where `loop` and `jrcxz` go, and both ways that they go are taken. */
static void counted_loops(void)
{
    const char *loops[] = {"loop", "loope", "loopne", "jrcxz", "jecxz"};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        CHECK(!word_is_dead(format_text("mov -0x18(%%rbp),%%ecx\nlea 1(%%rcx),%%ecx\nmov %%ecx,-0x18(%%rbp)\n%s 3f\nnop\n3: mov $0,%%ecx",
                                        loops[i])));
        CHECK(!word_is_dead(format_text("%s 3f\njmp 4f\n3: mov -0x18(%%rbp),%%eax\nmov %%eax,(%%rdx)\n4:", loops[i])));
        CHECK(!word_is_dead(format_text("%s 4f\nmov -0x18(%%rbp),%%eax\nmov %%eax,(%%rdx)\n4:", loops[i])));
    }
    CHECK(!word_is_dead("lea -0x20(%rbp),%rcx\nloop 3f\n3: mov 9(%rcx),%eax\nmov %eax,(%rdx)"));
}

/* Flags are an argument of functions in assembly; those of libraries get none. */
static void flags_at_calls(void)
{
    CHECK(!word_is_dead("incl -0x18(%rbp)\ncmpl $9,-0x18(%rbp)\ncall f"));
    CHECK(!word_is_dead("incl -0x18(%rbp)\ncmpl $9,-0x18(%rbp)\ncall g@PLT"));
    CHECK(word_is_dead("incl -0x18(%rbp)\ncmpl $9,-0x18(%rbp)\ncall sched_yield@PLT"));
}

static void faint_values_aarch64(void)
{
    if (!find_command("aarch64-linux-gnu-gcc")) {
        printf("skip faint_values_aarch64: there is no aarch64-linux-gnu-gcc\n");
        return;
    }
    CHECK(word_is_dead_aarch64("ldr w0,[sp,#40]\nadd w0,w0,#1\nstr w0,[sp,#40]\nbl sched_yield"));
    CHECK(word_is_dead_aarch64("ldr w9,[sp,#40]\nlsl w9,w9,#1\nstr w9,[sp,#40]\nmov w0,#1"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nadds w9,w9,#1\nstr w9,[sp,#40]\nb.eq 2f"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nands w9,w9,#1\nstr w9,[sp,#40]\ncsel w19,w19,w20,eq"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nadd w9,w9,#1\nstr w9,[sp,#40]\ncbz w9,2f"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nadd w9,w9,#1\nstr w9,[sp,#40]\nstr w9,[x2]"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nadd w9,w9,#1\nstr w9,[sp,#40]\nldr w3,[x2,x9]"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nadd w9,w9,#1\nstr w9,[sp,#40]\nbl g"));
    CHECK(!word_is_dead_aarch64("ldr w0,[sp,#40]\nadd w0,w0,#1\nstr w0,[sp,#40]\nbl usleep"));
    CHECK(!word_is_dead_aarch64("ldr w9,[sp,#40]\nadd w9,w9,#1\nstr w9,[sp,#40]\nfmov s0,w9"));
}

/* Frames: sp+0..31 are locals, behind them rbx, r12, rbp and the return address. */
static void frame_bytes(void)
{
    CHECK(analyse_x86_64(ENTER "movl $1,-0x18(%rbp)\nmovb $1,-0x20(%rbp)\ncall __tsan_read4@PLT\nmov -0x18(%rbp),%eax\n"
                         "mov %eax,(%rdx)\nmovl $2,-0x18(%rbp)\ncall __tsan_read4@PLT\nmov -0x20(%rbp),%ecx\nmov %ecx,(%rdx)\n"
                         "call __tsan_func_exit@PLT\n" LEAVE));
    CHECK(dead(0, 24) && dead(0, 27)); /* set before it is read */
    CHECK(dead(0, 16) && !dead(0, 17)); /* one byte is set, four are read */
    CHECK(!dead(1, 24) && !dead(1, 16));
    CHECK(dead(2, 24) && dead(2, 27) && !dead(2, 16));
    CHECK(dead(3, 16));
    for (uint32_t byte = 32; byte < 80; byte++)
        CHECK(!dead(1, byte));
}

/* An address that only hooks get does not keep its variable alive; given to others it does, and all that may lie around it. */
static void addresses(void)
{
    CHECK(analyse_x86_64(ENTER "lea -0x18(%rbp),%rdi\ncall __tsan_write4@PLT\nmovl $1,-0x18(%rbp)\nlea -0x18(%rbp),%rdi\n"
                         "call __tsan_read4@PLT\nmov -0x18(%rbp),%eax\nmov %eax,(%rdx)\ncall __tsan_func_exit@PLT\n" LEAVE));
    CHECK(dead(1, 24) && !dead(2, 24) && dead(3, 24));
    CHECK(analyse_x86_64(ENTER "lea -0x18(%rbp),%rdi\ncall g@PLT\nmovl $1,-0x18(%rbp)\nmovl $1,-0x28(%rbp)\n"
                         "call __tsan_func_exit@PLT\n" LEAVE));
    CHECK(!dead(0, 24) && !dead(1, 24) && !dead(2, 24) && !dead(2, 8));
    CHECK_EQ(site(2)->dead, RBX | R12);
    CHECK(analyse_x86_64(ENTER "lea -0x18(%rbp),%rax\nmov %rax,-0x20(%rbp)\ncall __tsan_read4@PLT\nmov -0x20(%rbp),%rdi\n"
                         "call __tsan_write4@PLT\nmov -0x20(%rbp),%rax\nmovl $1,(%rax)\ncall __tsan_func_exit@PLT\n" LEAVE));
    CHECK(dead(1, 24) && !dead(1, 16) && dead(3, 24) && dead(3, 16));
}

/* What is on the stack for a function that is called lives at the call. */
static void arguments(void)
{
    CHECK(analyse_x86_64(ENTER "movl $1,-0x18(%rbp)\npush %rax\npush $3\ncall g@PLT\nadd $0x10,%rsp\ncall __tsan_func_exit@PLT\n"
                         LEAVE));
    CHECK(!dead(1, 0) && !dead(1, 15) && dead(1, 40));
}

/* Behind a call of a function that leaves by a jump, another one returns: its arguments are not what the call has set. */
static void forwarded(void)
{
#define OTHER(end) LEAVE ".size f, .-f\n.globl g\n.hidden g\n.type g, @function\ng: mov $1,%esi\n" end "\n.size g, .-g\n"
    enum { RSI = 1 << 6, RDI = 1 << 7 };
    CHECK(analyse_x86_64(ENTER "mov $1,%edi\ncall g\ncall __tsan_func_exit@PLT\n" OTHER("jmp h@PLT")));
    CHECK_EQ(site(1)->arguments & (RSI | RDI), RSI | RDI);
    CHECK_EQ(site(1)->vectors, UINT8_MAX);
    CHECK(analyse_x86_64(ENTER "mov $1,%edi\ncall *%rdi\ncall __tsan_func_exit@PLT\n" OTHER("jmp h@PLT")));
    CHECK_EQ(site(1)->arguments & (RSI | RDI), RSI | RDI);
    CHECK(analyse_x86_64(ENTER "mov $1,%edi\ncall *%rdi\ncall __tsan_func_exit@PLT\n" OTHER("call h@PLT\nret")));
    CHECK_EQ(site(1)->arguments & (RSI | RDI), RDI);
    CHECK_EQ(site(1)->vectors, 0);
#undef OTHER
}

/* A register can hold an argument that was set on one way to the call, and cannot if a hook has come behind that on each of them. A
 * table of jumps may seem to go on with the next one: no jump comes from there, behind what sets the registers. */
static void argument_registers(void)
{
    enum { RCX = 1 << 1, RDX = 1 << 2, RSI = 1 << 6, RDI = 1 << 7 };
    CHECK(analyse_x86_64(ENTER "mov $2,%ecx\ncall __tsan_read4@PLT\nmov $1,%edi\ntest %rbx,%rbx\nje 1f\nmov $4,%edx\nmovaps %xmm9,%xmm1\n"
                         "1: mov $3,%esi\ncall g@PLT\ncall __tsan_func_exit@PLT\n" LEAVE));
    CHECK_EQ(site(2)->arguments & (RCX | RDX | RSI | RDI), RDX | RSI | RDI);
    CHECK_EQ(site(2)->vectors, 2);
    if (!analyse_aarch64("stp x29,x30,[sp,#-32]!\nmov x29,sp\nmov x0,x30\nbl __tsan_func_entry\nldr x9,[x29,#24]\ncmp x9,#1\nb.hi 9f\n"
                         "adrp x10,table\nadd x10,x10,:lo12:table\n0: adr x8,0b\nldrsw x9,[x10,x9,lsl #2]\nadd x8,x8,x9\nbr x8\n"
                         "1: ldr x1,[x29,#24]\n2: ldr x0,[x29,#16]\n3: bl g\n9: bl __tsan_func_exit\nldp x29,x30,[sp],#32\nret\n"
                         ".section .rodata\ntable: .long 1b-0b, 9b-0b\n.long 2b-0b, 3b-0b, -1\n.text\n"))
        return;
    CHECK_EQ(found.table->functions_analysed, 1);
    CHECK_EQ(site(1)->arguments & 7, 3);
}

static void switches(void)
{
    CHECK(analyse_x86_64(ENTER "mov %rdi,%rbx\ncall __tsan_read4@PLT\ncmp $2,%eax\nja 9f\nlea table(%rip),%rdx\n"
                         "movslq (%rdx,%rax,4),%rax\nadd %rdx,%rax\njmp *%rax\n1: xor %ebx,%ebx\n2: mov %rbx,(%rcx)\n"
                         "9: call __tsan_func_exit@PLT\n" LEAVE ".section .rodata\ntable: .long 1b-table, 2b-table, 9b-table\n"
                         ".text\n"));
    CHECK_EQ(found.table->functions_analysed, 1);
    CHECK_EQ(site(1)->dead, R12);
    CHECK(analyse_x86_64(ENTER "mov %rdi,%rbx\ncall __tsan_read4@PLT\njmp *%rax\n"));
    CHECK_EQ(found.table->functions_analysed, 0);
    CHECK_EQ(found.table->sites, 0);
    CHECK_EQ(found.skipped_count, 1);
}

static void left_alone(void)
{
    CHECK(analyse_x86_64(ENTER "call setjmp@PLT\ncall __tsan_func_exit@PLT\n" LEAVE));
    CHECK_EQ(found.table->functions, 1);
    CHECK_EQ(found.table->functions_analysed, 0);
    CHECK(analyse_x86_64("push %rbp\nmov %rsp,%rbp\nand $-64,%rsp\ncall __tsan_func_entry@PLT\nleave\nret\n"));
    CHECK_EQ(found.table->functions_analysed, 0);
    CHECK(analyse_x86_64("call g@PLT\nret\n"));
    CHECK_EQ(found.table->functions, 0);
}

/* If a call does not return, the caller's registers are still needed: to unwind. */
static void unwinding(void)
{
    CHECK(analyse_x86_64("push %rbp\nmov %rsp,%rbp\npush %rbx\nsub $8,%rsp\ncall __tsan_func_entry@PLT\ncall abort@PLT\n"));
    CHECK_EQ(site(0)->dead, RBX);
    CHECK_EQ(site(1)->dead, RBX);
    CHECK(!dead(1, 8));
}

/* What an update returns is read before the register is set again, or is not. */
static void results(void)
{
    static const char *const begin = "push %rbp\nmov %rsp,%rbp\npush %rbx\nsub $8,%rsp\ncall __tsan_func_entry@PLT\n"
                                     "call __tsan_atomic32_fetch_add@PLT\n";
    CHECK(analyse_x86_64(format_text("%scall __tsan_func_exit@PLT\nmov $0,%%eax\nmov -8(%%rbp),%%rbx\nleave\nret\n", begin)));
    CHECK(site(1)->unread);
    CHECK(analyse_x86_64(format_text("%smov %%eax,%%ebx\ncall __tsan_func_exit@PLT\nmov %%ebx,%%eax\nmov -8(%%rbp),%%rbx\nleave\nret\n",
        begin)));
    CHECK(!site(1)->unread);
    CHECK(analyse_x86_64(format_text("%smov -8(%%rbp),%%rbx\nleave\nret\n", begin))); /* it is returned */
    CHECK(!site(1)->unread);
    CHECK(analyse_x86_64(format_text("%stest %%al,%%al\nje 1f\nnop\n1: mov $0,%%eax\nmov -8(%%rbp),%%rbx\nleave\nret\n", begin)));
    CHECK(!site(1)->unread);
}

static void prologues(void)
{
    CHECK(analyse_x86_64("push %rbp\nmov %rsp,%rbp\npush %rbx\nsub $0x28,%rsp\nmov %rdi,-0x28(%rbp)\nmovb $1,-0x11(%rbp)\n"
                         "movsd %xmm0,-0x30(%rbp)\ncall __tsan_func_entry@PLT\nmov -8(%rbp),%rbx\nleave\nret\n"));
    CHECK_EQ(found.table->entries, 1);
    const struct liveness_entry *e = liveness_entries(found.table);
    CHECK_EQ(e->frame, 56);
    CHECK(!stale(0, 0) && !stale(0, 7) && !stale(0, 8) && !stale(0, 15)); /* double, argument */
    CHECK(stale(0, 16) && stale(0, 30) && !stale(0, 31) && stale(0, 32));
    CHECK(!stale(0, 40) && !stale(0, 55));
    CHECK_EQ(e->saves, 2);
    CHECK_EQ(liveness_saves(found.table)[0].at, 48);
    CHECK_EQ(liveness_saves(found.table)[0].reg, 1);
    CHECK_EQ(liveness_saves(found.table)[1].at, 40);
    CHECK_EQ(liveness_saves(found.table)[1].reg, 0);
    CHECK(analyse_x86_64("push %rbp\nmov %rsp,%rbp\nsub $0x20,%rsp\nmov %rdi,(%rsi)\ncall __tsan_func_entry@PLT\nleave\nret\n"));
    CHECK_EQ(found.table->entries, 0); /* who knows where that went? */
}

static void aarch64(void)
{
    if (!find_command("aarch64-linux-gnu-gcc")) {
        printf("skip aarch64: there is no aarch64-linux-gnu-gcc\n");
        return;
    }
    CHECK(analyse_aarch64("stp x29,x30,[sp,#-64]!\nmov x29,sp\nstp x19,x20,[sp,#16]\nstrb w0,[sp,#43]\nstr d0,[x29,#48]\n"
                          "bl __tsan_func_entry\nbl __tsan_read4\nldr w19,[x1]\nbl __tsan_write4\nstr w19,[x1]\ncmp w20,#1\n"
                          "ldr d1,[sp,#48]\nstr w2,[sp,#56]\nbl __tsan_read4\nldrb w0,[sp,#43]\nldr x3,[sp,#56]\n"
                          "bl __tsan_atomic32_fetch_add\nldp x19,x20,[sp,#16]\nldp x29,x30,[sp],#64\nret\n"));
    CHECK_EQ(found.table->machine, EM_AARCH64);
    CHECK_EQ(found.table->sites, 5);
    CHECK_EQ(site(1)->dead & (X19 | X29), X19);
    CHECK_EQ(site(2)->dead & (X19 | X20 | X29), X20); /* x20 holds the caller's value: it is not compared for that */
    CHECK(!dead(2, 43) && !dead(2, 48) && !dead(2, 55) && dead(2, 56) && dead(2, 59) && !dead(2, 60));
    CHECK(!dead(3, 43) && dead(3, 48) && !dead(3, 56));
    CHECK(dead(4, 43));
    for (uint32_t byte = 0; byte < 32; byte++)
        CHECK(!dead(2, byte));
    CHECK_EQ(found.table->entries, 1);
    CHECK_EQ(liveness_entries(found.table)->frame, 64);
    CHECK_EQ(liveness_entries(found.table)->saves, 3);
    CHECK(!stale(0, 31) && stale(0, 32) && stale(0, 42) && !stale(0, 43) && stale(0, 44) && !stale(0, 48) && stale(0, 56));
}

/* d8 to d15 are preserved, too. A lane that is set leaves the rest as it is. */
static void vectors(void)
{
    if (!find_command("aarch64-linux-gnu-gcc"))
        return;
    CHECK(analyse_aarch64("stp x29,x30,[sp,#-32]!\nmov x29,sp\nstp d8,d9,[sp,#16]\nbl __tsan_func_entry\nldr d8,[x0]\n"
                          "fmov d9,#1.0\nbl __tsan_read8\nfadd d8,d8,d9\nbl __tsan_read8\nfmov x1,d8\nstr x1,[x0]\n"
                          "bl __tsan_read8\nmov v9.s[0],w1\nbl __tsan_read8\nfmov x1,d9\nstr x1,[x0]\nscvtf d8,w0\n"
                          "bl __tsan_func_exit\nldp d8,d9,[sp,#16]\nldp x29,x30,[sp],#32\nret\n"));
    CHECK_EQ(found.table->sites, 6);
    CHECK_EQ(site(0)->dead & (D8 | D9), D8 | D9);
    CHECK_EQ(site(1)->dead & (D8 | D9), 0);
    CHECK_EQ(site(2)->dead & (D8 | D9), 0);
    CHECK_EQ(site(3)->dead & (D8 | D9), D8);
    CHECK_EQ(site(4)->dead & (D8 | D9), D8);
    CHECK_EQ(site(5)->dead & (D8 | D9), D8 | D9);
    CHECK_EQ(liveness_entries(found.table)->saves, 3);
}

/* --- the cache ---------------------------------------------------------------------------------------------------------- */

static char *only_file(const char *folder)
{
    int status;
    char *command[] = {"ls", (char *)folder, NULL}, *list = capture_process(command, &status);
    list[strcspn(list, "\n")] = '\0';
    return path_join(folder, list);
}

static void cache(void)
{
    char *home = path_join(directory, "cache"), *why;
    const char *gcc = find_command("x86_64-linux-gnu-gcc") ? "x86_64-linux-gnu-gcc" : "gcc";
    char *object = assemble(gcc, ".globl f\n.type f, @function\nf:\n" ENTER "call __tsan_func_exit@PLT\n" LEAVE ".size f, .-f\n");
    CHECK(object != NULL);
    setenv("XDG_CACHE_HOME", home, 1);
    struct liveness first, second, third;
    CHECK(liveness_table(object, &first, &why));
    char *file = only_file(path_join(home, "mazurka/liveness"));
    size_t size;
    char *content = read_whole_file(file, &size);
    CHECK(content && size > first.size && memcmp(content, first.table, first.size) == 0);
    CHECK(liveness_table(object, &second, &why));
    CHECK(second.size == first.size && memcmp(second.table, first.table, first.size) == 0 && !second.skipped);
    /* What is damaged is made again. */
    content[first.size - 1] ^= 1;
    FILE *out = fopen(file, "wb");
    fwrite(content, 1, size, out);
    fclose(out);
    CHECK(liveness_table(object, &second, &why));
    CHECK(second.size == first.size && memcmp(second.table, first.table, first.size) == 0);
    CHECK(truncate(file, (off_t)size - 3) == 0);
    CHECK(liveness_table(object, &third, &why));
    CHECK(third.size == first.size && memcmp(third.table, first.table, first.size) == 0);
    for (size_t at = 0; at < sizeof *first.table; at += 4) {
        memcpy(content, first.table, first.size);
        memset(content + at, 0xff, 4);
        liveness_is_sound(content, first.size); /* must not read beyond its end */
    }
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    CHECK(liveness_table(object, &third, &why));
    CHECK(!liveness_table("/nonexistent", &third, &why));
    CHECK(!liveness_table("/etc/passwd", &third, &why));
}

/* What no compiler writes: nothing is read outside of what was set aside for a frame, which the sanitizers would see. */
static void odd_code(void)
{
    CHECK(analyse_x86_64("mov %rbx,0x78(%rsp)\nmov %r12,0x48(%rsp)\npush %rbx\ncall __tsan_func_entry@PLT\ncall __tsan_func_exit@PLT\n"
                         "pop %rbx\nret\n"));
    CHECK(analyse_x86_64("add $0x40,%rsp\nmov %rbx,8(%rsp)\ncall __tsan_func_entry@PLT\ncall __tsan_func_exit@PLT\nsub $0x40,%rsp\nret\n"));
    if (!analyse_aarch64("adrp xzr,.\nadd x0,x1,#8\nadd xzr,xzr,x0\nret\n"))
        printf("    left out: there is no compiler for aarch64\n");
}

/* Where the functions are in the file; 0: there are none. */
static size_t text_of(const char *bytes, size_t *size)
{
    const Elf64_Ehdr *file = (const Elf64_Ehdr *)bytes;
    const Elf64_Shdr *section = (const Elf64_Shdr *)(bytes + file->e_shoff);
    const char *names = bytes + section[file->e_shstrndx].sh_offset;
    for (int i = 0; i < file->e_shnum; i++)
        if (strcmp(names + section[i].sh_name, ".text") == 0) {
            *size = section[i].sh_size;
            return section[i].sh_offset;
        }
    return 0;
}

/* Machine code with some bytes that are others: any table will do, that is one. */
static void mutate(const char *object, int count)
{
    size_t length, size = 0, at;
    char *why, *bytes = object ? read_whole_file(object, &length) : NULL, *path = path_join(directory, "mutant.so");
    srand(1);
    for (int i = 0; bytes && (at = text_of(bytes, &size)) && i < count; i++) {
        char *mutant = memcpy(allocate(length), bytes, length);
        for (int k = 0; k < 1 + i % 8; k++)
            mutant[at + (size_t)rand() % size] = (char)rand();
        FILE *out = fopen(path, "w");
        CHECK(fwrite(mutant, 1, length, out) == length && fclose(out) == 0);
        if (liveness_analyse(path, &found, &why))
            CHECK(liveness_is_sound(found.table, found.size));
        free(mutant);
    }
}

static void mutants(void)
{
    const char *more = getenv("MUTANTS");
    int count = more ? atoi(more) : 400;
    const char *gcc = find_command("x86_64-linux-gnu-gcc") ? "x86_64-linux-gnu-gcc" : "gcc";
    mutate(assemble(gcc, ".globl f\n.type f, @function\nf:\n" ENTER "mov %rbx,-0x18(%rbp)\nlea -0x20(%rbp),%rdi\ncall __tsan_read4@PLT\n"
                         "mov -0x18(%rbp),%rax\ntest %eax,%eax\nje 1f\ncall g@PLT\n1: mov %r12,-0x28(%rbp)\nlea 1b(%rip),%rcx\n"
                         "call __tsan_func_exit@PLT\n" LEAVE ".size f, .-f\n"), count);
    mutate(assemble("aarch64-linux-gnu-gcc", ".globl f\n.type f, %function\nf:\nstp x29,x30,[sp,-64]!\nmov x29,sp\nstp x19,x20,[sp,16]\n"
                    "str x21,[sp,32]\nbl __tsan_func_entry\nadrp x0,.\nadd x0,x0,8\nldr x1,[sp,48]\ncbz x1,1f\nbl g\n1: str x19,[sp,56]\n"
                    "bl __tsan_func_exit\nldr x21,[sp,32]\nldp x19,x20,[sp,16]\nldp x29,x30,[sp],64\nret\n.size f, .-f\n"), count);
}

int main(void)
{
    directory = temp_directory();
    TEST(registers);
    TEST(comparisons);
    TEST(partial_writes);
    TEST(faint_values);
    TEST(counted_loops);
    TEST(flags_at_calls);
    TEST(faint_values_aarch64);
    TEST(frame_bytes);
    TEST(addresses);
    TEST(arguments);
    TEST(argument_registers);
    TEST(forwarded);
    TEST(switches);
    TEST(left_alone);
    TEST(unwinding);
    TEST(results);
    TEST(prologues);
    TEST(aarch64);
    TEST(vectors);
    TEST(odd_code);
    TEST(mutants);
    TEST(cache);
    return check_status();
}
