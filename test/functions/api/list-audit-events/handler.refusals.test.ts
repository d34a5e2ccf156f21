import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { auditedCalls } from '#test/support/api/audited-calls.ts';
import { resetWorld, world, type ApiResponse } from '#test/support/api/call-endpoint.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let admin: Caller;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
  admin = organization.as('admin');
});
const { issue, revoke, inviteMember, change, remove, connect, disconnect, changeGate } = auditedCalls(
  () => organization,
  () => admin,
);

describe('a refused action, and one that changes nothing, writes no event', () => {
  const nobody = testIds.uuid();
  const owner = () => organization.as('owner').personId;
  const refused: [string, () => Promise<ApiResponse>, number][] = [
    ['a gate read by another ETag', () => changeGate({}, { headers: { 'If-Match': '"0"' } }), 412],
    ['a gate change to the same values', () => changeGate({ apiGateSeverityThreshold: 'critical' }), 200],
    [
      'a gate beyond the plan',
      () => changeGate({ unknownSeverityAs: 'low' }, { caller: { ...admin, plan: 'Free' } }),
      402,
    ],
    ['a token without the API', () => issue({ caller: { ...admin, plan: 'Free' } }), 402],
    ['a service token of a member', () => issue({ caller: organization.as('member') }), 403],
    ['an unknown token', () => revoke(nobody), 404],
    [
      'an owner invited by an admin',
      () => inviteMember({ body: { email: 'o@example.com', role: 'owner' } }),
      403,
    ],
    ['the current role of a member', () => change('member'), 200],
    ['the owner role given by an admin', () => change('owner'), 403],
    ['the role of the last owner', () => change('admin', owner(), organization.as('owner')), 409],
    ['the last owner removed', () => remove(owner(), organization.as('owner')), 409],
    ['an unknown member', () => remove(nobody), 404],
    ['a repository with a bad URL', () => connect({ body: { url: 'ssh://x/y/z' } }), 422],
    ['an unknown repository', () => disconnect(nobody), 404],
  ];

  test.each(refused)('%s', async (_name, act, status) => {
    const before = world.store.all('organization');
    expect((await act()).status).toBe(status);
    expect(world.store.all('auditEvent')).toEqual([]);
    expect(world.store.all('organization')).toEqual(before);
  });

  test('a name that is taken, and a second disconnection, removal or revocation', async () => {
    const { body } = await connect();
    const { body: token } = await issue();
    await revoke(token['tokenId']);
    await remove();
    const before = world.store.all('auditEvent').length;
    expect((await connect()).status).toBe(409);
    expect((await revoke(token['tokenId'])).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(world.store.all('auditEvent')).toHaveLength(before);
    await disconnect(body['repositoryId']);
    expect((await disconnect(body['repositoryId'])).status).toBe(404);
    expect(world.store.all('auditEvent')).toHaveLength(before + 1);
  });
});
