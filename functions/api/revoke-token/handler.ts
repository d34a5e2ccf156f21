import type { Token } from '../../../lib/domain/records.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { managers, type Caller } from '../../../lib/domain/roles.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const mayRevoke = (caller: Caller, token: Token): boolean =>
  managers.includes(caller.role) || token.personId === caller.personId;

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  const { organizationId } = caller;
  let token: Token | undefined;
  let cursor: string | undefined;
  do {
    const page = await store.list('tokens', { organizationId }, { limit: 100, ...(cursor && { cursor }) });
    token = page.items.find((candidate) => candidate.tokenId === params.tokenId);
    cursor = page.cursor;
  } while (!token && cursor !== undefined);
  if (!token || !mayRevoke(caller, token)) throw new Problem('token_not_found');
  if (token.revokedAt === undefined) {
    const { tokenHash } = token;
    await commitOrThrow(store, [
      { change: 'update', record: 'token', id: { tokenHash }, set: { revokedAt: now.toISOString() } },
    ]);
  }
  return { status: 204 };
});
