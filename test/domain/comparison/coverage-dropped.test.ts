import { describe, expect, test } from 'vitest';
import type { Inventory } from '@scangate/engines/model/component';
import { pathDigest } from '@scangate/engines/model/digest';
import { coverageDropped, type CoveredUnit } from '@scangate/domain/comparison/coverage-dropped';

interface Given {
  path?: string;
  assessed?: string[];
  unassessed?: string[];
  truncated?: true;
  read?: string[];
  unread?: string[];
  resolvingNothing?: string[];
  uncovered?: string[];
  leftOut?: string[];
}

const unitOf = ({ path = '', assessed = [], unassessed = [], truncated, ...given }: Given): CoveredUnit => {
  const { read = [], unread = [], resolvingNothing = [], uncovered = [], leftOut = [] } = given;
  const files = { assessed: assessed.map(pathDigest), unassessed, ...(truncated && { truncated }) };
  const inventory: Inventory = {
    unitType: 'npm',
    components: [],
    direct: [],
    read,
    unread: unread.map((file) => ({ file, reason: 'no lockfile' })),
    notes: [],
    resolvingNothing,
    uncovered,
  };
  return {
    unit: { path, type: 'npm' },
    scanTypes: ['sca', 'secrets', 'sast'],
    files: { secrets: files, sast: files },
    inventory,
    leftOutLockfiles: leftOut,
  };
};

describe('files', () => {
  test('a file that the base assessed and the head leaves out is dropped, once for each scan type', () => {
    const dropped = coverageDropped(
      [unitOf({ assessed: ['b.js'], unassessed: ['a.js', 'c.png'] })],
      [unitOf({ assessed: ['a.js', 'b.js'], unassessed: ['c.png'] })],
    );
    expect(dropped.map(({ dimension, path }) => [dimension, path])).toEqual([
      ['sast', 'a.js'],
      ['secrets', 'a.js'],
    ]);
  });

  test('a removed file, a new one and one that the base did not assess either are not dropped', () => {
    expect(
      coverageDropped(
        [unitOf({ unassessed: ['new.js', 'old.png'] })],
        [unitOf({ assessed: ['gone.js'], unassessed: ['old.png'] })],
      ),
    ).toEqual([]);
  });

  test('a file that another unit left out before is found by its path from the root', () => {
    const head = [unitOf({}), unitOf({ path: 'web', unassessed: ['src/a.js'] })];
    expect(coverageDropped(head, [unitOf({ assessed: ['web/src/a.js'] })])).toMatchObject([
      { dimension: 'sast', path: 'web/src/a.js' },
      { dimension: 'secrets', path: 'web/src/a.js' },
    ]);
  });

  test('more files than can be listed are a drop unless the base had as many', () => {
    const many = unitOf({ truncated: true });
    expect(coverageDropped([many], [unitOf({})])).toHaveLength(2);
    expect(coverageDropped([many], [many])).toEqual([]);
  });

  test('only the scan types that were requested for the head are compared', () => {
    const head = { ...unitOf({ unassessed: ['a.js'] }), scanTypes: ['sca' as const], files: {} };
    expect(coverageDropped([head], [unitOf({ assessed: ['a.js'] })])).toEqual([]);
  });
});

describe('dependency sets', () => {
  const dependencies = (head: Given, base: Given) => coverageDropped([unitOf(head)], [unitOf(base)]);

  test('a lockfile that can no longer be read is dropped with its reason', () => {
    expect(dependencies({ unread: ['package-lock.json'] }, { read: ['package-lock.json'] })).toEqual([
      { dimension: 'dependencies', path: 'package-lock.json', reason: 'no lockfile' },
    ]);
  });

  test('a lockfile that was removed is dropped when its manifest stays', () => {
    expect(dependencies({ unread: ['package.json'] }, { read: ['package-lock.json'] })).toMatchObject([
      { path: 'package.json' },
    ]);
  });

  test('a lockfile that was removed is dropped when another one lacks what its manifest requires', () => {
    const head = { read: ['package-lock.json'], uncovered: ['web/package.json'] };
    const base = { read: ['package-lock.json', 'web/package-lock.json'] };
    expect(dependencies(head, base)).toMatchObject([{ path: 'web/package.json' }]);
    expect(dependencies(head, head)).toEqual([]);
  });

  test('a lockfile that no longer resolves anything is dropped', () => {
    const head = { read: ['a/package-lock.json'], resolvingNothing: ['a/package-lock.json'] };
    expect(dependencies(head, { read: ['a/package-lock.json'] })).toMatchObject([
      { path: 'a/package-lock.json' },
    ]);
  });

  test('a lockfile that moves to a folder whose lockfiles are not read is dropped', () => {
    const base = { read: ['package-lock.json'], leftOut: ['fixtures/a/package-lock.json'] };
    expect(dependencies({ leftOut: ['vendor/package-lock.json'] }, base)).toMatchObject([
      { path: 'vendor/package-lock.json' },
    ]);
    expect(dependencies({ leftOut: ['fixtures/a/package-lock.json'] }, base)).toEqual([]);
  });

  test('a removed project and a change of the package manager are not dropped', () => {
    expect(dependencies({}, { read: ['package-lock.json'] })).toEqual([]);
    expect(dependencies({ read: ['yarn.lock'] }, { read: ['package-lock.json'] })).toEqual([]);
  });

  test('nothing is dropped between two equal scans', () => {
    const unit = { read: ['a.lock'], unread: ['b.lock'], assessed: ['a.js'], unassessed: ['b.png'] };
    expect(dependencies(unit, unit)).toEqual([]);
  });
});
