import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';
import { newOrganization } from '#test/support/world.ts';

const { as, bundle, scanned, fixture } = bundleRequests();
const releasing = async (body: object = {}) =>
  call('release-bundle', {
    caller: as('member'),
    params: await bundle(),
    body: { version: '1.0.0', ...body },
  });

test('201: the release, with its documents and the end of its support', async () => {
  const scan = await scanned();
  const { status, body, headers } = await releasing();
  expect([status, headers['ETag']]).toEqual([201, '"1"']);
  expect(headers['Location']).toMatch(/^\/v1\/bundles\/[0-9a-f-]{36}\/releases\/1\.0\.0$/);
  expect(body).toMatchObject({
    releaseVersion: '1.0.0',
    verdict: 'PASS',
    members: [{ scanId: scan.scanId, commitHash: scan.commitHash, verdict: 'PASS' }],
    snapshotId: 'first',
    supportUntil: '2031-03-10T12:00:00.000Z',
    advisories: { count: 0 },
  });
  expect(body).not.toHaveProperty('folder');
  expect(Object.keys(body['documents'] as object).sort()).toEqual(['sbom.json', 'verdict.json', 'vex.json']);
});

test('its event is dispatched when there is a subscriber', async () => {
  await scanned();
  const { organizationId } = fixture.scans;
  await world.store.commit([
    { change: 'update', record: 'organization', id: { organizationId }, set: { listens: ['bundle.*'] } },
  ]);
  await releasing();
  expect(world.store.all('storedEvent')).toMatchObject([{ type: 'bundle.released' }]);
  expect(world.dispatched).toMatchObject([{ organizationId }]);
});

test('409 member_not_scanned names the member', async () => {
  const { status, body } = await releasing();
  expect([status, body['code'], body['members']]).toMatchObject([
    409,
    'member_not_scanned',
    [{ repositoryId: fixture.scans.repository.repositoryId, reason: 'no_scan' }],
  ]);
});

test('404 for the bundle of another organization; 422 for a version that cannot be part of a path', async () => {
  await scanned();
  const other = await newOrganization(world.store);
  const foreign = await call('release-bundle', {
    caller: other.as('owner'),
    params: await bundle(),
    body: { version: '1.0.0' },
  });
  expect([foreign.status, foreign.body['code']]).toEqual([404, 'bundle_not_found']);
  for (const version of ['../1', '1/0', '', '.', 'x'.repeat(101)])
    expect((await releasing({ version })).status).toBe(422);
});
