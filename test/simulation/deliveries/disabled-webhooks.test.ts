import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeWebhook } from '#app/webhooks/manage-webhooks.ts';
import type { Store } from '#ports/store.ts';
import { replaySince } from '@scangate/domain/delivery/requeue-delivery';
import { addMs, dayMs, hourMs } from '@scangate/domain/instant';
import { deliveryViolations } from '#test/support/delivery/delivery-violations.ts';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { faultKinds, type FaultKind } from '#test/support/store/fault-injection.ts';
import { noon, write } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

/** A webhook is disabled because it failed for five days; what happens until people enable it again waits for it. */

type Faults = ReadonlyMap<number, FaultKind>;

/** A webhook whose next failure disables it. */
const almostDisabled = {
  url: 'https://hooks.example.com/in',
  failures: 9,
  failingSince: addMs(noon.toISOString(), -5 * dayMs),
  warnedAt: addMs(noon.toISOString(), -4 * dayMs),
};

/** Disables the webhook while things happen. Any of the calls may be cut off. */
const disabled = async (faults: Faults) => {
  const it = await new DeliveryWorld().begin();
  const receiver = { isUp: false };
  const { subscriberId } = await it.subscribe(
    () => ({ status: receiver.isUp ? 204 : 500, ms: 5 }),
    almostDisabled,
  );
  it.faults = faults;
  await it.change('p-1');
  await it.pass(3 * hourMs);
  await it.change('p-2');
  await it.change('p-3', true);
  await it.pass(hourMs);
  return { it, receiver, subscriberId };
};

const outbound = { check: async () => {}, isPrivateHost: () => false };

const enable = (it: DeliveryWorld, webhookId: string, store: Store = it.store) =>
  changeWebhook(
    { store, outbound },
    { caller: it.caller, webhookId, ifMatch: '*', change: { enabled: true } },
    it.clock.now(),
  );

const enabled = async (faults: Faults) => {
  const { it, receiver, subscriberId } = await disabled(faults);
  const found: string[] = [];
  if ((await it.subscriber(subscriberId)).disabled?.cause !== 'failing') found.push('it is not disabled');
  if (it.received.some(({ eventId }) => eventId !== it.received[0]?.eventId))
    found.push('a request while disabled');
  receiver.isUp = true;
  await enable(it, subscriberId);
  await it.change('p-4');
  await it.pass(3 * hourMs);
  found.push(...(await deliveryViolations(it, ['p-1', 'p-2', 'p-4'])));
  return { it, found };
};

/** A webhook that nobody enables again is forgotten in the end. */
const abandoned = async (faults: Faults) => {
  const { it, subscriberId } = await disabled(faults);
  await it.pass(31 * dayMs);
  const { dueAt } = await it.subscriber(subscriberId);
  await it.change('p-5');
  const events = await it.all('storedEvents');
  const isTold = events.some(({ data }) => data['personId'] === 'p-5');
  return { it, found: [...(await it.listens()), ...(dueAt ?? []), ...(isTold ? ['p-5'] : [])] };
};

const accepted = ({ received }: DeliveryWorld) =>
  received.flatMap(({ status, eventId }) => (status < 300 ? [eventId] : []));

test('waiting deliveries of a webhook that is enabled again are sent once, in order, even when a replay is requested as well', async () => {
  const { it, receiver, subscriberId } = await disabled(new Map());
  receiver.isUp = true;
  await enable(it, subscriberId);
  await write(it.store, [replaySince(await it.subscriber(subscriberId), noon.toISOString(), it.now)]);
  await it.pass(hourMs);
  const sent = it.received.filter(({ status }) => status < 300).map(({ sequence }) => sequence);
  expect(sent).toEqual([1, 2, 3]);
});

test.each([
  ['enabled again', enabled],
  ['left alone', abandoned],
] as const)(
  'interrupted once anywhere, a webhook that is disabled and %s keeps the promises',
  async (_name, play) => {
    const { it, found } = await play(new Map());
    expect(found).toEqual([]);
    expect(new Set(accepted(it)).size).toBe(accepted(it).length);
    for (let call = 1; call <= it.calls; call++)
      for (const kind of faultKinds)
        expect([call, kind, (await play(new Map([[call, kind]]))).found]).toEqual([call, kind, []]);
  },
);

test('interrupted at any two of their calls, they keep them, too', async () => {
  const { it } = await disabled(new Map());
  const broken: unknown[] = [];
  for (let first = 1; first <= it.calls; first++)
    for (let second = first + 1; second <= it.calls; second++) {
      const [one, two] = [first, second].map(
        (call) => faultKinds[(first + second * call) % faultKinds.length] ?? 'before',
      );
      const faults = new Map([
        [first, one ?? 'before'],
        [second, two ?? 'before'],
      ]);
      for (const play of [enabled, abandoned]) {
        const { found } = await play(faults);
        if (found.length > 0) broken.push([first, one, second, two, found]);
      }
    }
  expect(broken).toEqual([]);
});

test('enabled in any order beside the fan-out of new events, it misses nothing', async () => {
  const picks = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(picks, async (order) => {
      const { it, receiver, subscriberId } = await disabled(new Map());
      it.losesInvocations = true;
      await it.change('p-4');
      await it.change('p-5');
      it.losesInvocations = false;
      receiver.isUp = true;
      await it.runAtOnce(order, [(store) => enable(it, subscriberId, store)]);
      await it.pass(3 * hourMs);
      expect(await deliveryViolations(it, ['p-1', 'p-2', 'p-4', 'p-5'])).toEqual([]);
    }),
    { numRuns: runs(100) },
  );
});
