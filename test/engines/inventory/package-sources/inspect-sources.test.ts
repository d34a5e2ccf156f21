import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectSources } from '@scangate/engines/inventory/package-sources/inspect-sources';
import type { SourceRule } from '@scangate/engines/model/source-problem';
import { runs } from '#test/support/runs/samples.ts';
import { packages, wellKept } from './well-kept-lockfiles.ts';

type Lockfile = (typeof wellKept)[number];

const inspect = ({ format, path }: Lockfile, text: string, others: Record<string, string> = {}) =>
  inspectSources(format, { path, text, readText: (other) => others[other] });

/** Formats problems as `rule package`, sorted. */
const problemsOf = (lockfile: Lockfile, text: string, others?: Record<string, string>): string[] =>
  inspect(lockfile, text, others)
    .map(({ rule, packageName }) => `${rule} ${packageName?.replace('v/', '') ?? '*'}`)
    .sort();

const replaced = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, () => to);
};

const withAddress = wellKept.filter(({ address }) => address !== undefined);
const anyPackage = fc.constantFrom(...packages);

test.each(wellKept)('$path: a consistent lockfile has no problems', (lockfile) => {
  expect(inspect(lockfile, lockfile.text)).toEqual([]);
});

describe.each(wellKept)('$path, poisoned', (lockfile) => {
  const { text, hash } = lockfile;

  test('a package without its hash is named, and no other', () => {
    fc.assert(
      fc.property(anyPackage, (one) => {
        const poisoned = replaced(text, hash(one), '');
        expect(problemsOf(lockfile, poisoned)).toEqual([`missing-integrity ${one.name}`]);
      }),
    );
  });

  test('a file without any hash is one finding, unless the format makes hashes optional', () => {
    const bare = packages.reduce((left, one) => replaced(left, hash(one), ''), text);
    const optional = /requirements|Gemfile|berry/.test(lockfile.path);
    expect(problemsOf(lockfile, bare)).toEqual(optional ? [] : ['missing-integrity *']);
  });
});

test('more than a hundred packages without a hash are one finding, fewer among many are one each', () => {
  const lockOf = (lacking: number) => {
    const entries = Array.from({ length: 400 }, (_, n): [string, object] => [
      `node_modules/p${n}`,
      { version: '1.0.0', ...(n >= lacking && { integrity: 'sha512-AAAA' }) },
    ]);
    return JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(entries) });
  };
  const npm = wellKept.find(({ path }) => path === 'package-lock.json')!;
  expect(problemsOf(npm, lockOf(101))).toEqual(['missing-integrity *']);
  expect(problemsOf(npm, lockOf(30))).toHaveLength(30);
});

describe.each(withAddress)('$path, with another source', (lockfile) => {
  const { text, address = () => '' } = lockfile;

  test('a package from another host is named, and no other', () => {
    const host = fc.constantFrom(
      'registry.npmjs.org.evil.example',
      'evil.example',
      'raw.githubusercontent.com',
    );
    fc.assert(
      fc.property(anyPackage, host, (one, evil) => {
        const poisoned = replaced(text, address(one), address(one).replace(/\/\/[^/]+/, `//${evil}`));
        expect(problemsOf(lockfile, poisoned)).toEqual([`unexpected-host ${one.name}`]);
      }),
    );
  });

  test.each([
    ['is very long', `evil.example/${'a'.repeat(25_000)}`],
    [
      'has a tab, which installers ignore',
      text.startsWith('{') ? String.raw`evil\t.example` : 'evil\t.example',
    ],
  ])('a package is named whose address on another host %s', (_how, place) => {
    const [one] = packages;
    const poisoned = replaced(text, address(one), address(one).replace(/\/\/[^/]+/, `//${place}`));
    expect(problemsOf(lockfile, poisoned)).toContain(`unexpected-host ${one.name}`);
  });

  test('a package from the URL of another one is named', () => {
    fc.assert(
      fc.property(anyPackage, anyPackage, (one, other) => {
        fc.pre(one !== other);
        const own = text.indexOf(address(one));
        const poisoned = text.slice(0, own) + address(other) + text.slice(own + address(one).length);
        expect(problemsOf(lockfile, poisoned)).toContain(`resolved-mismatch ${one.name}`);
      }),
    );
  });

  test('a URL without encryption is named', () => {
    fc.assert(
      fc.property(anyPackage, (one) => {
        const poisoned = replaced(text, address(one), address(one).replace('https:', 'http:'));
        expect(problemsOf(lockfile, poisoned)).toContain(`insecure-source ${one.name}`);
      }),
    );
  });

  test('one unconfigured registry for all packages is one finding of the file', () => {
    const mirrored = packages.reduce(
      (left, one) => replaced(left, address(one), address(one).replace(/\/\/[^/]+/, '//npm.corp.example')),
      text,
    );
    expect(problemsOf(lockfile, mirrored)).toEqual(['unexpected-host *']);
  });
});

test('a lockfile that is truncated, reordered or damaged never gives findings about a clean package', () => {
  fc.assert(
    fc.property(fc.constantFrom(...wellKept), fc.nat({ max: 99 }), (lockfile, percent) => {
      const cut = lockfile.text.slice(0, Math.floor((lockfile.text.length * percent) / 100));
      try {
        const rules = inspect(lockfile, cut).map(({ rule }): SourceRule => rule);
        // A cut entry may have lost its hash or the end of its address, never its registry.
        expect(rules.every((rule) => rule === 'missing-integrity' || rule === 'resolved-mismatch')).toBe(
          true,
        );
      } catch (error) {
        // The reader of the format refuses the same text.
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: runs(300) },
  );
});

test.each<[path: string, others: Record<string, string>]>([
  ['package-lock.json', { '.npmrc': '@corp:registry=https://npm.corp.example/\n' }],
  ['npm-shrinkwrap.json', { '.npmrc': 'registry = https://npm.corp.example/' }],
  ['yarn.lock', { '.yarnrc': 'registry "https://npm.corp.example"\n' }],
  ['berry/yarn.lock', { '.yarnrc.yml': 'npmRegistryServer: "https://npm.corp.example"\n' }],
  ['pnpm-lock.yaml', { '.npmrc': 'registry=https://npm.corp.example' }],
  ['bun.lock', { 'bunfig.toml': '[install.scopes]\ncorp = { url = "https://npm.corp.example" }\n' }],
  ['uv.lock', { 'pyproject.toml': '[[tool.uv.index]]\nurl = "https://npm.corp.example/simple"\n' }],
  ['pdm.lock', { 'pyproject.toml': '[[tool.pdm.source]]\nurl = "https://npm.corp.example/simple"\n' }],
  [
    'composer.lock',
    { 'composer.json': '{"repositories":[{"type":"composer",\n"url":"https://npm.corp.example"}]}' },
  ],
])('%s: a registry that the project configures is accepted for any package', (path, others) => {
  const lockfile = wellKept.find((each) => each.path === path)!;
  const [one] = packages;
  const from = lockfile.address?.(one) ?? '';
  const text = lockfile.text.replace(from, from.replace(/\/\/[^/]+/, '//npm.corp.example'));
  expect(problemsOf(lockfile, text, others)).toEqual([]);
});
