/* report_junit.c - the result of a check as JUnit XML, which continuous integration shows as tests: one test case, which has passed, has
 * failed with the first finding, or was skipped where there is no verdict. It has one name, so that its history is seen; further findings
 * have a test case each. */
#include <inttypes.h>
#include <stdlib.h>

#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/xml.h"
#include "tool/report/report.h"

/* Names are one line. */
static char *name_of(const char *text)
{
    return xml_text(printable(text), true);
}

/* The interleaving, line by line, without colours. */
static char *interleaving_of(const struct report *r, const struct finding *f)
{
    static const struct colours plain = {"", "", "", "", "", "", "", 0};
    char *text;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    if (!lines)
        die("out of memory");
    report_interleaving(f, r->settings->steps, lines, &plain);
    if (fclose(lines) != 0)
        die("out of memory");
    char *shown = printable_lines(text);
    free(text);
    return shown;
}

static void put_case(const struct report *r, const char *name, FILE *out)
{
    fprintf(out, "  <testcase classname=\"mazurka\" name=\"%s\" time=\"%.3f\"", name_of(name), (double)r->search->milliseconds / 1000);
}

static void put_finding(const struct report *r, const struct finding *f, bool first, FILE *out)
{
    put_case(r, first ? r->name : format_text("%s: %s", r->name, f->headline), out);
    if (f->place.file)
        fprintf(out, " file=\"%s\" line=\"%d\"", name_of(f->place.file), f->place.line);
    fprintf(out, ">\n    <failure type=\"%s\" message=\"%s\">", fault_words[f->fault.kind], xml_line(f->headline));
    fputs(xml_text(interleaving_of(r, f), false), out);
    if (f->trace)
        fprintf(out, "\nreplay: mazurka replay %s\n", name_of(shell_file(f->trace)));
    fputs("</failure>\n  </testcase>\n", out);
}

static void put_verdict(const struct report *r, FILE *out)
{
    const char *reason = r->reason ? r->reason : "";
    put_case(r, r->name, out);
    if (r->verdict == VERDICT_VERIFIED)
        fprintf(out, ">\n    <system-out>verified: %s</system-out>\n  </testcase>\n", xml_line(reason));
    else if (r->verdict == VERDICT_COVERED || r->verdict == VERDICT_UNKNOWN)
        fprintf(out, ">\n    <skipped message=\"%s: %s\"/>\n  </testcase>\n", verdict_word(r->verdict), xml_line(reason));
    else
        fprintf(out, ">\n    <error type=\"%s\" message=\"%s\"/>\n  </testcase>\n", verdict_word(r->verdict), xml_line(reason));
}

int report_junit(const struct report *r, const char *path)
{
    size_t failures = 0;
    bool without = r->verdict == VERDICT_COVERED || r->verdict == VERDICT_UNKNOWN;
    FILE *out = result_open(path);
    if (!out)
        return -1;
    for (size_t i = 0; i < r->finding_count; i++)
        failures += is_about_the_program(r, &r->findings[i]) && !r->findings[i].doubt;
    bool alone = r->verdict != VERDICT_BUG || failures == 0, passed = alone && r->verdict == VERDICT_VERIFIED;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<testsuite name=\"mazurka\" tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\">\n",
        alone ? 1 : failures, alone ? 0 : failures, alone && !without && !passed, alone && without, (double)r->search->milliseconds / 1000);
    bool first = true;
    for (size_t i = 0; !alone && i < r->finding_count; i++) {
        if (!is_about_the_program(r, &r->findings[i]) || r->findings[i].doubt)
            continue;
        put_finding(r, &r->findings[i], first, out);
        first = false;
    }
    if (alone)
        put_verdict(r, out);
    fputs("</testsuite>\n", out);
    return result_close(out);
}
