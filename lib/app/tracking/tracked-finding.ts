import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { TrackedFinding } from '@scangate/domain/records';
import { isTracked } from '@scangate/domain/tracking/track-unit';
import * as rules from '@scangate/domain/tracking/triage';
import type { FollowedScan } from '@scangate/domain/tracking/tracking-records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/** A fingerprint, and the unit if several have it. */
export interface FindingRef {
  organizationId: string;
  fingerprint: string;
  projectUnitId?: string | undefined;
}

type FindingReader = Pick<Store<'trackedFinding' | 'findingLocation'>, 'get' | 'list'>;

const maxNamed = 100;

/** Finds the one unit that has the fingerprint. @throws Problem finding_not_found or finding_ambiguous. */
const unitOf = async ({ organizationId, fingerprint }: FindingRef, store: FindingReader): Promise<string> => {
  const owner = { organizationId, fingerprint };
  const page = await store.list('findingLocations', owner, { limit: maxNamed, consistent: true });
  const units = page.items.filter(isTracked).map(({ projectUnitId }) => projectUnitId);
  const [first, second] = units;
  if (first === undefined) throw new Problem('finding_not_found');
  if (second === undefined) return first;
  throw new Problem('finding_ambiguous', {
    detail: 'Several project units have this fingerprint: add projectUnitId to the query.',
    projectUnitIds: units,
  });
};

/** Loads a tracked finding. @throws Problem finding_not_found or finding_ambiguous. */
export const loadTrackedFinding = async (ref: FindingRef, store: FindingReader): Promise<TrackedFinding> => {
  const { organizationId } = ref;
  const fingerprint = ref.fingerprint.toLowerCase();
  const projectUnitId =
    ref.projectUnitId?.toLowerCase() ?? (await unitOf({ organizationId, fingerprint }, store));
  const id = { organizationId, projectUnitId, fingerprint };
  const row = await store.get('trackedFinding', id, { consistent: true });
  if (!row || !isTracked(row)) throw new Problem('finding_not_found');
  return row;
};

/** The limit of project units with one fingerprint that are changed together. */
const maxUnits = 100;

/** Loads the rows of a fingerprint, one for each project unit that has it. */
export const loadTrackedRows = async (
  owner: Omit<FindingRef, 'projectUnitId'>,
  store: Pick<Store<'trackedFinding' | 'findingLocation'>, 'list' | 'load'>,
): Promise<TrackedFinding[]> => {
  const { items } = await store.list('findingLocations', owner, { limit: maxUnits, consistent: true });
  const refs = items
    .filter(isTracked)
    .map(({ projectUnitId }) => ({ record: 'trackedFinding', id: { ...owner, projectUnitId } }) as const);
  if (refs.length === 0) return [];
  const rows = await store.load(refs, { consistent: true });
  return rows.filter((row) => row !== undefined).filter(isTracked);
};

/** Loads the scan that the repository of a finding followed last. */
export const loadFollowedScan = async (
  { organizationId, repositoryId }: TrackedFinding,
  store: Pick<Store<'followedCommit'>, 'get'>,
): Promise<FollowedScan | undefined> => {
  const followed = await store.get('followedCommit', { organizationId, repositoryId }, { consistent: true });
  return followed?.seen;
};

interface TriageRequest extends FindingRef {
  caller: Caller;
  triage: rules.Triage;
  ifMatch: string | undefined;
}

/**
 * Assigns a finding, or changes its notes or its ticket.
 * @throws Problem finding_not_found, finding_ambiguous, precondition_required, etag_mismatch or validation_failed.
 */
export const triageFinding = async (
  { caller, triage, ifMatch, ...ref }: TriageRequest,
  { store, ids }: { store: FindingReader & Pick<Store, 'commit'>; ids: Ids },
  now: Date,
): Promise<TrackedFinding> => {
  const change = { caller, triage, ifMatch, changeId: ids.uuid(), now: now.toISOString() };
  return retryOnConflict(limits.triageFinding, async () => {
    const changed = rules.triageFinding({ ...change, row: await loadTrackedFinding(ref, store) });
    await commitOrThrow(store, changed.changes);
    return changed.row;
  });
};
