import * as rules from '@scangate/domain/identity/hand-over-token';
import type { Caller } from '@scangate/domain/identity/caller';
import { requireRoom } from '@scangate/domain/identity/token-limits';
import { tokenView } from '@scangate/domain/identity/tokens';
import { Problem } from '@scangate/domain/problem';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadRequestingToken } from './load-requesting-token.ts';
import { loadIssued, bumpTokensVersion } from './issued-tokens.ts';

type Records = 'token' | 'member' | 'organization' | 'endedCredentials' | 'auditEvent';

/**
 * Makes the caller responsible for a service token.
 * @throws Problem token_not_found, person_required, insufficient_scope or conflict.
 */
export const handOverToken = async (
  store: Pick<Store<Records>, 'get' | 'list' | 'commit'>,
  { caller, tokenId }: { caller: Caller; tokenId: string },
  now: Date,
) => {
  const { organizationId } = caller;
  const parent = await loadRequestingToken(store, caller);
  const at = now.toISOString();
  return retryOnConflict(limits.issueToken, async () => {
    const { organization, tokens } = await loadIssued(store as never, caller);
    const token = tokens.find((known) => known.tokenId === tokenId);
    if (!token) throw new Problem('token_not_found');
    const { personId, parentHash } = token;
    const holder = await store.get('member', { organizationId, personId }, { consistent: true });
    const maker =
      parentHash === undefined
        ? undefined
        : await store.get('token', { tokenHash: parentHash }, { consistent: true });
    const decided = rules.handOverToken({ caller, parent, token, holder, maker, now: at });
    if (decided.changes.length > 0) {
      requireRoom(
        tokens.filter((known) => known.tokenId !== tokenId),
        caller.personId,
        at,
      );
      await commitOrThrow(store, [...decided.changes, bumpTokensVersion(organization)]);
    }
    return tokenView(decided.token);
  });
};
