#!/usr/bin/env python3
"""What is known of a function of libc stands in its row (src/model/call_table.h, calls_cxx.h): no other file of src/ has a list of such
functions, nor compares a name with one of them. Prints each breach, and each exception below that nobody needs; status 1 if there is one."""
import os
import re
import sys

TABLES = ('src/model/call_table.h', 'src/model/calls_cxx.h', 'src/model/calls_cxx.c')

# The runtime of `mazurka hunt` defines functions, some of them by lists.
DEFINES = 'src/hunt'

# Ordinary words, which stand for other things as well: options, instructions, parts of sentences.
WORDS = set('abort brk error free malloc pause random read realloc signal time wait write'.split())

# file: functions that its code is about, and what distinguishes them from all others
EXCEPTIONS = {
    'src/apps/diff/code/code_digest.c': ('__assert_fail', 'has a line number as its third argument'),
    'src/apps/diff/code/program_map.c': ('call_once', 'is the only one of its family: the others go by how they begin'),
    'src/probe/files/files.c': ('mkdtemp', 'makes a temporary directory'),
    'src/tool/binary/liveness/deeds.c': ('pthread_create', 'starts its third argument'),
    'src/tool/binary/uninstrumented/imported.c': ('__libc_start_main', 'is what every program calls'),
    'src/tool/binary/uninstrumented/verifier_names.c': ('assume_abort_if_not __VERIFIER_atomic_begin __VERIFIER_atomic_end',
                                                        'mean something where the program has them itself'),
    'src/tool/report/witness_content.c': ('reach_error __VERIFIER_error', 'are named by the property that a witness is about'),
    'src/world/loaded/imports.c': ('__cxa_finalize', 'runs when an object is unloaded'),
    'src/world/outside/outside.c': ('setlocale dlsym dlvsym', 'are called here, or have bodies that stand in for them'),
}


def text_of(path):
    """The file without its comments; lines stay where they are."""
    with open(path, encoding='utf-8') as file:
        return re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m.group(0)), file.read(), flags=re.S)


def quoted(text, names):
    """Names in initializers of lists, and in comparisons."""
    for match in re.finditer(r'"(\w+)"', text):
        before, after = text[:match.start()].rstrip(), text[match.end():].lstrip()[:1]
        statement = before[max(before.rfind(';'), 0):]
        row = before.endswith(('{', ',')) and after in (',', '}') and re.search(r'=\s*\{', statement)
        compared = re.search(r'\b(strn?cmp|text_equal|starts_with|is_one_of|modules_take)\([^()]*(\([^()]*\)[^()]*)*$', statement)
        if match.group(1) in names and (row or compared):
            yield match.start(), match.group(1)


def listed(text, names):
    """Rows of lists that are macros, X(read) X(write), if there are several."""
    for macro in re.finditer(r'#define \w+\((\w+)\)(?:.*\\\n)+.*\n', text):
        rows = [(macro.start() + r.start(), r.group(1)) for r in re.finditer(r'\b%s\((\w+)' % macro.group(1), macro.group(0))
                if r.group(1) in names]
        if len(rows) > 1:
            yield from rows


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    names = set()
    for path in TABLES[:2]:
        names |= set(re.findall(r'\bC\((\w+)', text_of(path))) - WORDS
    status = 0
    for folder, _, files in sorted(os.walk('src')):
        for path in sorted(os.path.join(folder, f) for f in files if f.endswith(('.c', '.h', '.cc'))):
            if path in TABLES or folder == DEFINES:
                continue
            text, unused = text_of(path), set(EXCEPTIONS.get(path, ('', ''))[0].split())
            allowed = set(unused)
            for at, name in [*quoted(text, names), *listed(text, names)]:
                unused.discard(name)
                if name not in allowed:
                    print(f'{path}:{text.count(chr(10), 0, at) + 1}: {name} is a function: what is known of it belongs into {TABLES[0]}')
                    status = 1
            for name in unused:
                print(f'scripts/check_functions.py: {path} has no {name} any more')
                status = 1
    return status


sys.exit(main())
