import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { plan: 'Regulated', credits: { core: 1 } });
});

const caller = (role: 'owner' | 'admin' = 'owner') => ({
  ...organization.as(role, 'session'),
  signedInAt: noon.toISOString(),
});
const add = (by = caller(), body: object = { name: 'Entra' }) =>
  call('add-directory-token', { caller: by, body });
const list = async () =>
  (await call('list-directory-tokens', { caller: caller() })).body['items'] as Record<string, unknown>[];
const revoke = (tokenId: string) => call('revoke-directory-token', { caller: caller(), params: { tokenId } });

describe('a directory token', () => {
  test('201: is shown once, stored as its hash, and has no scopes', async () => {
    const { status, body } = await add();
    const secret = String(body['token']);
    expect([status, secret.slice(0, 4), isWellFormedToken(secret)]).toEqual([201, 'sgd_', true]);
    expect(world.store.all('token')).toMatchObject([
      { kind: 'directory', tokenHash: tokenHash(secret), scopes: [] },
    ]);
    expect(JSON.stringify(world.store.all('token'))).not.toContain(secret);
    expect(body['expiresAt']).toBe('2027-03-10T12:00:00.000Z');
    expect(await list()).toMatchObject([{ name: 'Entra', kind: 'directory' }]);
  });

  test('409: at most two tokens, even for concurrent requests', async () => {
    const answers = await Promise.all([add(), add(), add(), add()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    await revoke(String((await list())[0]?.['tokenId']));
    expect((await add()).status).toBe(201);
  });

  test('404: only tokens of the directory are revoked here', async () => {
    await add();
    expect((await revoke('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('422: more than 366 days', async () => {
    expect((await add(caller(), { name: 'Entra', expiresInDays: 367 })).status).toBe(422);
  });

  test('403: an admin; 402: a plan without it', async () => {
    expect((await add(caller('admin'))).body['code']).toBe('role_required');
    const { status, body } = await add({ ...caller(), plan: 'Team' });
    expect([status, body['capability']]).toEqual([402, 'sso_full']);
  });
});
