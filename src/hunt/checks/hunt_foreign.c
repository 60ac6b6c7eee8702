/* hunt_foreign.c - see hunt_foreign.h. A library has hooks if it imports functions of ThreadSanitizer. */
#include "hunt/checks/hunt_foreign.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

#include "hunt/controlled.h"

/* What these do is known here, or orders nothing. */
static const char *const known[] = {"libc.", "libm.", "ld-linux", "libgcc_s.", "libstdc++.", "libpthread.", "librt.", "libdl.",
                                    "libatomic.",
                                    "libtsan.", "libmazurka-", "linux-vdso", "linux-gate", "libmvec.", "libresolv.", "libnss_",
                                    "libgcov."};

static bool starts_with(const char *text, const char *beginning) { return strncmp(text, beginning, strlen(beginning)) == 0; }

static bool is_known(const char *name)
{
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (starts_with(name, known[i]))
            return true;
    return false;
}

/* The list has names of files, or their beginnings, separated by commas. */
static bool is_trusted(const char *name)
{
    const char *at = hunt_wire->trusted;
    if (strcmp(at, "all") == 0)
        return true;
    while (*at) {
        size_t length = strcspn(at, ",");
        if (length && strncmp(name, at, length) == 0)
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

struct tables {
    const ElfW(Sym) *symbols;
    const char      *names;
    const uint32_t  *gnu_hash, *hash;
};

static struct tables tables_of(const struct dl_phdr_info *about, const ElfW(Dyn) *d)
{
    struct tables t = {0};
    for (; d->d_tag != DT_NULL; d++) {
        uint64_t base = d->d_un.d_ptr < about->dlpi_addr ? about->dlpi_addr : 0; /* the loader adds it, or not */
        uint64_t address = base + d->d_un.d_ptr;
        const void *at = (const void *)(uintptr_t)address;
        if (d->d_tag == DT_SYMTAB)
            t.symbols = at;
        else if (d->d_tag == DT_STRTAB)
            t.names = at;
        else if (d->d_tag == DT_GNU_HASH)
            t.gnu_hash = at;
        else if (d->d_tag == DT_HASH)
            t.hash = at;
    }
    return t;
}

static bool has_hooks(const struct dl_phdr_info *about)
{
    for (int i = 0; i < about->dlpi_phnum; i++) {
        if (about->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        struct tables t = tables_of(about, (const void *)(uintptr_t)(about->dlpi_addr + about->dlpi_phdr[i].p_vaddr));
        uint32_t count = t.gnu_hash ? t.gnu_hash[1] : t.hash ? t.hash[1] : 0; /* what is imported comes before what is hashed */
        for (uint32_t s = 0; t.symbols && t.names && s < count; s++)
            if (starts_with(t.names + t.symbols[s].st_name, "__tsan_"))
                return true;
    }
    return false;
}

static int look(struct dl_phdr_info *about, size_t size, void *found)
{
    (void)size;
    const char *slash = strrchr(about->dlpi_name, '/'), *name = slash ? slash + 1 : about->dlpi_name;
    if (!*name || is_known(name) || is_trusted(name) || has_hooks(about))
        return 0;
    *(const char **)found = about->dlpi_name;
    return 1;
}

const char *foreign_library(void)
{
    static char text[HUNT_MAX_PATH];
    const char *found = NULL;
    dl_iterate_phdr(look, &found);
    if (found)
        snprintf(text, sizeof text, "%s has no hooks", found);
    return found ? text : NULL;
}
