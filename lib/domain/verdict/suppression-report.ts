import { digestOf } from '@scangate/engines/model/digest';
import type { UnitResult } from '@scangate/engines/model/results';
import { readsDependencies, type ScanType } from '@scangate/engines/model/scan-type';
import {
  entryIdentity,
  entryKey,
  ownSuppressions,
  type ProposedSuppression,
  type SuppressionEntry,
  type Suppressions,
  type UnusedSuppression,
} from '@scangate/engines/model/gate/suppressions';
import type { Scan } from '../records.ts';

/** The part of a verdict about the suppressions of a commit. */
export interface SuppressionReport {
  suppressionsProposed: ProposedSuppression[];
  suppressionsUnused: UnusedSuppression[];
  /** Numbers of suppressions that are not listed; absent without any. */
  suppressionsOmitted?: { proposed: number; unused: number };
}

/** The verdict is part of the scan's record, which bounds its lists. */
const maxListed = 50;
const longestEntry = 200;

type JudgedScan = Pick<Scan, 'units' | 'scanTypes' | 'projectUnitId' | 'artifact'>;

const shown = ({ file, line, text }: SuppressionEntry): ProposedSuppression => ({
  file: file.slice(0, longestEntry),
  line,
  entry: text.slice(0, longestEntry),
});

/** A negated entry removes a suppression, which needs no review. */
const proposedEntries = ({ mode, own, entries }: Suppressions): ProposedSuppression[] => {
  if (mode !== 'reviewed') return [];
  const reviewed = new Set(entries.map(entryIdentity));
  return own.filter((entry) => !entry.negated && !reviewed.has(entryIdentity(entry))).map(shown);
};

const scannerTypes: Record<string, readonly ScanType[]> = {
  secrets: ['secrets'],
  sast: ['sast'],
  sca: ['sca'],
  license: ['license'],
};

const ranFor = ({ scanTypes }: JudgedScan, { scanner }: SuppressionEntry): boolean => {
  if (scanner !== undefined) return (scannerTypes[scanner] ?? []).some((type) => scanTypes.includes(type));
  return scanTypes.some((type) => !readsDependencies(type));
};

const directoryOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/**
 * Returns whether all units to which an entry applies were scanned, so that it would have matched. An entry of a
 * file that is neither at the root nor in a unit applies to none.
 */
const hasItsUnits = ({ units, projectUnitId, artifact }: JudgedScan, entry: SuppressionEntry): boolean => {
  const isWhole = projectUnitId === undefined;
  const directory = directoryOf(entry.file);
  return (
    artifact === undefined && (isWhole || (directory !== '' && units.some(({ path }) => path === directory)))
  );
};

const entriesInForce = ({ mode, own, entries }: Suppressions): readonly SuppressionEntry[] => {
  if (mode === 'none') return [];
  return mode === 'commit' ? own : entries;
};

const unmatchedEntries = (
  scan: JudgedScan,
  suppressions: Suppressions,
  matched: ReadonlySet<string>,
): UnusedSuppression[] =>
  entriesInForce(suppressions)
    .filter((entry) => !entry.negated && !matched.has(entryKey(entry)))
    .filter((entry) => ranFor(scan, entry) && hasItsUnits(scan, entry))
    .map((entry) => ({ ...shown(entry), reason: 'matched_nothing' as const }));

const distinct = <P extends ProposedSuppression>(places: readonly P[]): P[] => {
  const byPlace = new Map<string, P>();
  for (const place of places) {
    const key = JSON.stringify([place.file, place.line, place.entry]);
    if (!byPlace.has(key)) byPlace.set(key, place);
  }
  return [...byPlace.values()].toSorted(
    (a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line,
  );
};

/** Collects, over all units, the suppressions that the commit proposes and those that suppress nothing. */
export const reportSuppressions = (
  scan: JudgedScan,
  results: readonly UnitResult[],
  suppressions: Suppressions = ownSuppressions,
): SuppressionReport => {
  const units = results.map((result) => result.suppressions);
  const matched = new Set(units.flatMap((unit) => unit.matched));
  const proposed = distinct([...proposedEntries(suppressions), ...units.flatMap((unit) => unit.proposed)]);
  const unused = distinct([
    ...units.flatMap((unit) => unit.unused),
    ...unmatchedEntries(scan, suppressions, matched),
  ]);
  const omitted = {
    proposed: Math.max(0, proposed.length - maxListed),
    unused: Math.max(0, unused.length - maxListed),
  };
  return {
    suppressionsProposed: proposed.slice(0, maxListed),
    suppressionsUnused: unused.slice(0, maxListed),
    ...(omitted.proposed + omitted.unused > 0 && { suppressionsOmitted: omitted }),
  };
};

/** The digest of the effects of suppressions, which is one of the inputs of a verdict. */
export const suppressionsDigestOf = (results: readonly UnitResult[]): string =>
  digestOf(
    results
      .map(({ projectUnitId, suppressions }) => [projectUnitId, suppressions.suppressed] as const)
      .filter(([, fingerprints]) => fingerprints.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
