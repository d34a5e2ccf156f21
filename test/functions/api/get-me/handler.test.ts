import { beforeEach, describe, expect, test } from 'vitest';
import { addMember } from '@scangate/domain/identity/members';
import { actorOf } from '@scangate/domain/audit/audit-event';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { storeToken } from '#test/support/api/store-token.ts';
import { newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let other: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { name: 'Here' });
  other = await newOrganization(world.store, { name: 'There' });
  const { personId } = organization.as('member');
  const member = {
    organizationId: other.organizationId,
    personId,
    email: 'member@example.com',
    role: 'admin' as const,
    joinedAt: noon.toISOString(),
  };
  await write(world.store, addMember(actorOf(other.as('owner')), member));
});
const me = (caller: Caller) => call('get-me', { caller });
const here = () => ({
  organizationId: organization.organizationId,
  name: 'Here',
  role: 'member',
  joinedAt: noon.toISOString(),
});

describe('get-me', () => {
  test('200: a session sees every membership of the person', async () => {
    const { body } = await me(organization.as('member', 'session'));
    expect(body).toEqual({
      personId: organization.as('member').personId,
      email: 'member@example.com',
      memberships: [
        here(),
        { ...here(), organizationId: other.organizationId, name: 'There', role: 'admin' },
      ],
      tokens: 0,
    });
  });

  test('200: a token, and a session of an organization’s own issuer, see only that organization', async () => {
    const ofIssuer = { ...organization.as('member', 'session'), issuerOf: organization.organizationId };
    for (const caller of [organization.as('member'), organization.as('member', 'service'), ofIssuer])
      expect((await me({ ...caller, scopes: [] })).body['memberships']).toEqual([here()]);
  });

  test('200: the address that the issuer last reported, and the number of live tokens', async () => {
    const { personId } = organization.as('member');
    const person = {
      personId,
      email: 'changed@example.com',
      createdAt: noon.toISOString(),
      identities: [],
    };
    await write(world.store, [{ change: 'insert', record: 'person', item: person }]);
    for (const kind of ['personal', 'service', 'session'] as const)
      await storeToken(organization.as('member'), kind);
    const session = organization.as('member', 'session');
    const { body } = await me(session);
    expect([body['email'], body['tokens']]).toEqual(['changed@example.com', 2]);
    // An issuer that speaks for the person only here learns the address that the organization knows.
    for (const caller of [organization.as('member'), { ...session, issuerOf: organization.organizationId }])
      expect((await me(caller)).body['email']).toBe('member@example.com');
  });
});
