import { expect, test } from 'vitest';
import { asAddress, asText } from '@scangate/engines/inventory/parse/untrusted-value';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

test.each([
  ['plain', 'plain'],
  [' with blanks ', 'with blanks'],
  ['>=1\t<2', '>=1 <2'],
  ['a\r\nb\v\fc', 'a  b  c'],
  ['\ta\n', 'a'],
])('%j is the text %j: white space is a blank', (stated, text) => {
  expect(asText(stated)).toBe(text);
});

test.each(['', ' ', '\t\n', 'a\u0000b', 'a\u0001b', 'a\u001bb', 'a\u007fb', 'a'.repeat(513), 7, undefined])(
  '%j is no text',
  (stated) => {
    expect(asText(stated)).toBeUndefined();
  },
);

const missing = 'dependencies that the project asks for and the lockfile does not have (1): absent';

test('a request with a tab in it, which installers take for a blank, is compared with the lockfile', () => {
  const python = {
    'requirements.txt': 'present==1.0\n',
    'pyproject.toml': '[project]\nname = "x"\ndependencies = ["absent\\t>=1"]\n',
  };
  expect(reasonsOf(inventoryOf(python).notes)).toContain(
    'requirements.txt: dependencies of the project beside it that it does not have (1): absent',
  );
  const npm = {
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'x' } } }),
    'package.json': JSON.stringify({ name: 'x', dependencies: { absent: '>=1\t<2' } }),
  };
  expect(reasonsOf(inventoryOf(npm).notes)).toContain(`package-lock.json: ${missing}`);
});

test.each([
  'https:\t//evil.example/left.tgz',
  'ht\ntps:/\t/evil.ex\rample/left.tgz',
  '\u0001https://evil.example/left.tgz',
])('no control character hides the host of %j', (stated) => {
  expect(asAddress(stated)).toBe('https://evil.example/left.tgz');
  const lockfile = {
    lockfileVersion: 3,
    packages: { 'node_modules/left': { version: '1.0.0', resolved: stated, integrity: 'sha512-YQ==' } },
  };
  expect(inventoryOf({ 'package-lock.json': JSON.stringify(lockfile) }).sources).toMatchObject([
    { rule: 'unexpected-host', host: 'evil.example' },
  ]);
});
