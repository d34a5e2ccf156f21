import { ApiProblem, ConnectionLost } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import { clientOf } from '../settings/connection.ts';
import type { StoredLogin } from '../settings/stored-credential.ts';

/** The outcome for a token: it is revoked, it was not issued by `login`, or it is still valid. */
export type Revocation = 'revoked' | 'not_ours' | 'not_permitted' | 'out_of_reach';

/** Revokes a token that `login` issued, with the token itself. A token that was given may be used elsewhere. */
export const revokeStored = async (
  context: CommandContext,
  { address, login: { token, tokenId } }: { address: string; login: StoredLogin },
): Promise<Revocation> => {
  if (tokenId === undefined) return 'not_ours';
  const client = clientOf(context, { address, token });
  try {
    await client.call('revoke-token', { params: { tokenId }, signal: context.interrupted });
    return 'revoked';
  } catch (error) {
    // A token that is no longer valid is refused, or not found.
    if (error instanceof ApiProblem && (error.status === 401 || error.code === 'token_not_found'))
      return 'revoked';
    if (error instanceof ApiProblem && error.status === 403) return 'not_permitted';
    if (error instanceof ApiProblem || error instanceof ConnectionLost) return 'out_of_reach';
    throw error;
  }
};
