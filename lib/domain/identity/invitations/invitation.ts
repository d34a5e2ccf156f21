import { dayMs } from '@scangate/domain/instant';
import type { Instant, Invitation } from '@scangate/domain/records';

export const invitationMs = 7 * dayMs;

/**
 * Whether two addresses are the same: ASCII letters count alike in both cases, and nothing else is folded. Unicode has
 * letters that become ASCII in lower case, so that an address could pass for another one.
 */
export const isSameAddress = (one: string, other: string): boolean => foldAddress(one) === foldAddress(other);

const foldAddress = (address: string): string =>
  address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether an invitation can be accepted as far as it knows itself. */
export const isOpen = (
  { acceptedAt, withdrawnAt, expiresAt }: Pick<Invitation, 'acceptedAt' | 'withdrawnAt' | 'expiresAt'>,
  now: Instant,
): boolean => acceptedAt === undefined && withdrawnAt === undefined && expiresAt > now;

/** An invitation as lists show it. Nothing of it opens anything. */
export const invitationView = (invitation: Invitation) => {
  const { invitationId, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return { invitationId, email, role, invitedBy, createdAt, expiresAt };
};
