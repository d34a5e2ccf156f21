import type { Change } from './record-changes.ts';
import { Conflict } from './conflict.ts';
import type { Organization } from './records.ts';

/** The counters of an organization that have a limit. */
type OwnedField = 'trustRules' | 'webhooks' | 'integrations' | 'bundles';

/** Thrown when a limited counter changed since the organization was read. */
export class OwnedCountConflict extends Conflict {
  constructor(field: OwnedField) {
    super(`the number of ${field} changed since it was read`);
  }
}

/**
 * Counts one more, or one less, of something that an organization has. The condition enforces the limit, however
 * many are created at once; a refused change reads the organization again.
 */
export const countOwned = (
  organization: Pick<Organization, 'organizationId' | OwnedField>,
  field: OwnedField,
  { step, most }: { step: 1 | -1; most: number },
): Change<'organization'> => {
  const { organizationId, [field]: known } = organization;
  const base = { change: 'update', record: 'organization', id: { organizationId } } as const;
  const onConflict = () => new OwnedCountConflict(field);
  if (step < 0) return { ...base, add: { [field]: -1 } };
  if (known === undefined)
    return { ...base, set: { [field]: 1 }, when: [{ field, is: 'absent' }], onConflict };
  return { ...base, add: { [field]: 1 }, when: [{ field, is: 'atMost', value: most - 1 }], onConflict };
};
