import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const change = (body: object, caller = organization.as('admin')) =>
  call('change-member', { caller, params: { personId: organization.as('admin').personId }, body });
const events = () => world.store.all('auditEvent').filter(({ action }) => action === 'member.changed');

describe('the digest of advisories', () => {
  test('200: is on for everybody, can be turned off and on, and each change is an event', async () => {
    expect((await change({ role: 'admin' })).body['advisoryDigest']).toBe('daily');
    expect((await change({ advisoryDigest: 'off' })).body).toMatchObject({
      role: 'admin',
      advisoryDigest: 'off',
    });
    expect((await change({ advisoryDigest: 'off' })).status).toBe(200);
    expect(events()).toMatchObject([
      { before: { advisoryDigest: 'daily' }, after: { advisoryDigest: 'off' } },
    ]);
    expect((await change({ advisoryDigest: 'daily' })).body['advisoryDigest']).toBe('daily');
  });

  test('422: an empty change, and an invalid value', async () => {
    for (const body of [{}, { advisoryDigest: 'weekly' }]) {
      const { status, body: answer } = await change(body);
      expect([status, answer['code']]).toEqual([422, 'validation_failed']);
    }
  });
});
