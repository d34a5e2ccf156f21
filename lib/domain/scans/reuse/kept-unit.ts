import type { Change } from '@scangate/domain/change';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { Instant, KeptResult, KeptUnit, Scan, ScanUnit } from '@scangate/domain/records';
import { decideRefunds } from '@scangate/domain/credits/decide-refunds';
import { isCharged } from '@scangate/domain/credits/scan-price';

/** The time for which a result can be taken over after it was made, as for the assessment of a base. */
const keptMs = 14 * dayMs;
/** The default branch and the pull requests of some days. */
const maxKept = 16;
/** A unit whose files with comments take more is scanned anew each time. */
const commentedBytes = 4 * 1024;

/** Another scan kept a result of the unit meanwhile. */
class KeptConflict extends Conflict {
  constructor() {
    super('another scan kept a result of the unit');
  }
}

type KeptUnitId = Pick<KeptUnit, 'organizationId' | 'repositoryId' | 'projectUnitId'>;

const isInForce = ({ keptAt }: KeptResult, now: Instant): boolean => addMs(new Date(keptAt), keptMs) > now;

/** The results that a unit may take over. */
export const resultsInForce = (kept: KeptUnit | undefined, now: Instant): KeptResult[] =>
  (kept?.results ?? []).filter((result) => isInForce(result, now));

/** Whether the list of files with comments fits its record. */
export const fitsRecord = (commented: readonly string[]): boolean =>
  Buffer.byteLength(JSON.stringify(commented)) <= commentedBytes;

/** A unit of an ended scan whose result others may take over. */
export type KeepableUnit = ScanUnit & Required<Pick<ScanUnit, 'reuseKey' | 'sourceBytes'>>;

/**
 * Returns the units of an ended scan whose results are kept: those that this scan itself scanned, and that were paid for and
 * not refunded. Else a scan that is cancelled over and over would make the next one free.
 */
export const keepableUnits = (scan: Pick<Scan, 'units' | 'baseUnits'>): KeepableUnit[] => {
  const refunded = new Set(decideRefunds(scan).map(({ unit }) => unit.projectUnitId));
  return scan.units.filter(
    (unit): unit is KeepableUnit =>
      unit.status === 'completed' &&
      unit.reuseKey !== undefined &&
      unit.sourceBytes !== undefined &&
      unit.reusedFrom === undefined &&
      isCharged(unit.charge) &&
      !refunded.has(unit.projectUnitId),
  );
};

/** Keeps a result of a unit beside its newest others. Nothing is written for one that is kept already. */
export const keepResult = (
  id: KeptUnitId,
  { stored, result }: { stored: KeptUnit | undefined; result: KeptResult },
  now: Instant,
): Change<'keptUnit'>[] => {
  const others = resultsInForce(stored, now);
  if (others.some(({ key, scanId }) => key === result.key && scanId === result.scanId)) return [];
  const results = [result, ...others.filter(({ key }) => key !== result.key)]
    .toSorted((a, b) => (a.keptAt > b.keptAt ? -1 : 1))
    .slice(0, maxKept);
  const version = (stored?.version ?? 0) + 1;
  const expiresAt = addMs(new Date(results[0]?.keptAt ?? now), keptMs);
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
