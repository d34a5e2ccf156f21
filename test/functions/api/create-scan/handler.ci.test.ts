import { beforeEach, expect, test, vi } from 'vitest';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { ciRunOf } from '@scangate/domain/identity/ci-trust/ci-run';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
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

const [sample] = ciTokenSamples;
const ci = sample && ciRunOf(sample.provider, sample.claims);

const pipelineOf = async (credits?: number) => {
  const organization = await newOrganization(
    world.store,
    credits === undefined ? {} : { credits: { core: credits } },
  );
  const { repositoryId } = await newRepository(world.store, organization.organizationId);
  const caller = { ...organization.as('owner', 'pipeline'), trustId: testIds.uuid(), ...(ci && { ci }) };
  const create = (more: Record<string, unknown> = {}, options: CallOptions = {}) =>
    call('create-scan', { caller, body: { repositoryId, commitHash: 'a'.repeat(40), ...more }, ...options });
  const show = (scanId: unknown) => call('get-scan', { caller, params: { scanId: String(scanId) } });
  return { create, show };
};
const pullRequest = (id: number) => ({ pullRequest: { number: 1, url: `https://git.example.com/${id}` } });

test('a run that cannot be stored at first is stored by another try', async () => {
  const { create, show } = await pipelineOf();
  vi.spyOn(world.blobs, 'put').mockRejectedValueOnce(new Error('no bucket'));
  const { status, body } = await create();
  expect([status, (await show(body['scanId'])).body['ci']]).toEqual([201, ci]);
});

test('a scan whose run cannot be stored is created, and shows that the run is lost', async () => {
  const { create, show } = await pipelineOf();
  vi.spyOn(world.blobs, 'put').mockRejectedValue(new Error('no bucket'));
  const { status, body } = await create();
  expect(status).toBe(201);
  expect((await show(body['scanId'])).body).toMatchObject({ pipelineStatement: 'missing' });
});

test('only a created scan leaves an object: no repeat and no refusal does', async () => {
  const { create } = await pipelineOf(1);
  const put = vi.spyOn(world.blobs, 'put');
  const headers = { 'Idempotency-Key': 'once' };
  expect((await create(pullRequest(1), { headers })).status).toBe(201);
  const keys = [...world.blobs.objects.keys()];
  expect(keys).toEqual([expect.stringContaining('pipelines/')]);
  const repeats = [
    await create(pullRequest(1), { headers }),
    await create(pullRequest(1)),
    await create({ ...pullRequest(3), commitHash: 'b'.repeat(40) }),
    await create({ ...pullRequest(4), repositoryId: testIds.uuid() }),
    await create(pullRequest(5), { headers }),
    await create(pullRequest(6), { requestCount: 1_201 }),
  ];
  expect(repeats.map(({ status }) => status)).toEqual([201, 200, 402, 404, 422, 429]);
  expect([...world.blobs.objects.keys()]).toEqual(keys);
  expect(put).toHaveBeenCalledOnce();
});

test('a scan by another credential has no run', async () => {
  const organization = await newOrganization(world.store);
  const { repositoryId } = await newRepository(world.store, organization.organizationId);
  const body = { repositoryId, commitHash: 'a'.repeat(40) };
  const created = await call('create-scan', { caller: organization.as('owner'), body });
  expect([created.status, 'ci' in created.body]).toEqual([201, false]);
});
