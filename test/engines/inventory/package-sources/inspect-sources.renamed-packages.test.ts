import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LockfileFormat } from '@scangate/engines/inventory/formats';
import { inspectSources } from '@scangate/engines/inventory/package-sources/inspect-sources';

const problemsOf = (
  format: LockfileFormat,
  path: string,
  text: string,
  others: Record<string, string> = {},
): string[] =>
  inspectSources(format, { path, text, readText: (other) => others[other] }).map(
    ({ rule, packageName }) => `${rule} ${packageName}`,
  );

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;

interface Renaming {
  format: LockfileFormat;
  path: string;
  /** The lockfile whose entry of one name contains another package, and what requires that, if anything. */
  write: (asked: string, held: string, isAsked: boolean) => { text: string; others?: Record<string, string> };
}

const renamings: Renaming[] = [
  {
    format: 'yarn',
    path: 'yarn.lock',
    write: (asked, held, isAsked) => ({
      text: `__metadata:\n  version: 8\n\n"${asked}@npm:${isAsked ? `${held}@` : ''}^1.0.0":\n  version: 1.0.0\n  resolution: "${held}@npm:1.0.0"\n  checksum: 10/aa\n  linkType: hard\n`,
    }),
  },
  {
    format: 'package-lock',
    path: 'package-lock.json',
    write: (asked, held, isAsked) => ({
      text: JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { [asked]: isAsked ? `npm:${held}@^1.0.0` : '^1.0.0' } },
          [`node_modules/${asked}`]: {
            name: held,
            version: '1.0.0',
            resolved: `https://registry.npmjs.org/${held}/-/${held}-1.0.0.tgz`,
            integrity,
          },
        },
      }),
    }),
  },
  {
    format: 'bun-lock',
    path: 'bun.lock',
    write: (asked, held, isAsked) => ({
      text: `{"lockfileVersion":1,"workspaces":{"":{"dependencies":{"${asked}":"${isAsked ? `npm:${held}@` : ''}^1.0.0"}}},"packages":{"${asked}":["${held}@1.0.0","",{},"${integrity}"]}}`,
    }),
  },
  {
    format: 'mix-lock',
    path: 'mix.lock',
    write: (asked, held, isAsked) => ({
      text: `%{\n  "${asked}": {:hex, :${held}, "1.0.0", "00", [:mix], [], "hexpm", "11"},\n}\n`,
      others: { 'mix.exs': `[{:${asked}, "~> 1.0"${isAsked ? `, hex: :${held}` : ''}}]` },
    }),
  },
];

const name = fc.stringMatching(/^[a-z][a-z0-9_]{1,12}$/);

describe.each(renamings)('$path: an entry that contains another package', ({ format, path, write }) => {
  test('is reported when no dependency requires that', () => {
    fc.assert(
      fc.property(name, name, (asked, held) => {
        fc.pre(asked !== held);
        const { text, others } = write(asked, held, false);
        const [found, ...more] = problemsOf(format, path, text, others);
        expect(more).toEqual([]);
        expect(found).toMatch(/^resolved-mismatch /);
      }),
      { numRuns: 50 },
    );
  });

  test('is an alias when a dependency requires it', () => {
    fc.assert(
      fc.property(name, name, (asked, held) => {
        const { text, others } = write(asked, held, true);
        expect(problemsOf(format, path, text, others)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

test('an override of package.json requires the other package', () => {
  const { text } = renamings[1]?.write('a', 'b', false) ?? { text: '' };
  const others = { 'package.json': '{"overrides": {"a@^1": "npm:b@1.0.0"}}' };
  expect(problemsOf('package-lock', 'package-lock.json', text, others)).toEqual([]);
});

test('mix.lock: another package may require the other name', () => {
  const text =
    '%{\n  "a": {:hex, :b, "1.0.0", "00", [:mix], [], "hexpm", "11"},\n  "c": {:hex, :c, "1.0.0", "00", [:mix], [{:a, "~> 1.0", [hex: :b, repo: "hexpm", optional: false]}], "hexpm", "11"},\n}\n';
  expect(problemsOf('mix-lock', 'mix.lock', text, { 'mix.exs': '[{:c, "~> 1.0"}]' })).toEqual([]);
});

describe('pubspec.lock', () => {
  const lock = (description: string): string =>
    `packages:\n  a:\n    dependency: "direct main"\n    description:\n${description}    source: hosted\n    version: "1.0.0"\n  b:\n    dependency: transitive\n    description:\n      name: b\n      sha256: "${'b'.repeat(64)}"\n      url: "https://pub.dev"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n`;
  const hash = `      sha256: "${'a'.repeat(64)}"\n`;

  test.each([
    ['consistent', `      name: a\n${hash}      url: "https://pub.dev"\n`, []],
    ['another host', `      name: a\n${hash}      url: "https://evil.example"\n`, ['unexpected-host a']],
    ['another package', `      name: b\n${hash}      url: "https://pub.dev"\n`, ['resolved-mismatch a']],
    ['no hash', '      name: a\n      url: "https://pub.dev"\n', ['missing-integrity a']],
    ['http', `      name: a\n${hash}      url: "http://pub.dev"\n`, ['insecure-source a']],
  ])('%s', (_, description, expected) => {
    expect(problemsOf('pubspec-lock', 'pubspec.lock', lock(description))).toEqual(expected);
  });

  test('a host that the manifest names is expected', () => {
    const others = { 'pubspec.yaml': 'dependencies:\n  a:\n    hosted: https://pub.corp.example\n' };
    const text = lock(`      name: a\n${hash}      url: "https://pub.corp.example"\n`);
    expect(problemsOf('pubspec-lock', 'pubspec.lock', text, others)).toEqual([]);
  });
});

describe('composer.lock', () => {
  const entry = (
    owner: string,
    home: string,
    more: object = { 'notification-url': 'https://packagist.org/downloads/' },
  ) => ({
    name: 'v/a',
    version: '1.0.0',
    source: { type: 'git', url: `https://github.com/${owner}/a.git`, reference: 'c'.repeat(40) },
    dist: {
      type: 'zip',
      url: `https://api.github.com/repos/${owner}/a/zipball/${'c'.repeat(40)}`,
      reference: 'c'.repeat(40),
    },
    support: { source: `https://github.com/${home}/a/tree/1.0.0` },
    ...more,
  });
  const lock = (...packages: object[]): string => JSON.stringify({ packages });

  test.each([
    ['vendor and home agree on another owner', lock(entry('evil', 'v')), ['replaced-package v/a']],
    ['only the vendor has another name', lock(entry('author', 'author')), []],
    ['only the home is out of date', lock(entry('v', 'old')), []],
    [
      'it is from no registry',
      lock(entry('v', 'v', {}), { ...entry('v', 'v'), name: 'v/b' }),
      ['git-source v/a'],
    ],
  ])('%s', (_, text, expected) => {
    expect(problemsOf('composer-lock', 'composer.lock', text)).toEqual(expected);
  });
});
