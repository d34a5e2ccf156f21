import { costOf, type Cost } from '../operations.ts';
import { newTenant, type BenchService, type Tenant } from '../service.ts';

/** The costs of exchanging a JWT. */
export interface ExchangeCosts {
  warm: Cost;
  /** The first one of a rule in an hour, which also notes when the rule was used. */
  firstInAnHour: Cost;
}

/**
 * Trusts the local CI for the repository that its JWTs name. @returns what makes the body of a request that exchanges a
 * JWT for a token.
 */
export const trustCi = async (
  service: BenchService,
  { organizationId, owner }: Pick<Tenant, 'organizationId' | 'owner'>,
  repository = 'bench/repository',
): Promise<() => Promise<{ organizationId: string; token: unknown }>> => {
  const claims = { aud: `scangate:${organizationId}`, repository };
  const jwt = () =>
    service.expectStatus(201, 'POST', '/_local/ci-token', undefined, {
      body: { provider: 'github', claims },
    });
  const { issuer, claims: made } = (await jwt()) as { issuer: string; claims: Record<string, unknown> };
  await service.expectStatus(201, 'POST', '/v1/oidc/trust', owner, {
    body: {
      name: 'bench',
      provider: 'github',
      issuer,
      match: { repository_id: String(made['repository_id']), ref: { glob: 'refs/heads/*' } },
      repositories: 'matching',
    },
  });
  return async () => ({ organizationId, token: (await jwt())['token'] });
};

/** Exchanges a JWT for a token. */
export const exchangeJwt = (service: BenchService, body: object): Promise<Record<string, unknown>> =>
  service.expectStatus(201, 'POST', '/v1/oidc/exchange', undefined, { body });

/** Trusts the local CI. @returns what exchanges a JWT for a token. */
export const openTrust = async (
  service: BenchService,
  tenant: Tenant,
): Promise<() => Promise<{ token: string; cost: Cost }>> => {
  const bodyOfExchange = await trustCi(service, tenant);
  return async () => {
    const body = await bodyOfExchange();
    const { calls, result } = await service.recorder.during(() => exchangeJwt(service, body));
    const cost = costOf(calls.filter(({ caller }) => caller === 'exchange-token'));
    return { token: String(result['token']), cost };
  };
};

/** Exchanges JWTs of the local CI by a rule for the repository that they name. */
export const measureExchange = async (service: BenchService): Promise<ExchangeCosts> => {
  const exchange = await openTrust(service, await newTenant(service, 1));
  const { cost: firstInAnHour } = await exchange();
  return { warm: (await exchange()).cost, firstInAnHour };
};
