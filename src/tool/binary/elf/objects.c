/* objects.c - reads executables with libelf: can they be checked? Their compilation units are in units.c. */
#include "tool/binary/elf/objects.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { OUR_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OUR_MACHINE = EM_AARCH64 };
#endif

static const char *machine_name(int machine)
{
    switch (machine) {
    case EM_X86_64:
        return "x86_64";
    case EM_AARCH64:
        return "aarch64";
    case EM_386:
        return "32-bit x86";
    case EM_ARM:
        return "32-bit ARM";
    case EM_RISCV:
        return "RISC-V";
    default:
        return "another architecture";
    }
}

/* What decides, gathered from the headers. */
struct traits {
    bool interpreter; /* is started by the dynamic linker */
    bool dynamic;
    bool pie;
    bool stub;        /* needs libmazurka-stub.so */
    bool tsan;        /* needs libtsan */
    bool others;      /* the dynamic linker may find libraries that are not the system's */
};

/* What is called like this and found where the system has its libraries is no library of anybody else, and needs none. */
static bool is_system_library(const char *name)
{
    static const char *const names[] = {"libc.so.6", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return starts_with(name, "ld-linux-");
}

/* Besides those, the stub, which is looked for in the library directory of the tool. */
static bool leads_to_others(int64_t tag, const char *text)
{
    switch (tag) {
    case DT_NEEDED:
        return !text || (strcmp(text, "libmazurka-stub.so") != 0 && !is_system_library(text));
    case DT_RPATH:
    case DT_RUNPATH:
        return !text || strcmp(text, self_library_dir()) != 0;
    default:
        return tag == DT_AUDIT || tag == DT_DEPAUDIT || tag == DT_FILTER || tag == DT_AUXILIARY;
    }
}

static void read_dynamic(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct traits *traits)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; data && i < count; i++) {
        GElf_Dyn entry;
        if (!gelf_getdyn(data, (int)i, &entry) || entry.d_tag == DT_NULL)
            break;
        if (entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE)
            traits->pie = true;
        bool named = entry.d_tag == DT_NEEDED || entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH;
        const char *name = named ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
        traits->others |= leads_to_others(entry.d_tag, name);
        if (entry.d_tag != DT_NEEDED)
            continue;
        traits->stub |= name && strcmp(name, "libmazurka-stub.so") == 0;
        traits->tsan |= name && starts_with(name, "libtsan.so");
    }
}

static struct traits read_traits(Elf *elf)
{
    struct traits traits = {0};
    size_t segments = 0;
    elf_getphdrnum(elf, &segments);
    for (size_t i = 0; i < segments; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(elf, (int)i, &segment))
            continue;
        traits.interpreter |= segment.p_type == PT_INTERP;
        traits.dynamic |= segment.p_type == PT_DYNAMIC;
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
            read_dynamic(elf, section, &header, &traits);
    }
    return traits;
}

static bool is_truncated(Elf *elf, const GElf_Ehdr *header)
{
    size_t size;
    if (!elf_rawfile(elf, &size))
        return true;
    return size < header->e_phoff + (size_t)header->e_phnum * header->e_phentsize ||
           size < header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
}

/* Why a well-formed ELF file is not a program of ours, or NULL. */
static const char *judge_elf(Elf *elf)
{
    GElf_Ehdr header;
    if (!gelf_getehdr(elf, &header))
        return "is damaged: its ELF header cannot be read";
    if (is_truncated(elf, &header))
        return "is damaged: it is shorter than its ELF header says";
    if (header.e_machine != OUR_MACHINE)
        return format_text("is built for %s; this Mazurka checks programs for %s", machine_name(header.e_machine),
                           machine_name(OUR_MACHINE));
    if (header.e_type == ET_REL)
        return "is an object file: link it with `mazurka cc` first";
    if (header.e_type == ET_CORE)
        return "is a core dump";
    struct traits traits = read_traits(elf);
    if (!traits.interpreter && traits.dynamic && !traits.pie && header.e_type == ET_DYN)
        return "is a shared library: check a program that uses it";
    if (!traits.interpreter)
        return "is statically linked, which cannot be checked: link it with `mazurka cc`, without -static";
    if (traits.tsan)
        return "is linked with ThreadSanitizer's own runtime: build it with `mazurka cc`";
    if (!traits.stub)
        return "was not built with `mazurka cc`: its accesses to memory cannot be seen";
    return NULL;
}

/* Why something is not even a file that could be executed, or NULL. */
static const char *judge_file(int fd)
{
    struct stat status;
    char start[4] = {0};
    if (fstat(fd, &status) < 0)
        return format_text("cannot be examined: %s", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return "is a directory";
    if (!S_ISREG(status.st_mode))
        return "is not a regular file";
    if (pread(fd, start, sizeof start, 0) < 0)
        return format_text("cannot be read: %s", strerror(errno));
    if (memcmp(start, "#!", 2) == 0)
        return "is a script: check the program that it starts";
    if (memcmp(start, ELFMAG, SELFMAG) != 0)
        return "is not a program (not an ELF file)";
    if (status.st_mode & (S_ISUID | S_ISGID))
        return "is set-uid or set-gid: the system does not let a runtime be loaded into it";
    return NULL;
}

static const char *judge(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return format_text("cannot be opened: %s", strerror(errno));
    const char *problem = judge_file(fd);
    if (!problem) {
        elf_version(EV_CURRENT);
        Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
        problem = elf ? judge_elf(elf) : "is damaged: its ELF header cannot be read";
        elf_end(elf);
    }
    close(fd);
    if (!problem && access(path, X_OK) < 0)
        problem = "is not executable";
    return problem;
}

bool program_is_ours(const char *path, char **why)
{
    const char *problem = judge(path);
    if (problem)
        *why = format_text("%s %s", path, problem);
    return !problem;
}

static struct traits traits_of(const char *path)
{
    struct traits traits = {.others = true};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return traits;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    if (elf)
        traits = read_traits(elf);
    elf_end(elf);
    close(fd);
    return traits;
}

bool library_is_instrumented(const char *path)
{
    return traits_of(path).stub;
}

bool library_is_systems(const char *name)
{
    return is_system_library(name) || starts_with(name, "libstdc++.so") || starts_with(name, "libmazurka");
}

bool program_has_no_others(const char *path)
{
    struct traits traits = traits_of(path);
    return traits.stub && !traits.others;
}

static int largest(const Elf_Data *data)
{
    int most = -1;
    for (size_t i = 0; data && i < data->d_size; i++)
        most = most > ((const uint8_t *)data->d_buf)[i] ? most : ((const uint8_t *)data->d_buf)[i];
    return most;
}

int object_section_byte(const char *path, const char *name)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), most = -1;
    if (fd < 0)
        return -1;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    size_t names = 0;
    elf_getshdrstrndx(elf, &names);
    for (Elf_Scn *section = NULL; elf && most < 0 && (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        const char *its = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        most = its && strcmp(its, name) == 0 ? largest(elf_getdata(section, NULL)) : -1;
    }
    elf_end(elf);
    close(fd);
    return most;
}

size_t object_constructors(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t count = SIZE_MAX;
    if (fd < 0)
        return count;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        count = count == SIZE_MAX ? 0 : count;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_INIT_ARRAY)
            count += header.sh_size / sizeof(uint64_t);
    }
    elf_end(elf);
    close(fd);
    return count;
}
