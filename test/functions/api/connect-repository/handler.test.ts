import { beforeEach, describe, expect, test } from 'vitest';
import { SourceFailure } from '#ports/sources.ts';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, testIds } from '#test/support/world.ts';

const secret = 'the-secret-of-the-repository';
const url = 'https://git.example.com/Acme/Shop.git';

let organization: Awaited<ReturnType<typeof newOrganization>>;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const connect = (body: object = { url }, more: CallOptions = {}) =>
  call('connect-repository', { caller: organization.as('admin'), body, ...more });
const disconnect = (repositoryId: string, caller = organization.as('admin')) =>
  call('disconnect-repository', { caller, params: { repositoryId } });
const list = (query: Record<string, string> = {}, caller = organization.as('member')) =>
  call('list-repositories', { caller, query });
const namesOf = (body: Record<string, unknown>) =>
  (body['items'] as { fullName: string }[]).map((item) => item.fullName);

describe('connect: 201', () => {
  test('answers the repository with its root unit; the name is the end of its URL', async () => {
    const { status, body } = await connect();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      fullName: 'Acme/Shop',
      url,
      provider: 'git',
      defaultBranch: 'main',
      hasCredential: false,
      projectUnits: [{ path: '', type: 'source', name: 'Shop' }],
    });
  });

  test('fullName and defaultBranch can be given', async () => {
    const { body } = await connect({ url, fullName: 'team/cart', defaultBranch: 'trunk' });
    expect(body).toMatchObject({ fullName: 'team/cart', defaultBranch: 'trunk' });
  });

  test('the credential is sealed: neither the answer nor any record has it in clear', async () => {
    const answer = await connect({ url, credential: { username: 'bot', secret } });
    expect(answer.body['hasCredential']).toBe(true);
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain(secret);
    expect(world.sealed).toEqual([secret]);
    const stored = (['repository', 'repositoryName', 'idempotency'] as const).map((record) =>
      world.store.all(record),
    );
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(world.store.all('repository')[0]?.credential).toEqual({
      username: 'bot',
      ciphertext: 'sealed-1',
    });
  });

  test('nor does the row that remembers the answer', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await connect({ url, credential: { secret } }, { headers });
    expect(world.store.all('idempotency')).toHaveLength(1);
    expect(JSON.stringify(world.store.all('idempotency'))).not.toContain(secret);
  });

  test('a replay by Idempotency-Key is the first answer, and connects nothing', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await connect({ url }, { headers });
    world.sourceFailure = new SourceFailure('repo_access', 'gone');
    const second = await connect({ url }, { headers });
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(world.store.all('repository')).toHaveLength(1);
  });

  test('a name is free again once its repository was disconnected', async () => {
    const first = await connect();
    await disconnect(String(first.body['repositoryId']));
    const second = await connect();
    expect(second.status).toBe(201);
    expect(second.body['repositoryId']).not.toBe(first.body['repositoryId']);
  });

  test('another organization may connect the same URL', async () => {
    await connect();
    const other = await newOrganization(world.store);
    expect((await connect({ url }, { caller: other.as('owner') })).status).toBe(201);
  });
});

test('connect: 403 role_required for a member and for billing', async () => {
  for (const role of ['member', 'billing'] as const) {
    const { status, body } = await connect({ url }, { caller: organization.as(role) });
    expect([status, body['code']]).toEqual([403, 'role_required']);
  }
  expect(world.store.all('repository')).toEqual([]);
});

describe('connect: 409', () => {
  test('conflict: a repository of this name is connected, in whatever case', async () => {
    await connect();
    const { status, body } = await connect({ url: url.toLowerCase() });
    expect([status, body['code']]).toEqual([409, 'conflict']);
  });

  test('conflict: of two that connect a name at once, one wins and leaves no second record', async () => {
    const answers = await Promise.all([connect(), connect()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(world.store.all('repository')).toHaveLength(1);
  });
});

describe('connect: 422', () => {
  const expectInvalid = async (body: object, code: string, pointer: string) => {
    const answer = await connect(body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    expect(answer.body.errors?.map((part) => part.pointer)).toContain(pointer);
    expect(world.store.all('repository')).toEqual([]);
    return answer;
  };

  test.each([
    'ssh://git@git.example.com/acme/shop',
    'git@git.example.com:acme/shop.git',
    'http://git.example.com/acme/shop',
    'https://git.example.com/',
    'https://git.example.com/acme/shop?x=1',
  ])('repository_url_invalid: %s', async (address) => {
    await expectInvalid({ url: address }, 'repository_url_invalid', '/url');
  });

  test('repository_url_invalid: a password in the URL is refused, and not repeated', async () => {
    const answer = await expectInvalid(
      { url: `https://bot:${secret}@git.example.com/acme/shop` },
      'repository_url_invalid',
      '/url',
    );
    expect(answer.text).not.toContain(secret);
  });

  test.each(['pat_required', 'repo_access', 'rate_limit'] as const)(
    'repository_unreachable: what the host said is in errorCode: %s',
    async (errorCode) => {
      world.sourceFailure = new SourceFailure(
        errorCode,
        'The host said no.',
        errorCode === 'rate_limit' ? 30 : undefined,
      );
      const answer = await connect({ url, credential: { secret } });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: 'repository_unreachable', errorCode });
      expect(answer.headers['Retry-After']).toBe(errorCode === 'rate_limit' ? '30' : undefined);
      expect(world.sealed).toEqual([]);
      expect(world.store.all('repository')).toEqual([]);
    },
  );

  test.each([
    'shop',
    'a/b/c',
    'acme/',
    'acme /shop',
    'a\u0000/b',
    'a/\u001b[2J',
    'a/\ud800',
    `acme/${'x'.repeat(300)}`,
  ])('validation_failed: %j is no full name', async (fullName) => {
    await expectInvalid({ url, fullName }, 'validation_failed', '/fullName');
  });

  test.each([
    ['a part with a space', 'https://git.example.com/acme/my%20shop'],
    ['a part longer than a name may be', `https://git.example.com/acme/${'x'.repeat(1_500)}`],
  ])('validation_failed: a URL whose end is no name that could be resolved: %s', async (_name, address) => {
    await expectInvalid({ url: address }, 'validation_failed', '/fullName');
    expect((await connect({ url: address, fullName: 'acme/shop' })).status).toBe(201);
  });

  test('unknown_field, and a credential that could not be kept or sent', async () => {
    await expectInvalid({ url, token: 'x' }, 'unknown_field', '/token');
    for (const unfit of ['', 'x'.repeat(4097), 'é'.repeat(2049)])
      await expectInvalid({ url, credential: { secret: unfit } }, 'validation_failed', '/credential/secret');
    for (const username of ['', 'a:b', 'a\r\nb'])
      await expectInvalid(
        { url, credential: { username, secret } },
        'validation_failed',
        '/credential/username',
      );
  });

  test('idempotency_key_reused: the same key with another body', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await connect({ url }, { headers });
    const answer = await connect({ url, fullName: 'other/name' }, { headers });
    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('list', () => {
  test('200: connected ones only, page by page, none of another organization', async () => {
    for (const name of ['a', 'b', 'c']) await connect({ url: `https://git.example.com/acme/${name}` });
    const gone = await connect({ url: 'https://git.example.com/acme/gone' });
    await disconnect(String(gone.body['repositoryId']));
    await newRepository(world.store, (await newOrganization(world.store)).organizationId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await list({ limit: '2', ...(cursor !== undefined && { cursor }) });
      seen.push(...namesOf(body));
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual(['acme/a', 'acme/b', 'acme/c']);
  });

  test('400: a limit out of bounds, a cursor of another organization', async () => {
    for (const limit of ['0', '101', 'many'])
      expect((await list({ limit })).body['code']).toBe('invalid_query');
    for (const name of ['a', 'b']) await connect({ url: `https://git.example.com/acme/${name}` });
    const { body } = await list({ limit: '1' });
    const other = await newOrganization(world.store);
    const foreign = await list({ cursor: String(body['nextCursor']) }, other.as('member'));
    expect([foreign.status, foreign.body['code']]).toEqual([400, 'invalid_cursor']);
  });
});

describe('disconnect', () => {
  test('204: the credential is forgotten, the record stays for the scans that point at it', async () => {
    const { body } = await connect({ url, credential: { secret } });
    expect((await disconnect(String(body['repositoryId']))).status).toBe(204);
    const [record] = world.store.all('repository');
    expect(record?.disconnectedAt).toBeDefined();
    expect(record?.credential).toBeUndefined();
  });

  test('403: a member may not', async () => {
    const { body } = await connect();
    expect((await disconnect(String(body['repositoryId']), organization.as('member'))).status).toBe(403);
    expect(world.store.all('repository')[0]?.disconnectedAt).toBeUndefined();
  });

  test('404: unknown, of another organization, or disconnected before', async () => {
    const { body } = await connect();
    const repositoryId = String(body['repositoryId']);
    const other = await newOrganization(world.store);
    expect((await disconnect(repositoryId, other.as('owner'))).body['code']).toBe('repository_not_found');
    expect((await disconnect(testIds.uuid())).status).toBe(404);
    await disconnect(repositoryId);
    expect((await disconnect(repositoryId)).status).toBe(404);
  });

  test('a disconnect that comes late does not free a name that another repository has by now', async () => {
    const { body } = await connect();
    const first = String(body['repositoryId']);
    await disconnect(first);
    const second = await connect();
    await disconnect(first);
    expect(world.store.all('repositoryName')).toMatchObject([
      { name: 'acme/shop', repositoryId: second.body['repositoryId'] },
    ]);
  });
});
