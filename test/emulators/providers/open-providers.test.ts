import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { providerServiceNames } from '@scangate/emulator-host/fault-injector';
import { openProviders, type ProviderServer } from '@scangate/emulator-providers/open-providers';

const now = Date.parse('2026-03-01T12:00:00.000Z');
let providers: ProviderServer;
beforeEach(async () => {
  providers = await openProviders({ clock: { now: () => now } });
});
afterEach(() => providers.close());

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${providers.url}${path}`, { method: 'POST', body, headers });
  return { status: answer.status, text: await answer.text() };
};
const bot = { authorization: 'Bearer xoxb-local-bot' };
const hook = '/slack/services/T0LOCAL/B0HOOK/local';
const messages = () => (providers.control.stateOf('slack') as { messages: unknown[] }).messages.length;

test('every provider is served below its name, and shows what people see there', () => {
  expect(Object.keys(providers.origins).toSorted()).toEqual([...providerServiceNames].toSorted());
  expect(providers.control.show().map(({ name }) => name)).toHaveLength(providerServiceNames.length);
});

test.each(providerServiceNames)('%s refuses an unknown route', async (name) => {
  const answer = await fetch(`${providers.url}/${name}/no/such/route`, { method: 'POST', body: '{}' });
  const text = await answer.text();
  expect(answer.ok ? text : answer.status).toEqual(
    answer.ok ? '{"ok":false,"error":"unknown_method"}' : expect.any(Number),
  );
});

test('a name without an emulator is 404', async () => {
  expect((await post('/pager/x', '{}')).status).toBe(404);
});

describe('a route', () => {
  test.each([
    ['{"channel":"C0SECURITY","text":"a","unknown":1}', 'invalid_arguments'],
    ['{"channel":"C0SECURITY","text":1}', 'invalid_arguments'],
    ['{"channel":"C0SECURITY"}', 'invalid_arguments'],
    ['not json', 'invalid_json'],
  ])('refuses %s', async (body, error) => {
    expect(JSON.parse((await post('/slack/api/chat.postMessage', body, bot)).text)).toEqual({
      ok: false,
      error,
    });
    expect(messages()).toBe(0);
  });

  test('refuses an unknown query parameter', async () => {
    const { text } = await post('/slack/api/auth.test?pretty=1', '{}', bot);
    expect(JSON.parse(text)).toEqual({ ok: false, error: 'invalid_arguments' });
  });

  test('decodes the parts of its path, and refuses what is not UTF-8', async () => {
    expect((await post(hook.replace('local', '%6Cocal'), '{"text":"a"}')).text).toBe('ok');
    expect((await post(hook.replace('local', '%ff'), '{"text":"a"}')).text).toContain('unknown_method');
  });
});

describe('faults', () => {
  test('an answer is lost after the request was carried out', async () => {
    providers.faults.inject({ service: 'slack', kind: 'timeout_after_success', times: 1 });
    await expect(post(hook, '{"text":"a"}')).rejects.toThrow('fetch failed');
    expect(messages()).toBe(1);
  });

  test('a throttled or failing request is not carried out, and the next one is', async () => {
    providers.faults.inject({ service: 'slack', kind: 'throttle', times: 1 });
    providers.faults.inject({ service: 'slack', kind: 'error', times: 1 });
    expect((await post(hook, '{"text":"a"}')).status).toBe(429);
    expect((await post(hook, '{"text":"a"}')).status).toBe(503);
    expect((await post(hook, '{"text":"a"}')).status).toBe(200);
    expect(messages()).toBe(1);
  });

  test('calls are counted by their operation', async () => {
    await post(hook, '{"text":"a"}');
    expect(providers.faults.callCounts()).toMatchObject([
      { service: 'slack', operation: 'webhook.post', calls: 1 },
    ]);
  });

  test('a channel accepts no more in a minute than its limit', async () => {
    providers.control.perform('slack', 'limit', { perMinute: 2 });
    const statuses = [];
    for (let number = 0; number < 3; number += 1) statuses.push((await post(hook, '{"text":"a"}')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

test('the state is kept in the data folder across restarts', async () => {
  const files = new Map<string, string>();
  const folder = {
    readJson: <T>(name: string, check: (value: unknown) => value is T) => {
      const value: unknown = JSON.parse(files.get(name) ?? 'null');
      return check(value) ? value : undefined;
    },
    writeJson: (name: string, value: unknown) => void files.set(name, JSON.stringify(value)),
  };
  const first = await openProviders({ clock: { now: () => now }, folder });
  await fetch(`${first.origins.slack}/services/T0LOCAL/B0HOOK/local`, {
    method: 'POST',
    body: '{"text":"kept"}',
  });
  first.control.perform('slack', 'archive-channel', { channel: 'C0GENERAL', archived: true });
  await first.close();
  const second = await openProviders({ clock: { now: () => now }, folder });
  const shown = JSON.stringify(second.control.show().find(({ name }) => name === 'slack'));
  await second.close();
  expect(shown).toContain('kept');
  expect(shown).toContain('#general (archived)');
});

test('an unknown action is undefined, and invalid input is refused', () => {
  expect(providers.control.perform('slack', 'explode', {})).toBeUndefined();
  expect(providers.control.perform('pager', 'limit', {})).toBeUndefined();
  expect(() => providers.control.perform('slack', 'limit', { perMinute: 'many' })).toThrow(/perMinute/);
});
