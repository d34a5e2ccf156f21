import { describe, expect, test } from 'vitest';
import { integrity, inventoryOf, namesOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const kind = 'dependencies that the lockfile has in another version than the project asks for';

interface Locked {
  /** The name under which it is installed. */
  as: string;
  name: string;
  version: string;
  asked: string;
}

const manifestOf = ({ as, asked }: Locked, more: object = {}): string =>
  JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { [as]: asked }, ...more });

const npmLock = (locked: Locked): string => {
  const { as, name, version, asked } = locked;
  const alias = as === name ? {} : { name };
  return JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { name: 'app', dependencies: { [as]: asked } },
      [`node_modules/${as}`]: { ...alias, version, integrity },
    },
  });
};

const pnpmLock = ({ as, name, version, asked }: Locked): string => {
  const resolved = as === name ? version : `${name}@${version}`;
  return [
    "lockfileVersion: '9.0'",
    `importers:\n  .:\n    dependencies:\n      ${as}: {specifier: '${asked}', version: ${resolved}}`,
    `packages:\n  ${name}@${version}: {resolution: {integrity: ${integrity}}}`,
    `snapshots:\n  ${name}@${version}: {}\n`,
  ].join('\n');
};

const bunLock = ({ as, name, version, asked }: Locked): string =>
  `${JSON.stringify({
    lockfileVersion: 1,
    workspaces: { '': { name: 'app', dependencies: { [as]: asked } } },
    packages: { [as]: [`${name}@${version}`, '', {}, integrity] },
  })}\n`;

const formats: [string, (locked: Locked) => string][] = [
  ['package-lock.json', npmLock],
  ['pnpm-lock.yaml', pnpmLock],
  ['bun.lock', bunLock],
];

const gapsOf = (contents: Contents): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

describe.each(formats)('%s', (file, lock) => {
  const plain = { as: 'a', name: 'a', version: '2.0.0' };

  test.each<[string, Locked, string]>([
    ['another version', { ...plain, asked: '^1.0.0' }, 'a@^1.0.0'],
    ['an older version', { ...plain, asked: '>=2.1.0' }, 'a@>=2.1.0'],
    [
      'another package behind an alias',
      { ...plain, as: 'x', name: 'x', asked: 'npm:a@^2.0.0' },
      'x@npm:a@^2.0.0',
    ],
    ['an alias that was not requested', { ...plain, as: 'x', asked: '^2.0.0' }, 'x@^2.0.0'],
  ])('%s than the manifest requires is a gap', (_, locked, named) => {
    const contents = { 'package.json': manifestOf(locked), [file]: lock(locked) };
    expect(gapsOf(contents)).toEqual([`${file}: ${kind} (1): ${named}`]);
  });

  test.each<[string, Locked]>([
    ['a version in the range', { ...plain, asked: '1 || 2' }],
    ['a prerelease of the range', { ...plain, version: '2.1.0-beta.1', asked: '^2.0.0' }],
    ['a tag', { ...plain, asked: 'latest' }],
    ['a catalog', { ...plain, asked: 'catalog:' }],
    ['an alias', { ...plain, as: 'x', asked: 'npm:a@^2.0.0' }],
  ])('%s is not a gap', (_, locked) => {
    expect(gapsOf({ 'package.json': manifestOf(locked), [file]: lock(locked) })).toEqual([]);
  });

  test.each([{ overrides: { b: { a: '2.0.0' } } }, { pnpm: { overrides: { 'b@>=1>a@^1.0.0': '2.0.0' } } }])(
    'an override for another package is one: %o',
    (more) => {
      const locked = { ...plain, asked: '^1.0.0' };
      expect(gapsOf({ 'package.json': manifestOf(locked, more), [file]: lock(locked) })).toHaveLength(1);
    },
  );
});

test('an uploaded package-lock.json is compared with its own root', () => {
  const text = npmLock({ as: 'a', name: 'a', version: '2.0.0', asked: '^1.0.0' });
  expect(gapsOf({ 'package-lock.json': text })).toEqual([`package-lock.json: ${kind} (1): a@^1.0.0`]);
});

test('Yarn installs what the resolution says, not the version beside it', () => {
  const lock = [
    '__metadata:\n  version: 8\n',
    '"a@npm:^1.0.0":\n  version: 2.0.0\n  resolution: "a@npm:1.0.0"\n  linkType: hard\n',
    '"app@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "app@workspace:."',
    '  dependencies:\n    a: "npm:^1.0.0"\n  linkType: soft\n',
  ].join('\n');
  const contents = {
    'package.json': manifestOf({ as: 'a', name: 'a', version: '', asked: '^1.0.0' }),
    'yarn.lock': lock,
  };
  expect(namesOf(inventoryOf(contents))).toEqual(['a@1.0.0']);
});
