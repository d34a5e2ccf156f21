import { actorOf, auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Problem } from '../problem.ts';
import type { Instant, Member, Token } from '../records.ts';
import { listedAt, requireMayIssueTokens, requireScopes } from './issue-token.ts';
import { endCredentials } from './revocation/end-credentials.ts';
import type { Caller } from './caller.ts';
import { isLiveToken } from './tokens.ts';

/** A token that has ended stays dead, since a person who left knows its secret. */
const ended = () =>
  new Problem('conflict', {
    detail: 'The token has ended and cannot be revived. Issue a new one.',
  });

interface HandOver {
  caller: Caller;
  /** The requesting token; absent for a session. */
  parent: Token | undefined;
  token: Token;
  /** The membership of the person who is currently responsible. */
  holder: Member | undefined;
  /** The token that made it. */
  maker: Token | undefined;
  now: Instant;
}

const requireHandOver = ({ caller, parent, token, holder, maker, now }: HandOver): void => {
  if (token.kind !== 'service') throw new Problem('token_not_found');
  requireMayIssueTokens(parent);
  requireScopes(caller, token.scopes);
  const isMakerLive = token.parentHash === undefined || (maker && isLiveToken(maker, holder, now));
  if (!isMakerLive || !isLiveToken(token, holder, now)) throw ended();
};

/** The fields that make another person responsible for a token. */
const fieldsOf = ({ caller: { personId }, parent, token, now }: HandOver): Partial<Token> => {
  const { organizationId, createdAt, expiresAt } = token;
  const end = parent?.expiresAt;
  return {
    personId,
    handedOverAt: now,
    ...listedAt({ organizationId, personId, createdAt }),
    ...(parent && { parentHash: parent.tokenHash, parentId: parent.tokenId }),
    ...(end !== undefined && expiresAt !== undefined && end < expiresAt && { expiresAt: end }),
  };
};

/**
 * Makes the caller responsible for a service token: from then on it acts for the caller, and depends on the
 * credential that the caller uses.
 * @throws Problem token_not_found, person_required, insufficient_scope or conflict.
 */
export const handOverToken = (
  request: HandOver,
): { token: Token; changes: Change<'token' | 'endedCredentials' | 'auditEvent'>[] } => {
  requireHandOver(request);
  const { caller, parent, token, now } = request;
  const { organizationId, tokenHash, tokenId, personId: before } = token;
  if (before === caller.personId) return { token, changes: [] };
  const { parentHash: _hash, parentId: _id, ...own } = token;
  const set = fieldsOf(request);
  return {
    token: { ...own, ...set },
    changes: [
      {
        change: 'update',
        record: 'token',
        id: { tokenHash },
        set,
        ...(!parent && { unset: ['parentHash', 'parentId'] }),
        when: [
          { field: 'personId', is: 'equal', value: before },
          { field: 'revokedAt', is: 'absent' },
        ],
        onConflict: ended,
      },
      // It may end sooner from now on.
      endCredentials(organizationId, tokenId, now),
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: now,
        action: 'token.handed_over',
        cause: `${tokenId}#${now}`,
        target: tokenId,
        before: { personId: before },
        after: { personId: caller.personId },
      }),
    ],
  };
};
