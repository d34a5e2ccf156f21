import { describe, expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { bundleRequests } from '#test/support/bundles/bundle-requests.ts';
import { newOrganization, newRepository, noon } from '#test/support/world.ts';

const { fixture, as, members, create } = bundleRequests();
const refusal = async (body: object) => {
  const { status, body: said } = await create(body);
  return [status, said['code']];
};

test('201: a bundle of repositories and units, with its ETag and an event', async () => {
  const [unit] = fixture.scans.repository.units;
  const named = [{ repositoryId: members()[0]!.repositoryId, projectUnitId: unit!.projectUnitId }];
  const { status, body, headers } = await create({ members: named });
  expect([status, headers['Location'], headers['ETag']]).toEqual([
    201,
    `/v1/bundles/${String(body['bundleId'])}`,
    '"1"',
  ]);
  expect(body).toEqual({
    bundleId: body['bundleId'],
    name: 'Shop',
    members: named,
    releases: 0,
    createdAt: noon.toISOString(),
    createdBy: as('admin').personId,
  });
  expect(world.store.all('auditEvent').map(({ action }) => action as string)).toContain('bundle.created');
  expect(world.store.all('organization')).toMatchObject([{ bundles: 1 }]);
});

test('the same Idempotency-Key returns the same bundle', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  const [first, second] = [await create({}, { headers }), await create({}, { headers })];
  expect(second.body).toEqual(first.body);
  expect(world.store.all('bundle')).toHaveLength(1);
});

describe('refusals', () => {
  test('404 for a repository that is foreign, disconnected or unknown, and for a foreign unit', async () => {
    const other = await newOrganization(world.store);
    const foreign = await newRepository(world.store, other.organizationId);
    expect(await refusal({ members: [{ repositoryId: foreign.repositoryId }] })).toEqual([
      404,
      'repository_not_found',
    ]);
    const [member] = members();
    const projectUnitId = foreign.units[0]!.projectUnitId;
    expect(await refusal({ members: [{ ...member, projectUnitId }] })).toEqual([
      404,
      'project_unit_not_found',
    ]);
  });

  test('422 for a repeated member, for a unit of a whole repository, and for no members', async () => {
    const [member] = members();
    const { projectUnitId } = fixture.scans.repository.units[0]!;
    for (const some of [[member, member], [{ ...member, projectUnitId }, member], []])
      expect(await refusal({ members: some })).toEqual([422, 'validation_failed']);
  });

  test('422 limit_reached for the 51st bundle, even when several are created concurrently', async () => {
    for (let made = 0; made < 45; made++) await create({ name: `Bundle ${made}` });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));
    const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body['code']));
    expect(codes.filter((code) => code === 201)).toHaveLength(5);
    expect(codes.filter((code) => code === 'limit_reached')).toHaveLength(5);
    expect(world.store.all('bundle')).toHaveLength(50);
  });

  test('402 on a plan without bundles', async () => {
    const caller = { ...as('owner'), plan: 'Starter', tokenKind: 'session' } as const;
    const { status, body } = await call('create-bundle', {
      caller,
      body: { name: 'Shop', members: members() },
    });
    expect([status, body['code'], body['capability']]).toEqual([402, 'entitlement_denied', 'bundles']);
  });
});
