import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { slackChat } from '#adapters/providers/slack/slack.ts';
import { deliver } from '#app/delivery/deliver.ts';
import { dispatchEvents } from '#app/delivery/dispatch-events.ts';
import type { Senders } from '#app/delivery/senders.ts';
import { chatSender } from '#app/integrations/chat/send-chat.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { queueShard, queueShards } from '@scangate/domain/due-queue';
import { subscriberKinds } from '@scangate/domain/events/event-records';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import type { ProviderServer } from '@scangate/emulator-providers/open-providers';
import { newSubscriber } from '#test/support/delivery/new-subscriber.ts';
import { emittedScan } from '#test/support/integrations/chat-events.ts';
import { openLocalProviders } from '#test/support/integrations/local-providers.ts';
import { newOrganization, noon, testIds, write } from '#test/support/world.ts';

/** The engine of deliveries, the adapter and the emulator of Slack together. */
const botToken = 'xoxb-planted-secret-of-a-bot';
const subscriberId = '0aa0bb0c-0000-4000-8000-00000000c4a7';

let providers: ProviderServer;
let fetch: OutboundFetch;
let store: MemoryStore;
let organizationId: string;
let now: Date;
let logged: unknown[];
beforeAll(async () => {
  ({ providers, fetch } = await openLocalProviders(() => now.getTime()));
});
afterAll(() => providers.close());

interface Slack {
  bots: Record<string, { userId: string; botId: string; error?: string }>;
  messages: { text: string }[];
}
const slack = () => providers.control.stateOf('slack') as Slack;

beforeEach(async () => {
  now = new Date(noon);
  logged = [];
  store = new MemoryStore();
  ({ organizationId } = await newOrganization(store));
  slack().bots[botToken] = { userId: 'U1', botId: 'B1' };
  slack().messages = [];
});

const subscribe = (settings: object) =>
  write(store, [
    {
      change: 'insert',
      record: 'subscriber',
      item: {
        ...newSubscriber(organizationId, subscriberId, now.toISOString()),
        kind: 'slack',
        settings: { channel: 'C0SECURITY', ...settings },
        credential: JSON.stringify({ botToken }),
      },
    },
  ]);

const ports = () => {
  const keep = (...given: unknown[]) => void logged.push(given);
  const log = { debug: keep, info: keep, warn: keep, error: keep, metric: keep };
  const chat = slackChat(fetch, providers.origins);
  const sender = chatSender({
    chat,
    store,
    subscriberSecrets: { decrypt: async (sealed) => sealed },
    publicAddress: { url: async () => 'https://scangate.example.com' },
    log,
    elapsedMs: () => 0,
  });
  return {
    store,
    senders: Object.fromEntries(subscriberKinds.map((kind) => [kind, async () => sender])) as Senders,
    deliveries: { start: async () => {} },
    eventDispatch: { dispatch: async () => {} },
    clock: { now: () => now, sleep: async (ms: number) => void (now = new Date(now.getTime() + ms)) },
    random: () => 0.5,
    ids: testIds,
    log,
  };
};

const emit = async (count: number) => {
  const at = now.toISOString();
  for (let number = 0; number < count; number += 1) {
    const eventId = testIds.uuid();
    const event = {
      ...emittedScan(`repository-${number}`),
      organizationId,
      at,
      eventId,
      dueQueue: queueShard('storedEvent', eventId),
      dueAt: at,
      expiresAt: addMs(at, 30 * dayMs),
    };
    await write(store, [{ change: 'insert', record: 'storedEvent', item: event }]);
    await dispatchEvents({ organizationId, events: [{ at, eventId }] }, ports(), { now });
  }
};
const run = () => deliver({ organizationId, subscriberId }, ports());
const states = async () =>
  (await store.list('deliveries', { organizationId, subscriberId })).items.map(({ state }) => state);

const mails = async () => {
  const pages = await Promise.all(queueShards.map((shard) => store.listDue('mail', shard)));
  const refs = pages.flatMap(({ items }) => items).map((id) => ({ record: 'mail', id }) as const);
  return (await store.load(refs)).map((mail) => mail?.kind);
};

test('each event arrives as a message; a second run sends nothing more', async () => {
  await subscribe({});
  await emit(3);
  await run();
  await run();
  expect(
    slack()
      .messages.map(({ text }) => text)
      .toSorted(),
  ).toEqual(['FAIL: repository-0', 'FAIL: repository-1', 'FAIL: repository-2']);
  expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a digest waits in the due queue for the full hour, and is one message', async () => {
  await subscribe({ rules: [{ types: ['*'], mode: 'digest' }] });
  await emit(5);
  await run();
  const { dueAt } = (await store.get('subscriber', { organizationId, subscriberId })) ?? {};
  expect(slack().messages).toEqual([]);
  expect(dueAt).toBe(addMs(noon, hourMs));
  now = new Date(dueAt ?? '');
  await run();
  expect(slack().messages.map(({ text }) => text)).toEqual(['5 events before 13:00 UTC']);
  expect(new Set(await states())).toEqual(new Set(['delivered']));
});

test('a revoked token disables the integration with one mail, and nothing more is sent', async () => {
  await subscribe({});
  await emit(3);
  providers.control.perform('slack', 'revoke-token', { token: botToken });
  await run();
  await run();
  const subscriber = await store.get('subscriber', { organizationId, subscriberId });
  expect(subscriber?.disabled?.cause).toBe('credential_refused');
  const { items: audited } = await store.list('auditEvents', { organizationId });
  expect(audited.filter(({ action }) => action === 'integration.disabled')).toHaveLength(1);
  expect(await mails()).toEqual(['subscriber_disabled']);
  expect((await store.get('organization', { organizationId }))?.listens).toEqual([]);
  expect(slack().messages).toEqual([]);
});

test('a secret of the credential is in no message, delivery, log or audit event', async () => {
  await subscribe({});
  await emit(2);
  await run();
  providers.faults.inject({ service: 'slack', kind: 'error', times: 4 });
  await emit(1);
  await run();
  const { items: deliveries } = await store.list('deliveries', { organizationId, subscriberId });
  const { items: audited } = await store.list('auditEvents', { organizationId });
  expect(deliveries.flatMap(({ attempts }) => attempts).length).toBeGreaterThan(2);
  const shown = JSON.stringify([slack().messages, deliveries, audited, logged]);
  expect(shown).not.toContain('planted-secret');
});
