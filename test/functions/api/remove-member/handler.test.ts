import { beforeEach, describe, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { add, change, remove, countOwners, personOf } = memberCalls(() => organization);

describe('remove-member', () => {
  test('204: the member is removed; the second call is 404', async () => {
    expect((await remove(personOf('member'), organization.as('admin'))).status).toBe(204);
    expect((await remove(personOf('member'))).body['code']).toBe('member_not_found');
  });

  test('403: an admin cannot remove an owner', async () => {
    expect((await remove(personOf('owner'), organization.as('admin'))).status).toBe(403);
  });

  test('409: the last owner stays; one of two can be removed', async () => {
    expect((await remove(personOf('owner'))).body['code']).toBe('conflict');
    await change(personOf('admin'), 'owner');
    expect((await remove(personOf('owner'))).status).toBe(204);
    expect(await countOwners()).toBe(1);
  });

  test('409: of two owners who remove each other at once, one stays', async () => {
    await change(personOf('admin'), 'owner');
    const answers = await Promise.all([remove(personOf('owner')), remove(personOf('admin'))]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409]);
    expect(await countOwners()).toBe(1);
  });

  test('204: a person who is added again is a new person, without the old tokens', async () => {
    await remove(personOf('member'));
    const { body } = await add('member', { email: 'member@example.com' });
    expect(body['personId']).not.toBe(personOf('member'));
  });
});
