import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs } from '@scangate/domain/instant';
import type { Instant, KeptResult, KeptUnit } from '@scangate/domain/records';
import { reusableMs, unexpiredResults } from './may-reuse.ts';

/** Enough for the default branch and the pull requests of some days, and for one write unit. */
const maxKept = 12;
/** A unit whose commented files are larger is scanned every time. */
const commentedBytes = 4 * 1024;

/** Thrown when another scan kept a result of the unit meanwhile. */
class KeptConflict extends Conflict {
  constructor() {
    super('another scan kept a result of the unit');
  }
}

type KeptUnitId = Pick<KeptUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;

/** Returns whether the list of files with comments fits into its record. */
export const fitsRecord = (commented: readonly string[]): boolean =>
  Buffer.byteLength(JSON.stringify(commented)) <= commentedBytes;

/** Adds a result of a unit to its newest ones. Nothing is written for a result that is already kept. */
export const keepResult = (
  id: KeptUnitId,
  { stored, result }: { stored: KeptUnit | undefined; result: KeptResult },
  now: Instant,
): Change<'keptUnit'>[] => {
  const others = unexpiredResults(stored, now);
  if (others.some(({ key, scanId }) => key === result.key && scanId === result.scanId)) return [];
  const results = [result, ...others.filter(({ key }) => key !== result.key)]
    .toSorted((a, b) => (a.keptAt > b.keptAt ? -1 : 1))
    .slice(0, maxKept);
  const version = (stored?.version ?? 0) + 1;
  const expiresAt = addMs(new Date(results[0]?.keptAt ?? now), reusableMs);
  return [
    {
      change: 'insert',
      record: 'keptUnit',
      item: { ...id, results, version, expiresAt },
      ...(stored && { replaceIf: [{ field: 'version', is: 'equal', value: stored.version }] }),
      onConflict: () => new KeptConflict(),
    },
  ];
};
