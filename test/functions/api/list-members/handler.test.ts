import { beforeEach, describe, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { remove, list, personOf } = memberCalls(() => organization);

describe('list-members', () => {
  test('200: the members, without those who were removed', async () => {
    await remove(personOf('member'));
    const { body } = await list();
    const roles = (body['items'] as { role: string }[]).map(({ role }) => role).sort();
    expect(roles).toEqual(['admin', 'billing', 'owner']);
  });

  test('403 for a member; another organization sees its own list', async () => {
    expect((await list(organization.as('member'))).status).toBe(403);
    const other = await newOrganization(world.store);
    const { text } = await list(other.as('owner'));
    expect(text).not.toContain(personOf('owner'));
  });
});
