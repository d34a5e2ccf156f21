import { beforeEach, expect, test, vi } from 'vitest';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { ciRunOf } from '@scangate/domain/identity/ci-trust/ci-run';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, testIds } from '#test/support/world.ts';

beforeEach(resetWorld);

test.each(ciTokenSamples)(
  '$provider: a scan shows the run whose JWT was exchanged',
  async ({ provider, claims, run }) => {
    const organization = await newOrganization(world.store);
    const { repositoryId } = await newRepository(world.store, organization.organizationId);
    const caller = {
      ...organization.as('owner', 'pipeline'),
      trustId: testIds.uuid(),
      repositoryIds: [repositoryId],
      ci: ciRunOf(provider, claims),
    };
    const created = await call('create-scan', { caller, body: { repositoryId, commitHash: 'a'.repeat(40) } });
    expect([created.status, created.body['ci']]).toEqual([201, { provider, ...run }]);
    const shown = await call('get-scan', { caller, params: { scanId: String(created.body['scanId']) } });
    expect(shown.body['ci']).toEqual({ provider, ...run });
  },
);

test('nothing is created or debited when the run cannot be stored', async () => {
  const organization = await newOrganization(world.store);
  const { repositoryId } = await newRepository(world.store, organization.organizationId);
  const [sample] = ciTokenSamples;
  const ci = sample && ciRunOf(sample.provider, sample.claims);
  const caller = { ...organization.as('owner', 'pipeline'), trustId: testIds.uuid(), ...(ci && { ci }) };
  const commit = vi.spyOn(world.store, 'commit');
  vi.spyOn(world.blobs, 'put').mockRejectedValueOnce(new Error('no bucket'));
  const { status } = await call('create-scan', {
    caller,
    body: { repositoryId, commitHash: 'a'.repeat(40) },
  });
  expect([status, commit.mock.calls.length]).toEqual([500, 0]);
});

test('a scan by another credential has no run', async () => {
  const organization = await newOrganization(world.store);
  const { repositoryId } = await newRepository(world.store, organization.organizationId);
  const body = { repositoryId, commitHash: 'a'.repeat(40) };
  const created = await call('create-scan', { caller: organization.as('owner'), body });
  expect([created.status, 'ci' in created.body]).toEqual([201, false]);
});
