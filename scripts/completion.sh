#!/bin/bash
# completion.sh MAZURKA bash|zsh - completion of the command line of `mazurka`: its commands, their options and the words that options
# take, made from what --help says, so that the two cannot differ.
set -eu
mazurka=$1 shell=$2
commands=$("$mazurka" help | sed -n '/^Commands:/,/^$/s/^  \([a-z+]*\) .*/\1/p')

# One line for each option of a command: command, --name, kind (flag, value, maybe: both), what it takes, what it is for; tabs between.
options()
{
    local command
    for command in $commands; do
        "$mazurka" help "$command" | awk -v command="$command" -v OFS='\t' '
            function put() { if (name) print command, name, kind, argument, help; name = "" }
            /^  --/ {
                put()
                word = $1
                help = $0
                sub(/^ *[^ ]+ */, "", help)
                kind = word ~ /\[=/ ? "maybe" : word ~ /=/ ? "value" : "flag"
                sub(/\]$/, "", word)
                name = argument = word
                sub(/\[?=.*/, "", name)
                sub(/^[^=]*=?/, "", argument)
                next
            }
            name && /^        / { sub(/^ +/, ""); help = help (help ? " " : "") $0; next }
            { put() }
            END { put() }'
        printf '%s\t--help\tflag\t\tshow the options\n' "$command"
    done
}

# What can stand for an argument: words, or the sign of files. Nothing for numbers and the like.
values() # ARGUMENT
{
    local word words=()
    [[ $1 == *FILE* || $1 == DIR* ]] && { echo @files; return; }
    [[ $1 == *'|'* ]] || return 0
    IFS='|' read -ra words <<< "$1"
    for word in "${words[@]}"; do
        [[ ! $word =~ ^[a-z][a-z0-9+-]*$ ]] || printf '%s ' "$word"
    done
}

bash_completion()
{
    local command name kind argument help words last=
    echo "# Completion of mazurka for bash. Made by scripts/completion.sh from what --help says."
    echo "_mazurka_words() # COMMAND [OPTION]"
    echo "{"
    echo '    case $1 in'
    while IFS=$'\t' read -r command name kind argument help; do
        if [[ $command != "$last" ]]; then
            [[ -z $last ]] || printf '        *) echo "%s" ;;\n        esac ;;\n' "$words"
            printf '    %s)\n        case ${2-} in\n' "$command"
            last=$command words=
        fi
        [[ $kind == value ]] || words+="$name "
        [[ $kind == flag ]] || words+="$name= "
        [[ -z $(values "$argument") ]] || printf '        %s) echo "%s" ;;\n' "$name" "$(values "$argument")"
    done < <(options | sed $'s/\t\t/\t-\t/')
    printf '        *) echo "%s" ;;\n        esac ;;\n    esac\n}\n' "$words"
    printf '_mazurka_commands="%s"\n' "${commands//$'\n'/ }"
    cat << 'END'
_mazurka()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]-} option= words
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        COMPREPLY=($(compgen -W "$_mazurka_commands" -- "$word"))
        return
    fi
    [[ $command == help ]] && { COMPREPLY=($(compgen -W "$_mazurka_commands" -- "$word")); return; }
    # Bash takes = for a word of its own.
    if [[ $word == = ]]; then
        option=$before word=
    elif [[ $before == = ]]; then
        option=${COMP_WORDS[COMP_CWORD-2]}
    elif [[ $before == --* && " $(_mazurka_words "$command") " != *" $before "* ]]; then
        option=$before
    fi
    if [[ $option ]]; then
        words=$(_mazurka_words "$command" "$option")
        [[ $words == *--help* ]] && words=
        if [[ $words == @files ]]; then
            COMPREPLY=($(compgen -f -- "$word"))
        else
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        fi
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(_mazurka_words "$command")" -- "$word"))
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
    elif [[ $command == replay ]]; then
        COMPREPLY=($(compgen -f -X '!*.mzt' -- "$word"; compgen -d -S / -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
    return 0
}
complete -o filenames -F _mazurka mazurka
END
}

zsh_completion()
{
    local command name kind argument help last= words spec
    echo "#compdef mazurka"
    echo "# Completion of mazurka for zsh. Made by scripts/completion.sh from what --help says."
    echo "_mazurka() {"
    echo "    local -a commands=(${commands//$'\n'/ })"
    echo '    if (( CURRENT == 2 )); then compadd -a commands; return; fi'
    echo '    local command=$words[2]'
    echo '    shift words; (( CURRENT-- ))'
    echo '    case $command in'
    echo '    help) compadd -a commands ;;'
    while IFS=$'\t' read -r command name kind argument help; do
        [[ $command != help ]] || continue
        if [[ $command != "$last" ]]; then
            [[ -z $last ]] || printf "            '*:file:_files' ;;\n"
            printf '    %s)\n        _arguments \\\n' "$command"
            last=$command
        fi
        words=$(values "$argument")
        case $kind in
        flag) spec= ;;
        value) name+== spec=:value: ;;
        maybe) name+==- spec=::value: ;;
        esac
        case $words in
        @files) spec+=_files ;;
        ?*) spec+="(${words% })" ;;
        esac
        printf "            '%s[%s]%s' \\\\\n" "$name" "$help" "$spec"
    done < <(options | sed -e $'s/\t\t/\t-\t/' -e 's/[]:\\[]/\\&/g' -e "s/'/'\\\\''/g")
    printf "            '*:file:_files' ;;\n"
    echo '    esac'
    echo '}'
    echo '_mazurka "$@"'
}

case $shell in
bash) bash_completion ;;
zsh) zsh_completion ;;
*) echo "completion.sh MAZURKA bash|zsh" >&2; exit 2 ;;
esac
