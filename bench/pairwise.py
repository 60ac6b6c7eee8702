#!/usr/bin/env python3
# pairwise.py - do pairs of threads find the bugs of the programs that the paper on pairwise verification has? All of the program is the
# fragment. Prints the table of docs/searches/pairwise.md.
#
#     bench/pairwise.py [SCALE]     small (default) or paper, as suite/NAME/facts.json has them
import json
import os
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
mazurka = os.environ.get("MAZURKA", os.path.join(root, "build/bin/mazurka"))
scale = sys.argv[1] if len(sys.argv) > 1 else "small"
searches = (["--search=bfs"], ["--search=pairwise"], ["--search=pairwise", "--pair-rule=figure2"])


def compile_buggy(name, facts, directory):
    folder = os.path.join(root, "suite", name)
    flags = next(iter(facts["forms"].values())) + ["-D%s=%s" % size for size in facts["scales"][scale].items()]
    program = os.path.join(directory, name)
    sources = [os.path.join(folder, source) for source in facts["sources"]]
    subprocess.run([mazurka, "cc", "-g", "-I", os.path.join(root, "suite/include"), *flags, "-o", program, *sources, "-pthread"], check=True)
    return program


def check(program, options, directory):
    result = os.path.join(directory, "result.json")
    subprocess.run([mazurka, "check", program, "--no-trace", "--race=off", "--quiet", "--states=300000", "--time=1m", "--json=" + result,
                    *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(result) as file:
        said = json.load(file)
    found = said["findings"][0]["kind"] if said["findings"] else said["verdict"]
    return "%s, %s states" % (found, format(said["statistics"]["processed"], ","))


print("| program (%s) | breadth first | pairwise, authors | pairwise, figure2 |\n| --- | --- | --- | --- |" % scale)
with tempfile.TemporaryDirectory() as directory:
    for name in sorted(os.listdir(os.path.join(root, "suite"))):
        path = os.path.join(root, "suite", name, "facts.json")
        if not os.path.exists(path):
            continue
        with open(path) as file:
            facts = json.load(file)
        if "004" not in facts["papers"] or scale not in facts["scales"]:
            continue
        program = compile_buggy(name, facts, directory)
        print("| %s | %s |" % (name, " | ".join(check(program, options, directory) for options in searches)), flush=True)
