import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { name: 'Acme' });
});
const rename = (name: unknown, role: 'admin' | 'member' | 'billing' = 'admin') =>
  call('change-organization', { caller: organization.as(role), body: { name } });

describe('change-organization', () => {
  test('200: the name, and an event with both names', async () => {
    const { status, body } = await rename('Acme Labs');
    expect([status, body['name']]).toEqual([200, 'Acme Labs']);
    expect(world.store.all('organization')).toMatchObject([{ name: 'Acme Labs' }]);
    expect(world.store.all('auditEvent')).toMatchObject([
      { action: 'organization.changed', before: { name: 'Acme' }, after: { name: 'Acme Labs' } },
    ]);
  });

  test('200: the same name emits no event', async () => {
    expect((await rename('Acme')).status).toBe(200);
    expect(world.store.all('auditEvent')).toEqual([]);
  });

  test('of two concurrent requests, one renames', async () => {
    const answers = await Promise.all([rename('One'), rename('Two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(world.store.all('auditEvent')).toHaveLength(1);
  });

  test.each(['member', 'billing'] as const)('403 for %s', async (role) => {
    expect((await rename('Other', role)).status).toBe(403);
  });

  test.each(['', ' ', 'a\nb', ' a', 'x'.repeat(201), 3])('422: the name %j', async (name) => {
    expect((await rename(name)).body['code']).toBe('validation_failed');
  });
});
