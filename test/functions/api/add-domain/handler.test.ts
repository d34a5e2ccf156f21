import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { actionsOf, signedIn, verifiedDomain } from '#test/support/sso/sso-world.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const add = (domain: string) => call('add-domain', { caller: signedIn(organization), body: { domain } });

test('201: the domain in punycode, with a record of 32 characters', async () => {
  const { status, body } = await add('Bücher.Example.');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    domain: 'xn--bcher-kva.example',
    status: 'pending',
    record: { type: 'TXT', name: '_scangate.xn--bcher-kva.example' },
  });
  expect((body['record'] as { value: string }).value).toMatch(/^scangate-verification=[0-9a-f]{32}$/);
});

test('200: an existing domain keeps its record, without a second event', async () => {
  const first = await add('example.com');
  const second = await add('EXAMPLE.com');
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(
    (await actionsOf(organization.organizationId)).filter((action) => action === 'domain.added'),
  ).toHaveLength(1);
});

test('a domain that another organization has can be added: only its controller learns of the other', async () => {
  const other = await newOrganization(world.store);
  await verifiedDomain(other.organizationId);
  expect((await add('example.com')).status).toBe(201);
});

test.each(['', 'com', '127.0.0.1', 'a b.example', 'x@example.com', '_scangate.example.com'])(
  '422 for %j',
  async (domain) => {
    const { status, body } = await add(domain);
    expect([status, body['code'], body.errors?.[0]?.pointer]).toEqual([422, 'validation_failed', '/domain']);
  },
);

test('409 above 20 domains; a removed one no longer counts', async () => {
  for (let index = 0; index < 20; index++) await add(`d${index}.example`);
  expect((await add('more.example')).body['code']).toBe('conflict');
  await call('remove-domain', { caller: signedIn(organization), params: { domain: 'd3.example' } });
  expect((await add('more.example')).status).toBe(201);
});
