import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { audited, callsOf, hookUrl, listening, storedWebhook } from '#test/support/webhooks/webhook-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const create = (body: object = {}, headers = {}) => callsOf(organization).create(body, headers);

test('201: its secret is shown once, encrypted and never shown again; the organization listens from then on', async () => {
  const { status, body, headers } = await create({ events: ['scan.*', 'waiver.approved', 'scan.*'] });
  expect([status, headers['ETag'], headers['Location']]).toEqual([
    201,
    '"1"',
    `/v1/webhooks/${String(body['webhookId'])}`,
  ]);
  expect(body).toMatchObject({ name: 'hooks.example.com', url: hookUrl, enabled: true, paused: false });
  expect(body['events']).toEqual(['scan.*', 'waiver.approved']);
  expect(body['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const stored = await storedWebhook(organization, String(body['webhookId']));
  expect(stored.secrets).toEqual([{ sealed: `sealed:${String(body['secret'])}` }]);
  const shown = await call('list-webhooks', { caller: organization.as('owner') });
  expect(shown.text).not.toContain('whsec_');
  expect(await listening(organization)).toMatchObject({
    listens: ['scan.*', 'waiver.approved'],
    webhooks: 1,
    subscribersVersion: 1,
  });
});

test('201: no audit event contains the secret, or the path and the query of the URL', async () => {
  const { body } = await create();
  const { actions, text } = await audited(organization);
  expect(actions).toEqual(['webhook.created']);
  expect(text).toContain('https://hooks.example.com');
  for (const secret of ['planted-secret', '/in', String(body['secret'])]) expect(text).not.toContain(secret);
});

test('201 again, without its secret and a second webhook, for the same Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  const [first, second] = [await create({}, headers), await create({}, headers)];
  const { secret, ...rest } = first.body;
  expect([typeof secret, second.status, second.body]).toEqual(['string', 201, rest]);
  expect((await listening(organization)).webhooks).toBe(1);
});

test.each(['Free', 'Starter'] as const)('402 on %s, which names the capability', async (plan) => {
  organization = await newOrganization(world.store, { plan });
  expect((await create()).body).toMatchObject({ status: 402, capability: 'webhooks', plan });
});

test('404 for a repository of a filter that is not connected', async () => {
  const repositoryIds = ['00000000-0000-4000-8000-000000000009'];
  expect((await create({ filter: { repositoryIds } })).body).toMatchObject({
    status: 404,
    code: 'repository_not_found',
  });
});

test('422 limit_reached for the 21st, even for two concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 22 }, () => create()));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses.filter((status) => status === 201).length).toBe(20);
  expect((await create()).body).toMatchObject({ status: 422, code: 'limit_reached', limit: 20 });
  expect((await listening(organization)).webhooks).toBe(20);
});

describe('422 webhook_url_invalid for', () => {
  const long = `https://hooks.example.com/${'a'.repeat(2_030)}`;
  test.each([
    ['http', 'http://hooks.example.com/in'],
    ['another scheme', 'ftp://hooks.example.com/in'],
    ['no URL', 'hooks.example.com'],
    ['a user name', 'https://user@hooks.example.com/in'],
    ['user name and password', 'https://user:word@hooks.example.com/in'],
    ['port 22', 'https://hooks.example.com:22/in'],
    ['port 80', 'https://hooks.example.com:80/in'],
    ['port 1023', 'https://hooks.example.com:1023/in'],
    ['a fragment', 'https://hooks.example.com/in#x'],
    ['a line break', 'https://hooks.example.com/in\n'],
    ['more than 2,048 characters', long],
    ['a private address', 'https://10.0.0.1/in'],
    ['a loopback address', 'https://127.0.0.1/in'],
    ['a loopback address over http', 'http://127.0.0.1:4010/in'],
    ['a loopback address as a number', 'https://2130706433/in'],
    ['a loopback address of IPv6', 'https://[::1]/in'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data/'],
    ['a link-local address of IPv6', 'https://[fe80::1]/in'],
    ['a NAT64 address', 'https://[64:ff9b::a9fe:a9fe]/in'],
    ['a local-use NAT64 address', 'https://[64:ff9b:1::a9fe:a9fe]/in'],
    ['a unique local address', 'https://[fd00:ec2::254]/in'],
  ])('%s', async (_title, url) => {
    const { body } = await create({ url });
    expect(body).toMatchObject({ status: 422, code: 'webhook_url_invalid' });
    expect(body.errors?.[0]?.pointer).toBe('/url');
    expect((await listening(organization)).webhooks).toBeUndefined();
  });

  test.each(['10.1.2.3', '127.0.0.1', '169.254.169.254', '64:ff9b::7f00:1'])(
    'a name that resolves to %s',
    async (address) => {
      world.addresses.set('inner.example.com', address);
      expect((await create({ url: 'https://inner.example.com/in' })).body).toMatchObject({
        code: 'webhook_url_invalid',
      });
    },
  );
});

test('201 for port 1024, and for a private host that the operator permits', async () => {
  expect((await create({ url: 'https://hooks.example.com:1024/in' })).status).toBe(201);
  world.privateHosts = 'webhook:inner.example.com,provider:other.example.com';
  world.addresses.set('inner.example.com', '10.1.2.3').set('other.example.com', '10.1.2.3');
  expect((await create({ url: 'https://inner.example.com/in' })).status).toBe(201);
  expect((await create({ url: 'https://other.example.com/in' })).status).toBe(422);
});

test.each([
  ['an unknown type', { events: ['scan.exploded'] }],
  ['an unknown family', { events: ['other.*'] }],
  ['a pattern within a type', { events: ['scan.com*'] }],
  ['an empty list', { events: [] }],
  ['an unknown severity', { filter: { minimumSeverity: 'huge' } }],
  ['an unknown field', { secret: 'mine' }],
])('422 for %s', async (_title, change) => {
  expect((await create(change)).status).toBe(422);
});
