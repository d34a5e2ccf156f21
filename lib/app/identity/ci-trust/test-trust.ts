import { requireCapability } from '@scangate/domain/plans/plans';
import type { Caller } from '@scangate/domain/identity/caller';
import { parseJwt, type Jwt } from '@scangate/domain/identity/ci-trust/jwt';
import { judgeTimes } from '@scangate/domain/identity/ci-trust/judge-times';
import { byAge } from '@scangate/domain/identity/ci-trust/match-rules';
import { explainRule } from '@scangate/domain/identity/ci-trust/explain-rule';
import type { Claims } from '@scangate/domain/identity/ci-trust/ci-providers/provider';
import { TokenRefused, type TokenReason } from '@scangate/domain/identity/ci-trust/token-refused';
import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import type { Store } from '#ports/store.ts';
import { loadTrustRules } from './load-trust-rules.ts';

interface TrustTestPorts {
  store: Pick<Store<'trustRule'>, 'list'>;
  verifier: JwtVerifier;
}

/** A JWT, or the claims that one would have. */
type Tested = { token: string } | { claims: Claims };

const reasonOf = async (judge: () => unknown): Promise<TokenReason | undefined> => {
  try {
    await judge();
    return undefined;
  } catch (error) {
    if (error instanceof TokenRefused) return error.reason;
    throw error;
  }
};

/** Reads the JWT or claims to test. A JWT that cannot be parsed has no claims to examine. */
const readTested = (tested: Tested): { jwt?: Jwt; claims?: Claims; reason?: TokenReason } => {
  if ('claims' in tested) return { claims: tested.claims };
  try {
    const jwt = parseJwt(tested.token);
    return { jwt, claims: jwt.claims };
  } catch (error) {
    if (error instanceof TokenRefused) return { reason: error.reason };
    throw error;
  }
};

/**
 * Explains which rule matches a JWT or its claims, and which claim of each other rule failed. It issues nothing and
 * writes nothing; a JWT is only verified if a rule names its issuer.
 * @throws Problem entitlement_denied
 */
export const testTrust = async (
  { caller, tested }: { caller: Caller; tested: Tested },
  { store, verifier }: TrustTestPorts,
  now: Date,
) => {
  requireCapability(caller.plan, 'api');
  const { jwt, claims, reason } = readTested(tested);
  if (!claims) return { signature: 'unchecked' as const, reason, rules: [] };
  const rules = byAge(await loadTrustRules(store, caller.organizationId));
  const isKnown = rules.some(({ issuer }) => issuer === claims['iss']);
  const unverified = jwt && isKnown ? await reasonOf(() => verifier.verify(jwt, now)) : undefined;
  const checked = unverified === undefined ? ('valid' as const) : ('invalid' as const);
  const unknown = isKnown ? undefined : ('issuer' as const);
  const untimely = await reasonOf(() => judgeTimes(claims, now));
  const refusal = unknown ?? unverified ?? (jwt ? untimely : undefined);
  const explained = rules.map((rule) => explainRule(rule, claims));
  const matching = refusal ? undefined : explained.find(({ matches }) => matches);
  return {
    signature: jwt && isKnown ? checked : ('unchecked' as const),
    ...(refusal && { reason: refusal }),
    ...(matching && { trustId: matching.trustId }),
    rules: explained,
  };
};
