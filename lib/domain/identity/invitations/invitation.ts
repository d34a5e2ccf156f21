import { dayMs } from '@scangate/domain/instant';
import type { Instant, Invitation } from '@scangate/domain/records';

export const invitationMs = 7 * dayMs;

/**
 * Returns whether two addresses are the same: ASCII letters are compared without case, and nothing else is folded.
 * Some Unicode letters become ASCII in lower case, so that an address could pass for another one.
 */
export const isSameAddress = (one: string, other: string): boolean => foldAddress(one) === foldAddress(other);

const foldAddress = (address: string): string =>
  address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns whether an invitation can be accepted, judging by its own record. */
export const isOpen = (
  { acceptedAt, withdrawnAt, expiresAt }: Pick<Invitation, 'acceptedAt' | 'withdrawnAt' | 'expiresAt'>,
  now: Instant,
): boolean => acceptedAt === undefined && withdrawnAt === undefined && expiresAt > now;

/** An invitation as lists show it. Nothing in the view opens anything. */
export const invitationView = (invitation: Invitation) => {
  const { invitationId, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return { invitationId, email, role, invitedBy, createdAt, expiresAt };
};
