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
    if (r->status == EXIT_BUG && r->known)
        fprintf(out, "    <skipped message=\"known bug: %s\"/>\n", reason);
    else if (r->status == EXIT_BUG)
        fprintf(out, "    <failure type=\"bug\" message=\"%s\">%s%s</failure>\n", reason,
            xml_text(printable_lines(r->message ? r->message : ""), false), xml_text(printable_lines(r->said), false));
    else if (r->status == EXIT_VERIFIED && !r->skipped)
        fprintf(out, "    <system-out>verified: %s</system-out>\n", reason);
    else if (r->status == EXIT_UNKNOWN || r->skipped)
        fprintf(out, "    <skipped message=\"%s: %s\"/>\n", r->verdict, reason);
    else
        fprintf(out, "    <error type=\"%s\" message=\"%s\"/>\n", r->verdict, reason);
    fputs("  </testcase>\n", out);
}

static void put_unknown_cases(const struct test_results *all, FILE *out)
{
    struct test_result unknown = {.suite = path_base(all->program), .of_suite = "(further cases)", .status = EXIT_UNKNOWN,
        .verdict = "unknown", .reason = format_text("%s", all->incomplete)};
    put_case(&unknown, out);
}

bool test_junit(const struct test_results *all, const char *path)
{
    FILE *out = result_open(path);
    size_t bugs = 0, skipped = all->incomplete != NULL, errors = 0;
    double seconds = 0;
    if (!out)
        return false;
    for (size_t i = 0; i < all->count; i++) {
        int status = all->at[i].status;
        bugs += status == EXIT_BUG && !all->at[i].known;
        skipped += status == EXIT_UNKNOWN || all->at[i].skipped || (status == EXIT_BUG && all->at[i].known);
        errors += status != EXIT_BUG && status != EXIT_UNKNOWN && status != EXIT_VERIFIED;
        seconds += all->at[i].seconds;
    }
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<testsuite name=\"mazurka\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n",
        all->count + (all->incomplete != NULL), bugs, errors, skipped, seconds);
    for (size_t i = 0; i < all->count; i++)
        put_case(&all->at[i], out);
    if (all->incomplete)
        put_unknown_cases(all, out);
    fputs("</testsuite>\n", out);
    return result_close(out) == 0;
}
