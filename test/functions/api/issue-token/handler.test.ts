import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { scopes, serviceScopes, type Scope } from '@scangate/domain/identity/roles';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, noon, testIds, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => void vi.useRealTimers());

const issue = (body: object, more: CallOptions = {}) =>
  call('issue-token', { caller: organization.as('admin'), body: { name: 'ci', ...body }, ...more });
const list = (caller = organization.as('admin')) => call('list-tokens', { caller, query: {} });
const revoke = (tokenId: unknown, caller = organization.as('admin')) =>
  call('revoke-token', { caller, params: { tokenId: String(tokenId) } });
const namesOf = (body: Record<string, unknown>) =>
  (body['items'] as { name: string }[]).map(({ name }) => name).sort();

describe('issue: 201', () => {
  test('the secret is in this answer, and nowhere at rest: only its SHA-256 is stored', async () => {
    const { status, body } = await issue({ kind: 'service' });
    const secret = String(body['token']);
    expect(status).toBe(201);
    expect(secret).toMatch(/^sgs_/);
    expect(isWellFormedToken(secret)).toBe(true);
    const stored = world.store.all('token');
    expect(stored).toMatchObject([{ tokenHash: tokenHash(secret), tokenId: body['tokenId'] }]);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(9));
  });

  test('a service token starts with what a pipeline needs; it acts as who issued it', async () => {
    const caller = organization.as('admin');
    const { body } = await issue({ kind: 'service' }, { caller });
    expect(body).toMatchObject({ kind: 'service', personId: caller.personId, scopes: serviceScopes });
  });

  test("a personal token has its issuer's scopes unless it says less", async () => {
    const caller = { ...organization.as('member'), scopes: ['scans:read', 'tokens:write'] as Scope[] };
    expect((await issue({ kind: 'personal' }, { caller })).body['scopes']).toEqual(caller.scopes);
    const less = await issue({ kind: 'personal', scopes: ['scans:read'] }, { caller });
    expect(less.body['scopes']).toEqual(['scans:read']);
    expect(String(less.body['token'])).toMatch(/^sgp_/);
  });

  test('expires after the days that were asked for, or never', async () => {
    expect((await issue({ kind: 'personal', expiresInDays: 1 })).body['expiresAt']).toBe(
      '2026-03-11T12:00:00.000Z',
    );
    expect((await issue({ kind: 'personal' })).body['expiresAt']).toBeUndefined();
  });

  test('a replay by Idempotency-Key is the same token without its secret', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await issue({ kind: 'service' }, { headers });
    const second = await issue({ kind: 'service' }, { headers });
    const { token, ...seen } = first.body;
    expect(token).toBeDefined();
    expect([second.status, second.body]).toEqual([201, seen]);
    expect(world.store.all('token')).toHaveLength(1);
    expect(JSON.stringify(world.store.all('idempotency'))).not.toContain(String(token).slice(9));
  });

  test('the same Idempotency-Key of two people gives each a token of their own', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    for (const role of ['owner', 'member'] as const) {
      const caller = organization.as(role);
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
    const item = { tokenId, organizationId, personId: as('owner').personId, ...stored('old') };
    await write(world.store, [{ change: 'insert', record: 'token', item }]);
    expect((await revoke(tokenId, as('owner', 'session'))).status).toBe(204);
  },
);

describe('issue: 403', () => {
  test('insufficient_scope: a token never has a scope that its issuer lacks', async () => {
    for (const lacking of scopes) {
      const caller = { ...organization.as('owner'), scopes: scopes.filter((scope) => scope !== lacking) };
      const answer = await issue({ kind: 'personal', scopes: [lacking] }, { caller });
      expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: [lacking] });
    }
    expect(world.store.all('token')).toEqual([]);
  });

  test('insufficient_scope: not even what a service token has by default', async () => {
    const caller = { ...organization.as('owner'), scopes: ['tokens:write', 'scans:read'] as Scope[] };
    const answer = await issue({ kind: 'service' }, { caller });
    expect(answer.body).toMatchObject({ missing: ['repositories:read', 'scans:write'] });
  });

  test.each(['member', 'billing'] as const)(
    'role_required: a %s issues personal tokens, not service tokens',
    async (role) => {
      const caller = organization.as(role);
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

const stored = (name: string) => ({
  tokenHash: testIds.uuid(),
  kind: 'personal' as const,
  name,
  scopes: [...scopes],
  hint: 'sgp_abcd…',
  createdAt: noon.toISOString(),
});

describe('list', () => {
  test('200: no secret, no hash; a hint tells them apart', async () => {
    const { body } = await issue({ kind: 'service' });
    const secret = String(body['token']);
    const { text, body: listed } = await list();
    expect(listed['items']).toMatchObject([{ tokenId: body['tokenId'], hint: `${secret.slice(0, 8)}…` }]);
    expect(text).not.toContain(secret.slice(9));
    expect(text).not.toContain(tokenHash(secret));
  });

  test("200: all of the organization for managers, one's own for others, sessions for nobody", async () => {
    const { organizationId } = organization;
    const session = {
      ...stored('a session'),
      tokenId: testIds.uuid(),
      organizationId,
      kind: 'session' as const,
    };
    await write(world.store, [
      {
        change: 'insert',
        record: 'token',
        item: { ...session, personId: organization.as('owner').personId },
      },
    ]);
    await issue({ kind: 'service', name: 'pipeline' });
    await issue({ kind: 'personal', name: 'mine' }, { caller: organization.as('member') });
    expect(namesOf((await list(organization.as('owner'))).body)).toEqual(['mine', 'pipeline']);
    expect(namesOf((await list(organization.as('member'))).body)).toEqual(['mine']);
    expect(namesOf((await list(organization.as('billing'))).body)).toEqual([]);
    expect((await list((await newOrganization(world.store)).as('owner'))).body).toEqual({ items: [] });
  });

  test('200: page by page, every token once', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await issue({ kind: 'service', name });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '2', ...(cursor !== undefined && { cursor }) };
      const { body } = await call('list-tokens', { caller: organization.as('owner'), query });
      seen.push(...namesOf(body));
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('revoke', () => {
  test('204: stays revoked at the first moment, however often it is asked', async () => {
    const { body } = await issue({ kind: 'service' });
    expect((await revoke(body['tokenId'])).status).toBe(204);
    vi.setSystemTime(new Date('2026-03-11T12:00:00Z'));
    expect((await revoke(body['tokenId'])).status).toBe(204);
    expect(world.store.all('token')[0]?.revokedAt).toBe(noon.toISOString());
    expect((await list()).body['items']).toMatchObject([{ revokedAt: noon.toISOString() }]);
  });

  test("204: a member revokes one's own; 404: another's, which stays", async () => {
    const member = organization.as('member');
    const mine = await issue({ kind: 'personal' }, { caller: member });
    const theirs = await issue({ kind: 'service' });
    const denied = await revoke(theirs.body['tokenId'], member);
    expect([denied.status, denied.body['code']]).toEqual([404, 'token_not_found']);
    expect((await revoke(mine.body['tokenId'], member)).status).toBe(204);
    const revoked = world.store.all('token').filter((token) => token.revokedAt);
    expect(revoked.map(({ tokenId }) => tokenId)).toEqual([mine.body['tokenId']]);
  });

  test('204: an admin revokes any of the organization, also one far down the list', async () => {
    for (let i = 0; i < 120; i++) await issue({ kind: 'personal' }, { caller: organization.as('member') });
    const last = world.store.all('token').toSorted((a, b) => (a.tokenHash < b.tokenHash ? 1 : -1))[0];
    expect((await revoke(last?.tokenId)).status).toBe(204);
    expect(world.store.all('token').filter((token) => token.revokedAt)).toMatchObject([
      { tokenId: last?.tokenId },
    ]);
  });

  test('404: of another organization, or unknown', async () => {
    const { body } = await issue({ kind: 'service' });
    const other = await newOrganization(world.store);
    expect((await revoke(body['tokenId'], other.as('owner'))).status).toBe(404);
    expect((await revoke(testIds.uuid())).status).toBe(404);
    expect(world.store.all('token')[0]?.revokedAt).toBeUndefined();
  });
});
