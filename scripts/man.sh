#!/bin/bash
# man.sh MAZURKA PAGE - the manual page of `mazurka` or of one of its commands (mazurka-check), made from what --help says, so that the two
# cannot differ. What help writes as a list of options becomes one; what is indented otherwise stays as it is.
set -eu
mazurka=$1 page=$2
command=${page#mazurka}
command=${command#-}
help=$("$mazurka" help $command)
version=$("$mazurka" version)
if [[ $command ]]; then
    brief=$("$mazurka" help | sed -n "s/^  ${command//+/\\+} \{1,\}//p")
    example=$(head -n 1 <<< "$help") # which help begins with
    help=$(tail -n +3 <<< "$help"; printf '\nExample:\n  %s\n' "${example#Example: }")
else
    brief="explore all interleavings of a multithreaded C or C++ program"
    help=$(grep '^Usage:' <<< "$help"; echo; grep -v '^Usage:' <<< "$help") # which has an introduction before it
    pages=$("$mazurka" help | sed -n '/^Commands:/,/^$/s/^  \([a-z+]*\) .*/mazurka-\1/p' | grep -v -e -version -e -help | tr '\n' ' ')
fi

awk -v pages="${pages-mazurka}" -v page="$page" -v version="$version" -v brief="$brief" '
function escaped(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/`/, "\\(ga", text)
    gsub(/\047/, "\\(aq", text)
    return text ~ /^[.]/ ? "\\&" text : text
}
function section(title) { literal(0); print ".SH \"" escaped(toupper(title)) "\"" }
function literal(on) {
    if (on != is_literal)
        print on ? ".PP\n.RS 2\n.nf" : ".fi\n.RE"
    is_literal = on
}
function text(line) { literal(0); print escaped(line) }
BEGIN {
    print ".\\\" Made by scripts/man.sh from what --help says."
    print ".TH \"" escaped(toupper(page)) "\" 1 \"\" \"" version "\" \"User Commands\""
    section("name")
    print escaped(page) " \\- " escaped(brief)
}
# A line that begins at the margin and ends with a colon is a heading; what is in parentheses there is a sentence.
/^[A-Z][^:]*:$/ {
    title = $0
    sub(/:$/, "", title)
    remark = title ~ /\(.*\)$/ ? title : ""
    sub(/ *\(.*\)$/, "", title)
    sub(/^[^(]*\(/, "", remark)
    sub(/\)$/, "", remark)
    section(title)
    if (remark)
        text(toupper(substr(remark, 1, 1)) substr(remark, 2) ".")
    examples = title == "Examples"
    commands = title == "Commands"
    next
}
/^Usage: / { section("synopsis"); print ".nf"; sub(/^Usage: */, ""); print escaped($0); usage = 1; next }
usage && /^ +mazurka/ { sub(/^ +/, ""); print escaped($0); next }
usage { print ".fi"; usage = 0 }
/^Exit status/ { section("exit status"); described = 1; sub(/^Exit status:? /, ""); sub(/^of /, "Of ") }
/^$/ { blank = 1; next }
!described && /^[^ ]/ { section("description"); described = 1; blank = 0 }
# An option, or a command: its explanation stands behind it, or on the lines that follow.
/^  --/ || (commands && /^  [a-z]/) {
    literal(0)
    sub(/^ +/, "")
    at = match($0, /   *[^ ]/)
    if (commands)
        at = index($0, " ")
    name = at ? substr($0, 1, at - 1) : $0
    rest = at ? substr($0, at) : ""
    sub(/^ +/, "", rest)
    print ".TP\n.B " escaped(name)
    if (rest)
        text(rest)
    item = 1
    blank = 0
    next
}
item && /^      / && !examples { sub(/^ +/, ""); text($0); next }
/^ / {
    item = 0
    if (blank && is_literal)
        print ""
    literal(1)
    sub(/^  /, "")
    print escaped($0)
    blank = 0
    next
}
{
    if (blank) { literal(0); print ".PP" }
    item = blank = 0
    text($0)
}
END {
    literal(0)
    section("see also")
    count = split(pages, others, " ")
    for (i = 1; i <= count; i++)
        print ".BR " escaped(others[i]) " (1),"
    print "the pages in share/doc/mazurka, below where Mazurka is installed"
}' <<< "$help"
