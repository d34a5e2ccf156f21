import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetWorld, world } from '#test/support/api/endpoint-world.ts';
import {
  entraDisables,
  entraEnables,
  entraUpdates,
  entraUpdatesWithoutPath,
  entraUser,
} from '#test/corpora/scim/entra.ts';
import { oktaDeactivates, oktaProfile, oktaReactivates, oktaUser } from '#test/corpora/scim/okta.ts';
import { directoryOf, provisionedOrganization, scimClient } from '#test/support/scim/scim-calls.ts';
import { newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let send: ReturnType<typeof scimClient>;
afterEach(() => void vi.setSystemTime(noon));
beforeEach(async () => {
  resetWorld();
  organization = await provisionedOrganization();
  send = scimClient(directoryOf(organization));
});

const memberOf = (personId = '') =>
  world.store.get('member', { organizationId: organization.organizationId, personId });
const create = async (user: object = oktaUser): Promise<string> =>
  (await send('POST', 'Users', { body: user })).body.id ?? '';
const search = (filter: string) => send('GET', 'Users', { query: { filter, startIndex: '1', count: '100' } });

describe('Okta', () => {
  test('looks up a missing user, creates, finds and reads it', async () => {
    const asked = await search('userName eq "jane.doe@corp.example"');
    expect([asked.status, asked.body['totalResults'], asked.body.Resources]).toEqual([200, 0, []]);
    const created = await send('POST', 'Users', { body: oktaUser });
    expect([created.status, created.headers['Content-Type']]).toEqual([201, 'application/scim+json']);
    expect(created.body).toMatchObject({
      userName: 'jane.doe@corp.example',
      externalId: '00ujl29u0le5T6Aj10h7',
      displayName: 'Jane Doe',
      name: { givenName: 'Jane', familyName: 'Doe' },
      emails: [{ value: 'jane.doe@corp.example', primary: true }],
      active: true,
      meta: {
        resourceType: 'User',
        location: `https://api.example.com/api/scim/v2/Users/${created.body.id}`,
      },
    });
    expect(JSON.stringify(world.store.all('member'))).not.toContain(oktaUser.password);
    const { id = '' } = created.body;
    expect((await search('userName eq "JANE.DOE@corp.example"')).body.Resources?.[0]?.['id']).toBe(id);
    expect((await search('externalId eq "00ujl29u0le5T6Aj10h7"')).body.Resources?.[0]?.['id']).toBe(id);
    expect((await send('GET', 'Users', { id })).body).toEqual(created.body);
    expect(await memberOf(id)).toMatchObject({ role: 'member', email: 'jane.doe@corp.example' });
  });

  test('deactivates at once; activation is a new membership, so that old tokens stay invalid', async () => {
    const id = await create();
    expect((await send('PATCH', 'Users', { id, body: oktaDeactivates })).body['active']).toBe(false);
    expect((await memberOf(id))?.removedAt).toBeDefined();
    expect((await send('GET', 'Users', { id })).body['active']).toBe(false);
    expect((await send('PATCH', 'Users', { id, body: oktaReactivates })).body['active']).toBe(true);
    const member = await memberOf(id);
    expect([member?.removedAt, member?.role]).toEqual([undefined, 'member']);
    expect(world.store.all('auditEvent').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['directory.user_changed', 'member.added', 'member.removed']),
    );
  });

  test('replaces a profile, and omitted fields stay', async () => {
    const id = await create();
    const { status, body } = await send('PUT', 'Users', { id, body: oktaProfile(id) });
    expect([status, body['name'], body['displayName']]).toEqual([
      200,
      { givenName: 'Jane', familyName: 'Roe' },
      'Jane Doe',
    ]);
    expect((await memberOf(id))?.email).toBe('jane.roe@corp.example');
  });
});

describe('Entra', () => {
  test('disables and enables with strings', async () => {
    const id = await create(entraUser);
    expect((await send('PATCH', 'Users', { id, body: entraDisables })).body['active']).toBe(false);
    expect((await send('PATCH', 'Users', { id, body: entraDisables })).body['active']).toBe(false);
    expect((await send('PATCH', 'Users', { id, body: entraEnables })).body['active']).toBe(true);
  });

  test('updates by filtered and dotted paths, and by names of extensions', async () => {
    const id = await create(entraUser);
    const { status, body } = await send('PATCH', 'Users', { id, body: entraUpdates });
    expect([status, body['name']]).toEqual([200, { givenName: 'Sam', familyName: 'Poe-Lee' }]);
    expect((await memberOf(id))?.email).toBe('samuel.poe@corp.example');
  });

  test('updates by dotted and full names without a path', async () => {
    const id = await create(entraUser);
    const { status, body } = await send('PATCH', 'Users', { id, body: entraUpdatesWithoutPath });
    expect([status, body['userName'], body['displayName'], body['name']]).toEqual([
      200,
      'samuel@corp.example',
      'Samuel',
      { givenName: 'Samuel', familyName: 'Poe' },
    ]);
    expect((await search('userName eq "Sam.Poe@corp.example"')).body['totalResults']).toBe(0);
    expect((await search('userName eq "samuel@corp.example"')).body['totalResults']).toBe(1);
  });
});

describe('a user', () => {
  test('204: is removed, and the names are free again', async () => {
    const id = await create();
    expect((await send('DELETE', 'Users', { id })).status).toBe(204);
    expect((await send('GET', 'Users', { id })).status).toBe(404);
    expect((await memberOf(id))?.removedAt).toBeDefined();
    const again = await create();
    expect(again).not.toBe('');
    expect(again).not.toBe(id);
  });

  test('200: who was invited before is then managed by the directory, as the same person', async () => {
    const { organizationId } = organization;
    const personId = organization.as('admin').personId;
    await world.store.commit([
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { email: 'Jane.Doe@corp.example' },
      },
    ]);
    expect(await create()).toBe(personId);
    expect((await memberOf(personId))?.role).toBe('admin');
  });

  test('409: userName or externalId of another one', async () => {
    await create();
    const same = { ...oktaUser, emails: [{ value: 'other@corp.example' }] };
    const { status, body } = await send('POST', 'Users', { body: { ...same, externalId: 'another' } });
    expect([status, body['scimType']]).toEqual([409, 'uniqueness']);
    const named = { ...same, userName: 'another@corp.example' };
    expect((await send('POST', 'Users', { body: named })).status).toBe(409);
  });

  test('409: the last owner stays', async () => {
    const { organizationId } = organization;
    const { personId } = organization.as('owner');
    await world.store.commit([
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { email: oktaUser.userName },
      },
    ]);
    const id = await create();
    expect((await send('PATCH', 'Users', { id, body: oktaDeactivates })).status).toBe(409);
    expect((await send('DELETE', 'Users', { id })).status).toBe(409);
    expect((await memberOf(personId))?.removedAt).toBeUndefined();
  });

  test('400: an owner keeps the address, so that nobody signs in as the owner with another one', async () => {
    const id = { organizationId: organization.organizationId, personId: organization.as('owner').personId };
    const email = oktaUser.userName;
    await world.store.commit([{ change: 'update', record: 'member', id, set: { email } }]);
    const user = await create();
    expect(user).toBe(id.personId);
    const emails = [{ value: 'mallory@corp.example', primary: true }];
    const answer = await send('PUT', 'Users', { id: user, body: { ...oktaUser, emails } });
    expect([answer.status, answer.body['scimType']]).toEqual([400, 'mutability']);
    expect((await memberOf(user))?.email).toBe(email);
  });

  test.each([
    [
      'an address outside of the verified domains',
      { ...oktaUser, emails: [{ value: 'x@elsewhere.example' }] },
    ],
    ['no userName', { ...oktaUser, userName: undefined }],
    ['no address', { userName: 'jane', active: true }],
    ['an invalid boolean', { ...oktaUser, active: 'maybe' }],
    ['a list', []],
  ])('400 invalidValue: %s', async (_what, user) => {
    const { status, body } = await send('POST', 'Users', { body: user });
    expect([status, body['scimType']]).toEqual([400, 'invalidValue']);
    expect(world.store.all('person')).toEqual([]);
  });

  test.each([
    'userName sw "a"',
    'name.familyName eq "Doe"',
    'userName eq "a" and active eq true',
    'userName eq',
    'userName eq 5',
    '(((',
    `userName eq "${'a'.repeat(2_000)}"`,
  ])('400 invalidFilter: %s', async (filter) => {
    const { status, body } = await search(filter);
    expect([status, body['scimType']]).toEqual([400, 'invalidFilter']);
  });

  test.each([
    ['no operations', { Operations: [] }],
    ['an unknown operation', { Operations: [{ op: 'move', path: 'active', value: true }] }],
    ['a removal without a path', { Operations: [{ op: 'remove' }] }],
    ['an invalid object', { Operations: [{ op: 'replace', value: 'x' }] }],
    ['an invalid address', { Operations: [{ op: 'replace', path: 'emails', value: 'x' }] }],
  ])('400: a patch with %s', async (_what, body) => {
    const id = await create();
    const before = await memberOf(id);
    expect((await send('PATCH', 'Users', { id, body })).status).toBe(400);
    expect(await memberOf(id)).toEqual(before);
  });

  test('a patch modifies nothing but the resource', async () => {
    const id = await create();
    const paths = [
      '__proto__.polluted',
      'constructor.prototype.polluted',
      'name.__proto__.polluted',
      'id',
      'meta.x',
    ];
    for (const path of paths)
      await send('PATCH', 'Users', { id, body: { Operations: [{ op: 'add', path, value: 'yes' }] } });
    await send('PATCH', 'Users', {
      id,
      raw: '{"Operations":[{"op":"add","value":{"__proto__":{"polluted":"yes"},"name":{"__proto__":{"polluted":"yes"}}}}]}',
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await send('GET', 'Users', { id })).body.id).toBe(id);
  });

  test('404: foreign, missing and malformed ids get the same answer', async () => {
    const id = await create();
    const other = scimClient(
      directoryOf(await newOrganization(world.store, { plan: 'Regulated', credits: { core: 1 } })),
    );
    const answers = [
      await other('GET', 'Users', { id }),
      await send('GET', 'Users', { id: '00000000-0000-4000-8000-000000000000' }),
      await send('GET', 'Users', { id: 'a/b' }),
      // A member whom the directory does not manage is not affected.
      await send('GET', 'Users', { id: organization.as('owner').personId }),
    ];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test.each([
    ['400', 'application/scim+json', '{'],
    ['415', 'text/plain', '{}'],
    ['413', 'application/json', JSON.stringify({ userName: 'x'.repeat(1_000_001) })],
  ])('%s: a body of %s that is not acceptable', async (status, contentType, raw) => {
    expect((await send('POST', 'Users', { raw, contentType })).status).toBe(Number(status));
  });

  test('405 names the methods, and 401 refuses any other credential', async () => {
    const refused = await send('DELETE', 'Users');
    expect([refused.status, refused.headers['Allow']]).toEqual([405, 'GET, POST']);
    for (const kind of ['session', 'personal', 'service', 'pipeline'] as const)
      expect((await scimClient(organization.as('owner', kind))('GET', 'Users')).status).toBe(401);
  });

  test('402: a plan without full single sign-on', async () => {
    const caller = { ...directoryOf(organization), plan: 'Team' as const };
    expect((await scimClient(caller)('GET', 'Users')).status).toBe(402);
  });

  test('200: pages of a list', async () => {
    for (const name of ['a', 'b', 'c']) await create({ userName: `${name}@corp.example`, active: true });
    const page = await send('GET', 'Users', { query: { startIndex: '2', count: '1' } });
    expect([page.body['totalResults'], page.body['startIndex'], page.body['itemsPerPage']]).toEqual([
      3, 2, 1,
    ]);
    expect((await send('GET', 'Users', { query: { count: '0' } })).body.Resources).toEqual([]);
    expect((await send('GET', 'Users', { query: { count: 'x' } })).status).toBe(400);
  });
});
