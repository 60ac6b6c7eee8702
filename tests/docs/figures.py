#!/usr/bin/env python3
"""figures.py - figures on the pages of the papers' studies, against the results that are kept of them.

Lines of tests/docs/figures.txt: PAGE STORE FIGURE QUERY. The page has the figure between blanks or punctuation, and it is what the query
answers on the store, rounded as the page rounds it."""
import re
import sys

import kept


def complaint(page, name, figure, query, stores):
    """What is wrong with a line, or None."""
    decimals = len(figure.split(".")[1]) if "." in figure else 0
    if name not in stores:
        stores[name] = kept.store(kept.text(name))
    value = (stores[name].execute(query).fetchone() or [None])[0]
    if not re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d]|[.,]\d)", (kept.RESULTS / page).read_text()):
        return f"{page} has no {figure}"
    said = "nothing" if value is None else f"{value:,.{decimals}f}"
    return None if said == figure else f"{page} says {figure}, and {name} has {said}: {query}"


def main():
    stores, wrong = {}, []
    for line in (kept.root / "tests/docs/figures.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            wrong.append(complaint(*line.split(None, 3), stores))
    wrong = [w for w in wrong if w]
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
