"""What `mazurka clients SPEC --list --outcomes` prints, held against what a program of its own works out."""
import itertools, re, sys


def compare(outcomes, read):
    """outcomes(threads): how many orders there are, and the set of results; read(row): a printed row, as it is in that set. Prints what
    differs, and returns how many clients there are, how many are wrong, and the sets that were worked out."""
    clients, wrong, found = 0, 0, []
    lines = sys.stdin.read().splitlines()
    for at, line in enumerate(lines):
        head = re.match(r"\d+: (.*)", line)
        if not head:
            continue
        threads = [[(n, int(a) if a else None) for n, a in re.findall(r"(\w+)\((\d*)\)", part)] for part in head[1].split("|")]
        orders, expected = outcomes(threads)
        rows = itertools.takewhile(lambda text: not re.match(r"\d+: ", text), lines[at + 2:])
        printed = {read(row) for row in rows}
        said = int(re.match(r" +([\d,]+) order", lines[at + 1])[1].replace(",", ""))
        clients += 1
        found.append(expected)
        if printed != expected or said != orders:
            print(line, "printed", sorted(printed), "expected", sorted(expected), said, orders)
            wrong += 1
    return clients, wrong, found
