import { expect, test } from 'vitest';
import { inventoryOf } from '../inventory-fixtures.ts';

const snapshot =
  '# carton snapshot format: version 1.0\nDISTRIBUTIONS\n  Try-Tiny-0.30\n    pathname: E/ET/ETHER/Try-Tiny-0.30.tar.gz\n    provides:\n      Try::Tiny 0.30\n    requirements:\n      ExtUtils::MakeMaker 0\n';
const reasons = (line: string): string[] =>
  inventoryOf({
    'cpanfile.snapshot': snapshot,
    cpanfile: `# a; requires 'B';\nrequires 'Try::Tiny';\n${line}\n`,
  }).notes.map(({ reason }) => reason);

test.each([
  'requires q{Mojolicious};',
  "requires 'Try::Tiny'; requires 'Mojolicious';",
  'requires Mojolicious => 1;',
  "on runtime => sub { requires 'Mojolicious' };",
  "on test => sub { requires 'Try::Tiny'; }; requires 'Mojolicious';",
])('a cpanfile has its modules read: %s', (line) => {
  expect(reasons(line)).toEqual([
    'dependencies that the project asks for and the lockfile does not have (1): Mojolicious',
  ]);
});

test('a cpanfile that is locked has no gap', () => {
  expect(reasons("on test => sub {\n  requires 'Try::Tiny'; # and 'B'\n};")).toEqual([]);
});
