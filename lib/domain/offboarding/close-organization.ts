import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import { changeConflict } from '../etag.ts';
import { invalidField } from '../invalid-field.ts';
import type { Change, Condition } from '../record-changes.ts';
import { endCredentials } from '../identity/revocation/end-credentials.ts';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Organization } from '../records.ts';
import type { Leaving, StoppedRenewal } from './offboarding-records.ts';

/** A closed organization can be restored for this many days; then it is erased. */
export const closingDays = 30;

/** The records of the organization that change when it is closed or restored. */
export type ClosingRecord = 'organization' | 'endedCredentials' | 'auditEvent';
export type ClosingChange = Change<ClosingRecord>;

const changedMeanwhile = () => changeConflict('organization');

/** @throws Problem validation_failed unless it is the organization's name. */
const requireName = (organization: Organization, name: string): void => {
  if (name === organization.name) return;
  throw invalidField('/name', 'This is not the name of the organization.', 'custom');
};

/** @throws Problem conflict while it is already closing, or pays for others. */
const requireClosable = ({ closing, clients }: Organization): void => {
  if (closing)
    throw new Problem('conflict', {
      detail: `The organization is erased at ${closing.eraseAt}.`,
      eraseAt: closing.eraseAt,
    });
  if (clients > 0)
    throw new Problem('conflict', {
      detail: `The organization pays for ${clients} client organizations, which have to leave first.`,
      clients,
    });
};

type Closing = Pick<Organization, 'closings'>;

const closingsAsRead = ({ closings }: Closing): Condition<'closings'> =>
  closings === undefined
    ? { field: 'closings', is: 'absent' }
    : { field: 'closings', is: 'equal', value: closings };

/** The condition that an organization is closing as it was read: it was not restored, or closed again, since. */
export const isClosingAsRead = (organization: Closing): Condition<'closing' | 'closings'>[] => [
  { field: 'closing', is: 'present' },
  closingsAsRead(organization),
];

/**
 * Closes an organization: from now on its tokens are refused, its owners can only export or restore it, and it is
 * erased after 30 days.
 * @param name typed by the owner, so that nobody closes another organization than the intended one.
 * @param stopped the renewals that were stopped, and resume after a restore.
 * @throws Problem validation_failed for another name, conflict.
 */
export const closeOrganization = (
  caller: Actor,
  organization: Organization,
  { name, stopped, now }: { name: string; stopped: readonly StoppedRenewal[]; now: Date },
): ClosingChange[] => {
  requireClosable(organization);
  requireName(organization, name);
  const { organizationId, closings = 0 } = organization;
  const [since, eraseAt] = [now.toISOString(), addMs(now, closingDays * dayMs)];
  return [
    {
      change: 'update',
      record: 'organization',
      id: { organizationId },
      set: { closing: { since, eraseAt, stopped: [...stopped] }, closings: closings + 1 },
      when: [
        { field: 'closing', is: 'absent' },
        closingsAsRead(organization),
        { field: 'clients', is: 'equal', value: 0 },
      ],
      onConflict: changedMeanwhile,
    },
    endCredentials(organizationId, organizationId, since),
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      at: since,
      action: 'organization.closing',
      cause: since,
      after: { eraseAt },
    }),
  ];
};

/**
 * Restores a closing organization as it was.
 * @throws Problem conflict for one that is not closing, and from the end of its 30 days on.
 */
export const restoreOrganization = (
  caller: Actor,
  organization: Organization,
  now: Date,
): ClosingChange[] => {
  const { organizationId, closing, erasureStartedAt } = organization;
  const at = now.toISOString();
  if (!closing) throw new Problem('conflict', { detail: 'The organization is not closing.' });
  if (closing.eraseAt <= at || erasureStartedAt !== undefined)
    throw new Problem('conflict', { detail: 'The erasure has started.' });
  return [
    {
      change: 'update',
      record: 'organization',
      id: { organizationId },
      unset: ['closing'],
      // An erasure that has begun by its own clock is not undone.
      when: [...isClosingAsRead(organization), { field: 'erasureStartedAt', is: 'absent' }],
      onConflict: changedMeanwhile,
    },
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      at,
      action: 'organization.restored',
      cause: at,
      before: { eraseAt: closing.eraseAt },
    }),
  ];
};

/** Returns whether the 30 days of a closing organization are over, by this clock or by that of an erasure that has begun. */
export const isDueForErasure = ({ closing, erasureStartedAt }: Leaving, now: Date): boolean =>
  closing !== undefined && (erasureStartedAt !== undefined || closing.eraseAt <= now.toISOString());
