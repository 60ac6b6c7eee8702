/* assembly.h - does a piece of inline assembly have instructions that may access memory? For the tool, and for both plugins (in C++). */
#ifndef MZ_BASE_ASSEMBLY_H
#define MZ_BASE_ASSEMBLY_H

#include <stdbool.h>
#include <string.h>

/* Is the word, up to its end, one of the names? One that ends in a star stands for all that begin like it. */
static inline bool assembly_is_one_of(const char *word, const char *const *names)
{
    size_t length = strcspn(word, " \t\n;");
    for (; *names; names++) {
        size_t size = strlen(*names);
        bool all = (*names)[size - 1] == '*';
        if (all ? length >= size - 1 && memcmp(*names, word, size - 1) == 0 : length == size && memcmp(*names, word, size) == 0)
            return true;
    }
    return false;
}

/* The word behind a prefix, on the same line. */
static inline const char *assembly_instruction(const char *word)
{
    static const char *const prefixes[] = {"rep", "repe", "repz", "repne", "repnz", NULL};
    word += strspn(word, " \t");
    if (assembly_is_one_of(word, prefixes)) {
        word += strcspn(word, " \t\n;");
        word += strspn(word, " \t");
    }
    return word;
}

/* Is the instruction, but for blanks, one of the texts? */
static inline bool assembly_is_text(const char *word, const char *const *texts)
{
    for (; *texts; texts++) {
        const char *at = word, *text = *texts;
        for (at += strspn(at, " \t"); *text && *at == *text; at += strspn(at, " \t")) {
            at++;
            text++;
        }
        if (*text == '\0' && (*at == '\0' || *at == '\n' || *at == ';'))
            return true;
    }
    return false;
}

/* Requests to Valgrind, which do nothing outside of it: rotations of a register by one word in all, and a move of one to itself. The result
 * is what another register held. (What gcc and what clang make of the source.) */
static inline bool assembly_is_request(const char *word)
{
    static const char *const texts[] = {
        "rorx12,x12,#3", "rorx12,x12,#13", "rorx12,x12,#51", "rorx12,x12,#61", "orrx10,x10,x10", "orrx11,x11,x11",
        "movx3,%1", "movx4,%2", "mov%0,x3", "movx3,$1", "movx4,$2", "mov$0,x3",
        "rolq$3,%%rdi", "rolq$13,%%rdi", "rolq$51,%%rdi", "rolq$61,%%rdi", "xchgq%%rbx,%%rbx", "xchgq%%rcx,%%rcx",
        "rolq$$3,%rdi", "rolq$$13,%rdi", "rolq$$51,%rdi", "rolq$$61,%rdi", "xchgq%rbx,%rbx", "xchgq%rcx,%rcx", NULL};
    return assembly_is_text(word, texts);
}

/* Instructions that access nothing. (Fences are not needed where all accesses are in order, and caches are not seen; but one of their
 * instructions on aarch64 clears memory.) */
static inline bool assembly_is_harmless(const char *word)
{
    static const char *const names[] = {
        "nop", "pause", "yield", "mfence", "lfence", "sfence", "dmb", "dsb", "isb", "hint", "wfe", "sev", "int3", "ud2", "hlt", "brk",
        "bti", "endbr64", "ic", "prfm", "prfum", "prefetch*", "clwb", "clflush", "clflushopt", NULL};
    static const char *const clears[] = {"zva*", "gva*", "gzva*", NULL};
    size_t length = strcspn(word, " \t\n;");
    if (length == 2 && memcmp(word, "dc", 2) == 0)
        return !assembly_is_one_of(word + 2 + strspn(word + 2, " \t"), clears);
    return length == 0 || word[0] == '.' || word[0] == '#' || word[length - 1] == ':' || /* directives, comments, labels */
           assembly_is_one_of(word, names) || assembly_is_request(word);
}

/* [x0], [%1, #8], (%rax), 8(%0), but not v0.s[1], nor the name of an operand, %w[name]. A compiler may have written $0 for %0. */
static inline bool assembly_names_address(const char *text)
{
    for (const char *at = text; *at && *at != '\n' && *at != ';'; at++) {
        const char *inside = at + 1 + strspn(at + 1, " \t");
        bool named = at > text && (at[-1] == '%' || (at > text + 1 && at[-2] == '%'));
        if ((*at == '[' && !named && !strchr("0123456789", *inside)) || (*at == '(' && *inside && strchr("%$,", *inside)))
            return true;
    }
    return false;
}

/* Does an instruction that is not harmless say itself that it accesses memory? */
static inline bool assembly_is_access(const char *word)
{
    static const char *const silent[] = {"stosb", "stosw", "stosl", "stosq", "movsb", "movsw", "movsl", "movsq", "lods*", "scas*",
                                         "cmpsb", "cmpsw", "cmpsl", "cmpsq", "dc", "clzero", "maskmov*", NULL};
    static const char *const addresses_only[] = {"lea*", "adr", "adrp", NULL};
    return assembly_is_one_of(word, silent) || (!assembly_is_one_of(word, addresses_only) && assembly_names_address(word));
}

/* Instructions are parted by ends of lines and semicolons. */
static inline bool assembly_has(const char *text, bool accesses_only)
{
    for (;;) {
        const char *word = assembly_instruction(text);
        if (!assembly_is_harmless(word) && (!accesses_only || assembly_is_access(word)))
            return true;
        text += strcspn(text, "\n;");
        if (*text++ == '\0')
            return false;
    }
}

static inline bool assembly_does_something(const char *text)
{
    return assembly_has(text, false);
}

/* Accesses by the text alone, whatever is said of its operands and clobbers. */
static inline bool assembly_accesses_memory(const char *text)
{
    return assembly_has(text, true);
}

#endif
