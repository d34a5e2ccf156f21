import { describe, expect, test } from 'vitest';
import { inspectSources } from '@scangate/engines/inventory/package-sources/inspect-sources';

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
const [top, inside, deep] = [
  'node_modules/b',
  'node_modules/b/node_modules/a',
  'node_modules/b/node_modules/a/node_modules/c',
];
const claimed = { version: '1.0.0', inBundle: true };
const needing = (...names: string[]) => ({
  ...claimed,
  dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
});
const lockedB = {
  version: '1.0.0',
  resolved: 'https://registry.npmjs.org/b/-/b-1.0.0.tgz',
  integrity,
};
const bundling = { ...lockedB, dependencies: { a: '1.0.0' }, bundleDependencies: ['a'] };

const problemsOf = (document: object): string[] =>
  inspectSources('package-lock', {
    path: 'package-lock.json',
    text: JSON.stringify(document),
    readText: () => undefined,
  }).map(({ rule, packageName }) => `${rule} ${packageName}`);
const problemsIn = (packages: object): string[] => problemsOf({ lockfileVersion: 3, packages });

describe('a package of npm that claims to be in a bundle is told', () => {
  test.each([
    ['at the top', { '': {}, 'node_modules/a': claimed }],
    [
      'at the top, with the flag of old versions',
      { '': {}, 'node_modules/a': { version: '1.0.0', bundled: true } },
    ],
    ['that the project itself bundles', { '': { bundleDependencies: ['a'] }, 'node_modules/a': claimed }],
    [
      'that a member of the workspace bundles',
      { m: { bundleDependencies: ['a'] }, 'm/node_modules/a': claimed },
    ],
    ['below one that bundles nothing', { [top]: lockedB, [inside]: claimed }],
    [
      'below one that bundles another',
      { [top]: { ...bundling, bundleDependencies: ['c'] }, [inside]: claimed },
    ],
    [
      'that nothing in the bundle needs',
      {
        [top]: { ...bundling, bundleDependencies: ['c'] },
        'node_modules/b/node_modules/c': needing('d'),
        [inside]: claimed,
      },
    ],
    ['beside the one that bundles it', { [top]: bundling, 'node_modules/a': claimed }],
    ['whose bundling entry a later one replaces', undefined],
  ])('%s', (_, packages) => {
    const twice = `{"lockfileVersion":3,"packages":{"${top}":${JSON.stringify(bundling)},"${top}":${JSON.stringify(lockedB)},"${inside}":${JSON.stringify(claimed)}}}`;
    const text = packages === undefined ? twice : JSON.stringify({ lockfileVersion: 3, packages });
    const problems = inspectSources('package-lock', {
      path: 'package-lock.json',
      text,
      readText: () => undefined,
    });
    expect(problems.map(({ rule, packageName }) => `${rule} ${packageName}`)).toEqual([
      'missing-integrity a',
    ]);
  });

  test('by the address that it states', () => {
    const stated = { ...claimed, resolved: 'https://evil.example/a/-/a-1.0.0.tgz', integrity };
    expect(problemsIn({ [top]: bundling, [inside]: stated })).toEqual(['unexpected-host a']);
  });

  test('at the top of a lockfile of version 1', () => {
    const dependencies = { a: { version: '1.0.0', bundled: true } };
    expect(problemsOf({ lockfileVersion: 1, dependencies })).toEqual(['missing-integrity a']);
  });
});

describe('a package of npm that is in a bundle is not told', () => {
  test.each([
    ['that is listed', { [top]: bundling, [inside]: claimed }],
    [
      'by the other name of the list',
      { [top]: { ...lockedB, bundledDependencies: ['a'] }, [inside]: claimed },
    ],
    ['of all dependencies', { [top]: { ...bundling, bundleDependencies: true }, [inside]: claimed }],
    [
      'that one in the bundle needs',
      {
        [top]: bundling,
        [inside]: needing('c', 'd'),
        [deep]: needing('d'),
        'node_modules/b/node_modules/d': claimed,
      },
    ],
  ])('%s', (_, packages) => {
    expect(problemsIn(packages)).toEqual([]);
  });

  test('below another one in a lockfile of version 1', () => {
    const dependencies = { b: { ...lockedB, dependencies: { a: { version: '1.0.0', bundled: true } } } };
    expect(problemsOf({ lockfileVersion: 1, dependencies })).toEqual([]);
  });
});
