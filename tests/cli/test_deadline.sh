#!/bin/bash
# test_deadline.sh - --time ends everything that a check does, and so do Ctrl-C and SIGTERM; what was explored whole by then stands.
. "$(dirname "$0")/../lib/cases.sh"

cat >"$cases_work/endless.c" <<'EOF'
#include <pthread.h>
static int x;
static void *count(void *unused)
{
    for (;;)
        x++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    pthread_join(t, 0);
}
EOF

cat >"$cases_work/rounds.c" <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b;
static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) {
        a++;
        b++;
    }
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
}
EOF

# Nobody would end it otherwise: neither the search nor an execution that shows what takes so long.
endless()
{
    says 3 "unknown: stopped by --time=1s after 0 states" timeout 120 "$MAZURKA" check "$cases_work/endless.c" --no-trace --time=1s --hang=0
}
case_ "deadline: --time, in a loop that does not end" endless

# told_to_end SIGNAL: while it is in that loop.
told_to_end()
{
    local tool status=0
    timeout 120 "$MAZURKA" check "$cases_work/endless.c" --no-trace --hang=0 >out 2>err &
    tool=$!
    sleep 2
    kill -"$1" $tool
    wait $tool || status=$?
    [[ $status -eq 3 && $(cat out) == "unknown: stopped by $2 after 0 states"* ]] && grep -q -- '--preemptions=0..2' err
}
case_ "deadline: SIGTERM, and what to try next" told_to_end TERM SIGTERM

# compiling SIGNAL NAME LINKS: sent while the compiler makes the program (yes), or is asked what it is (no). All that was to be written is.
compiling()
{
    local tool status=0
    cat >slow <<'END'
#!/bin/bash
for word; do
    [ "$word" != -o ] || linked=yes
done
if [ "${linked-no}" = "$SLOW" ]; then
    touch there
    sleep 60
fi
exec gcc "$@"
END
    chmod +x slow
    SLOW=$3 env --default-signal=INT,TERM timeout 120 "$MAZURKA" check "$cases_work/rounds.c" --cc="$PWD/slow" \
        --json=r.json --junit=r.xml --sarif=r.sarif --html=r.html >out 2>err &
    tool=$!
    until [[ -e there ]]; do sleep 0.02; done
    kill -"$1" $tool
    wait $tool || status=$?
    cat out err
    is 3 $status
    grep -q "^unknown: stopped by $2 while the program was compiled$" out
    is "unknown 3" "$(jq -r '[.verdict, .exit_code] | join(" ")' r.json)"
    python3 -c 'import xml.etree.ElementTree as t; t.parse("r.xml")'
    jq -e .runs r.sarif
    [[ -s r.html && ! -e rounds.mzt ]]
}
case_ "deadline: SIGTERM, while the program is compiled" compiling TERM SIGTERM yes
case_ "deadline: Ctrl-C, while the compiler is asked what it is" compiling INT Ctrl-C no

# Set-up is run once more behind the search, and takes long then.
set_up_again()
{
    cat >again.c <<'EOF'
#include <fcntl.h>
#include <pthread.h>
static volatile unsigned long n;
static void *work(void *unused) { return unused; }
int main(void)
{
    if (open("first", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0 && open("second", O_CREAT | O_WRONLY, 0600) >= 0)
        for (;;)
            n++;
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return pthread_join(t, 0);
}
EOF
    local tool status=0
    env --default-signal=TERM "$MAZURKA" check again.c --setup-writes=real >out 2>&1 &
    tool=$!
    until [[ -e second ]] || ! kill -0 $tool 2>/dev/null; do sleep 0.02; done
    kill -TERM $tool
    wait $tool || status=$?
    cat out
    is 3 $status
    grep -q "^unknown: set-up did not end when it was run again, before a signal ended that" out
}
case_ "deadline: SIGTERM, while set-up is run again" set_up_again

many_races()
{
    local i
    {
        echo '#include <pthread.h>'
        for ((i = 0; i < 60; i++)); do echo "static int v$i;"; done
        echo 'static void *work(void *unused) {'
        for ((i = 0; i < 60; i++)); do echo "    v$i++;"; done
        echo 'return unused; }'
        echo 'int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); work(0); pthread_join(t, 0); }'
    } >races.c
    says 1 "otherwise unknown: " timeout 120 "$MAZURKA" check races.c --no-trace --steps=1 --time=1s --json=races.json
    # Every one is told: confirmed, or that there was no time for its replay.
    is "" "$(jq -r '.findings[] | select(.confirmed | not) | .doubt' races.json | grep -v '^there was no time for its replay$')"
    jq -e '.statistics.total_seconds < 60 and (.findings | length) > 50' races.json >jq.out
}
case_ "deadline: many races" many_races

rounds()
{
    says 3 "covered: all 345 states within 1 preemption; then stopped by --states=500 after 500 states" \
        "$MAZURKA" check "$cases_work/rounds.c" --preemptions=0..9 --states=500 --json=rounds.json
    is "all 345 states within 1 preemption" "$(jq -r .complete.text rounds.json)"
    is 345 "$(jq .complete.states rounds.json)"
    says 3 "covered: all 345 states within 1 preemption" "$MAZURKA" check "$cases_work/rounds.c" --preemptions=1
}
case_ "deadline: what was explored whole stands" rounds

iterations()
{
    local rb=(--reduction=none '--rb=<I:3-6-60,pl,d,Lb,0.75,1.5>' --rb-states=100000 --seed=1)
    says 3 "covered: all states to depth 3 (below that --rb leaves parts out); then stopped by --states=" \
        "$MAZURKA" check "$cases_work/rounds.c" "${rb[@]}" --states=600 --json=rb.json
    is "all states to depth 3 (below that --rb leaves parts out)" "$(jq -r .complete.text rb.json)"
    says 3 "unknown: stopped by --states=600" "$MAZURKA" check "$cases_work/rounds.c" "${rb[@]}" --states=600 --rb-paper
}
case_ "deadline: what iterations of --rb have explored whole stands" iterations

levels()
{
    says 3 "then stopped by --states=300 after 300 states" "$MAZURKA" check "$cases_work/rounds.c" --search=bfs --states=300 --json=r.json
    local complete
    complete=$(jq -r .complete.text r.json)
    says 3 "covered: $complete" "$MAZURKA" check "$cases_work/rounds.c" --search=dfs --depth="${complete##* }"
}
case_ "deadline: breadth first, all to some depth" levels

end_cases
