import { addMs, dayMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Instant, Token } from '@scangate/domain/records';
import { listedAt } from '../issue-token.ts';
import type { Caller } from '../caller.ts';
import { generateToken, isCurrentToken, tokenHash, tokenHint } from '../tokens.ts';

/** Two, so that a directory can rotate its token without a gap. */
const maxLive = 2;
const defaultDays = 365;

/** The directory tokens of an organization that are accepted. */
export const liveDirectoryTokens = (tokens: readonly Token[], now: Instant): Token[] =>
  tokens.filter((token) => token.kind === 'directory' && isCurrentToken(token, now));

/**
 * Makes a token for the organization's directory, which only gives access to SCIM.
 * @param tokens those of the organization.
 * @throws Problem conflict for a third live one.
 */
export const issueDirectoryToken = (
  {
    caller,
    tokens,
    name,
    days,
  }: {
    caller: Caller;
    tokens: readonly Token[];
    name: string;
    days: number | undefined;
  },
  { tokenId, random, now }: { tokenId: string; random: Uint8Array; now: Date },
): { secret: string; token: Token } => {
  const createdAt = now.toISOString();
  if (liveDirectoryTokens(tokens, createdAt).length >= maxLive)
    throw new Problem('conflict', {
      detail: `An organization has at most ${maxLive} live directory tokens. Revoke one first.`,
    });
  const { organizationId, billingAccountId, personId } = caller;
  const secret = generateToken('directory', random);
  const token: Token = {
    tokenHash: tokenHash(secret),
    tokenId,
    organizationId,
    billingAccountId,
    kind: 'directory',
    personId,
    name,
    scopes: [],
    hint: tokenHint(secret),
    createdAt,
    expiresAt: addMs(now, (days ?? defaultDays) * dayMs),
  };
  return { secret, token: { ...token, ...listedAt(token) } };
};
