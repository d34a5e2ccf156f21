import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scopes } from '@scangate/domain/identity/roles';
import { generateToken, isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  approveDevice,
  denyDevice,
  pollDevice,
  recentSession,
  startDevice,
  told,
} from '#test/support/api/device-calls.ts';
import { newOrganization, noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => {
  vi.setSystemTime(noon);
});

const approved = async (...[asked]: [Parameters<typeof approveDevice>[2]?]) => {
  const codes = await startDevice();
  const answer = await approveDevice(recentSession(organization), codes.userCode, asked);
  expect(answer.status).toBe(200);
  return codes;
};
const setOrganization = (set: object) =>
  write(world.store, [
    {
      change: 'update',
      record: 'organization',
      id: { organizationId: organization.organizationId },
      set,
    },
  ]);

describe('200', () => {
  test('the token acts for the person who approved, with the approved scopes and days', async () => {
    const { personId } = organization.as('member');
    const { deviceCode } = await approved({ scopes: ['scans:read'], expiresInDays: 2 });
    const { status, body } = await pollDevice(deviceCode, 10);
    expect([status, body]).toEqual([
      200,
      {
        tokenId: expect.any(String),
        token: expect.stringMatching(/^sgp_/),
        hint: expect.stringMatching(/^sgp_/),
        kind: 'personal',
        name: 'Command line',
        personId,
        scopes: ['scans:read'],
        createdAt: '2026-03-10T12:00:10.000Z',
        expiresAt: '2026-03-12T12:00:10.000Z',
      },
    ]);
    expect(isWellFormedToken(String(body['token']))).toBe(true);
    expect(world.store.all('token')).toMatchObject([{ tokenHash: tokenHash(String(body['token'])) }]);
  });

  test('90 days unless stated, and no more than the organization permits by then', async () => {
    const [long, short] = [await approved(), await approved()];
    expect((await pollDevice(long.deviceCode, 0)).body['expiresAt']).toBe('2026-06-08T12:00:00.000Z');
    await setOrganization({ accessPolicy: { maxTokenDays: 10 } });
    expect((await pollDevice(short.deviceCode, 0)).body['expiresAt']).toBe('2026-03-20T12:00:00.000Z');
  });

  test('the secret is in this answer only, and the issue is an event of the person', async () => {
    const { deviceCode } = await approved();
    const { body } = await pollDevice(deviceCode, 0);
    const [event] = world.store.all('auditEvent').filter(({ action }) => action === 'token.issued');
    expect(event).toMatchObject({
      actor: { personId: organization.as('member').personId },
      target: body['tokenId'],
      after: { kind: 'personal', scopes: ['scans:read'] },
    });
    const stored = JSON.stringify([
      world.store.all('token'),
      world.store.all('deviceLogin'),
      world.store.all('auditEvent'),
    ]);
    expect(stored).not.toContain(String(body['token']).slice(9));
    expect(stored).not.toContain(deviceCode.slice(4));
  });

  test('a token.issued event is stored for subscribers', async () => {
    await setOrganization({ listens: ['token.issued'] });
    const { deviceCode } = await approved();
    await pollDevice(deviceCode, 0);
    expect(world.store.all('storedEvent')).toMatchObject([{ type: 'token.issued' }]);
    expect(world.dispatched).toHaveLength(1);
  });

  test('after a lost answer the same token is returned again, until it is used', async () => {
    const { deviceCode } = await approved();
    const first = await pollDevice(deviceCode, 0);
    const again = await pollDevice(deviceCode, 5);
    expect(again.body).toEqual(first.body);
    const id = { tokenHash: tokenHash(String(first.body['token'])) };
    await write(world.store, [
      { change: 'update', record: 'token', id, set: { lastUsedAt: noon.toISOString() } },
    ]);
    expect(told(await pollDevice(deviceCode, 10))).toEqual([400, 'expired_token']);
    expect(world.store.all('token')).toHaveLength(1);
  });
});

describe('400 authorization_pending and slow_down', () => {
  test('until the person decides, with the time between two polls', async () => {
    const { deviceCode, userCode } = await startDevice();
    for (const seconds of [0, 5, 10]) {
      const answer = await pollDevice(deviceCode, seconds);
      expect([told(answer), answer.body['interval']]).toEqual([[400, 'authorization_pending'], 5]);
    }
    vi.setSystemTime(noon);
    await approveDevice(recentSession(organization), userCode);
    expect((await pollDevice(deviceCode, 15)).status).toBe(200);
  });

  test('a client that polls too early has to wait five seconds longer each time, approved or not', async () => {
    const { deviceCode } = await approved();
    await pollDevice(deviceCode, 0);
    const early = await pollDevice(deviceCode, 3);
    expect([told(early), early.body['interval']]).toEqual([[400, 'slow_down'], 10]);
    const earlier = await pollDevice(deviceCode, 8);
    expect([told(earlier), earlier.body['interval']]).toEqual([[400, 'slow_down'], 15]);
    expect((await pollDevice(deviceCode, 23)).status).toBe(200);
  });

  test('a poll that is slightly early is in time', async () => {
    const { deviceCode } = await startDevice();
    await pollDevice(deviceCode, 0);
    expect(told(await pollDevice(deviceCode, 4.1))).toEqual([400, 'authorization_pending']);
  });
});

describe('400 expired_token, with an identical answer', () => {
  const unknown = async () => (await pollDevice(generateToken('device', testIds.bytes(60)), 0)).body;

  test('for a code that is unknown, malformed, of another kind, or ten minutes old', async () => {
    const { deviceCode } = await approved();
    const texts = ['x', deviceCode.slice(0, -1), `${deviceCode}0`, deviceCode.replace('sgv', 'sgl')];
    for (const text of [...texts, generateToken('personal', testIds.bytes(60))])
      expect((await pollDevice(text, 0)).body).toEqual(await unknown());
    expect((await pollDevice(deviceCode, 600)).body).toEqual(await unknown());
    expect(world.store.all('token')).toEqual([]);
  });

  test('a malformed code is refused before any read', async () => {
    const ports = (['get', 'load', 'list', 'commit'] as const).map((name) => vi.spyOn(world.store, name));
    await call('grant-device-token', { body: { deviceCode: 'sgv_nothing' } });
    for (const port of ports) expect(port).not.toHaveBeenCalled();
  });

  test('a token that was revoked is not returned again', async () => {
    const { deviceCode } = await approved();
    const { body } = await pollDevice(deviceCode, 0);
    const caller = organization.as('member');
    await call('revoke-token', { caller, params: { tokenId: String(body['tokenId']) } });
    expect(told(await pollDevice(deviceCode, 5))).toEqual([400, 'expired_token']);
  });
});

describe('400 access_denied', () => {
  const removeMember = () =>
    call('remove-member', {
      caller: organization.as('owner', 'session'),
      params: { personId: organization.as('member').personId },
    });

  test('for a denial', async () => {
    const { deviceCode, userCode } = await startDevice();
    await denyDevice(recentSession(organization), userCode);
    expect(told(await pollDevice(deviceCode, 1))).toEqual([400, 'access_denied']);
  });

  test.each([
    ['the person left', removeMember],
    [
      'the organization closes',
      () => setOrganization({ closing: { since: 'x', eraseAt: 'y', stopped: [] } }),
    ],
    [
      'the plan lost API access',
      () =>
        write(world.store, [
          {
            change: 'update',
            record: 'account',
            id: { accountId: organization.organizationId },
            set: { plan: 'Free' },
          },
        ]),
    ],
  ])('when %s since the approval', async (_what, happens) => {
    const { deviceCode } = await approved();
    await happens();
    expect(told(await pollDevice(deviceCode, 1))).toEqual([400, 'access_denied']);
    expect(world.store.all('token')).toEqual([]);
  });

  test('the approval of a person who left and rejoined is void', async () => {
    const { deviceCode } = await approved();
    const { organizationId, personId } = organization.as('member');
    await write(world.store, [
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { joinedAt: '2026-03-10T12:00:01.000Z' },
      },
    ]);
    expect(told(await pollDevice(deviceCode, 2))).toEqual([400, 'access_denied']);
  });

  test('a person whose role changed since then gives only what the new role may', async () => {
    const [some, none] = [await approved({ scopes }), await approved({ scopes: ['scans:write'] })];
    const { organizationId, personId } = organization.as('member');
    await write(world.store, [
      {
        change: 'update',
        record: 'member',
        id: { organizationId, personId },
        set: { role: 'billing' },
      },
    ]);
    const { body } = await pollDevice(some.deviceCode, 1);
    expect(body['scopes']).not.toContain('scans:write');
    expect(body['scopes']).toContain('scans:read');
    expect(told(await pollDevice(none.deviceCode, 1))).toEqual([400, 'access_denied']);
  });
});
