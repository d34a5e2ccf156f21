import { sha256 } from '@scangate/engines/model/digest';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Erased, ErasurePhase, Organization } from '../records.ts';
import { isClosingAsRead } from './close-organization.ts';
import { erasurePhases } from './offboarding-records.ts';

/** Thrown when two runs erase the same organization at once; one of them has to decide again. */
export class ErasureConflict extends Conflict {}

const conflict = () => new ErasureConflict('the erasure went on meanwhile');

/** A deleted row or object: its kind for the counts, and its key for the digest. */
export interface Deleted {
  kind: string;
  key: string;
}

/** Begins the erasure of a closing organization, unless it is restored or closed again meanwhile. */
export const beginErasure = (
  organization: Pick<Organization, 'organizationId' | 'billingAccountId' | 'closing' | 'closings'>,
  now: Date,
): { erased: Erased; changes: Change<'erased' | 'organization'>[] } => {
  const { organizationId, billingAccountId, closing } = organization;
  const startedAt = now.toISOString();
  const erased: Erased = {
    organizationId,
    billingAccountId,
    closedAt: closing?.since ?? startedAt,
    startedAt,
    phase: erasurePhases[0],
    counts: {},
    keysDigest: sha256(''),
    version: 1,
  };
  return {
    erased,
    changes: [
      { change: 'insert', record: 'erased', item: erased, onConflict: conflict },
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        set: { erasureStartedAt: startedAt },
        when: isClosingAsRead(organization),
        onConflict: conflict,
      },
    ],
  };
};

/** Begins another erasure of an organization that a restored backup brought back. Its first proof stays valid. */
export const repeatErasure = (
  { organizationId, closedAt }: Pick<Erased, 'organizationId' | 'closedAt'>,
  known: Erased | undefined,
  now: Date,
): Change<'erased'> => {
  const item: Erased = {
    organizationId,
    billingAccountId: organizationId,
    closedAt,
    startedAt: now.toISOString(),
    phase: erasurePhases[0],
    counts: {},
    keysDigest: sha256(''),
    repeated: true,
    version: (known?.version ?? 0) + 1,
  };
  return {
    change: 'insert',
    record: 'erased',
    item,
    ...(known && { replaceIf: [{ field: 'version', is: 'equal', value: known.version }] }),
    onConflict: conflict,
  };
};

const step = (erased: Erased, set: Partial<Erased>): { erased: Erased; change: Change<'erased'> } => {
  const version = erased.version + 1;
  return {
    erased: { ...erased, ...set, version },
    change: {
      change: 'update',
      record: 'erased',
      id: { organizationId: erased.organizationId },
      set: { ...set, version },
      when: [{ field: 'version', is: 'equal', value: erased.version }],
      onConflict: conflict,
    },
  };
};

/** Counts the deletions of one step. It is written with the deletion, so that each key counts once. */
export const countDeleted = (erased: Erased, deleted: readonly Deleted[]) => {
  const counts = { ...erased.counts };
  for (const { kind } of deleted) counts[kind] = (counts[kind] ?? 0) + 1;
  const keys = deleted.map(({ key }) => key).toSorted();
  return step(erased, { counts, keysDigest: sha256([erased.keysDigest, ...keys].join('\n')) });
};

const phaseAfter = (phase: ErasurePhase): ErasurePhase | undefined =>
  erasurePhases[erasurePhases.indexOf(phase) + 1];

/** Counts objects before they are removed; an object that is listed again was already counted. */
export const countObjects = (erased: Erased, keys: readonly string[]) => {
  const through = erased.objectsThrough ?? '';
  const fresh = keys.filter((key) => key > through).toSorted();
  const counts = { ...erased.counts, objects: (erased.counts['objects'] ?? 0) + fresh.length };
  const keysDigest = sha256([erased.keysDigest, ...fresh].join('\n'));
  return step(erased, { counts, keysDigest, objectsThrough: fresh.at(-1) ?? through });
};

/**
 * Advances to the next phase.
 * @throws Error after the last one.
 */
export const nextPhase = (erased: Erased) => {
  const phase = phaseAfter(erased.phase);
  if (!phase) throw new Error('there is no phase after the last one');
  return step(erased, { phase, objectsThrough: '' });
};

/** Removes a client organization from the count of its parent, once. */
export const releaseFromParent = (
  erased: Erased,
): { erased: Erased; changes: Change<'erased' | 'organization'>[] } => {
  const released = step(erased, { parentReleased: true });
  return {
    erased: released.erased,
    changes: [
      released.change,
      {
        change: 'update',
        record: 'organization',
        id: { organizationId: erased.billingAccountId },
        add: { clients: -1 },
        floor: { clients: 1 },
        onConflict: conflict,
      },
    ],
  };
};

/** Ends the erasure with the content of its proof. */
export const completeErasure = (
  erased: Erased,
  proven: Required<Pick<Erased, 'counts' | 'keysDigest' | 'erasedAt'>>,
) => step(erased, proven);
