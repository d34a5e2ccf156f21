import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { componentOf, integrity, integrityHex, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const read = (text: string) => readUploadedLockfile('pnpm-lock.yaml', text);

const version9 = `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      '@scope/a':
        specifier: ^1.0.0
        version: 1.0.0(peer@2.0.0)
      short:
        specifier: npm:real@^3.0.0
        version: real@3.0.0
    devDependencies:
      tool:
        specifier: ^1.0.0
        version: 1.10.0

  packages/web:
    dependencies:
      lib:
        specifier: workspace:*
        version: link:../lib
    optionalDependencies:
      maybe:
        specifier: ^1.0.0
        version: 1.0.0

  packages/lib:
    dependencies:
      g:
        specifier: github:o/g
        version: https://codeload.github.com/o/g/tar.gz/${'12'.repeat(20)}

packages:

  '@scope/a@1.0.0':
    resolution: {integrity: ${integrity}}
    peerDependencies:
      peer: ^2.0.0

  g@https://codeload.github.com/o/g/tar.gz/${'12'.repeat(20)}:
    resolution: {tarball: https://codeload.github.com/o/g/tar.gz/${'12'.repeat(20)}}
    version: 0.1.0

  here@file:vendored/here:
    resolution: {directory: vendored/here, type: directory}

  maybe@1.0.0:
    resolution: {integrity: ${integrity}}

  node@runtime:22.0.0:
    resolution: {type: variations, variants: []}
    version: 22.0.0

  peer@2.0.0:
    resolution: {integrity: ${integrity}}

  real@3.0.0:
    resolution: {integrity: ${integrity}}

  tool@1.10.0:
    resolution: {integrity: ${integrity}}

snapshots:

  '@scope/a@1.0.0(peer@2.0.0)':
    dependencies:
      peer: 2.0.0
    optionalDependencies:
      maybe: 1.0.0

  real@3.0.0: {}

  tool@1.10.0:
    dependencies:
      '@scope/a': 1.0.0(peer@2.0.0)
`;

describe('lockfile 9', () => {
  const inventory = read(version9);

  test('reads packages with resolved peers, aliases, members and other sources', () => {
    expect(namesOf(inventory)).toEqual([
      '@scope/a@1.0.0',
      'g@0.1.0',
      'here',
      'maybe@1.0.0',
      'node@22.0.0',
      'packages/lib',
      'packages/web',
      'peer@2.0.0',
      'real@3.0.0',
      'tool@1.10.0',
    ]);
    expect(componentOf(inventory, '@scope/a')).toMatchObject({
      hashes: [{ alg: 'SHA-512', content: integrityHex }],
      dependsOn: ['pkg:npm/maybe@1.0.0', 'pkg:npm/peer@2.0.0'],
    });
    expect(componentOf(inventory, 'g').purl).toContain('vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fg%40');
    expect(componentOf(inventory, 'node')).not.toHaveProperty('ecosystem');
    expect(componentOf(inventory, 'packages/lib')).toMatchObject({ local: true, direct: true });
    expect(componentOf(inventory, 'packages/web').dependsOn).toContain('packages/lib');
  });

  test('the importers determine direct dependencies and scopes', () => {
    const scopes = Object.fromEntries(inventory.components.map(({ name, scope }) => [name, scope]));
    expect(scopes).toMatchObject({ '@scope/a': 'required', maybe: 'optional', tool: 'dev', g: 'required' });
    expect(
      inventory.components
        .filter(({ direct }) => !direct)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['here', 'node', 'peer']);
  });

  test('pnpm’s own tools, in a first document, are development dependencies', () => {
    const tools = `---
lockfileVersion: '9.0'
importers:
  .:
    packageManagerDependencies:
      pnpm:
        specifier: 12.0.0
        version: 12.0.0
packages:
  pnpm@12.0.0:
    resolution: {integrity: ${integrity}}
---
`;
    const both = read(`${tools}${version9}`);
    expect(componentOf(both, 'pnpm')).toMatchObject({ scope: 'dev', direct: true });
    expect(both.components).toHaveLength(inventory.components.length + 1);
  });
});

test('lockfile 6 has a leading slash and keeps a single project at the top level', () => {
  const inventory = read(`lockfileVersion: '6.0'
dependencies:
  my_a:
    specifier: ^1.0.0
    version: 1.0.0(peer@2.0.0)
devDependencies:
  short:
    specifier: npm:real@3
    version: /real@3.0.0
packages:
  /my_a@1.0.0(peer@2.0.0):
    resolution: {integrity: ${integrity}}
    dependencies:
      peer: 2.0.0
    dev: false
  /peer@2.0.0:
    resolution: {integrity: ${integrity}}
  /real@3.0.0:
    resolution: {integrity: ${integrity}}
    dev: true
`);
  expect(namesOf(inventory)).toEqual(['my_a@1.0.0', 'peer@2.0.0', 'real@3.0.0']);
  expect(componentOf(inventory, 'my_a').dependsOn).toEqual(['pkg:npm/peer@2.0.0']);
  expect(componentOf(inventory, 'real')).toMatchObject({ scope: 'dev', direct: true });
});

test('lockfile 5 separates the version with a slash and peers with an underscore', () => {
  const inventory = read(`lockfileVersion: 5.4
specifiers:
  '@s/a': ^1.0.0
dependencies:
  '@s/a': 1.0.0_peer@2.0.0
  g: github.com/o/g/${'12'.repeat(20)}
packages:
  /@s/a/1.0.0_peer@2.0.0:
    resolution: {integrity: ${integrity}}
    dependencies:
      peer: 2.0.0
  /peer/2.0.0:
    resolution: {integrity: ${integrity}}
  registry.example.com/private/1.0.0:
    resolution: {tarball: https://registry.example.com/private/-/private-1.0.0.tgz}
  github.com/o/g/${'12'.repeat(20)}:
    resolution: {tarball: https://codeload.github.com/o/g/tar.gz/${'12'.repeat(20)}}
    name: g
    version: 0.1.0
`);
  expect(namesOf(inventory)).toEqual(['@s/a@1.0.0', 'g@0.1.0', 'peer@2.0.0', 'private@1.0.0']);
  expect(componentOf(inventory, '@s/a')).toMatchObject({ direct: true, dependsOn: ['pkg:npm/peer@2.0.0'] });
  expect(componentOf(inventory, 'g').direct).toBe(true);
});

describe('a file that is not a lockfile', () => {
  test.each([
    ['lockfileVersion: 4\n', 'its lockfileVersion is not between 5 and 9'],
    ['packages: {}\n', 'its lockfileVersion is not between 5 and 9'],
    ["lockfileVersion: '9.0'\npackages: [", 'it is not a valid YAML file'],
    ["lockfileVersion: '9.0'\na: &a {x: y}\nb: *a\n", 'it uses YAML aliases'],
    ['- a\n- b\n', 'it is not a valid YAML file'],
  ])('%j is rejected with a reason', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  test('an alias bomb is rejected before it expands', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
    const text = `lockfileVersion: '9.0'\na0: &a0 [x]\n${levels.join('\n')}\n`;
    expect(() => read(text)).toThrow('it uses YAML aliases');
  });

  test('keys without a package are noted', () => {
    const inventory = read(
      "lockfileVersion: '6.0'\npackages:\n  nameless: {}\n  7: x\n  /a@1.0.0: {dev: false}\n",
    );
    expect(namesOf(inventory)).toEqual(['a@1.0.0']);
    expect(reasonsOf(inventory.notes)).toEqual([
      'pnpm-lock.yaml: entries that could not be understood (2): 7, nameless',
      'pnpm-lock.yaml: packages that nothing in the lockfile asks for (1): a',
    ]);
  });
});

describe('what a lockfile states in an unusual way', () => {
  const one = (entry: string): string => `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0

packages:

  a@1.0.0:
${entry}
snapshots:

  a@1.0.0: {}
`;

  test('the key of a package from a registry counts, as for pnpm, whatever its entry states', () => {
    const inventory = read(
      one(`    resolution: {integrity: ${integrity}}\n    name: b\n    version: 2.0.0\n`),
    );
    expect(namesOf(inventory)).toEqual(['a@1.0.0']);
  });

  test('an archive of the repository is no package of the registry', () => {
    const inventory = read(one(`    resolution: {integrity: ${integrity}, tarball: file:evil.tgz}\n`));
    expect(componentOf(inventory, 'a')).toMatchObject({ local: true });
    expect(reasonsOf(inventory.notes)).toEqual([
      'pnpm-lock.yaml: taken from a local path and not assessed (1): a',
    ]);
  });

  test('merge keys, which pnpm follows, are refused', () => {
    const merged = one(`    <<: {resolution: {tarball: https://a.example/evil.tgz}}\n`);
    expect(() => read(merged)).toThrow('it uses YAML merge keys');
    expect(() => read(`${one('')}<<: {packages: {b@1.0.0: {}}}\n`)).toThrow('it uses YAML merge keys');
  });
});
