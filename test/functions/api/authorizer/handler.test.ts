import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authorize, handler } from '#functions/api/authorizer/handler.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { actorOf } from '@scangate/domain/audit/audit-event';
import { issueToken } from '@scangate/domain/identity/issue-token';
import { removeMember } from '@scangate/domain/identity/members';
import type { RateMinute, Token } from '@scangate/domain/records';
import type { CountedRequest } from '#ports/identity/token-store.ts';
import { scopes, type Role } from '@scangate/domain/identity/roles';
import { rateLimit } from '@scangate/domain/rate-limit';
import { memoryTokenStore } from '#test/support/store/memory-token-store.ts';
import { later, newOrganization, noon, testIds, randomToken, write } from '#test/support/world.ts';

const portsOver = (store: MemoryStore) => ({
  store,
  tokens: memoryTokenStore(store),
  random: () => 0.99,
  organizationRate: 6_000,
});
const wired = portsOver(new MemoryStore());
vi.mock('#runtime/wire/store.ts', () => ({
  wireLoader: () => ({ load: (...args: Parameters<MemoryStore['load']>) => wired.store.load(...args) }),
  wireTokenStore: () => ({
    countRequest: (request: CountedRequest) => wired.tokens.countRequest(request),
    countOrganization: (minute: RateMinute) => wired.tokens.countOrganization(minute),
  }),
}));
vi.stubEnv('ORGANIZATION_RATE', '6000');

let organization: Awaited<ReturnType<typeof newOrganization>>;

beforeEach(async () => {
  Object.assign(wired, portsOver(new MemoryStore()));
  organization = await newOrganization(wired.store);
});

const newToken = async (
  role: Role = 'member',
  more: Partial<Token> = {},
  of: Pick<typeof organization, 'as'> = organization,
) => {
  const { secret, token } = issueToken({
    request: { kind: more.kind === 'service' ? 'service' : 'personal', name: 'mine' },
    issuer: { ...of.as(role), scopes },
    tokenId: testIds.uuid(),
    random: testIds.bytes(60),
    now: noon.toISOString(),
  });
  await write(wired.store, [{ change: 'insert', record: 'token', item: { ...token, ...more } }]);
  return secret;
};
const ask = (headers: Record<string, string> | null, at = later(1)) => authorize({ headers }, wired, at);
const bearer = (token: string, at = later(1)) => ask({ Authorization: `Bearer ${token}` }, at);
const expectUnauthorized = (answer: Promise<unknown>) => expect(answer).rejects.toThrow(/^Unauthorized$/);

describe('a live token', () => {
  test('gives its person as caller, with scalars only', async () => {
    const context = await bearer(await newToken('admin'));
    expect(context).toEqual({
      organizationId: organization.organizationId,
      billingAccountId: organization.organizationId,
      personId: organization.as('admin').personId,
      role: 'admin',
      plan: 'Team',
      tokenKind: 'personal',
      tokenId: expect.any(String),
      tokenHash: expect.any(String),
      credentialEndsAt: expect.any(String),
      scopes: scopes.join(' '),
      rateRemaining: '1199',
      rateReset: '59',
      rateExceeded: 'none',
      organizationRate: '6000',
      organizationRemaining: '6000',
    });
  });

  test.each(['authorization', 'AUTHORIZATION', 'Authorization'])(
    'is read from the header %s',
    async (name) => {
      const token = await newToken();
      await expect(ask({ [name]: `bearer ${token}` })).resolves.toMatchObject({ role: 'member' });
    },
  );

  test('has the current role of its person', async () => {
    const token = await newToken('owner');
    const { organizationId, personId } = organization.as('owner');
    await write(wired.store, [
      { change: 'update', record: 'member', id: { organizationId, personId }, set: { role: 'billing' } },
    ]);
    expect((await bearer(token)).role).toBe('billing');
  });

  test("of a client organization has the parent's plan and account", async () => {
    const parent = await newOrganization(wired.store, { plan: 'Regulated', credits: { core: 1 } });
    const client = await newOrganization(wired.store, { plan: 'Free', parent: parent.organizationId });
    expect(await bearer(await newToken('owner', {}, client))).toMatchObject({
      organizationId: client.organizationId,
      billingAccountId: parent.organizationId,
      plan: 'Regulated',
    });
  });

  test('is valid until the moment it expires', async () => {
    const token = await newToken('member', { expiresAt: later(60).toISOString() });
    await expect(bearer(token, later(59))).resolves.toBeDefined();
    await expectUnauthorized(bearer(token, later(60)));
  });
});

describe('requests are counted', () => {
  test('by token and minute; over the limit the caller is known and marked', async () => {
    const token = await newToken();
    for (let i = 1; i <= 3; i++)
      expect((await bearer(token)).rateRemaining).toBe(String(rateLimit.requests - i));
    expect((await bearer(await newToken())).rateRemaining).toBe(String(rateLimit.requests - 1));
    expect((await bearer(token, later(60))).rateRemaining).toBe(String(rateLimit.requests - 1));
    const spent = await newToken();
    for (let i = 1; i <= rateLimit.requests; i++)
      expect(await bearer(spent)).toMatchObject({ rateExceeded: 'none' });
    expect(await bearer(spent)).toMatchObject({ rateExceeded: 'token', rateRemaining: '0', role: 'member' });
  });

  test('and update when the token was last used', async () => {
    await bearer(await newToken(), later(7));
    expect(wired.store.all('token')[0]?.lastUsedAt).toBe(later(7).toISOString());
  });
});

describe('Unauthorized without any read', () => {
  const wrongChecksum = (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  test.each([
    ['no header', () => null],
    ['no credential', () => ({ Authorization: '' })],
    ['another scheme', (token: string) => ({ Authorization: `Basic ${token}` })],
    ['no scheme', (token: string) => ({ Authorization: token })],
    ['two spaces', (token: string) => ({ Authorization: `Bearer  ${token}` })],
    ['more after it', (token: string) => ({ Authorization: `Bearer ${token} x` })],
    ['a wrong checksum', (token: string) => ({ Authorization: `Bearer ${wrongChecksum(token)}` })],
    ['another prefix', (token: string) => ({ Authorization: `Bearer sgx_${token.slice(4)}` })],
    ['a megabyte', () => ({ Authorization: `Bearer ${'x'.repeat(1_000_000)}` })],
    ['another header', (token: string) => ({ 'X-Api-Key': token, Cookie: `Authorization=Bearer ${token}` })],
  ])('%s', async (_name, headersOf) => {
    const token = await newToken();
    await expectUnauthorized(ask(headersOf(token)));
    expect(wired.tokens.reads).toBe(0);
  });

  test('a token in the query string is never read', async () => {
    const token = await newToken();
    const event = {
      headers: {},
      queryStringParameters: { access_token: token, Authorization: `Bearer ${token}`, token },
      path: `/v1/scans?token=${token}`,
    };
    await expectUnauthorized(authorize(event as never, wired, later(1)));
    expect(wired.tokens.reads).toBe(0);
  });
});

describe('Unauthorized', () => {
  test('a well-formed token that was never issued', async () => {
    await expectUnauthorized(bearer(randomToken('service')));
    expect(wired.tokens.reads).toBe(1);
  });

  test('revoked', async () => {
    await expectUnauthorized(bearer(await newToken('member', { revokedAt: noon.toISOString() })));
  });

  test('a removed member: all tokens at once, service tokens included', async () => {
    const tokens = [await newToken('admin'), await newToken('admin', { kind: 'service' })];
    const others = await newToken('member');
    for (const token of tokens) await expect(bearer(token)).resolves.toBeDefined();
    const { organizationId, personId } = organization.as('admin');
    const member = await wired.store.get('member', { organizationId, personId });
    if (!member) throw new Error('the member is missing');
    await write(
      wired.store,
      removeMember(actorOf(organization.as('owner')), member, { now: later(1).toISOString() }),
    );
    for (const token of tokens) await expectUnauthorized(bearer(token, later(2)));
    await expect(bearer(others)).resolves.toBeDefined();
  });

  test('membership is read consistently', async () => {
    const load = vi.spyOn(wired.store, 'load');
    await bearer(await newToken());
    expect(load.mock.calls.map(([, options]) => options?.consistent)).toEqual([true]);
  });

  test('a token from before its person was added again; a new one is accepted', async () => {
    const old = await newToken('admin');
    const { organizationId, personId } = organization.as('admin');
    const joinedAt = later(60).toISOString();
    await write(wired.store, [
      { change: 'update', record: 'member', id: { organizationId, personId }, set: { joinedAt } },
    ]);
    await expectUnauthorized(bearer(old, later(90)));
    const issuedSince = await newToken('admin', { createdAt: joinedAt });
    await expect(bearer(issuedSince, later(90))).resolves.toBeDefined();
  });

  test('a person who is not a member, an unknown organization', async () => {
    await expectUnauthorized(bearer(await newToken('member', { personId: testIds.uuid() })));
    await expectUnauthorized(bearer(await newToken('member', { organizationId: testIds.uuid() })));
  });
});

describe('the function', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: later(1) }));
  afterEach(() => void vi.useRealTimers());

  const methodArn = 'arn:aws:execute-api:eu-central-1:1:api/v1/GET/scans';
  const invoke = (headers: Record<string, string>) =>
    handler({ methodArn, headers } as unknown as APIGatewayRequestAuthorizerEvent);

  test('allows the requested method for the person', async () => {
    const answer = await invoke({ Authorization: `Bearer ${await newToken()}` });
    expect(answer.principalId).toBe(organization.as('member').personId);
    expect(answer.policyDocument.Statement).toEqual([
      { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn },
    ]);
    expect(Object.values(answer.context ?? {}).map((value) => typeof value)).not.toContain('object');
  });

  test('throws exactly "Unauthorized", which the gateway answers with 401', async () => {
    await expectUnauthorized(invoke({}));
  });

  test('a failing store is an error, not a refusal', async () => {
    const token = await newToken();
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(wired.store, 'load').mockRejectedValue(new Error('the database is away'));
    await expect(invoke({ Authorization: `Bearer ${token}` })).rejects.toThrow('the database is away');
  });
});
