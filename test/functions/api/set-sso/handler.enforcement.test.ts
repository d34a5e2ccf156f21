import { beforeEach, expect, test } from 'vitest';
import { liftEnforcement } from '#app/operator/lift-enforcement.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { actionsOf, regulated, signedIn, signedInBySso } from '#test/support/sso/sso-world.ts';
import { noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await regulated();
});

const secret = { clientSecret: 'secret' };
const issuer = { kind: 'oidc', issuer: 'https://login.example.com', clientId: 'client' };
const put = async (body: object, caller: Caller = signedIn(organization)) => {
  const { status, body: said } = await call('set-sso', { caller, body, headers: { 'If-Match': '*' } });
  return [status, said['code'], said.errors?.[0]?.pointer].filter((part) => part !== undefined);
};
const lockOut = [422, 'sso_invalid', '/enforced'];
const policy = async () => {
  const { organizationId } = organization;
  return (await world.store.get('organization', { organizationId }))?.accessPolicy;
};
const mails = async (of = 'sso_enforced'): Promise<string[]> => {
  const kinds: string[] = [];
  for (const shard of ['0', '1', '2', '3', '4', '5', '6', '7'])
    for (const id of (await world.store.listDue('mail', shard)).items)
      kinds.push((await world.store.get('mail', id))?.kind ?? '');
  return kinds.filter((kind) => kind === of);
};

test('an owner with a session of the stored issuer enforces it; one mail informs all owners', async () => {
  await put({ issuer: { ...issuer, ...secret } });
  expect(await put({ issuer, enforced: { breakGlass: [] } }, signedInBySso(organization))).toEqual([200]);
  expect(await policy()).toEqual({ enforced: { since: noon.toISOString(), breakGlass: [] } });
  expect(await mails()).toHaveLength(1);
});

test('an owner with another session would be locked out, unless named as break-glass owner', async () => {
  await put({ issuer: { ...issuer, ...secret } });
  const caller = signedIn(organization);
  expect(await put({ issuer, enforced: { breakGlass: [] } }, caller)).toEqual(lockOut);
  const elsewhere = { ...caller, issuerOf: '00000000-0000-4000-8000-0000000000ff' };
  expect(await put({ issuer, enforced: { breakGlass: [] } }, elsewhere)).toEqual(lockOut);
  expect(await put({ issuer, enforced: { breakGlass: [caller.personId] } }, caller)).toEqual([200]);
});

test('an issuer without a sign-in so far cannot be enforced by its session', async () => {
  const caller = signedInBySso(organization);
  expect(await put({ issuer: { ...issuer, ...secret }, enforced: { breakGlass: [] } }, caller)).toEqual(
    lockOut,
  );
  await put({ issuer: { ...issuer, ...secret } });
  const other = { ...issuer, ...secret, clientId: 'other' };
  expect(await put({ issuer: other, enforced: { breakGlass: [] } }, caller)).toEqual(lockOut);
  await put({ issuer, enforced: { breakGlass: [] } }, caller);
  expect(await put({ issuer: other, enforced: { breakGlass: [] } }, caller)).toEqual(lockOut);
});

test('break-glass lists only owners, and at most two', async () => {
  const [owner, admin] = [organization.as('owner').personId, organization.as('admin').personId];
  const absent = '00000000-0000-4000-8000-0000000000ff';
  const named = (breakGlass: string[]) => put({ issuer: { ...issuer, ...secret }, enforced: { breakGlass } });
  expect(await named([owner, admin])).toEqual([422, 'sso_invalid', '/enforced/breakGlass/1']);
  expect(await named([absent])).toEqual([422, 'sso_invalid', '/enforced/breakGlass/0']);
  expect((await named([owner, owner, owner]))[1]).toBe('validation_failed');
});

test('required methods need a break-glass owner, who is accepted without them', async () => {
  const { personId } = organization.as('owner');
  const session = { requiredAmr: ['mfa'] };
  const full = { ...issuer, ...secret };
  expect(await put({ issuer: full, session })).toEqual([422, 'sso_invalid', '/session/requiredAmr']);
  expect(await put({ issuer: full, session, enforced: { breakGlass: [personId] } })).toEqual([200]);
});

test('another change keeps the time of the enforcement and sends no mail', async () => {
  const { personId } = organization.as('owner');
  const enforced = { breakGlass: [personId] };
  await put({ issuer: { ...issuer, ...secret }, enforced });
  await put({ issuer, enforced, session: { idleMinutes: 10 } });
  expect(await policy()).toEqual({
    idleMinutes: 10,
    enforced: { since: noon.toISOString(), breakGlass: [personId] },
  });
  expect(await mails()).toHaveLength(1);
});

test('the operator lifts an enforcement once, and the settings stay', async () => {
  const { organizationId } = organization;
  const { personId } = organization.as('owner');
  await put({
    issuer: { ...issuer, ...secret },
    enforced: { breakGlass: [personId] },
    session: { idleMinutes: 10, requiredAmr: ['mfa'] },
  });
  const lift = () => liftEnforcement(organizationId, world.store, noon);
  expect(await lift()).toEqual({ organizationId, lifted: true });
  expect(await lift()).toEqual({ organizationId, lifted: false });
  expect(await policy()).toEqual({ idleMinutes: 10 });
  expect(await mails('sso_lifted')).toHaveLength(1);
  const { items } = await world.store.list('auditEvents', { organizationId });
  expect(items.find(({ actor }) => actor.kind === 'operator')).toMatchObject({ action: 'sso.changed' });
  expect((await call('get-sso', { caller: signedIn(organization) })).body).toMatchObject({
    configured: true,
  });
  await expect(
    liftEnforcement('00000000-0000-4000-8000-0000000000ff', world.store, noon),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(await actionsOf(organizationId)).toContain('sso.changed');
});
