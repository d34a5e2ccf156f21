import { tokenIssued } from '@scangate/domain/events/emit/token';
import { issueDirectoryToken } from '@scangate/domain/identity/scim/directory-token';
import { storeToken } from '@scangate/domain/identity/issue-token';
import type { Caller } from '@scangate/domain/identity/caller';
import { tokenView } from '@scangate/domain/identity/tokens';
import { Problem } from '@scangate/domain/problem';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import type { TokenIssuingStore } from '../issue-token.ts';
import { loadIssued, bumpTokensVersion } from '../issued-tokens.ts';
import { revokeToken, type TokenEndingPorts } from '../revoke-token.ts';

interface Asked {
  caller: Caller;
  name: string;
  expiresInDays?: number | undefined;
}

/**
 * Issues a token for the directory; its secret is only in this result.
 * @throws Problem conflict.
 */
export const addDirectoryToken = async (
  { store, ids }: { store: TokenIssuingStore; ids: Ids },
  { caller, name, expiresInDays: days }: Asked,
  now: Date,
) =>
  retryOnConflict(limits.issueToken, async () => {
    const { organization, tokens } = await loadIssued(store, caller);
    const made = { tokenId: ids.uuid(), random: ids.bytes(60), now };
    const { secret, token } = issueDirectoryToken({ caller, tokens, name, days }, made);
    await commitOrThrow(store, [
      bumpTokensVersion(organization),
      ...storeToken(caller, token),
      ...tokenIssued(organization, token),
    ]);
    return { ...tokenView(token), token: secret };
  });

/** Lists the directory's tokens, including those that ended. */
export const listDirectoryTokens = async (store: TokenIssuingStore, caller: Caller) => {
  const { tokens } = await loadIssued(store, caller);
  return tokens.filter(({ kind }) => kind === 'directory').map(tokenView);
};

/** @throws Problem token_not_found for anything but a token of the directory. */
export const revokeDirectoryToken = async (
  ports: TokenEndingPorts & { store: TokenIssuingStore },
  { caller, tokenId }: { caller: Caller; tokenId: string },
  now: Date,
): Promise<void> => {
  const { tokens } = await loadIssued(ports.store, caller);
  const token = tokens.find((each) => each.tokenId === tokenId && each.kind === 'directory');
  if (!token) throw new Problem('token_not_found');
  await revokeToken(ports, { caller, tokenId }, now);
};
