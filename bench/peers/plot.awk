# plot.awk - processor seconds by N as SVG, from peers.csv: one small plot for each program, a line for each tool, seconds on a
# logarithmic scale. Runs that did not finish are hollow points at the top of their line.
function x_of(n) { return left + (n - least[p]) / (most[p] > least[p] ? most[p] - least[p] : 1) * width }
function y_of(s) { return top + height - (log(s) / log(10) - low) / (high - low) * height }
function text(x, y, anchor, what) { printf "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>\n", x, y, anchor, what }

NR > 1 && ($9 == "verified" || $9 == "not finished") {
    if (!($1 in number)) { name[++programs] = $1; number[$1] = programs }
    if (!($3 in colour)) { tool[++tools] = $3; colour[$3] = tools }
    p = number[$1]
    seconds = $6 < 0.01 ? 0.01 : $6
    i = ++points[p, $3]
    n_at[p, $3, i] = $2; s_at[p, $3, i] = seconds; done_at[p, $3, i] = $9 == "verified"
    if (!(p in least) || $2 + 0 < least[p]) least[p] = $2 + 0
    if ($2 + 0 > most[p]) most[p] = $2 + 0
}

END {
    split("#1f4e9c #6fa0e0 #c0392b #2e8b57 #8e44ad #b8860b", paint, " ")
    low = -2; high = 2; width = 200; height = 120
    rows = int((programs + 2) / 3)
    total = rows * 180 + 40
    printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 800 %d' width='800' height='%d' font-family='sans-serif' font-size='10'>\n", total, total
    print "<rect width='100%' height='100%' fill='white'/>"
    for (t = 1; t <= tools; t++) {
        printf "<rect x='%d' y='8' width='10' height='10' fill='%s'/>\n", 40 + (t - 1) * 110, paint[t]
        text(54 + (t - 1) * 110, 17, "start", tool[t])
    }
    text(790, 17, "end", "processor seconds by N")
    for (p = 1; p <= programs; p++) {
        left = 45 + (p - 1) % 3 * 260; top = 50 + int((p - 1) / 3) * 180
        printf "<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#bbb'/>\n", left, top, width, height
        text(left + width / 2, top - 6, "middle", name[p])
        for (d = low; d <= high; d++) {
            y = y_of(10 ^ d)
            printf "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#eee'/>\n", left, y, left + width, y
            text(left - 4, y + 3, "end", 10 ^ d)
        }
        delete told
        for (t = 1; t <= tools; t++) {
            path = ""
            for (i = 1; i <= points[p, tool[t]]; i++) {
                x = x_of(n_at[p, tool[t], i]); y = y_of(s_at[p, tool[t], i])
                path = path sprintf(" %.1f,%.1f", x, y)
                printf "<circle cx='%.1f' cy='%.1f' r='2.5' stroke='%s' fill='%s'/>\n", x, y, paint[t], done_at[p, tool[t], i] ? paint[t] : "white"
                if (!(n_at[p, tool[t], i] in told)) text(x, top + height + 13, "middle", n_at[p, tool[t], i])
                told[n_at[p, tool[t], i]] = 1
            }
            printf "<polyline points='%s' fill='none' stroke='%s'/>\n", path, paint[t]
        }
    }
    print "</svg>"
}
