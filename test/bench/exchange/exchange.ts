import { costOf, type Cost } from '../operations.ts';
import { newTenant, type BenchService } from '../service.ts';

/** The costs of exchanging a JWT. */
export interface ExchangeCosts {
  warm: Cost;
  /** The first one of a rule in an hour, which also notes when the rule was used. */
  firstInAnHour: Cost;
}

/** Exchanges JWTs of the local CI by a rule for the repository that they name. */
export const measureExchange = async (service: BenchService): Promise<ExchangeCosts> => {
  const { organizationId, owner } = await newTenant(service, 1);
  const claims = { aud: `scangate:${organizationId}`, repository: 'bench/repository' };
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
  const exchange = async (): Promise<Cost> => {
    const { token } = await jwt();
    const body = { organizationId, token };
    const { calls } = await service.recorder.during(() =>
      service.expectStatus(201, 'POST', '/v1/oidc/exchange', undefined, { body }),
    );
    return costOf(calls.filter(({ caller }) => caller === 'exchange-token'));
  };
  const firstInAnHour = await exchange();
  return { warm: await exchange(), firstInAnHour };
};
