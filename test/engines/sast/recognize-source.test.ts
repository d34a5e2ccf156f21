import { expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from './scan-code.ts';

const python = 'import os\nfrom flask import request\nos.system(request.args.get("a"))\n';
const php = '<?php\nsystem($_GET["a"]);\n';
const rulesIn = (path: string, text: string): string[] =>
  weaknessesIn({ [path]: text }).map(({ rule }) => rule);
const reasonsIn = (path: string, text: string): string[] =>
  scanCode(unitOf({ [path]: text })).coverage.gaps.map(({ reason }) => reason);

test.each(['bin/run', 'x.cgi', 'notes.txt'])('%s is scanned as what its first line runs it as', (path) => {
  expect(rulesIn(path, `#!/usr/bin/env python3\n${python}`)).toEqual(['py-command-injection']);
});

test('so are scripts of PHP, and those of Python for a web server', () => {
  expect(rulesIn('bin/run', `#!/usr/bin/php\n${php}`)).toEqual(['php-command-injection']);
  expect(rulesIn('a.wsgi', python)).toEqual(['py-command-injection']);
});

test.each(['inc', 'php5', 'phar', 'module', 'html', 'tpl'])('a file of PHP may end in .%s', (extension) => {
  expect(rulesIn(`a.${extension}`, php)).toEqual(['php-command-injection']);
});

test('PHP in a page does not hide the tags of the page', () => {
  const page = '<p>{{ a | safe }}</p>\n';
  expect(rulesIn('a.html', page)).toEqual(['tpl-unescaped-output']);
  expect(rulesIn('a.html', `${page}<?php ?>`)).toEqual(['tpl-unescaped-output']);
});

test('scripts of other languages, and of unknown programs, are gaps', () => {
  expect(reasonsIn('bin/a', '#!/usr/bin/perl\n')).toEqual(['Perl: no rules for this language yet']);
  expect(reasonsIn('bin/a', '#!/usr/bin/env julia\n')).toEqual(['Julia: no rules for this language yet']);
  expect(reasonsIn('bin/a', '#!/opt/own\n')).toEqual(['a script of an unknown interpreter: not scanned']);
});

test('only the interpreter of a script counts, not its arguments', () => {
  for (const line of ['#!/opt/own bash', '#!/opt/own -e jq', '#!/usr/bin/env -S own expect'])
    expect(reasonsIn('bin/a', `${line}\n`)).toEqual(['a script of an unknown interpreter: not scanned']);
  expect(rulesIn('bin/a', `#!/usr/bin/env -S python -c bash\n${python}`)).toEqual(['py-command-injection']);
  for (const line of ['#!/usr/bin/env -S own perl', '#!/opt/own tsx', '#!/opt/own java'])
    expect(reasonsIn('bin/a', `${line}\n`)).toEqual(['a script of an unknown interpreter: not scanned']);
});

test.each(['/command/with-contenv sh', '/command/execlineb -P', '/usr/bin/env -S gosu app sh', '/bin/csh'])(
  'a script that %s runs is one of a shell',
  (line) => {
    expect(reasonsIn('bin/a', `#!${line}\n`)).toEqual(['Shell: no rules for this language yet']);
  },
);

test.each(['c', 'r', 'go', 'sh'])('a file of the name %s is of no language', (path) => {
  expect(reasonsIn(path, 'a')).toEqual(['no source files']);
  expect(reasonsIn(`bin/${path}`, 'a')).toEqual(['no source files']);
});

test.each([
  ['a.pm', 'Perl'],
  ['a.cxx', 'C++'],
  ['a.hh', 'C++'],
  ['a.mm', 'Objective-C'],
  ['a.vb', 'Visual Basic'],
  ['a.fsx', 'F#'],
  ['a.clj', 'Clojure'],
  ['a.erl', 'Erlang'],
  ['a.hs', 'Haskell'],
  ['a.aspx', 'ASP.NET Web Forms'],
  ['a.R', 'R'],
  ['a.jl', 'Julia'],
  ['a.ipynb', 'Jupyter notebook'],
])('%s is named as code in %s, and makes its unit partial', (path, language) => {
  expect(scanCode(unitOf({ [path]: 'a', 'a.js': 'f();' })).coverage).toMatchObject({
    status: 'partial',
    gaps: [{ reason: `${language}: no rules for this language yet`, file: path }],
  });
});

test.each([
  ['bin/a', '#!/bin/sh\n', 'Shell'],
  ['build.sh', 'make\n', 'Shell'],
  ['build.ps1', 'make\n', 'PowerShell'],
  ['build.cmd', 'make\n', 'Batch'],
])('the script of a shell %s is named, but does not make its unit partial', (path, text, language) => {
  const gaps = [{ reason: `${language}: no rules for this language yet`, file: path, count: 1 }];
  expect(scanCode(unitOf({ [path]: text, 'a.js': 'f();' })).coverage).toMatchObject({
    status: 'assessed',
    assessed: 1,
    gaps,
  });
  expect(scanCode(unitOf({ [path]: text })).coverage).toMatchObject({ status: 'unassessed', gaps });
});

test('a script that names an interpreter is read as what runs it, whatever its extension', () => {
  expect(rulesIn('run.sh', `#!/usr/bin/env python3\n${python}`)).toEqual(['py-command-injection']);
});

test('examples in documents, and includes of other languages, are no code', () => {
  expect(reasonsIn('README.md', `~~~\n${php}~~~\n`)).toEqual(['no source files']);
  expect(reasonsIn('a.inc', '#define A 1\n')).toEqual(['no source files']);
});
