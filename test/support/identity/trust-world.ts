import type { JwtVerifier } from '#ports/identity/jwt-verifier.ts';
import type { Store } from '#ports/store.ts';
import type { CiTokenSample } from '#test/corpora/ci-tokens/ci-token-sample.ts';
import type { Repository, TrustRule } from '@scangate/domain/records';
import { checkRule } from '@scangate/domain/identity/ci-trust/check-rule';
import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import { newRepository, noon, testIds, write, type TestOrganization } from '../world.ts';

/** Accepts every signature but that of a JWT with the claim `forged`. */
export const trustingVerifier: JwtVerifier = {
  verify: async ({ claims }) => {
    if (claims['forged']) throw new TokenRefused('signature');
  },
};

/** Stores a rule for a sample, which an owner made. */
export const ruleFor = async (
  store: Store,
  organization: TestOrganization,
  sample: Pick<CiTokenSample, 'provider' | 'issuer' | 'match' | 'forkBuilds'>,
  more: Partial<TrustRule> = {},
): Promise<TrustRule> => {
  const caller = organization.as('owner');
  const { organizationId, personId } = caller;
  const { provider, issuer, match, forkBuilds } = sample;
  const at = noon.toISOString();
  const request = {
    name: 'ci',
    provider,
    issuer,
    match: { ...match },
    repositories: 'all' as const,
    forkBuilds,
  };
  const rule: TrustRule = {
    organizationId,
    billingAccountId: caller.billingAccountId,
    trustId: testIds.uuid(),
    ...checkRule(request, caller, new Set(['https', 'loopback'])),
    personId,
    heldSince: at,
    createdBy: personId,
    createdAt: at,
    version: 1,
    ...more,
  };
  const found = await store.get('organization', { organizationId });
  await write(store, [
    { change: 'insert', record: 'trustRule', item: rule },
    {
      change: 'update',
      record: 'organization',
      id: { organizationId },
      set: { trustRules: (found?.trustRules ?? 0) + 1 },
    },
  ]);
  return rule;
};

/** A connected repository with a URL of its own. */
export const repositoryAt = async (
  store: Store,
  organizationId: string,
  url: string,
): Promise<Repository> => {
  const made = await newRepository(store, organizationId);
  const repository = { ...made, url };
  const name = new URL(url).pathname
    .toLowerCase()
    .replace(/\.git$/, '')
    .split('/')
    .slice(-2)
    .join('/');
  const { repositoryId, connectedAt } = made;
  await write(store, [
    { change: 'update', record: 'repository', id: { organizationId, repositoryId }, set: { url } },
    {
      change: 'insert',
      record: 'repositoryName',
      item: { organizationId, name, repositoryId, connectedAt, url },
    },
  ]);
  return repository;
};
