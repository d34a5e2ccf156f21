import type { Change } from '../record-changes.ts';
import type { Organization } from '../records.ts';

/**
 * The organization that an account belongs to. That of a client is its parent's, which is charged as before while the client
 * is closing.
 */
export type Payer = Pick<Organization, 'closing'> | undefined;

/** Returns whether an organization may be charged: not while it is closing. */
export const mayBeCharged = (payer: Payer): boolean => payer !== undefined && payer.closing === undefined;

/** The condition that the organization of an account is not closing. */
export const requireNotClosing = (accountId: string, onConflict: () => Error): Change<'organization'> => ({
  change: 'require',
  record: 'organization',
  id: { organizationId: accountId },
  when: [{ field: 'closing', is: 'absent' }],
  onConflict,
});
