import { beforeEach, expect, test } from 'vitest';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import {
  actions,
  created,
  listening,
  slackRequest,
  webhookUrl,
} from '#test/support/integrations/integration-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const create = (body: object, headers = {}) =>
  call('create-integration', {
    caller: organization.as('admin'),
    body: { ...slackRequest, ...body },
    headers,
  });
const answer = async (body: object) => {
  const { status, body: said } = await create(body);
  return [status, said['code'], said.errors?.[0]?.pointer].filter((part) => part !== undefined);
};

test('201: it is tested, encrypted, counted and subscribed; no answer or event shows the credential', async () => {
  const { status, body, text, headers } = await create({});
  expect([status, headers['ETag']]).toEqual([201, '"1"']);
  expect(body).toMatchObject({ kind: 'slack', name: 'Security', target: 'slack of Acme', enabled: true });
  expect(body).toMatchObject({ paused: false });
  expect(body['types']).toContain('scan.failed');
  expect(world.tried).toMatchObject([{ kind: 'slack', credential: { webhookUrl } }]);
  expect(world.sealed).toEqual([JSON.stringify({ webhookUrl })]);
  const { listens, integrations } = await listening(organization);
  expect(listens).toContain('scan.failed');
  expect(integrations).toBe(1);
  expect(await actions(organization)).toEqual(['integration.created']);
  const { organizationId } = organization;
  const events = JSON.stringify((await world.store.list('auditEvents', { organizationId })).items);
  for (const said of [text, events]) expect(said).not.toMatch(/a-secret|sealed/);
});

test('201: types of the request replace those of the kind', async () => {
  const { body } = await create({ types: ['scan.*'] });
  expect([body['types'], body['filter']]).toEqual([['scan.*'], undefined]);
  expect((await listening(organization)).listens).toEqual(['scan.*']);
});

test('201 again, without a second integration, for the same Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  const [first, second] = [await create({}, headers), await create({}, headers)];
  expect(second.body).toEqual(first.body);
  expect([world.tried.length, (await listening(organization)).integrations]).toEqual([1, 1]);
});

test('402 below Team', async () => {
  organization = await newOrganization(world.store, { plan: 'Starter' });
  expect((await create({})).body).toMatchObject({ status: 402, capability: 'issue_trackers' });
});

test.each([
  ['refused', 'token_revoked', 422, 'integration_refused'],
  ['gone', 'channel_not_found', 422, 'integration_refused'],
  ['invalid', 'invalid_blocks', 422, 'integration_refused'],
  ['unavailable', 'name_unknown', 422, 'integration_refused'],
] as const)('422 integration_refused: %s, %s', async (reason, detail, status, code) => {
  const cause = detail === 'name_unknown' ? 'dns' : 'status';
  world.providerFailure = new ProviderFailure({ reason, detail, cause });
  const refused = await create({});
  expect([refused.status, refused.body['code']]).toEqual([status, code]);
  expect(refused.body['detail']).toContain(detail);
  expect(await listening(organization)).toEqual({});
  expect(world.sealed).toEqual([]);
});

test('503 while the provider fails, or is rate limited', async () => {
  for (const reason of ['unavailable', 'limited'] as const) {
    world.providerFailure = new ProviderFailure({ reason, detail: 'later', cause: 'status', status: 503 });
    expect(await answer({})).toEqual([503, 'temporarily_unavailable']);
  }
});

test('422 limit_reached for a 21st', async () => {
  for (let number = 0; number < 20; number += 1) await created(organization.as('owner'));
  world.tried = [];
  expect(await answer({})).toEqual([422, 'limit_reached']);
  expect(world.tried).toEqual([]);
});

test('422 limit_reached applies to two concurrent requests', async () => {
  for (let number = 0; number < 19; number += 1) await created(organization.as('owner'));
  const statuses = await Promise.all([create({}), create({})]);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test('404 for a repository of another organization, in the filter or in a rule', async () => {
  const foreign = '0aa0bb0c-0000-4000-8000-00000000dead';
  expect(await answer({ filter: { repositoryIds: [foreign] } })).toEqual([404, 'repository_not_found']);
  const rules = [{ types: ['*'], mode: 'each', repositoryIds: [foreign] }];
  expect(await answer({ settings: { rules } })).toEqual([404, 'repository_not_found']);
});

test.each([
  [{ kind: 'pager' }, '/kind'],
  [{ types: [] }, '/types'],
  [{ types: ['scan.exploded'] }, '/types/0'],
  [{ types: ['nothing.*'] }, '/types/0'],
  [{ name: '' }, '/name'],
  [{ settings: { rules: [{ types: ['*'], mode: 'sometimes' }] } }, '/settings/rules/0/mode'],
  [{ kind: 'teams', credential: { workflowUrl: 'https://169.254.169.254/' } }, '/credential/workflowUrl'],
  [
    { kind: 'teams', credential: { workflowUrl: 'https://evil.example/.logic.azure.com/x' } },
    '/credential/workflowUrl',
  ],
])('422 for %j', async (body, pointer) => {
  expect(await answer(body)).toEqual([422, 'validation_failed', pointer]);
});

test.each([
  'http://hooks.slack.com/services/a',
  'https://hooks.slack.com.evil.example/services/a',
  'https://slack.com/',
])('422 for %s as a webhook of Slack', async (url) => {
  const [status] = await answer({ credential: { webhookUrl: url } });
  expect(status).toBe(422);
  expect(world.tried).toEqual([]);
});
