import type { Token } from '@scangate/domain/records';
import { Problem } from '@scangate/domain/problem';
import { managers, type Caller } from '@scangate/domain/identity/roles';
import { revokeToken } from '@scangate/domain/identity/tokens';
import { listAll, type Store } from '#ports/store.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const mayRevoke = (caller: Caller, token: Token): boolean =>
  managers.includes(caller.role) || token.personId === caller.personId;

const find = async (
  store: Pick<Store<'token'>, 'list'>,
  organizationId: string,
  tokenId: string,
): Promise<Token | undefined> => {
  for await (const token of listAll(store, 'tokens', { organizationId })) {
    if (token.tokenId === tokenId) return token;
  }
  return undefined;
};

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  const { organizationId } = caller;
  const token = await find(store, organizationId, params.tokenId);
  if (!token || !mayRevoke(caller, token)) throw new Problem('token_not_found');
  // A refusal says that somebody else was quicker: it is revoked, and that was told.
  if (token.revokedAt === undefined) await store.commit(revokeToken(caller, token, now.toISOString()));
  return { status: 204 };
});
