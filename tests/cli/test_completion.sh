#!/bin/bash
# test_completion.sh - completion of the command line: commands, options and their words, as bash and zsh would complete them.
. "$(dirname "$0")/../lib/cases.sh"

"$root/scripts/completion.sh" "$MAZURKA" bash > "$cases_work/bash"
"$root/scripts/completion.sh" "$MAZURKA" zsh > "$cases_work/_mazurka"

# completed WORD...: what bash offers for the last one; = is a word of its own, as it is for bash.
completed()
{
    bash --norc -c '. "$1"; shift; COMP_WORDS=(mazurka "$@"); COMP_CWORD=$#; _mazurka; printf "%s " "${COMPREPLY[@]}"' \
        _ "$cases_work/bash" "$@"
}
in_bash()
{
    is "check " "$(completed che)"
    is "replay " "$(completed help rep)"
    is "--junit= " "$(completed check --ju)"
    is "--gdb --gdb-commands= " "$(completed replay --gd)"
    is "report error off " "$(completed check --race =)"
    is "report " "$(completed check --race = rep)"
    is "report " "$(completed check --race rep)"
    touch one.mzt two.c
    is "one.mzt " "$(completed replay o)"
    is "two.c " "$(completed check t)"
    is "two.c " "$(completed check --json = t)"
    is "--quiet " "$(completed check --race = error --qui)"
    local command word
    for command in check replay test diff suite; do # every option that help lists
        for word in $("$MAZURKA" help $command | grep -oP '^  \K--[a-z-]+'); do
            [[ " $(completed $command "$word")" == *" $word"[\ =]* ]] || { echo "$command $word: $(completed $command "$word")"; return 1; }
        done
    done
}
case_ "completion: in bash" in_bash

in_zsh()
{
    command -v zsh > /dev/null || { echo "skip"; return 0; }
    zsh -n "$cases_work/_mazurka"
    # As completion itself would call it, with an _arguments that checks what it is given.
    cat > try.zsh << 'END'
compadd() { print -r -- "compadd $*" }
_arguments() {
    local spec
    for spec; do [[ $spec == (--[a-z-]##(|=|=-)\[*\]*|\*:file:_files) ]] || print -r -- "bad: $spec"; done
    print "$# specs"
}
setopt extended_glob
words=(mazurka "$1" --); CURRENT=3
. "$2"
END
    local command
    for command in check replay test diff; do
        zsh -f try.zsh "$command" "$cases_work/_mazurka" > out
        ! grep bad out
        is "$(($("$MAZURKA" help $command | grep -cP '^  --[a-z-]+') + 2)) specs" "$(cat out)"
    done
}
case_ "completion: in zsh" in_zsh
end_cases
