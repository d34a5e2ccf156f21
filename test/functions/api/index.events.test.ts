import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls } from '#test/support/api/repository-calls.ts';
import {
  bringBack,
  linkMember,
  setCookieOf,
  signIn,
  start,
  withIssuer,
} from '#test/support/api/session-calls.ts';
import { tokenCalls } from '#test/support/api/token-calls.ts';
import { emittedEvents, emittedTypes, listening, listenTo } from '#test/support/events/emitted-events.ts';
import { claimsOf } from '#test/support/identity/fake-sign-in.ts';
import { invitationCalls } from '#test/support/invitations/invitation-calls.ts';
import { secretOf, mailsSentAt } from '#test/support/invitations/sent-links.ts';
import { directoryOf, provisionedOrganization, scimClient } from '#test/support/scim/scim-calls.ts';
import { oidcIssuer, regulated, storedSso } from '#test/support/sso/sso-world.ts';
import { oktaDeactivates, oktaReactivates, oktaUser } from '#test/corpora/scim/okta.ts';
import { another, create, decide } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  await listenTo(world.store, organization.organizationId, ['*']);
});
const heard = (role: Parameters<TestOrganization['as']>[0], kind?: Caller['tokenKind']): Caller =>
  listening(organization.as(role, kind), '*');

const { connect, disconnect } = repositoryCalls(() => organization);
const { issue, revoke } = tokenCalls(() => organization);

/** Every event was handed to the fan-out, right after its commit. */
const expectDispatched = () =>
  expect(world.dispatched).toEqual(
    emittedEvents(world.store).map(({ organizationId, at, eventId }) => ({ organizationId, at, eventId })),
  );

describe('a change through the API emits an event, and its fan-out is requested', () => {
  test('repositories', async () => {
    const { body } = await connect(undefined, { caller: heard('admin') });
    await disconnect(body['repositoryId'], heard('admin'));
    const repository = { repositoryId: body['repositoryId'], fullName: 'Acme/Shop' };
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'repository.connected', data: { repository, provider: 'git', defaultBranch: 'main' } },
      { type: 'repository.disconnected', data: { repository, personId: organization.as('admin').personId } },
    ]);
    expectDispatched();
  });

  test('tokens, without their names and secrets', async () => {
    const { body } = await issue({ kind: 'service', name: 'deploys' }, { caller: heard('admin', 'session') });
    await revoke(body['tokenId'], heard('owner'));
    await revoke(body['tokenId'], heard('owner'));
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'token.issued', data: { tokenId: body['tokenId'], kind: 'service' } },
      { type: 'token.revoked', data: { revokedBy: organization.as('owner').personId } },
    ]);
    expect(JSON.stringify(emittedEvents(world.store))).not.toMatch(/deploys|sgs_/);
    expectDispatched();
  });

  test('the gate, once for a change that is repeated', async () => {
    const change = () =>
      call('change-gate', {
        caller: heard('owner'),
        headers: { 'if-match': '*' },
        body: { apiGateSeverityThreshold: 'low' },
      });
    expect((await change()).status).toBe(200);
    await change();
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'gate.changed', data: { severityThreshold: 'low', changed: ['apiGateSeverityThreshold'] } },
    ]);
    expectDispatched();
  });

  test('waivers that are requested and approved', async () => {
    const requested = await create(heard('member'));
    const waiverId = requested.body['waiverId'];
    await decide('approve-waiver', another(heard('admin')), waiverId);
    await decide('approve-waiver', another(heard('admin')), waiverId);
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'waiver.requested', data: { waiverId } },
      { type: 'waiver.approved', data: { waiverId } },
    ]);
    expectDispatched();
  });

  test('members who are removed, and who leave', async () => {
    const { personId } = organization.as('member');
    await call('remove-member', { caller: heard('owner'), params: { personId } });
    const billing = heard('billing', 'session');
    await call('remove-member', { caller: billing, params: { personId: billing.personId } });
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'member.removed', data: { personId, removedBy: organization.as('owner').personId } },
      { type: 'member.removed', data: { personId: billing.personId } },
    ]);
    expect(emittedEvents(world.store)[1]?.data).not.toHaveProperty('removedBy');
    expectDispatched();
  });

  test('a refused request emits no event', async () => {
    await connect({ url: 'ftp://example.com' }, { caller: heard('admin') });
    await revoke('00000000-0000-4000-8000-00000000ffff', heard('owner'));
    await call('remove-member', {
      caller: heard('owner'),
      params: { personId: organization.as('owner').personId },
    });
    expect(emittedTypes(world.store)).toEqual([]);
    expect(world.dispatched).toEqual([]);
  });

  test('a sign-in of an existing member is not reported as joining', async () => {
    withIssuer();
    await linkMember(organization, 'owner');
    await signIn('owner');
    expect(emittedTypes(world.store)).toEqual([]);
  });
});

describe('joining is reported once', () => {
  afterEach(() => void vi.useRealTimers());

  test('by an invitation link', async () => {
    withIssuer([claimsOf('new')]);
    await invitationCalls(() => organization).invite('admin');
    const [mail = { text: '' }] = await mailsSentAt(new Date());
    const begun = await call('start-sign-in-by-post', { body: { invitation: secretOf(mail) } });
    const state = new URL(String(begun.body['url'])).searchParams.get('state') ?? '';
    const browser = { cookie: setCookieOf(begun).pair, state };
    expect((await bringBack(browser, { subject: 'new' })).status).toBe(200);
    await signIn('new');
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'member.joined', data: { role: 'admin', by: 'invitation' } },
    ]);
    expectDispatched();
  });

  test("by the organization's own issuer", async () => {
    const { organizationId } = await regulated();
    await listenTo(world.store, organizationId, ['member.*']);
    await storedSso(organizationId, oidcIssuer);
    const issuer = 'https://login.example.com';
    withIssuer([claimsOf('new', { issuer, emailVerified: false })]);
    for (let times = 0; times < 2; times++)
      expect((await bringBack(await start({ email: 'new@example.com' }), { subject: 'new' })).status).toBe(
        200,
      );
    expect(emittedEvents(world.store)).toMatchObject([
      { type: 'member.joined', organizationId, data: { role: 'member', by: 'sso' } },
    ]);
    expectDispatched();
  });

  test('by the directory, which also ends the membership and starts it again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon });
    const provisioned = await provisionedOrganization();
    const send = scimClient(listening(directoryOf(provisioned), 'member.*'));
    const { body } = await send('POST', 'Users', { body: oktaUser });
    const user = body.id === undefined ? {} : { id: body.id };
    await send('PATCH', 'Users', { ...user, body: oktaDeactivates });
    await send('PATCH', 'Users', { ...user, body: oktaDeactivates });
    await send('PATCH', 'Users', { ...user, body: oktaReactivates });
    await send('DELETE', 'Users', user);
    expect(emittedEvents(world.store).map(({ type, data }) => [type, data['by']])).toEqual([
      ['member.joined', 'directory'],
      ['member.removed', undefined],
      ['member.joined', 'directory'],
      ['member.removed', undefined],
    ]);
  });
});

test('without a subscriber nothing is written and no fan-out is requested', async () => {
  organization = await newOrganization(world.store);
  const { body } = await connect();
  await disconnect(body['repositoryId']);
  await issue({ kind: 'service' });
  expect(emittedEvents(world.store)).toEqual([]);
  expect(world.dispatched).toEqual([]);
});
