import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { tokenCalls } from '#test/support/api/token-calls.ts';
import { newCredential } from '#test/support/identity/credentials.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => {
  vi.useRealTimers();
});
const { issue, list, revoke } = tokenCalls(() => organization);

describe('revoke-token', () => {
  test('204: revoking again keeps the first time', async () => {
    const { body } = await issue({ kind: 'service' });
    expect((await revoke(body['tokenId'])).status).toBe(204);
    vi.setSystemTime(new Date('2026-03-11T12:00:00Z'));
    expect((await revoke(body['tokenId'])).status).toBe(204);
    expect(world.store.all('token')[0]?.revokedAt).toBe(noon.toISOString());
    expect((await list()).body['items']).toMatchObject([{ revokedAt: noon.toISOString() }]);
  });

  test('204: a member revokes their own token; 404 for that of another person, which stays', async () => {
    const member = organization.as('member');
    const mine = await issue({ kind: 'personal' }, { caller: organization.as('member', 'session') });
    const theirs = await issue({ kind: 'service' });
    const denied = await revoke(theirs.body['tokenId'], member);
    expect([denied.status, denied.body['code']]).toEqual([404, 'token_not_found']);
    expect((await revoke(mine.body['tokenId'], member)).status).toBe(204);
    const revoked = world.store.all('token').filter((token) => token.revokedAt);
    expect(revoked.map(({ tokenId }) => tokenId)).toEqual([mine.body['tokenId']]);
  });

  test('204: an admin revokes any token of the organization, on any page of the list', async () => {
    for (let i = 0; i < 120; i++)
      await newCredential({ store: world.store, organization }, 'personal', { role: 'member' });
    const last = world.store.all('token').toSorted((a, b) => (a.tokenHash < b.tokenHash ? 1 : -1))[0];
    expect((await revoke(last?.tokenId)).status).toBe(204);
    expect(world.store.all('token').filter((token) => token.revokedAt)).toMatchObject([
      { tokenId: last?.tokenId },
    ]);
  });

  test('404: of another organization, or unknown', async () => {
    const { body } = await issue({ kind: 'service' });
    const other = await newOrganization(world.store);
    expect((await revoke(body['tokenId'], other.as('owner'))).status).toBe(404);
    expect((await revoke(testIds.uuid())).status).toBe(404);
    expect(world.store.all('token')[0]?.revokedAt).toBeUndefined();
  });
});
