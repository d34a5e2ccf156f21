import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { addMs } from '../instant.ts';
import type { Instant } from '../records.ts';
import type { WatchPosition, WatchTarget } from './watch-records.ts';

/** The key of the only position. */
export const watchPositionKey = { watch: 'advisories' } as const;

/** A published snapshot. */
export type Published = Pick<WatchTarget, 'snapshotId' | 'shards'>;

/** Thrown when another run of the watch changed the position. */
export class WatchConflict extends Conflict {
  constructor() {
    super('the position of the watch changed');
  }
}

const replace = (
  position: WatchPosition | undefined,
  item: Omit<WatchPosition, 'watch' | 'version'>,
): Change<'watchPosition'> => ({
  change: 'insert',
  record: 'watchPosition',
  item: { ...watchPositionKey, ...item, version: (position?.version ?? 0) + 1 },
  ...(position && { replaceIf: [{ field: 'version', is: 'equal', value: position.version }] }),
  onConflict: () => new WatchConflict(),
});

/** Sets the position before the first watched snapshot: no index was matched with what was published until then. */
export const firstPosition = (published: Published): Change<'watchPosition'> =>
  replace(undefined, { snapshotId: published.snapshotId, shards: published.shards });

/** Returns whether something is left to match. */
export const isBehind = (position: WatchPosition, published: Published): boolean =>
  position.target !== undefined || position.snapshotId !== published.snapshotId;

/**
 * Returns the snapshot to match next: one whose matching was interrupted, before the currently published one.
 * Concurrent runs have the same target, and so write the same.
 */
export const nextTarget = (
  position: WatchPosition,
  published: Published,
  now: Instant,
): { target: WatchTarget; changes: Change<'watchPosition'>[] } => {
  const { target, snapshotId, shards, matchedAt } = position;
  if (target) return { target, changes: [] };
  const isLater = matchedAt === undefined || now > matchedAt;
  const startedAt = isLater ? now : addMs(matchedAt, 1);
  const next = { snapshotId: published.snapshotId, shards: published.shards, startedAt };
  const known = { snapshotId, shards, ...(matchedAt !== undefined && { matchedAt }) };
  return { target: next, changes: [replace(position, { ...known, target: next })] };
};

/** Moves the position to a matched target; another run may have done so already. */
export const reachTarget = (position: WatchPosition, snapshotId: string): Change<'watchPosition'>[] => {
  const { target } = position;
  if (target?.snapshotId !== snapshotId) return [];
  return [replace(position, { snapshotId, shards: target.shards, matchedAt: target.startedAt })];
};
