import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { listSubscribers, loadSubscriber, loadSubscribers } from '#app/delivery/load-subscribers.ts';
import { SubscribersConflict, listenFor } from '@scangate/domain/event-subscribers/listening';
import { isWebhook } from '@scangate/domain/webhooks/webhook-view';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { newSubscriber } from '#test/support/delivery/new-subscriber.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { newOrganization, noon, write } from '#test/support/world.ts';

const at = noon.toISOString();
const id = '5d1f6c1e-6a53-4f0e-9a2b-7c4d5e6f7081';
/** The calls of two changes, each of which reads twice and writes once. */
const calls = 6;
const url = 'https://hooks.example.com/in';

test('a subscriber that is created between the reads is not missed in the types the organization listens to', async () => {
  for (let order = 0; order < 2 ** calls; order++) {
    const picks = Array.from({ length: calls }, (_, call) => (order >> call) & 1);
    const store = new MemoryStore();
    const { organizationId } = await newOrganization(store);
    const made = { ...newSubscriber(organizationId, id, at), types: ['scan.*'] };
    const make = async (of: Store) => {
      const { organization, subscribers } = await loadSubscribers(of, organizationId);
      await of.commit([
        { change: 'insert', record: 'subscriber', item: made },
        listenFor(organization, [...subscribers, made], { at }),
      ]);
    };
    const listenAgain = async (of: Store) => {
      const { organization, subscribers } = await loadSubscribers(of, organizationId);
      try {
        await commitOrThrow(of, [listenFor(organization, subscribers, { at })]);
      } catch (error) {
        if (!(error instanceof SubscribersConflict)) throw error;
      }
    };
    await interleave(store, picks, [make, listenAgain]);
    const isMade = (await store.get('subscriber', { organizationId, subscriberId: id })) !== undefined;
    const stored = await store.get('organization', { organizationId });
    expect([picks, stored?.listens]).toEqual([picks, isMade ? ['scan.*'] : []]);
  }
});

test('subscribers of one kind are listed by age, and found by an id in upper or lower case', async () => {
  const store = new MemoryStore();
  const { organizationId } = await newOrganization(store);
  const items = [
    { ...newSubscriber(organizationId, 'b', '2027-03-02T00:00:00.000Z'), url },
    { ...newSubscriber(organizationId, id, at), url },
    { ...newSubscriber(organizationId, 'c', at), kind: 'slack' as const },
    { ...newSubscriber(organizationId, 'd', at), url, removedAt: at },
  ];
  await write(
    store,
    items.map((item) => ({ change: 'insert', record: 'subscriber', item }) as const),
  );
  const listed = await listSubscribers(isWebhook, organizationId, { store, log: silentLog });
  expect(listed.map(({ subscriberId }) => subscriberId)).toEqual([id, 'b']);
  const found = await loadSubscriber(store, { organizationId, subscriberId: id.toUpperCase() });
  expect(found?.subscriberId).toBe(id);
});
