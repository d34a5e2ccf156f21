import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { dead, healthy, type Receiver } from '#test/support/delivery/receivers.ts';

const world = () => new DeliveryWorld().begin();

test('an event is delivered once to each subscriber of its type, and the queue is empty afterwards', async () => {
  const it = await world();
  const [one, two] = [await it.subscribe(healthy), await it.subscribe(healthy, { types: ['scan.*'] })];
  await it.subscribe(healthy, { types: ['plan.changed'] });
  const event = await it.emit();
  await it.settle();
  expect(it.received.map(({ subscriberId, eventId, sequence }) => [subscriberId, eventId, sequence])).toEqual(
    [
      [one.subscriberId, event.eventId, 1],
      [two.subscriberId, event.eventId, 1],
    ],
  );
  const { waiting, dueAt, failures, lastDeliveredAt } = await it.subscriber(one.subscriberId);
  expect([waiting, dueAt, failures, lastDeliveredAt]).toEqual([0, undefined, 0, expect.any(String)]);
  expect((await it.deliveries(one.subscriberId)).map(({ state }) => state)).toEqual(['delivered']);
  expect(it.errors).toEqual([]);
});

test('a delivery that fails is tried ten times within three days, then given up', async () => {
  const it = await world();
  const { subscriberId } = await it.subscribe(() => ({ status: 500 }));
  await it.emit();
  await it.pass(80 * hourMs);
  const times = it.received.map(({ at }) => Date.parse(at));
  const gaps = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / minuteMs));
  expect(gaps).toEqual([1, 5, 30, 120, 300, 600, 840, 1080, 1320]);
  const [delivery] = await it.deliveries(subscriberId);
  expect([delivery?.state, delivery?.attempts.length]).toEqual(['given_up', 10]);
  expect(it.errors).toEqual([]);
});

test('after three failures in a row only the oldest is tried, and its success sends the rest', async () => {
  const it = await world();
  let isUp = false;
  const receiver: Receiver = () => ({ status: isUp ? 204 : 503, ms: 5 });
  const { subscriberId } = await it.subscribe(receiver);
  for (let event = 0; event < 12; event++) await it.emit();
  await it.settle();
  expect(it.received.length).toBeLessThanOrEqual(6);
  it.received.length = 0;
  await it.pass(40 * minuteMs);
  expect(new Set(it.received.map(({ sequence }) => sequence))).toEqual(new Set([1]));
  isUp = true;
  await it.pass(3 * hourMs);
  const deliveries = await it.deliveries(subscriberId);
  expect(deliveries.map(({ state }) => state)).toEqual(Array(12).fill('delivered'));
  expect(deliveries.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
});

test('a dead receiver takes ten seconds of a function for each probe, and delays no other subscriber', async () => {
  const it = await world();
  const deadOne = await it.subscribe(dead);
  for (let one = 0; one < 19; one++) await it.subscribe(healthy);
  for (let event = 0; event < 3; event++) await it.emit();
  await it.pass(hourMs);
  const probes = it.runs.filter(({ subscriberId, ms }) => subscriberId === deadOne.subscriberId && ms > 0);
  expect(probes.length).toBeGreaterThan(2);
  for (const { ms } of probes.slice(2)) expect(ms).toBeLessThanOrEqual(10_000);
  expect(it.received.filter(({ status = 0 }) => status < 300 && status >= 200)).toHaveLength(19 * 3);
});

test.each([
  ['a healthy subscriber', 0],
  ['one whose oldest delivery is sent alone', 3],
])(
  'deliveries of %s that become due again before the run ends are made in the same run',
  async (_name, failures) => {
    const it = await world();
    const { now } = it.clock;
    let looks = 0;
    // A run that repeats without sending anything reads the clock forever.
    const counted = () => {
      looks += 1;
      if (looks > 10_000) throw new Error('a run turns and sends nothing');
      return now();
    };
    Object.assign(it.clock, { now: counted });
    const receiver: Receiver = ({ now: at }, request) =>
      request < 3 ? { status: 0, ms: 2_000, laterAt: at.toISOString() } : { status: 204 };
    const { subscriberId } = await it.subscribe(receiver, { failures });
    await it.emit();
    await it.settle();
    const [delivery] = await it.deliveries(subscriberId);
    expect([delivery?.state, it.received.length, it.errors]).toEqual(['delivered', 3, []]);
  },
);

test('a delivery whose time is up while its result is not written yet is given up after that, once', async () => {
  const it = await world();
  const late: Receiver = ({ now: at }) => ({ status: 0, ms: 80 * hourMs, laterAt: at.toISOString() });
  const { subscriberId } = await it.subscribe(late);
  await it.emit();
  await it.settle();
  await it.pass(hourMs);
  const [delivery] = await it.deliveries(subscriberId);
  const { waiting } = await it.subscriber(subscriberId);
  expect([delivery?.state, waiting, it.received.length, it.errors]).toEqual(['given_up', 0, 1, []]);
});
