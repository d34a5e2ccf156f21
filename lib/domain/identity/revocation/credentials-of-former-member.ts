import type { Instant, Member, Token, TrustRule } from '@scangate/domain/records';
import { isLiveToken } from '../tokens.ts';

/** The credentials that end with a membership, and have to be replaced or handed over. */
export interface EndingCredentials {
  tokens: Pick<Token, 'tokenId' | 'name' | 'kind'>[];
  trustRules: Pick<TrustRule, 'trustId' | 'name' | 'provider'>[];
}

/** Sessions and pipeline tokens end as well, but are not listed: no one set them up, so no one has to replace them. */
export const isSetUp = ({ kind }: Token): boolean => kind === 'personal' || kind === 'service';

/** Lists the live personal and service tokens, and the trust rules, that act as a member. */
export const endingWith = (
  member: Member,
  { tokens, trustRules }: { tokens: readonly Token[]; trustRules: readonly TrustRule[] },
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
});
