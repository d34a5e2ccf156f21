import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { actionsOf, regulated, signedIn, verifiedDomain } from '#test/support/sso/sso-world.ts';
import { noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
});
const remove = (domain = 'example.com') =>
  call('remove-domain', { caller: signedIn(organization), params: { domain } });
const enforce = () =>
  write(world.store, [
    {
      change: 'update',
      record: 'organization',
      id: { organizationId: organization.organizationId },
      set: { accessPolicy: { enforced: { since: noon.toISOString(), breakGlass: [] } } },
    },
  ]);

test('204: the domain is removed from the list, and its claim is released', async () => {
  expect((await remove()).status).toBe(204);
  const { body } = await call('list-domains', { caller: signedIn(organization) });
  expect(body['items']).toEqual([]);
  expect(await world.store.get('domainClaim', { domain: 'example.com' })).toMatchObject({
    organizationId: '',
  });
  expect(await actionsOf(organization.organizationId)).toContain('domain.removed');
});

test('404 for a removed domain, and for an unknown one', async () => {
  await remove();
  for (const domain of ['example.com', 'absent.example'])
    expect((await remove(domain)).body['code']).toBe('domain_not_found');
});

test('409 for the last verified domain while single sign-on is enforced', async () => {
  await enforce();
  expect((await remove()).body['code']).toBe('conflict');
  await verifiedDomain(organization.organizationId, 'second.example');
  expect((await remove()).status).toBe(204);
});
