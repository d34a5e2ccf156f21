import { beforeEach, describe, expect, test } from 'vitest';
import { SourceFailure } from '#ports/git-sources.ts';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls, repositorySecret, repositoryUrl } from '#test/support/api/repository-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { connect, disconnect } = repositoryCalls(() => organization);
const secret = repositorySecret;
const url = repositoryUrl;

describe('connect: 201', () => {
  test('returns the repository with its root unit, named by the end of its URL', async () => {
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

  test('accepts fullName and defaultBranch', async () => {
    const { body } = await connect({ url, fullName: 'team/cart', defaultBranch: 'develop' });
    expect(body).toMatchObject({ fullName: 'team/cart', defaultBranch: 'develop' });
  });

  test('reports a branch that the host does not have, and connects nothing', async () => {
    const { status, body } = await connect({ url, defaultBranch: 'mian' });
    expect([status, body['code'], body.errors?.[0]?.pointer]).toEqual([
      422,
      'validation_failed',
      '/defaultBranch',
    ]);
    expect(world.store.all('repository')).toEqual([]);
  });

  test('encrypts the credential: neither the answer nor any record has it in plain text', async () => {
    const answer = await connect({ url, credential: { username: 'bot', secret } });
    expect(answer.body['hasCredential']).toBe(true);
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain(secret);
    expect(world.sealed).toEqual([secret]);
    expect(world.asked).toMatchObject([{ repository: { credential: { ciphertext: 'sealed-1' } } }]);
    expect(JSON.stringify(world.asked)).not.toContain(secret);
    const stored = (['repository', 'repositoryName', 'idempotency'] as const).map((record) =>
      world.store.all(record),
    );
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(world.store.all('repository')[0]?.credential).toEqual({
      username: 'bot',
      ciphertext: 'sealed-1',
    });
  });

  test('keeps no credential in the stored answer', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await connect({ url, credential: { secret } }, { headers });
    expect(world.store.all('idempotency')).toHaveLength(1);
    expect(JSON.stringify(world.store.all('idempotency'))).not.toContain(secret);
  });

  test('a replay by Idempotency-Key returns the first answer and connects nothing', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await connect({ url }, { headers });
    world.sourceFailure = new SourceFailure('repo_access', 'gone');
    const second = await connect({ url }, { headers });
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(world.store.all('repository')).toHaveLength(1);
  });

  test('a name is free again after its repository was disconnected', async () => {
    const first = await connect();
    await disconnect(String(first.body['repositoryId']));
    const second = await connect();
    expect(second.status).toBe(201);
    expect(second.body['repositoryId']).not.toBe(first.body['repositoryId']);
  });

  test('another organization can connect the same URL', async () => {
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
  test('conflict: a repository of this name is connected, in any case', async () => {
    await connect();
    const { status, body } = await connect({ url: url.toLowerCase() });
    expect([status, body['code']]).toEqual([409, 'conflict']);
  });

  test('conflict: of two concurrent calls one connects, and there is one record', async () => {
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

  test('repository_url_invalid: a password in the URL, which the answer does not repeat', async () => {
    const answer = await expectInvalid(
      { url: `https://bot:${secret}@git.example.com/acme/shop` },
      'repository_url_invalid',
      '/url',
    );
    expect(answer.text).not.toContain(secret);
  });

  test.each(['pat_required', 'repo_access', 'rate_limit'] as const)(
    'repository_unreachable: errorCode has the answer of the host: %s',
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
  ])('validation_failed: %j is not a full name', async (fullName) => {
    await expectInvalid({ url, fullName }, 'validation_failed', '/fullName');
  });

  test.each([
    ['a part with a space', 'https://git.example.com/acme/my%20shop'],
    ['a part longer than a name', `https://git.example.com/acme/${'x'.repeat(1_500)}`],
  ])('validation_failed: a URL whose end is not a usable name: %s', async (_name, address) => {
    await expectInvalid({ url: address }, 'validation_failed', '/fullName');
    expect((await connect({ url: address, fullName: 'acme/shop' })).status).toBe(201);
  });

  test('unknown_field, and a credential that cannot be stored or sent', async () => {
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

  test('the credential of an App without its private key, or with a user name', async () => {
    const app = { appId: '4711', installationId: '99' };
    const key = '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n';
    await expectInvalid({ url, credential: { app, secret } }, 'validation_failed', '/credential/secret');
    await expectInvalid(
      { url, credential: { app, secret: key, username: 'bot' } },
      'validation_failed',
      '/credential/username',
    );
    expect((await connect({ url, credential: { app, secret: key } })).status).toBe(201);
    expect(world.store.all('repository')[0]?.credential).toEqual({ app, ciphertext: 'sealed-1' });
  });

  test('idempotency_key_reused: the same key with another body', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await connect({ url }, { headers });
    const answer = await connect({ url, fullName: 'other/name' }, { headers });
    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});
