import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { Instant, RepositoryCheck } from '@scangate/domain/records';

/** A run that writes at a host ends within this time; another one may write afterwards. */
const holdMs = 90_000;
const keptMs = 90 * dayMs;

/** Thrown when another run changed the record of the commit or the pull request. */
class RepositoryCheckConflict extends Conflict {
  constructor() {
    super('the repository check changed since it was read');
  }
}

/** The result of a scan, to be published on the commit or the pull request. */
export type CandidateCheck = Pick<
  RepositoryCheck,
  'organizationId' | 'repositoryId' | 'subject' | 'scanId' | 'scanAt' | 'weak'
>;

export type HeldCheck =
  /** This run holds the record and writes the result of its scan. */
  | { task: 'write'; check: RepositoryCheck; changes: Change<'repositoryCheck'>[] }
  /** Another run writes; the record names the newest scan, whose result is written next. */
  | { task: 'wait'; until: Instant; changes: Change<'repositoryCheck'>[] }
  /** The newest result is already published. */
  | { task: 'done'; changes: [] };

/** A later scan replaces an earlier one, but a weak result never replaces a strong one. */
const wins = (candidate: CandidateCheck, stored: RepositoryCheck): boolean => {
  if (candidate.weak !== stored.weak) return stored.weak;
  const [own, other] = [candidate, stored].map(({ scanAt, scanId }) => `${scanAt} ${scanId}`);
  return (own ?? '') > (other ?? '');
};

const replaced = (stored: RepositoryCheck | undefined, item: RepositoryCheck): Change<'repositoryCheck'> => ({
  change: 'insert',
  record: 'repositoryCheck',
  item,
  ...(stored && { replaceIf: [{ field: 'version', is: 'equal', value: stored.version }] }),
  onConflict: () => new RepositoryCheckConflict(),
});

/** Decides which result is to be shown, and whether this run writes it. */
export const holdCheck = (
  stored: RepositoryCheck | undefined,
  { candidate, holder }: { candidate: CandidateCheck; holder: string },
  now: Instant,
): HeldCheck => {
  const at = new Date(now);
  const newest = stored && !wins(candidate, stored) ? stored : { ...stored, ...candidate };
  const next = { ...newest, version: (stored?.version ?? 0) + 1, expiresAt: addMs(at, keptMs) };
  const isHeld = stored?.heldUntil !== undefined && stored.heldUntil > now && stored.holder !== holder;
  if (isHeld) {
    const changes = newest === stored ? [] : [replaced(stored, next)];
    return { task: 'wait', until: stored.heldUntil ?? now, changes };
  }
  if (stored && newest === stored && stored.written === stored.scanId && stored.heldUntil === undefined)
    return { task: 'done', changes: [] };
  const check = { ...next, holder, heldUntil: addMs(at, holdMs) };
  return { task: 'write', check, changes: [replaced(stored, check)] };
};

/** Releases a record after its result was written. It is refused when a newer result came meanwhile. */
export const releaseCheck = (
  { holder: _holder, heldUntil: _until, ...held }: RepositoryCheck,
  externalId: string | undefined,
): Change<'repositoryCheck'> => {
  const { version, scanId } = held;
  const item = {
    ...held,
    ...(externalId !== undefined && { externalId }),
    written: scanId,
    version: version + 1,
  };
  return replaced({ ...held, version }, item);
};
