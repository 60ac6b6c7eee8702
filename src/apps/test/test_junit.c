/* test_junit.c - see test_junit.h. */
#include "apps/test/test_junit.h"

#include <stdio.h>

#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/util.h"
#include "tool/cli/xml.h"

static void put_case(const struct test_result *r, FILE *out)
{
    char *reason = xml_line(r->reason);
    fprintf(out, "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\">\n", xml_text(printable(r->suite), true),
        xml_text(printable(r->of_suite), true), r->seconds);
    if (r->status == EXIT_BUG)
        fprintf(out, "    <failure type=\"bug\" message=\"%s\">%s%s</failure>\n", reason,
            xml_text(printable_lines(r->message ? r->message : ""), false), xml_text(printable_lines(r->said), false));
    else if (r->status == EXIT_VERIFIED)
        fprintf(out, "    <system-out>verified: %s</system-out>\n", reason);
    else if (r->status == EXIT_UNKNOWN)
        fprintf(out, "    <skipped message=\"%s: %s\"/>\n", r->verdict, reason);
    else
        fprintf(out, "    <error type=\"%s\" message=\"%s\"/>\n", r->verdict, reason);
    fputs("  </testcase>\n", out);
}

bool test_junit(const struct test_result *results, size_t count, const char *path)
{
    FILE *out = result_open(path);
    size_t bugs = 0, skipped = 0, errors = 0;
    double seconds = 0;
    if (!out)
        return false;
    for (size_t i = 0; i < count; i++) {
        int status = results[i].status;
        bugs += status == EXIT_BUG;
        skipped += status == EXIT_UNKNOWN;
        errors += status != EXIT_BUG && status != EXIT_UNKNOWN && status != EXIT_VERIFIED;
        seconds += results[i].seconds;
    }
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<testsuite name=\"mazurka\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n",
        count, bugs, errors, skipped, seconds);
    for (size_t i = 0; i < count; i++)
        put_case(&results[i], out);
    fputs("</testsuite>\n", out);
    return result_close(out) == 0;
}
