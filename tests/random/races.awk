# races.awk - compares the data races of results, NAME.json as `mazurka check --json` writes them, with those of the first one:
#
#     NAME: < PAIR | > PAIR |        one line for each result with others, where those that the first alone has are marked by "<"
#
# A race is a pair of threads and lines, whichever of them the report names first. Each pair of lines is told once, so where a line reads
# and writes it depends on the order of the search which of the two is told. A leaf is created by one of several threads, so which number
# it gets depends on the order too. With -v lines=1 a race is a pair of lines: of functions that several threads call one pair of threads
# is told, whichever comes first.
function place(text) # "write of x by thread 1 at FILE:12 in f"
{
    sub(/^.* by /, "", text)
    if (text ~ / in [a-z_]*leaf$/)
        sub(/thread [0-9]+/, "a leaf", text)
    sub(/ at .*:/, " at ", text)
    sub(/ in .*/, "", text)
    if (lines)
        sub(/^.* at /, "", text)
    return text
}

sub(/^   "headline": "data race: /, "") {
    sub(/",?$/, "")
    n = index($0, ", and ")
    a = place(substr($0, 1, n - 1))
    b = place(substr($0, n + 6))
    pair = a < b ? a " / " b : b " / " a
    if (!((FILENAME, pair) in has)) {
        has[FILENAME, pair] = 1
        list[FILENAME, count[FILENAME]++] = pair
    }
}

function missing(from, to, mark,    i, text)
{
    for (i = 0; i < count[from]; i++)
        if (!((to, list[from, i]) in has))
            text = text mark list[from, i] " | "
    return text
}

END {
    for (i = 2; i < ARGC; i++) {
        difference = missing(ARGV[1], ARGV[i], "< ") missing(ARGV[i], ARGV[1], "> ")
        name = ARGV[i]
        sub(/^.*\//, "", name)
        sub(/[.]json$/, "", name)
        if (difference != "")
            print name ": " substr(difference, 1, 300)
    }
}
