/* test_machine_code.c - what compilers make of builtins of the processor's, where no plugin has seen to them: each access that has no
 * hook is named, and nothing else is. */
/* sources: src/tool/binary/uninstrumented/instructions_aarch64.c src/tool/binary/uninstrumented/instructions_x86_64.c */
/* sources: src/tool/binary/uninstrumented/machine_code.c */
/* sources: src/tool/binary/uninstrumented/gap_list.c src/tool/binary/uninstrumented/parameters.c */
/* sources: src/tool/binary/liveness/ src/tool/binary/symbols/ src/tool/binary/elf/fingerprint.c src/tool/binary/elf/program_cache.c */
/* sources: src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* sources: src/model/calls.c src/model/calls_cxx.c */
/* libraries: -ldw -lelf -lcapstone -lxxhash */
#include "tool/binary/uninstrumented/machine_code.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "tool/binary/liveness/image.h"

static char directory[] = "/tmp/mazurka-machine-XXXXXX";

/* Complaints about the text, compiled with hooks; false: there is no such compiler. */
static bool look(const char *compiler, const char *target, const char *options, const char *text, struct strings *found)
{
    static int number;
    char *source = format_text("%s/%d.c", directory, number), *object = format_text("%s/%d.so", directory, number);
    number++;
    FILE *out = fopen(source, "w");
    fputs(text, out);
    fclose(out);
    struct strings command = {0};
    const char *const words[] = {compiler, target, "-fsanitize=thread", "-fno-omit-frame-pointer", "-g", "-O1", options, "-fPIC", "-shared",
                                 "-nostdlib", source, "-o", object, NULL};
    for (const char *const *word = words; *word; word++)
        if (**word)
            strings_add(&command, *word);
    if (!find_command(compiler) || run_process(command.at) != 0)
        return false;
    struct gap_list gaps = {0};
    char *why;
    struct image *image = image_open(object, &why);
    machine_gaps(&gaps, image, object);
    for (size_t i = 0; i < gaps.count; i++)
        strings_addf(found, "%s", gaps.at[i].says);
    image_close(image);
    return true;
}

static bool says(const struct strings *found, const char *function, const char *instruction)
{
    char *what = format_text("%s() accesses memory by a builtin or by vectors (%s), which has no hooks", function, instruction);
    for (size_t i = 0; i < found->count; i++)
        if (strstr(found->at[i], what))
            return true;
    printf("    nothing says \"%s\", but:\n", what);
    for (size_t i = 0; i < found->count; i++)
        printf("        %s\n", found->at[i]);
    return false;
}

static const char x86_text[] =
    "#include <immintrin.h>\n"
    "int shared[64] __attribute__((aligned(64)));\n"
    "void gather(__m256i i, __m256i *to) { *to = _mm256_i32gather_epi32(shared, i, 4); }\n"
    "void masked(__m256i m, __m256i v) { _mm256_maskstore_epi32(shared, m, v); }\n"
    "void streaming(int v) { _mm_stream_si32(shared, v); }\n"
    "void masked512(__mmask16 m, __m512i v) { _mm512_mask_storeu_epi32(shared, m, v); }\n"
    "void local(__m128i m, int *sum) { int a[4] = {1, 2, 3, 4}; _mm_maskstore_epi32(a, m, m); *sum = a[0] + a[3]; }\n"
    "void prefetches(void) { _mm_prefetch((char *)shared, _MM_HINT_T0); _mm_clflush(shared); shared[0]++; }\n"
    "void plain(__m128i *p) { _mm_storeu_si128(p, _mm_loadu_si128(p + 1)); shared[3] = shared[4]; }\n";

static void x86(void)
{
    struct strings found = {0};
    const char *gcc = find_command("x86_64-linux-gnu-gcc") ? "x86_64-linux-gnu-gcc" : "gcc";
    if (!look(gcc, "-mavx2", "-mavx512f", x86_text, &found))
        return;
    CHECK_EQ(found.count, 4);
    CHECK(says(&found, "_mm256_i32gather_epi32", "vpgatherdd"));
    CHECK(says(&found, "_mm256_maskstore_epi32", "vpmaskmovd"));
    CHECK(says(&found, "_mm_stream_si32", "movnti"));
    CHECK(says(&found, "_mm512_mask_storeu_epi32", "vmovdqa32"));
}

static const char neon_text[] =
    "#include <arm_neon.h>\n"
    "int shared[64];\n"
    "void two(int32x4x2_t v) { vst2q_s32(shared, v); }\n"
    "void ends(int *to) { to[0] = vld4q_s32(shared).val[3][0]; }\n"
    "void lanes(int32x4x2_t v) { vst2q_lane_s32(shared, v, 1); }\n"
    "void local(int *sum) { int a[8] = {1, 2, 3}; int32x4x2_t v = vld2q_s32(a); *sum = v.val[0][1]; }\n"
    "void plain(int32x4_t *v) { v[0] = vld1q_s32(shared); vst1q_lane_s32(shared, v[0], 1); v[1] = vld1q_dup_s32(shared); }\n";

static void neon(void)
{
    struct strings found = {0};
    const char *gcc = find_command("aarch64-linux-gnu-gcc") ? "aarch64-linux-gnu-gcc" : "gcc";
    if (!look(gcc, "", "", neon_text, &found))
        return;
    CHECK_EQ(found.count, 3);
    CHECK(says(&found, "vst2q_s32", "of several registers"));
    CHECK(says(&found, "vld4q_s32", "of several registers"));
    CHECK(says(&found, "vst2q_lane_s32", "of several registers"));
}

/* A constant of another unit, which is reached by a word that the dynamic linker sets, needs no hooks. What may be written does. */
static const char by_value_text[] =
    "struct pair { long a, b; };\n"
    "const struct pair constant = {1, 2};\n"
    "struct pair variable = {1, 2};\n"
    "long use(struct pair p);\n"
    "void passes(void) { use(constant); }\n"
    "__attribute__((no_sanitize_thread)) void unseen(void) { use(variable); }\n";

static void constants(const char *gcc, const char *relaxed)
{
    struct strings found = {0};
    if (!look(find_command(gcc) ? gcc : "gcc", relaxed, "-Wl,-Bsymbolic", by_value_text, &found))
        return;
    CHECK_EQ(found.count, 1);
    CHECK(found.count && strstr(found.at[0], "unseen() has no hooks"));
}

static void constants_of_other_units(void)
{
    constants("x86_64-linux-gnu-gcc", "-Wl,--no-relax");
    constants("aarch64-linux-gnu-gcc", "");
}

int main(void)
{
    if (!mkdtemp(directory))
        return 1;
    TEST(x86);
    TEST(neon);
    TEST(constants_of_other_units);
    char *remove[] = {"rm", "-rf", directory, NULL};
    run_process(remove);
    return check_status();
}
