/* explain.c - shows what the analysis found in one function: `mazurka states --at FUNCTION`. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"
#include "tool/binary/liveness/liveness.h"
#include "tool/cli/printable.h"
#include "tool/cli/util.h"

static void print_registers(const struct architecture *a, uint32_t live, FILE *out)
{
    for (int r = 0; r < REGISTERS; r++) {
        if (a->bit[r] != NO_REGISTER && !(live >> a->bit[r] & 1))
            fprintf(out, " %s", a->names[r]);
    }
}

static void print_bytes(const struct function *f, const uint64_t *live, int32_t from, FILE *out)
{
    for (int32_t place = from; place < 0;) {
        int32_t end = place;
        while (end < 0 && !place_bit(live, f, end) && place_bit(f->touched, f, end))
            end++;
        if (end > place)
            fprintf(out, " sp+%d..%d", place - from, end - from - 1);
        place = end > place ? end : place + 1;
    }
}

/* What is dead behind call `at`. */
static void print_dead(const struct function *f, const struct live *live, uint32_t at, uint64_t *bits, FILE *out)
{
    uint32_t below;
    print_registers(f->architecture, live_after_call(f, live, at, bits), out);
    if (site_base(f, at, &below) != NO_PLACE)
        print_bytes(f, bits, site_base(f, at, &below), out);
}

static void print_function(const struct function *f, FILE *out)
{
    fprintf(out, "%s at %#" PRIx64 ":", printable(f->symbol->name), f->symbol->start);
    if (f->problem || f->twice) {
        fprintf(out, " left alone: %s\n", f->problem ? f->problem : f->twice);
        return;
    }
    fputs(is_wide_open(f) ? " an address escapes: all bytes of its frame live\n" : "\n",
          out);
    uint64_t *bits = allocate((place_words(f) + 1) * sizeof *bits);
    if (prologue_stale(f, bits)) {
        for (uint32_t w = 0; w < place_words(f); w++)
            bits[w] = ~bits[w];
        fprintf(out, "  frame of %d bytes, stale at the entry:", -f->body);
        for (int32_t place = f->body; place < 0; place++) {
            int32_t end = place;
            while (end < 0 && !place_bit(bits, f, end))
                end++;
            if (end > place)
                fprintf(out, " sp+%d..%d", place - f->body, end - f->body - 1);
            place = end > place ? end : place;
        }
        fputc('\n', out);
    }
    for (uint32_t at = 0; at < f->count; at++) {
        if (f->code[at].flow != FLOW_CALL || !f->states[f->block_of[at]].reached)
            continue;
        fprintf(out, "  %#" PRIx64 " %s: dead:", f->code[at].address + f->code[at].size,
                f->called[at][0] ? printable(f->called[at]) : "(unknown)");
        print_dead(f, &f->live, at, bits, out);
        if (f->loop[f->block_of[at]] != NO_LOOP) {
            fputs("; in its loop:", out);
            print_dead(f, &f->rounds, at, bits, out);
        }
        fputc('\n', out);
    }
    free(bits);
}

size_t liveness_explain(const char *path, const char *name, FILE *out, char **why)
{
    struct image *image = image_open(path, why);
    size_t found = 0;
    if (image)
        borrowed_look(image);
    for (size_t i = 0; image && i < image->function_count; i++) {
        struct function f;
        if (strcmp(image->functions[i].name, name) != 0)
            continue;
        function_analyse(&f, image, &image->functions[i]);
        print_function(&f, out);
        function_free(&f);
        found++;
    }
    if (image)
        image_close(image);
    return found;
}
