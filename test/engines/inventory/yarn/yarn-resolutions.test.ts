import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const missing = 'yarn.lock: dependencies that the project asks for and the lockfile does not have (1): a';

interface Locked {
  version?: number;
  /** The keys of an entry of `a`. */
  keys?: string;
  resolution?: string;
  /** The range at which `b`, a dependency of the project, requests `a`. */
  ofB?: string;
}

const lockOf = (requests: Record<string, string>, { version = 8, keys, resolution, ofB }: Locked) => {
  const entry = (key: string, lines: readonly string[]): string => `"${key}":\n  ${lines.join('\n  ')}\n\n`;
  const tables = (ranges: Record<string, string>): string[] => [
    'dependencies:',
    ...Object.entries(ranges).map(([name, range]) => `  ${name}: "${range}"`),
  ];
  const linked = ['languageName: node', 'linkType: hard'];
  return [
    `__metadata:\n  version: ${version}\n\n`,
    keys === undefined
      ? ''
      : entry(keys, ['version: 1.0.0', `resolution: "${resolution ?? 'a@npm:1.0.0'}"`, ...linked]),
    ofB === undefined
      ? ''
      : entry('b@npm:1.0.0', [
          'version: 1.0.0',
          'resolution: "b@npm:1.0.0"',
          ...tables({ a: ofB }),
          ...linked,
        ]),
    entry('p@workspace:.', [
      'version: 0.0.0-use.local',
      'resolution: "p@workspace:."',
      ...tables(requests),
      'languageName: unknown',
      'linkType: soft',
    ]),
  ].join('');
};

const gapsOf = (
  dependencies: Record<string, string>,
  resolutions: Record<string, string>,
  locked: Locked,
): string[] => {
  const inventory = inventoryOf({
    'package.json': JSON.stringify({ name: 'p', dependencies, resolutions }),
    'yarn.lock': lockOf(dependencies, locked),
  });
  return reasonsOf(inventory.notes);
};

describe('a resolution of Yarn 2 that is not for a request does not hide it', () => {
  test.each([
    ['of another parent', { 'other/a': '1.0.0' }, {}],
    ['of other ranges', { 'a@^3.0.0': '1.0.0' }, {}],
    ['of another reference of the parent', { 'p@npm:2.0.0/a': '1.0.0' }, {}],
    ['with a glob', { '**/a': '1.0.0' }, {}],
    ['with several parents', { 'x/p/a': '1.0.0' }, {}],
    ['with a range that Yarn 3 compares as written', { 'a@^2.0.0': '1.0.0' }, { version: 6 }],
    ['after another one', { 'a@npm:^2.0.0': '3.0.0', a: '1.0.0' }, {}],
    ['whose value the lockfile does not have', { a: '3.0.0' }, {}],
    ['whose patch the lockfile does not have', { a: 'patch:a@npm%3A3.0.0#./a.patch' }, {}],
  ])('%s', (_, resolutions, locked) => {
    const gaps = gapsOf({ a: '^2.0.0' }, resolutions, { keys: 'a@npm:1.0.0', ...locked });
    expect(gaps).toContain(missing);
  });

  test('of the project, for a package that a dependency requests', () => {
    const gaps = gapsOf({ b: '1.0.0' }, { 'p/a': '1.0.0' }, { keys: 'a@npm:1.0.0', ofB: 'npm:^2.0.0' });
    expect(gaps.join('\n')).toContain('a@npm:^2.0.0');
  });
});

describe('a resolution of Yarn 2 that is for a request is no gap', () => {
  test.each([
    ['of the package', { a: '1.0.0' }, {}],
    ['of the range', { 'a@^2.0.0': '1.0.0' }, {}],
    ['of the range with its protocol', { 'a@npm:^2.0.0': '1.0.0' }, { version: 6 }],
    ['of the project', { 'p/a': '1.0.0' }, {}],
    ['of the project and the range', { 'p@workspace:./a@npm:^2.0.0': '1.0.0' }, {}],
    ['after one for another range', { 'a@^3.0.0': '3.0.0', a: '1.0.0' }, {}],
    [
      'with a patch',
      { a: 'patch:a@npm%3A1.0.0#./a.patch' },
      { keys: 'a@patch:a@npm%3A1.0.0#./a.patch::locator=p%40workspace%3A.' },
    ],
    [
      'with another package',
      { a: 'npm:@s/c@1.0.0' },
      { keys: 'a@npm:@s/c@1.0.0', resolution: '@s/c@npm:1.0.0' },
    ],
  ])('%s', (_, resolutions, locked) => {
    expect(gapsOf({ a: '^2.0.0' }, resolutions, { keys: 'a@npm:1.0.0', ...locked })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { 'b/a': '1.0.0' },
    { 'b@npm:1.0.0/a': '1.0.0' },
    { 'b@1.0.0/a@^2.0.0': '1.0.0' },
    { a: '1.0.0' },
  ])('for a package that a dependency requests: %o', (resolutions) => {
    const locked = { keys: 'a@npm:1.0.0', ofB: 'npm:^2.0.0' };
    expect(gapsOf({ b: '1.0.0' }, resolutions, locked)).toEqual([]);
  });
});

describe('Yarn 1', () => {
  const gapsWith = (resolutions: Record<string, string>, lock: string): string[] =>
    reasonsOf(
      inventoryOf({
        'package.json': JSON.stringify({ name: 'p', dependencies: { a: '^2.0.0' }, resolutions }),
        'yarn.lock': `# yarn lockfile v1\n\n\n${lock}`,
      }).notes,
    );
  const entry = (key: string, rest = ''): string =>
    `${key}:\n  version "1.0.0"\n  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${'0'.repeat(40)}"\n${rest}`;

  test.each<Record<string, string>>([{ 'b/a': '1.0.0' }, { 'a@^2.0.0': '1.0.0' }, { a: '3.0.0' }])(
    'has none for another request, nor with a value that the lockfile does not have: %o',
    (resolutions) => {
      expect(gapsWith(resolutions, entry('a@1.0.0'))).toContain(missing);
    },
  );

  test.each<Record<string, string>>([{ a: '1.0.0' }, { '**/a': '1.0.0' }])(
    'has one for the request: %o',
    (resolutions) => {
      expect(gapsWith(resolutions, entry('a@1.0.0'))).toEqual([]);
    },
  );

  test.each<Record<string, string>>([{ 'b/a': '1.0.0' }, { 'c/**/a': '1.0.0' }, { '**/b/a': '1.0.0' }])(
    'may have one for a request of a dependency: %o',
    (resolutions) => {
      const lock = [
        entry('a@1.0.0'),
        entry('a@^2.0.0').replaceAll('1.0.0', '2.0.0'),
        entry('b@^2.0.0', '  dependencies:\n    a "^3.0.0"\n'),
      ].join('\n');
      expect(gapsWith(resolutions, lock).join('\n')).not.toContain('a@^3.0.0');
    },
  );
});
