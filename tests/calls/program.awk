# program.awk - makes a program of rows of functions.txt.
#
#     awk -v first=1 -v last=60 -f program.awk functions.txt     rows of each function and parameter, counted from 1
#     awk -v list=1 -f program.awk functions.txt                 no program but what is covered: "USE TAB FUNCTION.PARAMETER TAB ROW"
#
# The functions of a row are change_NAME and check_NAME with NAME = FUNCTION_PARAMETER_LINE.
function field(n) { return n <= fields ? part[n] : "" }
function emit(name, use, size, with,    set, change, call, call_text)
{
    set = field(2); change = field(3); call = field(4)
    gsub(/@/, with, set); gsub(/@/, with, change); gsub(/@/, with, call)
    if (change == "")
        change = "O.c[0] = '2'"
    print "#undef O\n#undef A\n#undef B"
    print "#define O object[" emitted "]\n#define A (&helper[" emitted "][0])\n#define B (&helper[" emitted "][1])"
    print "static void set_up_" name "(void) { " set "; }"
    if (use == "write") {
        print "static void *change_" name "(void *none) { enter(); " call "; leave(); return none; }"
        print "static void *check_" name "(void *none)\n{\n    enter(); int a = digest(&O, " size "); leave();"
        print "    enter(); int b = digest(&O, " size "); leave();\n    assert(a == b);\n    return none;\n}"
    } else {
        print "static void *change_" name "(void *none) { enter(); " change "; leave(); return none; }"
        print "static void *check_" name "(void *none)\n{\n    enter(); long a = (long)(" call "); leave();"
        if (use == "read")
            print "    enter(); long b = (long)(" call "); leave();\n    assert(a == b);"
        print "    (void)a;\n    return none;\n}"
    }
    rows = rows "    {set_up_" name ", change_" name ", check_" name "},\n"
    emitted++
}
BEGIN {
    emitted = 0
    if (!list)
        printf "#include \"frame.h\"\n\nenum { ROWS = %d };\nstatic union object object[ROWS];\nstatic struct helper helper[ROWS][2];\n",
            last - first + 1
}
/^(#|$)/ { next }
$2 == "=" { if (list) print "same\t" $1 "\t" $3; next }
{
    fields = split($0, part, / *\| */)
    n = split(part[1], word, " ")
    use = word[1]
    at = 2
    size = use == "write" ? word[at++] : 0
    for (i = at; i <= n; i++) {
        name = word[i]
        gsub(/\./, "_", name)
        name = name "_" NR
        if (use != "none")
            row++
        if (list)
            print use "\t" word[i] "\t" name
        else if (use != "none" && row >= first && row <= last)
            emit(name, use, size, substr(word[i], 1, index(word[i], ".") - 1))
    }
}
END {
    if (!list)
        printf "\nstatic const struct row row[] = {\n%s};\n\nint main(int words, char **word) { run(&row[mz_choose(%d)], words); return word == 0; }\n", rows, emitted
}
