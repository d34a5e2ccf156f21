import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { componentOf, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const read = (text: string) => readUploadedLockfile('go.mod', `module example.com/unit\n\n${text}`);

test('requirements are read from lines and blocks; those marked indirect are not direct', () => {
  const inventory = read(`go 1.22.1

require github.com/BurntSushi/toml v1.3.2

require (
\t"golang.org/x/net" v0.20.0 // a remark
\tgopkg.in/yaml.v3 v3.0.1 // indirect; by testify
\tgithub.com/docker/docker v24.0.0+incompatible // indirect
)
`);
  expect(namesOf(inventory)).toEqual([
    'github.com/BurntSushi/toml@v1.3.2',
    'github.com/docker/docker@v24.0.0+incompatible',
    'golang.org/x/net@v0.20.0',
    'gopkg.in/yaml.v3@v3.0.1',
    'stdlib@1.22.1',
  ]);
  expect(inventory.direct).toEqual([
    'pkg:golang/github.com/BurntSushi/toml@v1.3.2',
    'pkg:golang/golang.org/x/net@v0.20.0',
    'pkg:golang/stdlib@1.22.1',
  ]);
  expect(inventory.notes).toEqual([]);
});

describe('replacements', () => {
  const inventory = read(`go 1.22.0
require (
\texample.com/a v1.0.0
\texample.com/b v1.0.0
\texample.com/c v1.0.0
\texample.com/d v1.0.0
)
replace example.com/a => example.com/fork v1.5.0
replace (
\texample.com/b v1.0.0 => ../b
\texample.com/c v0.9.0 => example.com/other v2.0.0
\texample.com/unused => example.com/nothing v1.0.0
)
`);

  test('the replacement is the component', () => {
    expect(namesOf(inventory)).toEqual([
      'example.com/b',
      'example.com/c@v1.0.0',
      'example.com/d@v1.0.0',
      'example.com/fork@v1.5.0',
      'stdlib@1.22.0',
    ]);
  });

  test('a local directory has neither purl nor version, and is noted', () => {
    expect(componentOf(inventory, 'example.com/b')).toMatchObject({ local: true, direct: true });
    expect(componentOf(inventory, 'example.com/b')).not.toHaveProperty('purl');
    expect(reasonsOf(inventory.notes)).toEqual([
      'go.mod: taken from a local path and not assessed (1): example.com/b',
    ]);
  });
});

test('an excluded version leaves the version unknown', () => {
  const inventory = read('go 1.22.0\nrequire example.com/a v1.0.0\nexclude example.com/a v1.0.0\n');
  expect(componentOf(inventory, 'example.com/a')).not.toHaveProperty('version');
  expect(reasonsOf(inventory.notes)).toEqual(['go.mod: no version is pinned (1): example.com/a']);
});

test.each([
  ['go 1.22.1', '1.22.1'],
  ['go 1.21', '1.21.0'],
  ['go 1.21rc2', '1.21.0-rc.2'],
  ['go 1.22.0\ntoolchain go1.22.5', '1.22.5'],
  ['go 1.22.0\ntoolchain go1.23.6-custom', '1.23.6'],
  ['go 1.23.0\ntoolchain go1.22.5', '1.23.0'],
  ['go 1.22.0\ntoolchain default', '1.22.0'],
])('%j means the standard library %s', (text, version) => {
  expect(componentOf(read(text), 'stdlib')).toMatchObject({ version, ecosystem: 'Go', direct: true });
});

const noToolchain = 'go.mod: no toolchain is stated, so the standard library is not assessed (1): stdlib';

test.each(['go 1.20', 'go 1.20.3', 'go 1.17\ntoolchain default'])(
  '%j names a language version but no toolchain',
  (text) => {
    const inventory = read(`${text}\n`);
    expect(namesOf(inventory)).toEqual([]);
    expect(reasonsOf(inventory.notes)).toEqual([noToolchain]);
  },
);

test('a toolchain line takes precedence over any language version', () => {
  expect(componentOf(read('go 1.17\ntoolchain go1.20.4'), 'stdlib')).toMatchObject({ version: '1.20.4' });
});

test('a file too old to list indirect dependencies has a note', () => {
  expect(reasonsOf(read('go 1.16\n').notes)).toEqual([
    'go.mod: indirect dependencies are listed only since Go 1.17, and it states (1): 1.16',
    noToolchain,
  ]);
  expect(reasonsOf(read('go 1.17\n').notes)).toEqual([noToolchain]);
  expect(read('go 1.21\n').notes).toEqual([]);
});

test('a file that is not a go.mod is rejected, malformed lines are noted', () => {
  expect(() => readUploadedLockfile('go.mod', 'hello world\n')).toThrow('it names no module');
  const inventory = read('go 1.22.0\nrequire a\nrequire example.com/a latest\nrequire a b c\n');
  expect(reasonsOf(inventory.notes)[0]).toContain('entries that could not be understood (3)');
});

describe('a vendored module', () => {
  const modules = [
    '# example.com/a v1.0.0',
    '## explicit; go 1.18',
    'example.com/a',
    '# example.com/b v1.2.0',
    'example.com/b/pkg',
    '# example.com/c v1.0.0 => example.com/fork v1.5.0',
    '# example.com/d => ../d',
  ].join('\n');
  const old =
    'module m\ngo 1.15\nrequire example.com/a v1.0.0\nreplace example.com/c => example.com/fork v1.5.0\n';

  test('is read although an old go.mod lists only direct modules', () => {
    const inventory = inventoryOf({ 'go.mod': old, 'vendor/modules.txt': modules });
    expect(namesOf(inventory)).toEqual([
      'example.com/a@v1.0.0',
      'example.com/b@v1.2.0',
      'example.com/fork@v1.5.0',
    ]);
    expect(inventory.direct).toEqual(['pkg:golang/example.com/a@v1.0.0']);
    expect(reasonsOf(inventory.notes)).toEqual([noToolchain]);
  });

  test('at another version than required is read, too, and noted', () => {
    const inventory = inventoryOf({ 'go.mod': old, 'vendor/modules.txt': '# example.com/a v0.9.0\n' });
    expect(namesOf(inventory)).toContain('example.com/a@v0.9.0');
    expect(reasonsOf(inventory.notes)).toEqual([
      noToolchain,
      'go.mod: vendored at another version than go.mod requires (1): example.com/a',
    ]);
  });
});
