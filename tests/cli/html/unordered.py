"""unordered.py FILE.json... - the two accesses of a data race are never ordered by what `behind` says. Prints how many races were looked at."""
import json
import sys


def step_of(steps, access):
    at = [i for i, s in enumerate(steps) if s["thread"] == access["thread"] and s["kind"] not in ("blocked", "folded")
          and s["place"]["pc"] == access["place"]["pc"]]
    return at[-1] if at and access["performed"] else None


def is_ordered(steps, first, second):
    behind, last = {first}, {}
    for i in range(first, second + 1):
        s = steps[i]
        if s["kind"] == "blocked":
            continue
        if last.get(s["thread"]) in behind or any(j in behind for j in s.get("behind", [])):
            behind.add(i)
        last[s["thread"]] = i
    return second in behind


looked_at = 0
for name in sys.argv[1:]:
    for finding in json.load(open(name, encoding="utf-8"))["findings"]:
        if finding["kind"] != "race":
            continue
        pair = [step_of(finding["steps"], a) for a in finding["accesses"]]
        if None in pair:
            continue
        looked_at += 1
        assert not is_ordered(finding["steps"], min(pair), max(pair)), (name, finding["headline"])
print(looked_at)
