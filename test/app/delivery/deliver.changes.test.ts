import { expect, test } from 'vitest';
import { removeWebhook, rotateSecret } from '@scangate/domain/webhooks/webhook-rules';
import { changeWebhook } from '#app/webhooks/manage-webhooks.ts';
import type { Subscriber } from '@scangate/domain/events/event-records';
import { isWebhook, type Webhook } from '@scangate/domain/webhooks/webhook-view';
import { addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import type { Caller } from '@scangate/domain/identity/caller';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { healthy, type Answer } from '#test/support/delivery/receivers.ts';
import { write } from '#test/support/world.ts';

const outbound = { check: async () => {}, isPrivateHost: () => false };
const oldUrl = 'https://old.example.com/in';
const newUrl = 'https://new.example.com/in';
const events = 200;

/** A webhook with 200 events, of which one request sees that somebody changes the webhook. */
const playChange = async (
  change: (it: DeliveryWorld, webhook: Webhook, caller: Caller) => Promise<unknown>,
  answers: (url: string | undefined, request: number) => Answer = () => ({ status: 204, ms: 20 }),
) => {
  const it = await new DeliveryWorld().begin();
  const sentWith: Subscriber[] = [];
  let changing: Promise<unknown> | undefined;
  const { subscriberId } = await it.subscribe(
    ({ subscriber }, request) => {
      sentWith.push(subscriber);
      if (request === 2)
        changing = it.subscriber(subscriberId).then((one) => isWebhook(one) && change(it, one, it.caller));
      return answers(subscriber.url, request);
    },
    { url: oldUrl, secrets: [{ sealed: 'old' }] },
  );
  for (let event = 0; event < events; event++) await it.emit();
  await it.pass(10 * minuteMs);
  await changing;
  const after = await it.subscriber(subscriberId);
  return { it, after, sentWith, deliveries: await it.deliveries(subscriberId) };
};

const patch =
  (fields: { url?: string; enabled?: boolean }) =>
  (it: DeliveryWorld, { subscriberId }: Webhook, caller: Caller) =>
    changeWebhook(
      { store: it.store, outbound },
      { caller, webhookId: subscriberId, ifMatch: '*', change: fields },
      it.clock.now(),
    );

/**
 * The deliveries that were in progress when the change was made, or began before its first write was
 * refused.
 */
const fewSent = 12;

test('a webhook that is moved during a run gets the rest at its new URL, without a lost delivery', async () => {
  const { sentWith, deliveries, after, it } = await playChange(patch({ url: newUrl }));
  expect(sentWith.filter(({ url }) => url === oldUrl).length).toBeLessThanOrEqual(fewSent);
  expect(sentWith.slice(fewSent).every(({ url }) => url === newUrl)).toBe(true);
  expect(deliveries.every(({ state }) => state === 'delivered')).toBe(true);
  expect([after.url, after.waiting, after.dueAt, it.errors]).toEqual([newUrl, 0, undefined, []]);
});

test('an old URL that answers 410 after the move does not disable the new one', async () => {
  const { deliveries, after } = await playChange(patch({ url: newUrl }), (url) =>
    url === oldUrl ? { status: 410, ms: 3_000 } : { status: 204 },
  );
  expect([after.disabled, after.failures, after.waiting]).toEqual([undefined, 0, 0]);
  expect(deliveries.every(({ state }) => state === 'delivered')).toBe(true);
});

test('a webhook that is disabled during a run gets nothing more, and waiting deliveries are kept', async () => {
  const { sentWith, after, deliveries } = await playChange(patch({ enabled: false }));
  expect(sentWith.length).toBeLessThanOrEqual(fewSent);
  const kept = deliveries.filter(({ state }) => state === 'waiting').length;
  expect([after.disabled?.cause, after.dueAt, after.waiting]).toEqual(['person', undefined, kept]);
  expect(kept).toBeGreaterThanOrEqual(events - fewSent);
});

test('a webhook that is removed during a run gets nothing more, and has no secret and no place in the queue', async () => {
  const { sentWith, after } = await playChange(async (it, before, caller) => {
    const organization = await it.store.get('organization', { organizationId: it.organizationId });
    if (organization)
      await write(it.store, removeWebhook(caller, { before, organization, subscribers: [before] }, it.now));
  });
  expect(sentWith.length).toBeLessThanOrEqual(fewSent);
  expect(after.expiresAt).toBe(addMs(after.removedAt ?? '', 30 * dayMs));
  expect([after.removedAt, after.secrets, after.dueAt, after.dueQueue]).toEqual([
    expect.any(String),
    undefined,
    undefined,
    undefined,
  ]);
});

test('a secret that is rotated without overlap during a run signs nothing more', async () => {
  const { sentWith } = await playChange((it, before, caller) =>
    write(
      it.store,
      rotateSecret(caller, { before, secrets: [{ sealed: 'new' }] }, { overlapHours: 0, at: it.now }).changes,
    ),
  );
  expect(sentWith.length).toBeGreaterThanOrEqual(events);
  expect(sentWith.slice(fewSent).every(({ secrets }) => secrets?.[0]?.sealed === 'new')).toBe(true);
});

test.each([
  ['moved to a URL that answers', { url: newUrl }],
  ['disabled and enabled again', { enabled: true }],
])(
  'a failing webhook that is %s gets all waiting deliveries at once, even after a refusal',
  async (_name, fields) => {
    const it = await new DeliveryWorld().begin();
    const { caller } = it;
    let isUp = false;
    const { subscriberId } = await it.subscribe(
      ({ subscriber }) => ({ status: isUp || subscriber.url === newUrl ? 204 : 500, ms: 20 }),
      { url: oldUrl },
    );
    for (let event = 0; event < 6; event++) await it.emit();
    await it.pass(12 * hourMs);
    const failing = await it.subscriber(subscriberId);
    expect([failing.failures > 3, failing.waiting, (failing.dueAt ?? '') > it.now]).toEqual([true, 6, true]);
    isUp = 'enabled' in fields;
    for (const asked of isUp ? [{ enabled: false }, fields] : [fields]) {
      const webhook = await it.subscriber(subscriberId);
      if (isWebhook(webhook)) await patch(asked)(it, webhook, caller);
    }
    const anew = await it.subscriber(subscriberId);
    expect([anew.failures, anew.failingSince, anew.probe, anew.dueAt]).toEqual([
      0,
      undefined,
      undefined,
      it.now,
    ]);
    await it.pass(2 * minuteMs);
    const { failures, waiting } = await it.subscriber(subscriberId);
    expect([failures, waiting]).toEqual([0, 0]);
    expect((await it.deliveries(subscriberId)).every(({ state }) => state === 'delivered')).toBe(true);
  },
);

test.each([
  ['Starter', true],
  ['Team', undefined],
] as const)('on %s an event is kept out of the feed: %s', async (plan, unlisted) => {
  const it = await new DeliveryWorld().begin({ plan });
  const { subscriberId } = await it.subscribe(healthy);
  await it.subscribe(healthy, { kind: 'checks' });
  await it.emit();
  await it.settle();
  const [event] = await it.all('storedEvents');
  expect([event?.unlisted, event?.dueQueue]).toEqual([unlisted, undefined]);
  expect(await it.deliveries(subscriberId)).toHaveLength(unlisted ? 0 : 1);
});
