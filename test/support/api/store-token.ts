import type { Caller, TokenKind } from '@scangate/domain/identity/caller';
import { tokenHash } from '@scangate/domain/identity/tokens';
import type { Token } from '@scangate/domain/records';
import { noon, testIds, write } from '../world.ts';
import { world } from './call-endpoint.ts';

/** Stores a live token of a caller's person, whose secret nobody knows. @returns its id. */
export const storeToken = async (
  { organizationId, billingAccountId, personId, role }: Caller,
  kind: TokenKind,
  more: Partial<Token> = {},
): Promise<string> => {
  const tokenId = testIds.uuid();
  const item: Token = {
    tokenHash: tokenHash(tokenId),
    tokenId,
    organizationId,
    billingAccountId,
    kind,
    personId,
    name: `${role} ${kind}`,
    scopes: [],
    hint: 'sgp_test…',
    createdAt: noon.toISOString(),
    ...more,
  };
  await write(world.store, [{ change: 'insert', record: 'token', item }]);
  return tokenId;
};
