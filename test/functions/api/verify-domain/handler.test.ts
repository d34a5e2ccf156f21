import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { actionsOf, signedIn } from '#test/support/sso/sso-world.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

interface DomainBody {
  domain: string;
  status: string;
  record: { name: string; value: string };
}

const add = async (of: TestOrganization, domain = 'example.com'): Promise<DomainBody> => {
  const { body } = await call('add-domain', { caller: signedIn(of), body: { domain } });
  return body as unknown as DomainBody;
};
const publish = ({ record }: DomainBody) => world.txtRecords.set(record.name, ['v=spf1', record.value]);
const verify = (of: TestOrganization, domain = 'example.com') =>
  call('verify-domain', { caller: signedIn(of), params: { domain } });
const claimOf = (domain = 'example.com') => world.store.get('domainClaim', { domain });

test('200: the record proves control, and the organization has the domain', async () => {
  publish(await add(organization));
  const { status, body } = await verify(organization);
  expect([status, body['status']]).toEqual([200, 'verified']);
  expect(await claimOf()).toMatchObject({ organizationId: organization.organizationId });
  expect(await actionsOf(organization.organizationId)).toEqual(
    expect.arrayContaining(['domain.added', 'domain.verified']),
  );
});

test('200: verifying again changes only the time of the lookup, and emits no event', async () => {
  publish(await add(organization));
  await verify(organization);
  const events = (await actionsOf(organization.organizationId)).length;
  expect((await verify(organization)).status).toBe(200);
  expect(await actionsOf(organization.organizationId)).toHaveLength(events);
});

test('200: the name in the path may have any form', async () => {
  publish(await add(organization, 'bücher.example'));
  expect((await verify(organization, 'BÜCHER.example')).body['domain']).toBe('xn--bcher-kva.example');
});

test('422: without the record, with that of another organization, or with additional text', async () => {
  const { record } = await add(organization);
  for (const texts of [[], [`${record.value}0`], [` ${record.value}`], [record.value.toUpperCase()]]) {
    world.txtRecords.set(record.name, texts);
    const { status, body } = await verify(organization);
    expect([status, body['code'], body['record']]).toEqual([422, 'domain_not_verified', { ...record }]);
  }
  expect(await claimOf()).toBeUndefined();
});

test('409 only for those who control a domain that another organization has', async () => {
  publish(await add(organization));
  await verify(organization);
  const other = await newOrganization(world.store);
  const added = await add(other);
  expect((await verify(other)).body['code']).toBe('domain_not_verified');
  publish(added);
  const { status, body } = await verify(other);
  expect([status, body['code']]).toEqual([409, 'domain_taken']);
  expect(await claimOf()).toMatchObject({ organizationId: organization.organizationId });
});

test('a removed domain is free for another organization, and needs a new proof here', async () => {
  const first = await add(organization);
  publish(first);
  await verify(organization);
  await call('remove-domain', { caller: signedIn(organization), params: { domain: 'example.com' } });
  const other = await newOrganization(world.store);
  publish(await add(other));
  expect((await verify(other)).status).toBe(200);
  const again = await add(organization);
  expect(again.record.value).not.toBe(first.record.value);
});

test('two organizations verify one domain concurrently: one gets it', async () => {
  const other = await newOrganization(world.store);
  const [one, two] = [await add(organization), await add(other)];
  world.txtRecords.set(one.record.name, [one.record.value, two.record.value]);
  const answers = await Promise.all([verify(organization), verify(other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('404 for a domain of another organization, one that was not added, and an invalid one', async () => {
  await add(await newOrganization(world.store));
  for (const domain of ['example.com', 'absent.example', 'x', '..']) {
    const { status, body } = await verify(organization, domain);
    expect([status, body['code']]).toEqual([404, 'domain_not_found']);
  }
});

test('503 when DNS does not respond: nothing is decided', async () => {
  const { record } = await add(organization);
  world.txtRecords.set(record.name, undefined);
  expect((await verify(organization)).status).toBe(503);
});

test('a token, an old sign-in and an admin cannot verify', async () => {
  publish(await add(organization));
  const params = { domain: 'example.com' };
  const attempt = async (caller: Parameters<typeof call>[1]['caller']) =>
    (await call('verify-domain', { ...(caller && { caller }), params })).body['code'];
  expect(await attempt(organization.as('owner'))).toBe('unauthenticated');
  expect(await attempt(signedIn(organization, 'admin'))).toBe('role_required');
  const { signedInAt: _at, ...untold } = signedIn(organization);
  expect(await attempt(untold)).toBe('reauthentication_required');
  const old = { ...signedIn(organization), signedInAt: '2026-03-10T11:40:00.000Z' };
  expect(await attempt(old)).toBe('reauthentication_required');
});
