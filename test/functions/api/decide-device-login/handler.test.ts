import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scopes } from '@scangate/domain/identity/roles';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  approveDevice,
  denyDevice,
  pollDevice,
  recentSession,
  startDevice,
  told,
} from '#test/support/api/device-calls.ts';
import { storedToken } from '#test/support/api/token-calls.ts';
import { listedAt } from '@scangate/domain/identity/issue-token';
import { later, newOrganization, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => {
  vi.setSystemTime(noon);
});
const events = (action: string) => world.store.all('auditEvent').filter((event) => event.action === action);

describe('200', () => {
  test('an approval creates no token yet, but an event with its scopes and days', async () => {
    const caller = recentSession(organization);
    const { userCode } = await startDevice();
    const asked = { scopes: ['scans:write', 'scans:read'], expiresInDays: 30 } as const;
    const { status, body } = await approveDevice(caller, userCode, asked);
    expect([status, body]).toEqual([
      200,
      { status: 'approved', scopes: ['scans:read', 'scans:write'], expiresInDays: 30 },
    ]);
    expect(world.store.all('token')).toEqual([]);
    expect(events('device_login.approved')).toMatchObject([
      {
        actor: { kind: 'person', personId: caller.personId, tokenId: caller.tokenId },
        after: { scopes: ['scans:read', 'scans:write'], expiresInDays: 30 },
      },
    ]);
  });

  test('the code may be typed in lower case, without the hyphen or with a space', async () => {
    const caller = recentSession(organization);
    for (const typed of [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replace('-', ''),
      (code: string) => ` ${code.replace('-', ' ')} `,
    ])
      expect((await approveDevice(caller, typed((await startDevice()).userCode))).status).toBe(200);
  });

  test('a repeated approval is one approval: the first answer counts', async () => {
    const caller = recentSession(organization);
    const { userCode } = await startDevice();
    const first = await approveDevice(caller, userCode, { scopes: ['scans:read'] });
    const again = await approveDevice(caller, userCode, { scopes: ['billing:write'] });
    expect(again.body).toEqual(first.body);
    expect(events('device_login.approved')).toHaveLength(1);
  });

  test('a denial reaches the command line, and a person’s own approval without a token can be revoked', async () => {
    const caller = recentSession(organization);
    const { userCode, deviceCode } = await startDevice();
    await approveDevice(caller, userCode);
    const { status, body } = await denyDevice(caller, userCode);
    expect([status, body]).toEqual([200, { status: 'denied' }]);
    expect(told(await pollDevice(deviceCode, 1))).toEqual([400, 'access_denied']);
    expect(events('device_login.denied')).toHaveLength(1);
    vi.setSystemTime(noon);
    expect((await denyDevice(caller, userCode)).status).toBe(200);
    expect(events('device_login.denied')).toHaveLength(1);
  });

  test('a denial needs no API access', async () => {
    const free = await newOrganization(world.store, { plan: 'Free' });
    const { userCode } = await startDevice();
    expect((await denyDevice(recentSession(free), userCode)).status).toBe(200);
  });
});

test.each(['Free', 'Starter'] as const)(
  '402 entitlement_denied on %s, before an attempt is counted',
  async (plan) => {
    const other = await newOrganization(world.store, { plan });
    const { userCode } = await startDevice();
    const { status, body } = await approveDevice(recentSession(other), userCode);
    expect([status, body['code'], body['capability']]).toEqual([402, 'entitlement_denied', 'api']);
    expect(world.store.all('deviceTries')).toEqual([]);
  },
);

test('401 for a token of any kind, and 403 for a session that signed in 16 minutes ago', async () => {
  const { userCode } = await startDevice();
  for (const kind of ['personal', 'service', 'pipeline'] as const)
    expect(told(await approveDevice(organization.as('owner', kind), userCode))).toEqual([
      401,
      'unauthenticated',
    ]);
  const stale = { ...recentSession(organization), signedInAt: later(-960).toISOString() };
  expect(told(await approveDevice(stale, userCode))).toEqual([403, 'reauthentication_required']);
  expect(told(await denyDevice(stale, userCode))).toEqual([403, 'reauthentication_required']);
});

test('403 insufficient_scope: a token never has a scope that its person lacks', async () => {
  const caller = { ...recentSession(organization), scopes: ['scans:read', 'tokens:write'] as const };
  const { userCode } = await startDevice();
  const { status, body } = await approveDevice(caller, userCode, { scopes: ['scans:write'] });
  expect([status, body['missing']]).toEqual([403, ['scans:write']]);
});

describe('404 user_code_not_found, with an identical answer', () => {
  const unknown = async () => (await approveDevice(recentSession(organization, 'admin'), 'BCDF-GHJK')).body;

  test('for a code that expired, was used or denied', async () => {
    const caller = recentSession(organization);
    const [expired, used, denied] = [await startDevice(), await startDevice(), await startDevice()];
    await approveDevice(caller, used.userCode);
    expect((await pollDevice(used.deviceCode, 1)).status).toBe(200);
    await denyDevice(caller, denied.userCode);
    expect((await approveDevice(caller, used.userCode)).body).toEqual(await unknown());
    expect((await approveDevice(caller, denied.userCode)).body).toEqual(await unknown());
    vi.setSystemTime(later(600));
    expect((await approveDevice(caller, expired.userCode)).body).toEqual(await unknown());
    expect((await denyDevice(caller, expired.userCode)).body).toEqual(await unknown());
  });

  test('for a code that another person approved: in the same organization, and in another one', async () => {
    const { userCode, deviceCode } = await startDevice();
    await approveDevice(recentSession(organization), userCode);
    const other = await newOrganization(world.store);
    for (const thief of [recentSession(organization, 'owner'), recentSession(other)]) {
      expect((await approveDevice(thief, userCode)).body).toEqual(await unknown());
      expect((await denyDevice(thief, userCode)).body).toEqual(await unknown());
    }
    const { body } = await pollDevice(deviceCode, 1);
    expect(body['personId']).toBe(organization.as('member').personId);
  });
});

describe('409 and 422', () => {
  test('conflict for a person with 20 live tokens, and the code stays valid', async () => {
    const caller = recentSession(organization);
    const { organizationId, billingAccountId, personId } = caller;
    const tokens = Array.from({ length: 20 }, (_, index) => {
      const made = { ...storedToken(`t${index}`), organizationId, billingAccountId, personId };
      return { ...made, tokenId: made.tokenHash, ...listedAt(made) };
    });
    await write(
      world.store,
      tokens.map((item) => ({ change: 'insert', record: 'token', item })),
    );
    const { userCode } = await startDevice();
    expect(told(await approveDevice(caller, userCode))).toEqual([409, 'conflict']);
    const { caller: _none, ...admin } = { caller, ...recentSession(organization, 'admin') };
    expect((await approveDevice(admin, userCode)).status).toBe(200);
  });

  test('validation_failed for more days than the organization permits', async () => {
    const { organizationId } = organization;
    await write(world.store, [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        set: { accessPolicy: { maxTokenDays: 30 } },
      },
    ]);
    const caller = recentSession(organization);
    const { userCode } = await startDevice();
    expect(told(await approveDevice(caller, userCode, { expiresInDays: 31 }))).toEqual([
      422,
      'validation_failed',
    ]);
    expect((await approveDevice(caller, userCode, { expiresInDays: 30 })).status).toBe(200);
  });

  test.each(['', 'BCDFGHJ', 'BCDF-GHJK-L', 'BCDF1GHJ', 'BCDF--GHJK', 'ÄCDFGHJK'])(
    'validation_failed for %j, which is not a code, and no attempt is counted',
    async (userCode) => {
      expect(told(await approveDevice(recentSession(organization), userCode))).toEqual([
        422,
        'validation_failed',
      ]);
      expect(world.store.all('deviceTries')).toEqual([]);
    },
  );

  test('unknown_field for a denial with scopes', async () => {
    const body = { userCode: 'BCDF-GHJK', deny: true, scopes };
    const answer = await call('decide-device-login', { caller: recentSession(organization), body });
    expect(told(answer)).toEqual([422, 'unknown_field']);
  });
});

describe('429: ten attempts in ten minutes', () => {
  const guess = (index: number) => `BCDF-GHJ${'BCDFGHJKLMNP'[index]}`;

  test('the eleventh attempt is refused, even with the right code, and denials count, too', async () => {
    const caller = recentSession(organization);
    const { userCode } = await startDevice();
    for (let index = 0; index < 10; index++)
      expect(told(await approveDevice(caller, guess(index)))).toEqual([404, 'user_code_not_found']);
    const refused = await approveDevice(caller, userCode);
    expect([told(refused), refused.headers['Retry-After']]).toEqual([[429, 'rate_limited'], '600']);
    expect(told(await denyDevice(caller, userCode))).toEqual([429, 'rate_limited']);
    const other = recentSession(organization, 'admin');
    expect((await approveDevice(other, userCode)).status).toBe(200);
  });

  test('another session of the same person shares its attempts; ten minutes later there are ten new ones', async () => {
    const caller = recentSession(organization);
    for (let index = 0; index < 10; index++) await approveDevice(caller, guess(index));
    const second = { ...caller, tokenId: 'another-session' };
    expect(told(await approveDevice(second, guess(0)))).toEqual([429, 'rate_limited']);
    vi.setSystemTime(later(600));
    const { userCode } = await startDevice();
    expect((await approveDevice(caller, userCode)).status).toBe(200);
  });

  test('40 concurrent guesses count as ten', async () => {
    const caller = recentSession(organization);
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => approveDevice(caller, guess(index % 12))),
    );
    const codes = answers.map(({ body }) => body['code']);
    expect(codes.filter((code) => code === 'user_code_not_found')).toHaveLength(10);
    expect(world.store.all('deviceTries')).toMatchObject([{ tries: 10 }]);
  });
});
