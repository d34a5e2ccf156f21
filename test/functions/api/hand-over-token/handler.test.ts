import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { tokenHash } from '@scangate/domain/identity/tokens';
import type { Token } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { changeMembership, newCredential } from '#test/support/identity/credentials.ts';
import { later, newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const store = () => ({ store: world.store, organization });

const serviceToken = async (more: Partial<Token> = {}) => {
  const tokenId = testIds.uuid();
  const secret = await newCredential(store(), 'service', { role: 'admin', tokenId, ...more });
  return { tokenId, hash: tokenHash(secret) };
};
const handOver = (tokenId: string, caller: Caller = organization.as('owner', 'session')) =>
  call('hand-over-token', { caller, params: { tokenId }, body: { responsible: 'me' } });
const stored = (hash: string) => world.store.get('token', { tokenHash: hash });

test('makes the caller responsible, writes an audit event, and changes nothing twice', async () => {
  const { tokenId, hash } = await serviceToken();
  const owner = organization.as('owner').personId;
  const { status, body } = await handOver(tokenId);
  expect([status, body['personId'], body['tokenId']]).toEqual([200, owner, tokenId]);
  expect(await stored(hash)).toMatchObject({ personId: owner, handedOverAt: noon.toISOString() });
  expect((await handOver(tokenId)).status).toBe(200);
  expect(world.store.all('auditEvent').map(({ action }) => action)).toEqual(['token.handed_over']);
});

test('the token then depends on the credential of the caller, and on no other', async () => {
  const parent = await newCredential(store(), 'personal', { role: 'admin' });
  const { tokenId, hash } = await serviceToken({ parentHash: tokenHash(parent), parentId: testIds.uuid() });
  await handOver(tokenId);
  expect(await stored(hash)).not.toHaveProperty('parentHash');
  const mine = tokenHash(await newCredential(store(), 'personal', { expiresAt: later(60).toISOString() }));
  const second = await serviceToken();
  await handOver(second.tokenId, { ...organization.as('owner'), tokenHash: mine });
  expect(await stored(second.hash)).toMatchObject({ parentHash: mine, expiresAt: later(60).toISOString() });
});

test('409 for a token that has ended, because a person who left knows its secret', async () => {
  const ended = [
    await serviceToken({ revokedAt: noon.toISOString() }),
    await serviceToken({ expiresAt: noon.toISOString() }),
    await serviceToken({ parentHash: tokenHash('sgp_gone') }),
  ];
  const last = await serviceToken();
  await changeMembership(store(), 'admin', { removedAt: noon.toISOString() });
  for (const { tokenId } of [...ended, last]) {
    const { status, body } = await handOver(tokenId);
    expect([status, body['code']]).toEqual([409, 'conflict']);
  }
  expect(world.store.all('auditEvent')).toEqual([]);
});

test('404 for a personal token, an unknown one, and one of another organization', async () => {
  const personal = testIds.uuid();
  await newCredential(store(), 'personal', { role: 'admin', tokenId: personal });
  const { tokenId } = await serviceToken();
  const other = await newOrganization(world.store);
  expect((await handOver(personal)).body['code']).toBe('token_not_found');
  expect((await handOver(testIds.uuid())).body['code']).toBe('token_not_found');
  expect((await handOver(tokenId, other.as('owner', 'session'))).body['code']).toBe('token_not_found');
});

test('403 for callers with fewer scopes, for a token that was issued by a token, and for members', async () => {
  const { tokenId } = await serviceToken();
  const few = await handOver(tokenId, { ...organization.as('owner', 'session'), scopes: ['tokens:write'] });
  expect(few.body['code']).toBe('insufficient_scope');
  const root = tokenHash(await newCredential(store(), 'personal'));
  const child = tokenHash(await newCredential(store(), 'personal', { parentHash: root }));
  const asChild = await handOver(tokenId, { ...organization.as('owner'), tokenHash: child });
  expect(asChild.body['code']).toBe('person_required');
  expect((await handOver(tokenId, organization.as('member', 'session'))).body['code']).toBe('role_required');
});
