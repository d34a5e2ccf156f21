import { beforeEach, describe, expect, test, vi } from 'vitest';
import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import type { AuditAction } from '@scangate/domain/audit/audit-event';
import type { RecordName } from '@scangate/domain/change';
import { scopesOfRole, serviceScopes, type Caller } from '@scangate/domain/identity/roles';
import { tokenHash } from '@scangate/domain/identity/tokens';
import {
  call,
  resetWorld,
  world,
  type ApiResponse,
  type CallOptions,
} from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, noon, testIds } from '#test/support/world.ts';

const url = 'https://git.example.com/Acme/Shop.git';
const secret = 'the-secret-of-the-repository';

let organization: Awaited<ReturnType<typeof newOrganization>>;
let admin: Caller;

beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store);
  admin = organization.as('admin');
});

const events = async () => {
  const { body } = await call('list-audit-events', { caller: admin, query: {} });
  return body['items'] as Record<string, unknown>[];
};

const issue = (more: CallOptions = {}) =>
  call('issue-token', { caller: admin, body: { kind: 'service', name: 'ci', expiresInDays: 1 }, ...more });
const revoke = (tokenId: unknown) =>
  call('revoke-token', { caller: admin, params: { tokenId: String(tokenId) } });
const add = (more: CallOptions = {}) =>
  call('add-member', { caller: admin, body: { email: 'new@example.com', role: 'member' }, ...more });
const change = (role: string, person = organization.as('member').personId, caller = admin) =>
  call('change-member', { caller, params: { personId: person }, body: { role } });
const remove = (person = organization.as('member').personId, caller = admin) =>
  call('remove-member', { caller, params: { personId: person } });
const connect = (more: CallOptions = {}) =>
  call('connect-repository', { caller: admin, body: { url, credential: { secret } }, ...more });
const disconnect = (repositoryId: unknown) =>
  call('disconnect-repository', { caller: admin, params: { repositoryId: String(repositoryId) } });
const changeGate = (body: object, more: CallOptions = {}) =>
  call('change-gate', { caller: admin, headers: { 'If-Match': '*' }, body, ...more });

const byAdmin = () => ({ kind: 'person', personId: admin.personId, role: 'admin', tokenId: admin.tokenId });
/** The event of an action by the admin at noon, with these fields and no others. */
const eventOf = (action: AuditAction, more: Record<string, unknown>) => ({
  eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  at: noon.toISOString(),
  action,
  actor: byAdmin(),
  ...more,
});

describe('each action writes an event with actor, time, and the fields before and after', () => {
  test('gate.changed: the fields that changed, inside the license policy, too', async () => {
    await changeGate({
      apiGateSeverityThreshold: 'high',
      unknownSeverityAs: 'high',
      licensePolicy: { deny: ['MIT'], allow: [] },
    });
    expect(await events()).toEqual([
      eventOf('gate.changed', {
        before: { apiGateSeverityThreshold: 'critical', licensePolicy: { deny: [] } },
        after: { apiGateSeverityThreshold: 'high', licensePolicy: { deny: ['MIT'] } },
      }),
    ]);
  });

  test('token.issued: its scopes and its person', async () => {
    const { body } = await issue();
    expect(await events()).toEqual([
      eventOf('token.issued', {
        target: body['tokenId'],
        after: {
          kind: 'service',
          name: 'ci',
          personId: admin.personId,
          scopes: serviceScopes,
          expiresAt: '2026-03-11T12:00:00.000Z',
        },
      }),
    ]);
  });

  test('token.revoked: its person', async () => {
    const { body } = await issue({ caller: organization.as('owner') });
    await revoke(body['tokenId']);
    expect(await events()).toContainEqual(
      eventOf('token.revoked', {
        target: body['tokenId'],
        before: { kind: 'service', name: 'ci', personId: organization.as('owner').personId },
      }),
    );
  });

  test('member.added, and token.issued for the first token', async () => {
    const { body } = await add();
    const { personId } = body as { personId: string };
    const { tokenId } = world.store.all('token')[0]!;
    const expected = [
      eventOf('member.added', { target: personId, after: { email: 'new@example.com', role: 'member' } }),
      eventOf('token.issued', {
        target: tokenId,
        after: {
          kind: 'personal',
          name: 'invitation',
          personId,
          scopes: scopesOfRole('member'),
          expiresAt: '2026-03-17T12:00:00.000Z',
        },
      }),
    ];
    const found = await events();
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  test('member.changed and member.removed', async () => {
    const { personId } = organization.as('member');
    await change('billing');
    vi.setSystemTime(later(1));
    await remove();
    expect(await events()).toEqual([
      {
        ...eventOf('member.removed', {
          target: personId,
          before: { email: 'member@example.com', role: 'billing' },
        }),
        at: later(1).toISOString(),
      },
      eventOf('member.changed', { target: personId, before: { role: 'member' }, after: { role: 'billing' } }),
    ]);
  });

  test('repository.connected and repository.disconnected: whether there is a credential, not which', async () => {
    const { body } = await connect();
    const { repositoryId } = body as { repositoryId: string };
    const connection = { fullName: 'Acme/Shop', url, defaultBranch: 'main', hasCredential: true };
    expect(await events()).toEqual([
      eventOf('repository.connected', { target: repositoryId, after: connection }),
    ]);
    vi.setSystemTime(later(1));
    await disconnect(repositoryId);
    expect((await events())[0]).toEqual({
      ...eventOf('repository.disconnected', { target: repositoryId, before: connection }),
      at: later(1).toISOString(),
    });
  });
});

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
    ['an owner added by an admin', () => add({ body: { email: 'o@example.com', role: 'owner' } }), 403],
    ['the role that a member has', () => change('member'), 200],
    ['the role owner given by an admin', () => change('owner'), 403],
    ['the role of the last owner', () => change('admin', owner(), organization.as('owner')), 409],
    ['the last owner removed', () => remove(owner(), organization.as('owner')), 409],
    ['an unknown member', () => remove(nobody), 404],
    ['a repository at a bad address', () => connect({ body: { url: 'ssh://x/y/z' } }), 422],
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

describe('an action writes its event once', () => {
  const actions = { issue, add, connect };
  test.each(Object.entries(actions))('%s, when it is replayed by Idempotency-Key', async (_name, act) => {
    const headers = { 'Idempotency-Key': 'k' };
    await act({ headers });
    const before = world.store.all('auditEvent');
    vi.setSystemTime(later(60));
    expect((await act({ headers })).status).toBe(201);
    expect(world.store.all('auditEvent')).toEqual(before);
  });

  test('a retention that is set to the same days again', async () => {
    const choose = (days: number) => call('set-retention', { caller: admin, body: { days } });
    for (const days of [90, 90, 30, 30]) expect((await choose(days)).status).toBe(200);
    const changes = world.store
      .all('auditEvent')
      .map(({ before, after }) => [before?.['days'], after?.['days']]);
    expect(changes.toSorted()).toEqual([
      [365, 90],
      [90, 30],
    ]);
  });

  test('of two concurrent calls, the one that succeeded', async () => {
    const { body } = await issue();
    const { body: connected } = await connect();
    const before = world.store.all('auditEvent').length;
    const read = { headers: { 'If-Match': '"1"' } };
    const pairs: [() => Promise<ApiResponse>, number[]][] = [
      [() => revoke(body['tokenId']), [204, 204]],
      [() => disconnect(connected['repositoryId']), [204, 404]],
      [() => changeGate({ apiGateSeverityThreshold: 'low' }, read), [200, 412]],
      [() => change('billing'), [200, 409]],
      [() => remove(organization.as('billing').personId), [204, 409]],
    ];
    for (const [act, statuses] of pairs) {
      const answers = await Promise.all([act(), act()]);
      expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
    }
    expect(world.store.all('auditEvent')).toHaveLength(before + pairs.length);
  });

  test('an event that cannot be written fails its action', async () => {
    const commit = world.store.commit.bind(world.store);
    vi.spyOn(world.store, 'commit').mockImplementation(async (changes) => {
      const event = changes.find(({ record }) => record === 'auditEvent');
      return event ? { change: event, found: undefined } : commit(changes);
    });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    for (const act of [issue, add, connect]) expect((await act()).status).toBeGreaterThanOrEqual(400);
    vi.restoreAllMocks();
    for (const record of ['token', 'repository', 'auditEvent'] as const)
      expect(world.store.all(record)).toEqual([]);
  });
});

test('no secret, hash or credential is in the log or in any other record but its own', async () => {
  const everything = (but: readonly RecordName[] = []) =>
    JSON.stringify(
      (Object.keys(recordLayouts) as RecordName[])
        .filter((record) => !but.includes(record))
        .map((record) => world.store.all(record)),
    );
  const headers = { 'Idempotency-Key': 'k' };
  const issued = String((await issue({ headers })).body['token']);
  const added = (await add({ headers })).body['invitation'] as { token: string };
  const connected = await connect({ headers });
  await disconnect(
    (await connect({ body: { url: `${url}2`, credential: { secret } } })).body['repositoryId'],
  );
  const tokens = [issued, added.token];
  expect(tokens.map(tokenHash).every((hash) => everything().includes(hash))).toBe(true);
  for (const token of tokens) {
    expect(everything()).not.toContain(token.slice(9));
    expect(everything(['token'])).not.toContain(tokenHash(token));
    expect(everything(['token', 'idempotency'])).not.toContain(token.slice(0, 8));
  }
  expect(connected.status).toBe(201);
  expect(everything()).not.toContain(secret);
  expect(everything(['repository'])).not.toContain('sealed-');
});

test('the event of a change between the longest possible gates fits a database item', async () => {
  const ids = (first: string) => Array.from({ length: 500 }, (_, i) => `${first}${i}`.padEnd(100, 'x'));
  const exceptions = (first: string) =>
    Array.from({ length: 100 }, () => ({
      package: first.repeat(120),
      license: 'x'.repeat(80),
      reason: 'é'.repeat(100),
    }));
  await changeGate({ licensePolicy: { deny: ids('a'), allow: ids('b'), exceptions: exceptions('a') } });
  const longer = { deny: ids('c'), allow: ids('d'), exceptions: exceptions('b') };
  expect((await changeGate({ licensePolicy: longer })).status).toBe(200);
  const sizes = world.store.all('auditEvent').map((event) => Buffer.byteLength(JSON.stringify(event)));
  expect(Math.max(...sizes)).toBeLessThan(400_000);
  const wide = await changeGate({ licensePolicy: { deny: ['é'] } });
  expect([wide.status, wide.body['code']]).toEqual([422, 'validation_failed']);
});
