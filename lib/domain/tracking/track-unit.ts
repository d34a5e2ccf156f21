import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { differs } from '../record-difference.ts';
import { absenceOf, type AssessedScope } from './proof-of-absence.ts';
import { listedBy } from './listing.ts';
import { currentFindings, scanTypeOfKind, type CurrentFinding } from './tracked-details.ts';
import type { FollowedScan, Sighting, TrackedFinding } from './tracking-records.ts';

/** A judgment of a project unit at a followed commit. */
export interface JudgedUnit extends AssessedScope {
  organizationId: string;
  repositoryId: string;
  unit: { projectUnitId: string; path: string };
  findings: readonly Finding[];
  policy: GatePolicy;
  seen: Sighting;
  /** The scan that was followed before; its commit is the last one with a finding that is now fixed. */
  previous?: FollowedScan | undefined;
}

/** A row to write, before and after the change. */
export interface RowChange {
  before?: TrackedFinding;
  after: TrackedFinding;
}

/** A removed row is treated as absent until the database deletes it. */
export const isTracked = ({ expiresAt }: Pick<TrackedFinding, 'expiresAt'>): boolean =>
  expiresAt === undefined;

const isOfScope = (
  { scanTypes, projectUnitId }: FollowedScan,
  row: Pick<TrackedFinding, 'kind' | 'projectUnitId'>,
): boolean =>
  scanTypes.includes(scanTypeOfKind[row.kind]) &&
  (projectUnitId === undefined || projectUnitId === row.projectUnitId);

/**
 * The last commit that is known to have a finding: an open one is in every followed commit that was searched for it.
 */
export const lastSeenOf = (row: TrackedFinding, followed: FollowedScan | undefined): Sighting => {
  if (row.state === 'fixed' || row.unconfirmed || row.history) return row.lastSeen;
  if (!followed || !isOfScope(followed, row)) return row.lastSeen;
  if (followed.at < row.lastSeen.at) return row.lastSeen;
  const { scanId, commitHash, at } = followed;
  return { scanId, commitHash, at };
};

const withPlace = (row: TrackedFinding): TrackedFinding => ({
  ...row,
  listedOf: row.organizationId,
  listedBy: listedBy(row),
});

const newRow = ({ organizationId, repositoryId, unit, seen }: JudgedUnit, found: CurrentFinding) =>
  withPlace({
    organizationId,
    projectUnitId: unit.projectUnitId,
    fingerprint: found.fingerprint,
    repositoryId,
    ...found.details,
    state: found.tolerated ? 'waived' : 'open',
    version: 1,
    firstSeen: seen,
    lastSeen: seen,
    openedAt: seen.at,
    ...(found.tolerated && { tolerated: found.tolerated }),
    triageVersion: 0,
  });

/** Fields that no longer apply to a finding that is present. */
const settled = ({
  tolerated: _tolerated,
  fixed: _fixed,
  unconfirmed: _unconfirmed,
  ...rest
}: TrackedFinding): TrackedFinding => rest;

/** A row whose finding is present. It changes when one of its facts has changed. */
const presentRow = (
  row: TrackedFinding,
  found: CurrentFinding,
  { seen }: JudgedUnit,
): TrackedFinding | undefined => {
  const { packageName: _name, packageVersion: _version, ...rest } = settled(row);
  const isBack = row.state === 'fixed';
  const after = withPlace({
    ...rest,
    ...found.details,
    state: found.tolerated ? 'waived' : 'open',
    ...(found.tolerated && { tolerated: found.tolerated }),
    ...(isBack && { openedAt: seen.at }),
    ...((isBack || row.unconfirmed) && { lastSeen: seen }),
  });
  return after;
};

/** A row whose finding is absent: fixed when that is proven, else unconfirmed. */
const absentRow = (row: TrackedFinding, judged: JudgedUnit): TrackedFinding | undefined => {
  if (row.state === 'fixed') return undefined;
  const absence = absenceOf(row, judged);
  if (absence === 'not_assessed') return undefined;
  const lastSeen = lastSeenOf(row, judged.previous);
  if (absence === 'unknown') return row.unconfirmed ? undefined : { ...row, lastSeen, unconfirmed: true };
  return withPlace({ ...settled(row), state: 'fixed', lastSeen, fixed: judged.seen });
};

const sorted = (row: TrackedFinding): [string, unknown][] =>
  Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));

const changeOf = (before: TrackedFinding, after: TrackedFinding | undefined): RowChange[] =>
  after && differs(sorted(before), sorted(after))
    ? [{ before, after: { ...after, version: before.version + 1 } }]
    : [];

/**
 * Compares the tracked findings of a unit with a judgment of it, and returns the rows that change. A judgment that
 * was already tracked changes nothing.
 * @param rows those of the unit as stored.
 */
export const trackUnit = (rows: readonly TrackedFinding[], judged: JudgedUnit): RowChange[] => {
  const current = currentFindings(judged.findings, { unitPath: judged.unit.path, policy: judged.policy });
  const known = new Map(rows.filter(isTracked).map((row) => [row.fingerprint, row]));
  const added = [...current.values()]
    .filter((found) => !known.has(found.fingerprint) && !found.isForAudit)
    .map((found): RowChange => ({ after: newRow(judged, found) }));
  const changed = [...known.values()].flatMap((row) => {
    const found = current.get(row.fingerprint);
    return changeOf(row, found ? presentRow(row, found, judged) : absentRow(row, judged));
  });
  return [...added, ...changed];
};
