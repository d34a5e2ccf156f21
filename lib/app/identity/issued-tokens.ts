import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Organization, Token } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';

class TokensConflict extends Conflict {}

/** Serializes the changes of an organization's tokens, so that its limits hold. */
export const bumpTokensVersion = ({
  organizationId,
  tokensVersion,
}: Organization): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  set: { tokensVersion: (tokensVersion ?? 0) + 1 },
  when: [
    tokensVersion === undefined
      ? { field: 'tokensVersion', is: 'absent' }
      : { field: 'tokensVersion', is: 'equal', value: tokensVersion },
  ],
  onConflict: () => new TokensConflict('the tokens of the organization'),
});

/** Loads the organization, and the tokens that its people issued. */
export const loadIssued = async (
  store: Pick<Store<'organization' | 'token'>, 'get' | 'list'>,
  { organizationId }: Caller,
): Promise<{ organization: Organization; tokens: Token[] }> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('unauthenticated');
  const owner = { listedOf: organizationId };
  return { organization, tokens: await Array.fromAsync(listAll(store, { list: 'issuedTokens', owner })) };
};
