# results.awk - what results say, DIRECTORY/NAME.json as `mazurka check --json` writes them: a line for each that says anything, with fields
# that \037 divides:
#
#     NAME  coverage  states  ends  unconfirmed  doubt  wrong  findings
#
# The ends are those at which nobody else could go on. A finding is "kind TAB line TAB text", without what depends on the way; they are
# sorted, and \036 is behind each. Unconfirmed and doubt are empty unless there is such a finding, and wrong is the first one of those
# kinds that no program may have. (There are thousands of results, with hundreds of races in some: bash takes ten times as long.)
function value_of(line)
{
    line = substr(line, index(line, "\": ") + 3)
    sub(/,$/, "", line)
    sub(/^"/, "", line)
    sub(/"$/, "", line)
    return line
}

function begin(    path)
{
    tell()
    path = FILENAME
    sub(/^.*\//, "", path)
    sub(/[.]json$/, "", path)
    name = path
    coverage = states = ends = unconfirmed = doubt = section = part = ""
    count = said = 0
}

function tell(    i, j, one, all, wrong)
{
    if (!said)
        return
    for (i = 1; i <= count; i++) { # sorted as they are inserted
        one = kind[i] "\t" at[i] "\t" text[i]
        for (j = i - 1; j >= 1 && finding[j] > one; j--)
            finding[j + 1] = finding[j]
        finding[j + 1] = one
    }
    for (i = 1; i <= count; i++) {
        all = all finding[i] "\036"
        if (wrong == "" && finding[i] ~ /^(internal|diverged|refused|runaway)/)
            wrong = finding[i]
    }
    print name "\037" coverage "\037" states "\037" ends "\037" unconfirmed "\037" doubt "\037" wrong "\037" all
}

FNR == 1 { begin() }
/^ "coverage": / { coverage = value_of($0); said = 1; next }
/^ "[a-z_]+": [[{]$/ { section = substr($0, 3, 8); said = 1; next }
/^  "states": / { states = value_of($0); said = 1; next }
/^  "end_states": / { ends = value_of($0); said = 1; next }
/^  "overtaking": / { ends -= value_of($0); next }
section != "findings" { next }
/^   "kind": / { count++; kind[count] = value_of($0); at[count] = text[count] = part = ""; next }
/^   "text": / { text[count] = value_of($0); next }
/^   "confirmed": false/ { unconfirmed = 1; next }
/^   "doubt": / { if (doubt == "" && value_of($0) != "null") doubt = value_of($0); next }
/^   "[a-z_]+": [[{]$/ { part = substr($0, 5, 5); next }
/^    "line": / && part == "place" { at[count] = value_of($0) }
END { tell() }
