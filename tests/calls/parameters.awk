# parameters.awk - of what gcc -aux-info says: "function TAB number TAB type" for each parameter that is a pointer, or hides one.
#
# -v types=FILE: lines "TYPE TAB ..." of names that stand for pointers.
BEGIN {
    while ((getline line < types) > 0)
        if (line !~ /^(#|$)/) {
            split(line, field, "\t")
            hidden[field[1]] = 1
        }
}
function pointer(type)
{
    return type ~ /[*[]/ || type in hidden
}
match($0, /[A-Za-z_0-9]+ \(/) && !/\/\* .*:[0-9]+:[A-Z]*[^NC]* \*\/ static/ {
    text = substr($0, RSTART)
    name = substr(text, 1, index(text, " ") - 1)
    text = substr(text, index(text, "(") + 1)
    depth = number = 0
    type = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += (c == "(") - (c == ")")
        if (depth < 0 || (c == "," && depth == 0)) {
            number++
            sub(/^ +/, "", type)
            if (pointer(type))
                print name "\t" number "\t" type
            if (depth < 0)
                break
            type = ""
        } else {
            type = type c
        }
    }
}
