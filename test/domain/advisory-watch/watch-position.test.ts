import { describe, expect, test } from 'vitest';
import {
  firstPosition,
  isBehind,
  nextTarget,
  reachTarget,
} from '@scangate/domain/advisory-watch/watch-position';
import type { WatchPosition } from '@scangate/domain/advisory-watch/watch-records';

const at = '2026-03-01T12:00:00.000Z';
const published = { snapshotId: 's-2', shards: { npm: 'npm-2' } };
const position: WatchPosition = {
  watch: 'advisories',
  snapshotId: 's-1',
  shards: { npm: 'npm-1' },
  version: 3,
};
const written = (changes: unknown[]) => (changes as { item: WatchPosition }[]).map(({ item }) => item);

describe('the position of the watch', () => {
  test('begins at what is published', () => {
    expect(firstPosition(published)).toMatchObject({ item: { ...published, version: 1 } });
  });

  test('is behind another snapshot, and behind one whose matching was interrupted', () => {
    expect(isBehind(position, published)).toBe(true);
    expect(isBehind({ ...position, ...published }, published)).toBe(false);
    expect(isBehind({ ...position, target: { ...published, startedAt: at } }, position)).toBe(true);
  });

  test('keeps a target with its time until it is reached', () => {
    const { target, changes } = nextTarget(position, published, at);
    expect([target, changes.length]).toEqual([{ ...published, startedAt: at }, 1]);
    const begun = { ...position, target };
    const again = nextTarget(begun, { snapshotId: 's-3', shards: {} }, '2026-03-02T12:00:00.000Z');
    expect(again).toEqual({ target, changes: [] });
  });

  test('moves only to its own target, which another run may have reached already', () => {
    const begun = { ...position, target: { ...published, startedAt: at } };
    expect(written(reachTarget(begun, 's-2'))).toEqual([
      { watch: 'advisories', ...published, matchedAt: at, version: 4 },
    ]);
    expect(reachTarget(begun, 's-3')).toEqual([]);
    expect(reachTarget(position, 's-2')).toEqual([]);
  });

  test('gives every matching a later time, whatever the clock says', () => {
    const { target } = nextTarget({ ...position, matchedAt: at }, published, at);
    expect(target.startedAt).toBe('2026-03-01T12:00:00.001Z');
  });
});
