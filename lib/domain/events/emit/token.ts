import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Token } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';

/** Emits that a token was issued, without its name and its secret. */
export const tokenIssued = (organization: Listening, token: Token): Change<'storedEvent'>[] => {
  const { tokenId, kind, personId, scopes, expiresAt, createdAt: at } = token;
  const data = { tokenId, kind, personId, scopes, ...(expiresAt !== undefined && { expiresAt }) };
  return emitEvent(organization, { type: 'token.issued', cause: tokenId, at, data });
};

/** Emits that a token was revoked. */
export const tokenRevoked = (
  organization: Listening,
  { token: { tokenId, kind, personId }, revokedBy }: { token: Token; revokedBy: string },
  at: Instant,
): Change<'storedEvent'>[] =>
  emitEvent(organization, {
    type: 'token.revoked',
    cause: tokenId,
    at,
    data: { tokenId, kind, personId, revokedBy },
  });
