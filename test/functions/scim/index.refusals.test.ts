import { beforeEach, expect, test, vi } from 'vitest';
import { resetWorld, world } from '#test/support/api/endpoint-world.ts';
import { oktaGroup, oktaUser } from '#test/corpora/scim/okta.ts';
import { directoryOf, provisionedOrganization, scimClient } from '#test/support/scim/scim-calls.ts';
import type { TestOrganization } from '#test/support/world.ts';

/** The codes of the lines that count refusals. */
const counted: unknown[] = [];
let organization: TestOrganization;
let send: ReturnType<typeof scimClient>;
beforeEach(async () => {
  resetWorld();
  counted.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    const line = JSON.parse(String(text)) as Record<string, unknown>;
    if (line['message'] === 'refused') counted.push([line['code'], line['kind'], line['Refusals']]);
    return true;
  });
  organization = await provisionedOrganization();
  send = scimClient(directoryOf(organization));
});

test('a directory that sends too many members, changes an owner or takes a name is counted', async () => {
  const members = Array.from({ length: 10_001 }, (_, n) => ({ value: `u${n}` }));
  const id = { organizationId: organization.organizationId, personId: organization.as('owner').personId };
  await world.store.commit([{ change: 'update', record: 'member', id, set: { email: oktaUser.userName } }]);
  await send('POST', 'Users', { body: oktaUser });
  const other = { ...oktaUser, emails: [{ value: 'mallory@corp.example', primary: true }] };
  const answers = [
    await send('POST', 'Groups', { body: { ...oktaGroup, members } }),
    await send('PUT', 'Users', { id: id.personId, body: other }),
    await send('POST', 'Users', { body: oktaUser }),
  ];
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([413, 400, 409]);
  expect(counted).toEqual([
    ['scim_too_many', 'limit', 1],
    ['scim_mutability', 'permission', 1],
    ['scim_conflict', 'conflict', 1],
  ]);
});

test('what a directory does not find, or sends wrongly, is not counted', async () => {
  expect((await send('GET', 'Users', { id: 'nobody' })).status).toBe(404);
  expect((await send('POST', 'Users', { raw: '{' })).status).toBe(400);
  expect(counted).toEqual([]);
});
