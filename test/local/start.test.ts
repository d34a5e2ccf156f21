import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as fc from 'fast-check';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ControlActions } from '#local/control/organization-routes.ts';
import { startLocalCloud, type LocalCloud } from '#local/start.ts';
import { runs } from '#test/support/runs/samples.ts';
import { fixtureApp } from '../emulators/aws/fixtures/app.ts';
import { clientOf, temporaryFolder } from '../emulators/aws/workbench.ts';
import { sendTarget, statusOf } from '../support/local/raw-request.ts';
import { requestTargets } from '../support/local/request-targets.ts';

const adjustments: unknown[] = [];
const actions: ControlActions = {
  createOrganization: async (order, now) => ({ order, now }),
  addPerson: async (organizationId, role) => ({ organizationId, role }),
  linkDemoPeople: async () => {},
  setUpRegulatedDemo: async () => ({}),
  decideDevice: async (input) => ({ input }),
  adjustPool: async (organizationId, order) => {
    adjustments.push(order);
    return { organizationId };
  },
  applyOperatorChange: async (organizationId, order) => ({ organizationId, order }),
  refundCreditPack: async (organizationId, order) => ({ organizationId, order }),
  ledgerKey: async () => '',
  auditLedger: async () => ({ ok: true, pools: [], violations: [] }),
  publishAdvisory: async (record) => ({ record }),
  listAccounts: async (input) => ({ accounts: [], input }),
};

const data = temporaryFolder();
let cloud: LocalCloud;
const start = () =>
  startLocalCloud({
    data,
    port: 0,
    buildApp: fixtureApp,
    controlActions: () => actions,
    settleTimeoutMs: 5000,
  });

beforeAll(async () => void (cloud = await start()));
afterAll(async () => {
  await cloud.close();
  rmSync(data, { recursive: true, force: true });
});

const control = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${cloud.url}/_local/${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Record<string, never>,
  };
};

const endpoint = (service: string) => cloud.environment[`AWS_ENDPOINT_URL_${service}`] ?? '';

/** The events that the fixture's function `record` stored, oldest first. */
const recorded = async (): Promise<Record<string, unknown>[]> => {
  const client = new DynamoDBClient(clientOf(endpoint('DYNAMODB')));
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: cloud.plan.tables[0]?.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'called' } },
    }),
  );
  client.destroy();
  return Items.map((item) => ({
    at: item['sk']?.S?.slice(0, 24),
    ...(JSON.parse(item['event']?.S ?? '{}') as object),
  }));
};

const startExecution = async (name: string, input: object) => {
  const client = new SFNClient(clientOf(endpoint('SFN')));
  const stateMachineArn = cloud.plan.stateMachines[0]?.arn;
  await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  client.destroy();
};

test('the service is ready when health answers, on 127.0.0.1 only', async () => {
  expect(await control('GET', 'health')).toMatchObject({ status: 200, body: { ok: true } });
  expect(cloud.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${cloud.url}/open`)).status).toBe(200);
});

test('the page of the local service and /health answer without a credential', async () => {
  const root = await fetch(`${cloud.url}/_local/`);
  expect([root.status, await root.json()]).toEqual([200, expect.objectContaining({ health: '/health' })]);
  const health = await fetch(`${cloud.url}/health`);
  expect([health.status, await health.json()]).toEqual([200, { ok: true }]);
});

test('for any request target the service answers below 500 or closes the connection, and keeps running', async () => {
  const port = Number(new URL(cloud.url).port);
  expect([await sendTarget(port, '//'), await sendTarget(port, 'http://')].map(statusOf)).toEqual([400, 400]);
  await fc.assert(
    fc.asyncProperty(requestTargets, async ({ method, target }) => {
      const answer = await sendTarget(port, target, method);
      expect(answer === '' || statusOf(answer) < 500).toBe(true);
    }),
    { numRuns: runs(200) },
  );
  expect((await fetch(`${cloud.url}/health`)).status).toBe(200);
});

test('moving the clock runs due schedules before it answers, and functions see the new time', async () => {
  const { body } = await control('GET', 'clock');
  const before = Date.parse(body['now'] ?? '');
  const moved = await control('POST', 'clock', { advanceSeconds: 3 * 3600 });
  expect(moved.status).toBe(200);
  const calls = (await recorded()).filter((one) => one['what'] === 'hourly');
  const times = calls.map(({ at }) => Date.parse(String(at))).filter((at) => at > before);
  const hours = times.map((at) => Math.round((at - (times[0] ?? 0)) / 3_600_000));
  expect(hours).toEqual([0, 1, 2]);
});

test('the clock moves to an instant, never back, and refuses invalid input', async () => {
  const target = new Date(cloud.clock.now() + 90_000).toISOString();
  const { body } = await control('POST', 'clock', { now: target });
  expect(Date.parse(body['now'] ?? '')).toBeGreaterThanOrEqual(Date.parse(target));
  expect((await control('POST', 'clock', { now: '2001-01-01T00:00:00Z' })).status).toBe(409);
  expect((await control('POST', 'clock', { advanceSeconds: -1 })).status).toBe(422);
  expect((await control('POST', 'clock', '{')).status).toBe(400);
});

test('settling waits for workflows, and an execution shows its transitions', async () => {
  await startExecution('map', { items: [1, 2, 3] });
  expect((await control('POST', 'settle')).body).toEqual({ settled: true });
  const { body } = await control('GET', 'executions/map');
  expect(body).toMatchObject({ status: 'SUCCEEDED', transitions: 6 });
  expect((await control('GET', 'executions/absent')).status).toBe(404);
});

test('a failed execution reaches the target of its rule', async () => {
  await startExecution('dies', { do: 'give up' });
  await control('POST', 'settle');
  const events = (await recorded()).filter((one) => one['source'] === 'aws.states');
  expect(events).toContainEqual(
    expect.objectContaining({
      'detail-type': 'Step Functions Execution Status Change',
      detail: expect.objectContaining({ name: 'dies', status: 'FAILED', error: 'GaveUp' }),
    }),
  );
});

test('a task that fails twice is retried by the emulated clock', async () => {
  await startExecution('retried', { do: 'fail', key: 'retried', times: 2 });
  await control('POST', 'settle');
  expect((await control('GET', 'executions/retried')).body).toMatchObject({ status: 'RUNNING' });
  await control('POST', 'clock', { advanceSeconds: 60 });
  expect((await control('GET', 'executions/retried')).body).toMatchObject({
    status: 'SUCCEEDED',
    transitions: 4,
  });
});

test('a task whose result is too large fails its execution with the data limit', async () => {
  await startExecution('much', { do: 'much' });
  await control('POST', 'settle');
  const { body } = await control('GET', 'executions/much');
  expect(body).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
});

test('the control plane injects faults and shows call counts', async () => {
  expect((await control('POST', 'faults', { service: 'dynamodb', kind: 'conflict', times: 1 })).status).toBe(
    201,
  );
  await expect(recorded()).rejects.toMatchObject({ name: 'TransactionConflictException' });
  await control('POST', 'faults', { service: 'dynamodb', kind: 'error', times: 9 });
  await control('DELETE', 'faults');
  await control('DELETE', 'calls');
  await recorded();
  const { body } = await control('GET', 'calls');
  expect(body).toEqual([
    { service: 'dynamodb', operation: 'Query', calls: 1, requestBytes: expect.any(Number) },
  ]);
  expect((await control('POST', 'faults', { service: 's3', kind: 'conflict', times: 1 })).status).toBe(422);
  expect((await control('POST', 'faults', { service: 'else', kind: 'error', times: 1 })).status).toBe(422);
});

test('the control plane creates organizations and people, adjusts pools and audits the ledger', async () => {
  const order = { name: 'One', plan: 'Team', credits: { core: 5 } };
  expect(await control('POST', 'organizations', order)).toMatchObject({ status: 201, body: { order } });
  expect((await control('POST', 'organizations', { ...order, plan: 'Gold' })).status).toBe(422);
  const adjustment = { pool: 'core', amount: -3, motif: 'by hand' };
  expect((await control('POST', 'organizations/o-1/adjust', adjustment)).body).toEqual({
    organizationId: 'o-1',
  });
  expect(adjustments).toEqual([adjustment]);
  expect((await control('POST', 'organizations/o-1/people', { role: 'member' })).status).toBe(201);
  const refund = { payment: 'pack#cs_1', motif: 'by mistake' };
  expect((await control('POST', 'organizations/o-1/refund-credit-pack', refund)).body).toEqual({
    organizationId: 'o-1',
    order: refund,
  });
  expect((await control('POST', 'accounts', { held: true })).body).toEqual({
    accounts: [],
    input: { held: true },
  });
  expect((await control('GET', 'ledger-audit')).body).toMatchObject({ ok: true });
});

test('the control plane approves a command line, for the owner unless another role is named', async () => {
  const decided = await control('POST', 'device', { userCode: 'BCDF-GHJK', deny: true });
  const input = { userCode: 'BCDF-GHJK', role: 'owner', deny: true };
  expect([decided.status, decided.body]).toEqual([200, { input }]);
  for (const body of [
    {},
    { userCode: '' },
    { userCode: 'BCDF-GHJK', scopes: [] },
    { userCode: 'B', more: 1 },
  ])
    expect((await control('POST', 'device', body)).status).toBe(422);
});

test('mail is shown as JSON and as a page', async () => {
  const form = new URLSearchParams({
    Action: 'SendEmail',
    Source: 'service@example.com',
    'Destination.ToAddresses.member.1': 'someone@example.com',
    'Message.Subject.Data': '<b>Subject</b>',
    'Message.Body.Text.Data': 'text',
  });
  await fetch(endpoint('SES'), { method: 'POST', body: form });
  expect((await control('GET', 'mail')).body).toMatchObject([{ to: ['someone@example.com'], text: 'text' }]);
  expect((await control('GET', 'inbox')).text).toContain('&lt;b&gt;Subject&lt;/b&gt;');
});

const statusWith = (headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(`${cloud.url}/_local/health`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

test('pages of other sites and other host names cannot use the control plane', async () => {
  expect(await statusWith({ origin: 'https://elsewhere.example' })).toBe(403);
  expect(await statusWith({ host: 'rebound.example' })).toBe(403);
  expect(await statusWith({ origin: cloud.url })).toBe(200);
  expect(await statusWith({ host: 'localhost:4010' })).toBe(200);
});

test('an unknown control endpoint is a 404', async () => {
  expect((await control('POST', 'stripe/unknown', {})).status).toBe(404);
  expect((await control('DELETE', 'clock')).status).toBe(404);
});

test('a second process on the same folder is refused in one line', async () => {
  await expect(start()).rejects.toThrow(/^Another instance is using the data folder .*\.$/);
});

test('a restart keeps data, time and waiting executions', async () => {
  await startExecution('waits', { waitSeconds: 3000 });
  await control('POST', 'settle');
  const { text: mail } = await control('GET', 'mail');
  const before = { recorded: (await recorded()).length, now: cloud.clock.now(), s3: endpoint('S3') };
  await cloud.close();
  cloud = await start();
  expect((await recorded()).length).toBe(before.recorded);
  expect(cloud.clock.now()).toBeGreaterThanOrEqual(before.now);
  expect(endpoint('S3')).toBe(before.s3);
  expect((await control('GET', 'executions/waits')).body).toMatchObject({ status: 'RUNNING', state: 'Wait' });
  await control('POST', 'clock', { advanceSeconds: 3100 });
  expect((await control('GET', 'executions/waits')).body).toMatchObject({ status: 'SUCCEEDED' });
  expect((await control('GET', 'mail')).text).toBe(mail);
});

test('a damaged file of the folder is named, and everything that was started is stopped', async () => {
  await cloud.close();
  writeFileSync(`${data}/clock.json`, '{"shiftMs":');
  await expect(start()).rejects.toThrow(/is damaged \(clock\.json\): move it away or delete it/);
  rmSync(`${data}/clock.json`);
  cloud = await start();
  expect((await control('GET', 'health')).status).toBe(200);
});
