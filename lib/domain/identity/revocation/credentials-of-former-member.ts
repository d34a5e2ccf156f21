import type { Instant, Member, PackLink, Token, TrustRule } from '@scangate/domain/records';
import { isLiveToken } from '../tokens.ts';

/** The credentials that end with a membership, and have to be replaced or handed over. */
export interface EndingCredentials {
  tokens: Pick<Token, 'tokenId' | 'name' | 'kind'>[];
  trustRules: Pick<TrustRule, 'trustId' | 'name' | 'provider'>[];
  packLinks: Pick<PackLink, 'packId' | 'linkId'>[];
}

/** Sessions and pipeline tokens end as well, but are not listed: no one set them up, so no one has to replace them. */
export const isSetUp = ({ kind }: Token): boolean => kind === 'personal' || kind === 'service';

/** Lists the live personal and service tokens, the trust rules and the links to auditor packs that act as a member. */
export const endingWith = (
  member: Member,
  {
    tokens,
    trustRules,
    packLinks,
  }: { tokens: readonly Token[]; trustRules: readonly TrustRule[]; packLinks: readonly PackLink[] },
  now: Instant,
): EndingCredentials => ({
  tokens: tokens
    .filter(
      (token) => token.personId === member.personId && isSetUp(token) && isLiveToken(token, member, now),
    )
    .map(({ tokenId, name, kind }) => ({ tokenId, name, kind })),
  trustRules: trustRules
    .filter(({ personId, removedAt }) => personId === member.personId && removedAt === undefined)
    .map(({ trustId, name, provider }) => ({ trustId, name, provider })),
  packLinks: packLinks
    .filter(
      ({ createdBy, revokedAt, expiresAt }) =>
        createdBy === member.personId && revokedAt === undefined && expiresAt > now,
    )
    .map(({ packId, linkId }) => ({ packId, linkId })),
});
