import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Token } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/**
 * Loads the token that requests another one.
 * @returns undefined for a session, which represents the person.
 * @throws Problem unauthenticated when it is gone meanwhile.
 */
export const loadRequestingToken = async (
  store: Pick<Store<'token'>, 'get'>,
  { tokenKind, tokenHash }: Caller,
): Promise<Token | undefined> => {
  if (tokenKind === 'session') return undefined;
  const token =
    tokenHash === undefined ? undefined : await store.get('token', { tokenHash }, { consistent: true });
  if (!token || token.revokedAt !== undefined) throw new Problem('unauthenticated');
  return token;
};
