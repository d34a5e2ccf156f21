import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slackChat } from '#adapters/providers/slack/slack.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { ProviderServer } from '@scangate/emulator-providers/open-providers';
import type { OutboundFetch } from '#ports/outbound.ts';
import { answering, beyond, contractsOf, sendTo } from '#test/support/integrations/contract.ts';
import { openLocalProviders } from '#test/support/integrations/local-providers.ts';

let providers: ProviderServer;
let fetch: OutboundFetch;
beforeAll(async () => {
  ({ providers, fetch } = await openLocalProviders());
});
afterAll(() => providers.close());

const bot = (channel = 'C0SECURITY', botToken = 'xoxb-local-bot'): Connection => ({
  settings: { channel },
  credential: { botToken },
});
const hook = (secret = 'local'): Connection => ({
  settings: {},
  credential: { webhookUrl: `https://hooks.slack.com/services/T0LOCAL/B0HOOK/${secret}` },
});
const message = {
  title: 'FAIL: acme/shop',
  lines: [],
  link: { text: 'Open in Scangate', url: 'https://scangate.example.com/v1/scans/1' },
};
const chat = () => slackChat(fetch, providers.origins);
interface Shown {
  messages: { channel: string; text: string; blocks: unknown[] }[];
}
const shownMessages = () => (providers.control.stateOf('slack') as Shown).messages;
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof ProviderFailure ? error.details : error),
  );

test('a message of a bot and of a webhook arrives in its channel', async () => {
  const before = shownMessages().length;
  expect(await chat().post(bot(), message)).toEqual({ status: 200 });
  await chat().post(hook(), message);
  const arrived = shownMessages().slice(before);
  expect(arrived.map(({ channel }) => channel)).toEqual(['C0SECURITY', 'C0GENERAL']);
  expect(arrived[0]?.text).toBe('FAIL: acme/shop');
});

test('a connection is tested by a line in the channel, and reports where it leads', async () => {
  const before = shownMessages().length;
  expect(await chat().check(bot())).toEqual({ target: 'Local workspace, C0SECURITY' });
  expect(await chat().check(hook())).toEqual({ target: 'Slack, incoming webhook' });
  expect(shownMessages().length - before).toBe(2);
});

test.each([
  [bot('C0SECURITY', 'xoxb-unknown'), 'refused', 'invalid_auth'],
  [bot('C0NOWHERE'), 'gone', 'channel_not_found'],
  [bot('C0PRIVATE'), 'gone', 'not_in_channel'],
  [hook('removed'), 'gone', 'no_service'],
  [{ settings: {}, credential: { botToken: 'xoxb-local-bot' } }, 'invalid', 'needs settings.channel'],
] as const)('the emulator refuses a bad call: %#', async (connection, reason, detail) => {
  expect(await failureOf(chat().post(connection, message))).toMatchObject({
    reason,
    detail: expect.stringContaining(detail) as string,
  });
});

test('an archived channel is gone, for a bot and for a webhook, and a revoked token is refused', async () => {
  providers.control.perform('slack', 'archive-channel', { channel: 'C0GENERAL', archived: true });
  expect(await failureOf(chat().post(bot('C0GENERAL'), message))).toMatchObject({ reason: 'gone' });
  expect(await failureOf(chat().post(hook(), message))).toMatchObject({ reason: 'gone', status: 410 });
  providers.control.perform('slack', 'archive-channel', { channel: 'C0GENERAL', archived: false });
  providers.control.perform('slack', 'revoke-token', { token: 'xoxb-local-bot' });
  expect(await failureOf(chat().check(bot()))).toMatchObject({ reason: 'refused' });
  providers.control.perform('slack', 'restore-token', { token: 'xoxb-local-bot' });
  expect(await chat().check(bot())).toMatchObject({ target: expect.anything() as string });
});

test('a limit names the time to wait, a failing provider is unavailable, and a lost answer may have been sent', async () => {
  const { faults } = providers;
  faults.inject({ service: 'slack', kind: 'throttle', times: 1 });
  expect(await failureOf(chat().post(bot(), message))).toMatchObject({
    reason: 'limited',
    retryAfterSeconds: 30,
  });
  faults.inject({ service: 'slack', kind: 'error', times: 1 });
  expect(await failureOf(chat().post(bot(), message))).toMatchObject({ reason: 'unavailable', status: 503 });
  const before = shownMessages().length;
  faults.inject({ service: 'slack', kind: 'timeout_after_success', times: 1 });
  expect(await failureOf(chat().post(bot(), message))).toMatchObject({
    reason: 'unavailable',
    mayBeDone: true,
  });
  expect(shownMessages().length - before).toBe(1);
});

describe.each(contractsOf('slack'))('the contract %s', (name, contract) => {
  const { request, answer } = contract;
  const body = request.body as { channel?: string };
  const isWebhook = name.startsWith('webhook');
  const token = request.headers?.['authorization']?.replace('Bearer ', '');
  const connection = isWebhook
    ? { settings: {}, credential: { webhookUrl: `https://hooks.slack.com${request.path}` } }
    : bot(body.channel, token);

  test('matches what the adapter sends and reads', async () => {
    const { fetch: answered, seen } = answering(contract);
    const adapter = slackChat(answered, {});
    const done = name === 'auth-test' ? adapter.check(connection) : adapter.post(connection, message);
    const isGood = answer.text === 'ok' || (answer.body as { ok?: boolean } | undefined)?.ok === true;
    const failure = await failureOf(done);
    const [sent] = seen;
    const origin = isWebhook ? 'https://hooks.slack.com' : 'https://slack.com';
    expect([sent?.method, sent?.url]).toEqual([request.method, `${origin}${request.path}`]);
    expect(beyond(sent?.body, request.body)).toEqual([]);
    expect(sent?.headers.get('authorization') ?? undefined).toBe(request.headers?.['authorization']);
    if (name === 'auth-test') return;
    if (isGood) expect(failure).toBe('no failure');
    else
      expect(failure).toMatchObject({
        reason: expect.stringMatching(/^(?:refused|gone|limited)$/) as string,
      });
  });

  test('matches what the emulator accepts and answers', async () => {
    const { control, faults, origins } = providers;
    const state = control.stateOf('slack') as {
      channels: Record<string, object>;
      webhooks: Record<string, object>;
    };
    state.channels['C0ARCHIVED'] = { name: 'archived', isArchived: true, hasBot: true };
    state.webhooks['/services/T0LOCAL/B0HOOK/archived'] = { channel: 'C0ARCHIVED', isRemoved: false };
    if (answer.status === 429) faults.inject({ service: 'slack', kind: 'throttle', times: 1 });
    const answered = await sendTo(origins.slack ?? '', contract);
    expect(answered.status).toBe(answer.status);
    if (answer.text !== undefined) expect(answered.text).toBe(answer.text);
    if (answer.headers) expect(answered.headers.get('retry-after')).toBe(answer.headers['retry-after']);
    if (answer.body !== undefined) {
      const said = JSON.parse(answered.text) as Record<string, unknown>;
      expect(beyond(said, answer.body)).toEqual([]);
      expect(said['error']).toBe((answer.body as { error?: string }).error);
    }
  });
});
