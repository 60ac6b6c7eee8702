/* chart.c - see chart.h. */
#include "apps/lab/chart.h"

#include <math.h>

#include "tool/cli/printable.h"

enum { WIDTH = 520, HEIGHT = 320, LEFT = 64, RIGHT = 16, TOP = 36, BOTTOM = 52, ACROSS = WIDTH - LEFT - RIGHT, UP = HEIGHT - TOP - BOTTOM };

static const char style[] =
    "<style>\n"
    "  svg.chart { background: #ffffff; color: #1f2328; font: 12px sans-serif; }\n"
    "  .chart text { fill: currentColor; } .chart .axis { stroke: currentColor; stroke-opacity: 0.25; fill: none; }\n"
    "  .chart .head { font-size: 14px; font-weight: bold; } .chart .dots { stroke: currentColor; stroke-dasharray: 2 3; }\n"
    "  .chart .line { fill: none; stroke-width: 1.6; } .chart .bar { stroke-width: 1; }\n"
    "  @media (prefers-color-scheme: dark) { svg.chart { background: #0d1117; color: #e6edf3; } }\n"
    "</style>\n";

/* Told apart on light and on dark ground, and by those who see red and green as one: figures also order them. */
static const char *const colours[CHART_COLOURS] = {"#d1423f", "#2d8a4e", "#3f7fd1", "#8a8f98", "#c77d1e", "#8a5fc7"};

void chart_text(FILE *out, const char *text)
{
    for (const char *c = printable(text); *c; c++) {
        if (*c == '&' || *c == '<' || *c == '>' || *c == '"')
            fprintf(out, "&#%d;", *c);
        else
            fputc(*c, out);
    }
}

static double part(double value, double least, double most, bool by_log)
{
    double low = by_log ? log(least) : least, high = by_log ? log(most) : most;
    double at = by_log ? (value > 0 ? log(value) : low) : value;
    double fraction = high > low ? (at - low) / (high - low) : 0;
    return fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
}

static double x_of(const struct chart *c, double value)
{
    return LEFT + ACROSS * part(value, c->least_x, c->most_x, c->log_x);
}

static double y_of(const struct chart *c, double value)
{
    return TOP + UP - UP * part(value, c->least_y, c->most_y, c->log_y);
}

/* --- axes ------------------------------------------------------------------------------------------------------------ */

static void put_mark(const struct chart *c, double value, bool across)
{
    double x = x_of(c, value), y = y_of(c, value);
    if (across)
        fprintf(c->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.4g</text>\n", x, TOP + UP + 18, value);
    else
        fprintf(c->out, "<path class=\"axis\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n", LEFT, y,
            WIDTH - RIGHT, LEFT - 6, y + 4, value);
}

/* Powers of ten, or four equal parts. */
static void put_marks(const struct chart *c, bool across)
{
    double least = across ? c->least_x : c->least_y, most = across ? c->most_x : c->most_y;
    if (across ? c->log_x : c->log_y) {
        for (double at = pow(10, ceil(log10(least) - 1e-9)); at <= most * (1 + 1e-9); at *= 10)
            put_mark(c, at, across);
        return;
    }
    for (unsigned i = 0; i <= 4; i++)
        put_mark(c, least + (most - least) * i / 4, across);
}

void chart_begin(const struct chart *c)
{
    fprintf(c->out, "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                    "role=\"img\">\n<title>", WIDTH, HEIGHT, WIDTH, HEIGHT);
    chart_text(c->out, c->title);
    fprintf(c->out, "</title>\n%s<text class=\"head\" x=\"%d\" y=\"22\">", style, LEFT);
    chart_text(c->out, c->title);
    fputs("</text>\n", c->out);
    put_marks(c, true);
    put_marks(c, false);
    fprintf(c->out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", LEFT, TOP, TOP + UP,
        WIDTH - RIGHT, LEFT + ACROSS / 2, HEIGHT - 12);
    chart_text(c->out, c->across);
    fprintf(c->out, "</text>\n<text x=\"16\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\">", TOP + UP / 2, TOP + UP / 2);
    chart_text(c->out, c->up);
    fputs("</text>\n", c->out);
}

void chart_end(const struct chart *c)
{
    fputs("</svg>\n", c->out);
}

/* --- what is in it --------------------------------------------------------------------------------------------------- */

/* Of thousands of points on one line, those that a reader can tell apart. */
void chart_line(const struct chart *c, const double *x, const double *y, size_t n, enum chart_colour colour)
{
    double last_x = -10, last_y = -10;
    if (n == 0)
        return;
    fprintf(c->out, "<path class=\"line\" stroke=\"%s\" d=\"", colours[colour]);
    for (size_t i = 0; i < n; i++) {
        double px = x_of(c, x[i]), py = y_of(c, y[i]);
        if (i > 0 && i + 1 < n && fabs(px - last_x) < 0.5 && fabs(py - last_y) < 0.5)
            continue;
        fprintf(c->out, "%c%.1f %.1f", i ? 'L' : 'M', px, py);
        last_x = px;
        last_y = py;
    }
    fputs("\"/>\n", c->out);
}

static void put_title(const struct chart *c, const char *title)
{
    fputs("<title>", c->out);
    chart_text(c->out, title);
    fputs("</title>", c->out);
}

void chart_point(const struct chart *c, double x, double y, double deviation, enum chart_colour colour, const char *title)
{
    double px = x_of(c, x);
    if (deviation > 0)
        fprintf(c->out, "<path class=\"bar\" stroke=\"%s\" d=\"M%.1f %.1fV%.1f\"/>\n", colours[colour], px, y_of(c, y - deviation),
            y_of(c, y + deviation));
    fprintf(c->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\">", px, y_of(c, y), colours[colour]);
    put_title(c, title);
    fputs("</circle>\n", c->out);
}

void chart_failure(const struct chart *c, double x, enum chart_colour colour, const char *title)
{
    fprintf(c->out, "<text class=\"failure\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" style=\"fill:%s\">X", x_of(c, x), TOP + 10,
        colours[colour]);
    put_title(c, title);
    fputs("</text>\n", c->out);
}

void chart_divide(const struct chart *c, double x)
{
    fprintf(c->out, "<path class=\"dots\" d=\"M%.1f %dV%d\"/>\n", x_of(c, x), TOP, TOP + UP);
}

void chart_diagonal(const struct chart *c)
{
    fprintf(c->out, "<path class=\"dots\" d=\"M%d %dL%d %d\"/>\n", LEFT, TOP + UP, LEFT + ACROSS, TOP);
}

void chart_legend(const struct chart *c, size_t row, enum chart_colour colour, const char *text)
{
    int y = TOP + 14 + 16 * (int)row;
    fprintf(c->out, "<path class=\"line\" stroke=\"%s\" d=\"M%d %dH%d\"/><text x=\"%d\" y=\"%d\">", colours[colour], LEFT + 8, y - 4,
        LEFT + 28, LEFT + 34, y);
    chart_text(c->out, text);
    fputs("</text>\n", c->out);
}
