import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scopes, serviceScopes, type Scope } from '@scangate/domain/identity/roles';
import { listedAt } from '@scangate/domain/identity/issue-token';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { storedToken, tokenCalls } from '#test/support/api/token-calls.ts';
import { newOrganization, noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => {
  vi.useRealTimers();
});
const { issue, revoke } = tokenCalls(() => organization);

describe('issue: 201', () => {
  test('the secret is in this answer only: the store has its SHA-256', async () => {
    const { status, body } = await issue({ kind: 'service' });
    const secret = String(body['token']);
    expect(status).toBe(201);
    expect(secret).toMatch(/^sgs_/);
    expect(isWellFormedToken(secret)).toBe(true);
    const stored = world.store.all('token');
    expect(stored).toMatchObject([{ tokenHash: tokenHash(secret), tokenId: body['tokenId'] }]);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(9));
  });

  test('a service token has the scopes of a pipeline and acts as its issuer', async () => {
    const caller = organization.as('admin', 'session');
    const { body } = await issue({ kind: 'service' }, { caller });
    expect(body).toMatchObject({ kind: 'service', personId: caller.personId, scopes: serviceScopes });
  });

  test("a personal token has its issuer's scopes unless it asks for fewer", async () => {
    const caller = {
      ...organization.as('member', 'session'),
      scopes: ['scans:read', 'tokens:write'] as Scope[],
    };
    expect((await issue({ kind: 'personal' }, { caller })).body['scopes']).toEqual(caller.scopes);
    const less = await issue({ kind: 'personal', scopes: ['scans:read'] }, { caller });
    expect(less.body['scopes']).toEqual(['scans:read']);
    expect(String(less.body['token'])).toMatch(/^sgp_/);
  });

  test('expires after the requested days, else after 90, and 365 for a pipeline', async () => {
    const endOf = async (body: object) => (await issue(body)).body['expiresAt'];
    expect(await endOf({ kind: 'personal', expiresInDays: 1 })).toBe('2026-03-11T12:00:00.000Z');
    expect(await endOf({ kind: 'personal' })).toBe('2026-06-08T12:00:00.000Z');
    expect(await endOf({ kind: 'service' })).toBe('2027-03-10T12:00:00.000Z');
    expect(await endOf({ kind: 'service', expiresInDays: 366 })).toBe('2027-03-11T12:00:00.000Z');
  });

  test('a replay by Idempotency-Key returns the same token without its secret', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await issue({ kind: 'service' }, { headers });
    const second = await issue({ kind: 'service' }, { headers });
    const { token, ...view } = first.body;
    expect(token).toBeDefined();
    expect([second.status, second.body]).toEqual([201, view]);
    expect(world.store.all('token')).toHaveLength(1);
    expect(JSON.stringify(world.store.all('idempotency'))).not.toContain(String(token).slice(9));
  });

  test('the same Idempotency-Key of two people gives each of them a token', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    for (const role of ['owner', 'member'] as const) {
      const caller = organization.as(role, 'session');
      const { body } = await issue({ kind: 'personal' }, { headers, caller });
      expect(body).toMatchObject({ personId: caller.personId, token: expect.any(String) });
    }
  });
});

test.each(['Free', 'Starter'] as const)(
  'issue: 402 entitlement_denied on %s, for a session too; revoking works on every plan',
  async (plan) => {
    const { as, organizationId } = await newOrganization(world.store, { plan });
    const denied = await issue({ kind: 'personal' }, { caller: as('owner', 'session') });
    expect([denied.status, denied.body['capability']]).toEqual([402, 'api']);
    const tokenId = testIds.uuid();
    const item = {
      tokenId,
      organizationId,
      billingAccountId: organizationId,
      personId: as('owner').personId,
      ...storedToken('old'),
      ...listedAt({ organizationId, personId: as('owner').personId, createdAt: noon.toISOString() }),
    };
    await write(world.store, [{ change: 'insert', record: 'token', item }]);
    expect((await revoke(tokenId, as('owner', 'session'))).status).toBe(204);
  },
);

describe('issue: 403', () => {
  test('insufficient_scope: a token never has a scope that its issuer lacks', async () => {
    for (const lacking of scopes) {
      const caller = {
        ...organization.as('owner', 'session'),
        scopes: scopes.filter((scope) => scope !== lacking),
      };
      const answer = await issue({ kind: 'personal', scopes: [lacking] }, { caller });
      expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: [lacking] });
    }
    expect(world.store.all('token')).toEqual([]);
  });

  test('insufficient_scope: the default scopes of a service token are checked, too', async () => {
    const caller = {
      ...organization.as('owner', 'session'),
      scopes: ['tokens:write', 'scans:read'] as Scope[],
    };
    const answer = await issue({ kind: 'service' }, { caller });
    expect(answer.body).toMatchObject({ missing: ['repositories:read', 'scans:write'] });
  });

  test.each(['member', 'billing'] as const)(
    'role_required: a %s issues personal tokens, not service tokens',
    async (role) => {
      const caller = organization.as(role, 'session');
      const service = await issue({ kind: 'service' }, { caller });
      expect([service.status, service.body['code']]).toEqual([403, 'role_required']);
      expect((await issue({ kind: 'personal' }, { caller })).status).toBe(201);
    },
  );
});

test.each([
  { kind: 'session' },
  { kind: 'service', scopes: [] },
  { kind: 'service', scopes: ['everything'] },
  { kind: 'service', name: '' },
  { kind: 'service', name: 'two\nlines' },
  { kind: 'service', name: 'x'.repeat(101) },
  { kind: 'service', expiresInDays: 0 },
  { kind: 'service', expiresInDays: 367 },
  { name: 'ci' },
])('issue: 422 %j', async (body) => {
  expect((await issue(body)).body['code']).toBe('validation_failed');
  expect(world.store.all('token')).toEqual([]);
});
