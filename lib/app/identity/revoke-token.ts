import { tokenRevoked } from '@scangate/domain/events/emit/token';
import { managers } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import * as rules from '@scangate/domain/identity/tokens';
import { Problem } from '@scangate/domain/problem';
import type { Token } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { listAll, type Store } from '#ports/store.ts';
import { recheckOpenWaitsNow } from '../scans/waiting/recheck-open-waits.ts';

type Writes = 'token' | 'scan' | 'dedup' | 'endedCredentials' | 'auditEvent' | 'storedEvent';

export interface TokenEndingPorts {
  store: Pick<Store<'token' | 'waiter', Writes>, 'list' | 'commit'>;
  log: Log;
}

const mayRevoke = (caller: Caller, token: Token): boolean =>
  managers.includes(caller.role) || token.personId === caller.personId;

const findToken = async (
  store: Pick<Store<'token'>, 'list'>,
  organizationId: string,
  tokenId: string,
): Promise<Token | undefined> => {
  for await (const token of listAll(store, { list: 'issuedTokens', owner: { listedOf: organizationId } })) {
    if (token.tokenId === tokenId) return token;
  }
  return undefined;
};

/**
 * Revokes a token of the organization. Owners and admins may revoke any, others their own.
 * @throws Problem token_not_found.
 */
export const revokeToken = async (
  ports: TokenEndingPorts,
  { caller, tokenId }: { caller: Caller; tokenId: string },
  now: Date,
): Promise<void> => {
  const token = await findToken(ports.store, caller.organizationId, tokenId);
  if (!token || !mayRevoke(caller, token)) throw new Problem('token_not_found');
  if (token.revokedAt !== undefined) return;
  const at = now.toISOString();
  const told = tokenRevoked(caller, { token, revokedBy: caller.personId }, at);
  // A failed condition means that another request has just revoked the token, which is what the caller wants.
  await ports.store.commit([...rules.revokeToken(caller, token, at), ...told]);
  await recheckOpenWaitsNow(token.organizationId, ports, now);
};
