/* chart.h - a chart as SVG, written by us: axes, lines, points with bars. Colours follow the page or the system, light or dark. */
#ifndef MZ_APPS_LAB_CHART_H
#define MZ_APPS_LAB_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct chart {
    const char *title, *across, *up; /* what it shows, and what the axes are */
    double      least_x, most_x, least_y, most_y;
    bool        log_x, log_y;        /* then the least is above 0 */
    FILE       *out;
};

enum chart_colour { CHART_RED, CHART_GREEN, CHART_BLUE, CHART_GREY, CHART_ORANGE, CHART_VIOLET, CHART_COLOURS };

void chart_begin(const struct chart *c);
void chart_end(const struct chart *c);

/* Values beyond the axes are cut off there. */
void chart_line(const struct chart *c, const double *x, const double *y, size_t n, enum chart_colour colour);
void chart_point(const struct chart *c, double x, double y, double deviation, enum chart_colour colour, const char *title);
void chart_failure(const struct chart *c, double x, enum chart_colour colour, const char *title); /* an X at the top */
void chart_divide(const struct chart *c, double x);   /* a dotted line from bottom to top */
void chart_diagonal(const struct chart *c);           /* where both are equal */
void chart_legend(const struct chart *c, size_t row, enum chart_colour colour, const char *text);

void chart_text(FILE *out, const char *text); /* others' words inside of XML */

#endif
