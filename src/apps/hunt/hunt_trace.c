/* hunt_trace.c - traces of `mazurka hunt`, written and read. */
#include "apps/hunt/hunt_trace.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/cli/json_text.h"

static const char first_line[] = "mazurka hunt 1";

static const char *const fault_words[HUNT_FAULT_COUNT] = {
#define HUNT_FAULT(NAME, word) word,
    HUNT_FAULTS(HUNT_FAULT)
#undef HUNT_FAULT
};

bool hunt_trace_is(const char *path)
{
    char line[sizeof first_line] = "";
    FILE *in = fopen(path, "re");
    bool is = in && fgets(line, sizeof line, in) && strcmp(line, first_line) == 0;
    if (in)
        fclose(in);
    return is;
}

/* --- writing: words are quoted so that each is one, without blanks or line ends --------------------------------------------- */

static char *escaped(const char *text)
{
    char *out = allocate(3 * strlen(text) + 2), *to = out;
    *to++ = '=';
    for (; *text; text++) {
        if (*text > ' ' && *text < 127 && *text != '%')
            *to++ = *text;
        else
            to += sprintf(to, "%%%02x", (unsigned char)*text);
    }
    return out;
}

static char *unescaped(const char *word)
{
    char *out = allocate(strlen(word) + 1), *to = out;
    for (word++; *word; word++) {
        unsigned byte;
        if (*word == '%' && isxdigit((unsigned char)word[1]) && isxdigit((unsigned char)word[2]) && sscanf(word + 1, "%2x", &byte) == 1) {
            *to++ = (char)byte;
            word += 2;
        } else {
            *to++ = *word;
        }
    }
    return out;
}

static void write_answer(FILE *out, const struct hunt_answer *a)
{
    fprintf(out, "answer %u %u ", a->thread, a->kind);
    for (unsigned i = 0; i < HUNT_ANSWER_SIZE; i++)
        fprintf(out, "%02x", a->bytes[i]);
    fprintf(out, "\n");
}

void hunt_trace_write(const char *path, const struct hunt_machine *m, const struct hunt_finding *f)
{
    const struct hunt_settings *s = m->settings;
    struct fingerprint print = {0};
    FILE *out = fopen(path, "we");
    if (!out)
        die("cannot write %s: %s", path, strerror(errno));
    fingerprint_of(s->program, &print);
    fprintf(out, "%s\nprogram %s\ndigest %" PRIx64 "\n", first_line, escaped(s->words.count ? s->name : s->program), print.digest);
    if (s->cc)
        fprintf(out, "compiler %s\n", escaped(s->cc));
    for (size_t i = 0; i < s->words.count; i++)
        fprintf(out, "compile %s\n", escaped(s->words.at[i]));
    for (size_t i = 0; i < s->arguments.count; i++)
        fprintf(out, "argument %s\n", escaped(s->arguments.at[i]));
    fprintf(out, "expected %d\nfault %s %d %d\nmessage %s\n", m->expected_status, fault_words[f->outcome.fault], f->outcome.status,
            f->outcome.signal, escaped(f->message));
    fprintf(out, "search %u %u %" PRIu64 " %" PRIu64 "\nreal-time %d\nheap %d\nrace %" PRIx64 " %" PRIx64 "\n",
            f->strategy, f->depth, f->seed, f->execution, s->real_time, s->heap, f->race_pc[0], f->race_pc[1]);
    for (unsigned i = 0; i < HUNT_HOT_BITS; i++)
        if (f->hot[i / 32] >> (i % 32) & 1)
            fprintf(out, "place %u\n", i);
    for (uint64_t i = 0; i < f->records; i++) {
        const struct hunt_record *r = &f->schedule[i];
        fprintf(out, "step %" PRIu64 " %u %u %u %u %" PRIu64 " %" PRIx64 "\n", r->at, r->event, r->thread, r->from, r->kind, r->own, r->pc);
    }
    for (uint64_t i = 0; i < f->answer_count; i++)
        write_answer(out, &f->answers[i]);
    fprintf(out, "end %" PRIu64 " %" PRIu64 "\n", f->records, f->steps);
    if (fclose(out) != 0)
        die("cannot write %s: %s", path, strerror(errno));
}

/* --- reading ---------------------------------------------------------------------------------------------------------------- */

static bool read_step(const char *line, struct hunt_finding *f)
{
    struct hunt_record r = {0};
    unsigned event, thread, from, kind;
    static const char form[] = "step %" SCNu64 " %u %u %u %u %" SCNu64 " %" SCNx64;
    if (f->records >= HUNT_MAX_RECORDS || sscanf(line, form, &r.at, &event, &thread, &from, &kind, &r.own, &r.pc) != 7)
        return false;
    if (event >= HUNT_EVENT_COUNT || thread >= HUNT_MAX_THREADS || from > HUNT_MAX_THREADS || kind >= HUNT_KIND_COUNT)
        return false;
    r.event = (uint16_t)event, r.thread = (uint16_t)thread, r.from = (uint16_t)from, r.kind = (uint16_t)kind;
    f->schedule[f->records++] = r;
    return true;
}

static bool read_answer(const char *line, struct hunt_finding *f)
{
    unsigned thread, kind, byte;
    int length = 0;
    if (f->answer_count >= HUNT_MAX_ANSWERS || sscanf(line, "answer %u %u %n", &thread, &kind, &length) != 2 || !length)
        return false;
    struct hunt_answer *a = &f->answers[f->answer_count++];
    *a = (struct hunt_answer){.thread = (uint16_t)thread, .kind = (uint16_t)kind};
    for (unsigned i = 0; i < HUNT_ANSWER_SIZE; i++) {
        if (sscanf(line + length + 2 * i, "%2x", &byte) != 1)
            return false;
        a->bytes[i] = (uint8_t)byte;
    }
    return thread < HUNT_MAX_THREADS && kind < HUNT_ANSWER_KINDS && strlen(line) == (size_t)length + 2 * HUNT_ANSWER_SIZE;
}

static bool read_fault(const char *line, struct hunt_finding *f)
{
    char word[32];
    if (sscanf(line, "fault %31s %d %d", word, &f->outcome.status, &f->outcome.signal) != 3)
        return false;
    for (int i = 0; i < HUNT_FAULT_COUNT; i++) {
        if (strcmp(word, fault_words[i]) == 0) {
            f->outcome.fault = (enum hunt_fault)i;
            return true;
        }
    }
    return false;
}

static bool read_line(char *line, struct hunt_settings *s, struct hunt_finding *f, int *expected, uint64_t *digest, bool *ended)
{
    unsigned place, real_time, heap;
    char *value = strchr(line, ' ');
    uint64_t records;
    value = value ? value + 1 : line + strlen(line);
    if (starts_with(line, "step "))
        return read_step(line, f);
    if (starts_with(line, "answer "))
        return read_answer(line, f);
    if (starts_with(line, "place "))
        return sscanf(value, "%u", &place) == 1 && place < HUNT_HOT_BITS && ((f->hot[place / 32] |= 1u << (place % 32)), true);
    if (starts_with(line, "program ="))
        return (s->program = s->name = unescaped(value)) != NULL;
    if (starts_with(line, "compiler ="))
        return (s->cc = unescaped(value)) != NULL;
    if (starts_with(line, "compile ="))
        return strings_add(&s->words, unescaped(value)), true;
    if (starts_with(line, "argument ="))
        return strings_add(&s->arguments, unescaped(value)), true;
    if (starts_with(line, "message ="))
        return (f->message = unescaped(value)) != NULL;
    if (starts_with(line, "digest "))
        return sscanf(value, "%" SCNx64, digest) == 1;
    if (starts_with(line, "expected "))
        return sscanf(value, "%d", expected) == 1;
    if (starts_with(line, "fault "))
        return read_fault(line, f);
    if (starts_with(line, "search "))
        return sscanf(value, "%u %u %" SCNu64 " %" SCNu64, &f->strategy, &f->depth, &f->seed, &f->execution) == 4 &&
               f->strategy < HUNT_STRATEGY_COUNT;
    if (starts_with(line, "real-time "))
        return sscanf(value, "%u", &real_time) == 1 && ((s->real_time = real_time), true);
    if (starts_with(line, "heap "))
        return sscanf(value, "%u", &heap) == 1 && ((s->heap = heap), true);
    if (starts_with(line, "race "))
        return sscanf(value, "%" SCNx64 " %" SCNx64, &f->race_pc[0], &f->race_pc[1]) == 2;
    if (starts_with(line, "end "))
        return *ended = sscanf(value, "%" SCNu64 " %" SCNu64, &records, &f->steps) == 2 && records == f->records;
    return false;
}

void hunt_trace_read(const char *path, struct hunt_settings *s, struct hunt_finding *f, int *expected_status, uint64_t *digest)
{
    char *text = read_whole_file(path, NULL), *rest = text;
    bool ended = false;
    if (!text)
        die("cannot read %s: %s", path, strerror(errno));
    f->schedule = allocate((HUNT_MAX_RECORDS + 1) * sizeof *f->schedule);
    f->answers = allocate(HUNT_MAX_ANSWERS * sizeof *f->answers);
    f->message = "";
    unsigned number = 1;
    for (char *line = strsep(&rest, "\n"); line && *line; line = strsep(&rest, "\n"), number++)
        if (number == 1 ? strcmp(line, first_line) != 0 : ended || !read_line(line, s, f, expected_status, digest, &ended))
            die("%s, line %u: this is not a line of a trace of `mazurka hunt`", path, number);
    if (!ended || !s->program || f->outcome.fault == HUNT_NO_FAULT)
        die("%s is damaged or incomplete", path);
}
