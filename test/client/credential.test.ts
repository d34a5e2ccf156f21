import { describe, expect, test } from 'vitest';
import { createClient } from '@scangate/client';
import { fakeService, json, problem } from './fake-service.ts';

const gate = { apiGateSeverityThreshold: 'critical' };
const change = { body: { apiGateSeverityThreshold: 'high' }, headers: { 'If-Match': '"1"' } } as const;
const csrfFailed = problem(403, 'csrf_failed');
const owner = { organizationId: 'o-1', personId: 'p-1', role: 'owner' };
const session = (csrfToken: string, { organizationId, personId, role } = owner) =>
  json(200, { csrfToken, organization: { organizationId, name: 'Demo' }, person: { personId }, role });

describe('a token', () => {
  test('from a function is requested before each request, including retries', async () => {
    let count = 0;
    const { client, requests } = await fakeService(
      [problem(503, 'temporarily_unavailable'), json(200, gate)],
      { token: () => `token-${(count += 1)}` },
    );
    await client.call('get-gate');
    await client.call('get-gate');
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-3',
    ]);
    expect(requests.map(({ headers }) => headers['scangate-csrf'])).toEqual(Array(3).fill(undefined));
  });

  test.each(['', 'sgp_canary\nX-Other: 1', 'sgp_canary\u202e', 'sgp_canary '])(
    'that no header can contain (%j) is neither sent nor repeated in the message',
    async (token) => {
      const { client, requests } = await fakeService([json(200, gate)], { token: () => token });
      const error: unknown = await client.call('get-gate').catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain('canary');
      expect(requests).toEqual([]);
    },
  );

  test.each([
    'https://person:canary@scangate.example',
    'https://scangate.example/?token=canary',
    'https://scangate.example/#canary',
    'canary',
  ])('inside the base URL %s is refused without being repeated', (baseUrl) => {
    const make = () => createClient({ baseUrl, token: 't' });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/canary/);
  });
});

test('a client without a known session sends only the cookies of the browser', async () => {
  const { url, requests } = await fakeService([json(200, gate)]);
  await createClient({ baseUrl: url, cookies: true }).call('get-gate');
  expect(requests.map(({ headers }) => [headers['scangate-csrf'], headers.authorization])).toEqual([
    [undefined, undefined],
  ]);
});

test('an anonymous client sends no credential', async () => {
  const { url, requests } = await fakeService([json(201, { deviceCode: 'd' })]);
  await createClient({ baseUrl: url, anonymous: true }).call('start-device-login');
  expect(requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/device', undefined],
  ]);
});

describe('a session', () => {
  test('sends its CSRF token with reads and changes, and no Authorization', async () => {
    const { client, requests } = await fakeService([json(200, gate)], { csrfToken: () => 'csrf-1' });
    await client.call('get-gate');
    await client.call('change-gate', change);
    expect(requests.map(({ headers }) => [headers['scangate-csrf'], headers.authorization])).toEqual([
      ['csrf-1', undefined],
      ['csrf-1', undefined],
    ]);
  });

  test('requests a new CSRF token when it is refused, and keeps it', async () => {
    const { client, requests } = await fakeService(
      [csrfFailed, session('csrf-2'), json(200, gate), json(200, gate)],
      { csrfToken: () => 'csrf-1' },
    );
    await client.call('change-gate', change);
    await client.call('change-gate', change);
    expect(requests.map(({ method, path, headers }) => [method, path, headers['scangate-csrf']])).toEqual([
      ['PATCH', '/v1/organization/gate', 'csrf-1'],
      ['GET', '/v1/session', undefined],
      ['PATCH', '/v1/organization/gate', 'csrf-2'],
      ['PATCH', '/v1/organization/gate', 'csrf-2'],
    ]);
  });

  test('requests a new token once, and then gives up', async () => {
    const { client, requests } = await fakeService([csrfFailed, session('csrf-2'), csrfFailed], {
      csrfToken: () => 'csrf-1',
    });
    await expect(client.call('change-gate', change)).rejects.toMatchObject({ code: 'csrf_failed' });
    expect(requests).toHaveLength(3);
  });

  test.each([
    ['another organization', { organizationId: 'o-2' }],
    ['another person', { personId: 'p-2' }],
    ['another role', { role: 'admin' }],
  ])('that became one of %s meanwhile changes and reads nothing there', async (_whose, now) => {
    const taken = session('csrf-2', { ...owner, ...now });
    const { client, requests } = await fakeService([csrfFailed, taken, csrfFailed, taken, json(200, gate)], {
      csrfToken: () => 'csrf-1',
      owner,
    });
    await expect(client.call('change-gate', change)).rejects.toMatchObject({ code: 'csrf_failed' });
    await expect(client.call('get-gate')).rejects.toMatchObject({ code: 'csrf_failed' });
    expect(requests.map(({ method, headers }) => [method, headers['scangate-csrf']])).toEqual([
      ['PATCH', 'csrf-1'],
      ['GET', undefined],
      ['GET', 'csrf-1'],
      ['GET', undefined],
    ]);
  });

  test('of the same person continues with its new CSRF token, including a wait for a verdict', async () => {
    const { client, requests } = await fakeService(
      [csrfFailed, session('csrf-2'), json(200, { status: 'completed', projectUnits: [] })],
      { csrfToken: () => 'csrf-1', owner },
    );
    await client.waitForVerdict('s-1');
    expect(requests.map(({ headers }) => headers['scangate-csrf'])).toEqual(['csrf-1', undefined, 'csrf-2']);
  });

  test('that has ended is reported as the answer of the call', async () => {
    const { client } = await fakeService([csrfFailed, problem(401, 'unauthenticated')], {
      csrfToken: () => 'csrf-1',
    });
    await expect(client.call('change-gate', change)).rejects.toMatchObject({ status: 401 });
  });

  test('whose answer is not a session is an unexpected answer', async () => {
    const { client } = await fakeService([csrfFailed, json(200, { organization: {} })], {
      csrfToken: () => 'csrf-1',
    });
    await expect(client.call('change-gate', change)).rejects.toMatchObject({ code: 'unexpected_answer' });
  });
});
