# wait.sh - for scripts that do something to a search while it goes on.

# Hundredths of a second that these processes have run, the kernel's work for them left out.
ticks_of() # PROCESS...
{
    local process fields sum=0
    for process; do
        read -ra fields 2>/dev/null <"/proc/$process/stat" && sum=$((sum + fields[13]))
    done
    echo $sum
}

# busy_child PROCESS: waits until a child of it, with the children of that, has had 0.2 s of a processor, however long that takes on a
# busy machine; $child is it. Status 1: the process has ended.
busy_child()
{
    while kill -0 "$1" 2>/dev/null; do
        sleep 0.1
        child=$(pgrep -P "$1" | head -n 1)
        [[ $child ]] && (($(ticks_of "$child" $(pgrep -P "$child")) >= 20)) && return 0
    done
    return 1
}
