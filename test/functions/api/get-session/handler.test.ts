import { beforeEach, expect, test, vi } from 'vitest';
import { csrfToken } from '@scangate/domain/identity/csrf';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { startedSession } from '#test/support/api/session-calls.ts';
import { newOrganization, noon, write } from '#test/support/world.ts';

beforeEach(resetWorld);

test('200: the person, the organizations, the permissions of the session, and its CSRF token', async () => {
  const organization = await newOrganization(world.store, { plan: 'Free' });
  const other = await newOrganization(world.store, { name: 'Other' });
  const { caller, cookie } = await startedSession(organization, 'owner');
  await world.store.commit([
    {
      change: 'insert',
      record: 'personOrganization',
      item: { organizationId: other.organizationId, personId: caller.personId, joinedAt: noon.toISOString() },
    },
  ]);
  const { status, body } = await call('get-session', { caller, headers: { Cookie: cookie } });
  expect([status, body]).toEqual([
    200,
    {
      person: { personId: caller.personId, email: 'owner@example.com' },
      organization: { organizationId: organization.organizationId, name: 'Test', isClient: false },
      organizations: [
        { organizationId: organization.organizationId, name: 'Test' },
        { organizationId: other.organizationId, name: 'Other' },
      ],
      role: 'owner',
      plan: 'Free',
      capabilities: ['policy_basic'],
      scopes: [...caller.scopes],
      csrfToken: csrfToken(cookie.split('=')[1] ?? ''),
      idleUntil: '2026-03-10T13:00:00.000Z',
      expiresAt: '2026-03-11T00:00:00.000Z',
    },
  ]);
  const own = { ...caller, issuerOf: organization.organizationId };
  const ofIssuer = await call('get-session', { caller: own, headers: { Cookie: cookie } });
  expect(ofIssuer.body['organizations']).toEqual([
    { organizationId: organization.organizationId, name: 'Test' },
  ]);
});

test('an organization’s own issuer does not learn the address that the person has elsewhere', async () => {
  const organization = await newOrganization(world.store);
  const { organizationId } = organization;
  const { caller, cookie } = await startedSession(organization, 'member');
  const { personId } = caller;
  await write(world.store, [
    { change: 'update', record: 'person', id: { personId }, set: { email: 'private@example.org' } },
  ]);
  const emailFor = async (by: typeof caller) =>
    (await call('get-session', { caller: by, headers: { Cookie: cookie } })).body['person'];
  expect(await emailFor(caller)).toEqual({ personId, email: 'private@example.org' });
  const own = { ...caller, issuerOf: organizationId };
  expect(await emailFor(own)).toEqual({ personId, email: 'member@example.com' });
});

test('401 for a cookie that is sent twice, and for none', async () => {
  const { caller, cookie } = await startedSession(await newOrganization(world.store), 'owner');
  for (const Cookie of [`${cookie}; ${cookie}`, ''])
    expect((await call('get-session', { caller, headers: { Cookie } })).status).toBe(401);
});

test('a browser is signed in at once, before reads that are not consistent have its session', async () => {
  const organization = await newOrganization(world.store);
  const { caller, cookie } = await startedSession(organization, 'member');
  const load = world.store.load.bind(world.store);
  vi.spyOn(world.store, 'load').mockImplementation((async (
    refs: never[],
    options?: { consistent?: boolean },
  ) => (options?.consistent ? load(refs, options) : refs.map(() => undefined))) as never);
  const { status } = await call('get-session', { caller, headers: { Cookie: cookie } });
  expect(status).toBe(200);
});
