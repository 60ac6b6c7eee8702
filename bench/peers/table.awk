# table.awk - the rows of peers.csv as a table: programs and N down, tools (-v list) across.
function grouped(n)
{
    while (match(n, /[0-9][0-9][0-9][0-9](,|$)/))
        n = substr(n, 1, RSTART) "," substr(n, RSTART + 1)
    return n
}

NR > 1 {
    key = $1 "|" $2
    if (!(key in seen))
        keys[++count] = key
    seen[key] = 1
    if ($9 == "verified")
        cell[key, $3] = grouped($4) " · " $6 " s" ($8 == "" ? "" : " · " $8 " MB")
    else
        cell[key, $3] = $9 ($6 == "" ? "" : " · " $6 " s")
}

END {
    tools = split(list, tool, " ")
    head = "| program | N"; line = "| --- | ---"
    for (i = 1; i <= tools; i++) { head = head " | " tool[i]; line = line " | ---" }
    print head " |\n" line " |"
    for (k = 1; k <= count; k++) {
        split(keys[k], part, "|")
        printf "| %s | %s", part[1], part[2]
        for (i = 1; i <= tools; i++)
            printf " | %s", cell[keys[k], tool[i]]
        print " |"
    }
}
