# flatten.awk - turns indented JSON, one value a line as `mazurka check --json` writes it, into lines "path TAB value":
#     findings.0.place.line	23
# With -v only=EXPRESSION only those whose paths match; with -v files=1 a line "file TAB NAME" before those of each file. Strings lose their quotes; \" and \\ are undone. For the tests and benches,
# which should need nothing but awk.
function unquote(text)
{
    if (text !~ /^"/)
        return text
    text = substr(text, 2, length(text) - 2)
    gsub(/\\"/, "\"", text)
    gsub(/\\\\/, "\\", text)
    return text
}

function path_to(level,    i, path)
{
    path = name[1]
    for (i = 2; i <= level; i++)
        path = path "." name[i]
    return path
}

FNR == 1 && files {
    print "file\t" FILENAME
    unit = 0
}

{
    match($0, /^ */)
    if (!unit)
        unit = RLENGTH # of the first line that is indented
    level = RLENGTH ? RLENGTH / unit : 0
    line = substr($0, RLENGTH + 1)
    sub(/,$/, "", line)
    if (level == 0 || line ~ /^[]}]$/)
        next
    if (is_array[level]) {
        name[level] = count[level]++
        value = line
    } else {
        # a key is a string without escapes in this schema
        end = index(substr(line, 2), "\"") + 1
        name[level] = substr(line, 2, end - 2)
        value = substr(line, end + 3)
    }
    if (value == "{" || value == "[") {
        is_array[level + 1] = value == "["
        count[level + 1] = 0
        next
    }
    if (value == "{}" || value == "[]")
        next
    path = path_to(level)
    if (only == "" || path ~ only)
        print path "\t" unquote(value)
}
