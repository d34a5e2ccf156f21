import type { Token } from '../../../lib/domain/records.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { managers, type Caller } from '../../../lib/domain/roles.ts';
import { revokeToken } from '../../../lib/domain/tokens.ts';
import { everyItem, type Store } from '../../../lib/ports/store.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const mayRevoke = (caller: Caller, token: Token): boolean =>
  managers.includes(caller.role) || token.personId === caller.personId;

const find = async (
  store: Pick<Store<'token'>, 'list'>,
  organizationId: string,
  tokenId: string,
): Promise<Token | undefined> => {
  for await (const token of everyItem(store, 'tokens', { organizationId })) {
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
