import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { healthy, type Receiver } from '#test/support/delivery/receivers.ts';
import { noon } from '#test/support/world.ts';
import { deliveryViolations } from '#test/support/delivery/delivery-violations.ts';
import { faultKinds, type FaultKind } from '#test/support/store/fault-injection.ts';
import { isSampled, runs } from '#test/support/runs/samples.ts';

/** Every function between a change and its receivers may end before or after any of its calls. */

type Faults = ReadonlyMap<number, FaultKind>;

const failsOnce: Receiver = (_sending, request) => ({ status: request === 1 ? 500 : 204, ms: 10 });

type Play = (faults: Faults) => Promise<{ calls: number; violations: string[] }>;

/** Three changes, of which one is refused, and two receivers. */
const play: Play = async (faults) => {
  const world = await new DeliveryWorld().begin();
  await world.subscribe(healthy);
  await world.subscribe(failsOnce);
  world.faults = faults;
  await world.change('p-1');
  await world.change('p-2', true);
  await world.change('p-3');
  await world.pass(3 * hourMs);
  const { calls } = world;
  return { calls, violations: await deliveryViolations(world, ['p-1', 'p-3']) };
};

/** One change, and one receiver that fails once. */
const playOne: Play = async (faults) => {
  const world = await new DeliveryWorld().begin();
  await world.subscribe(failsOnce);
  world.faults = faults;
  await world.change('p-1');
  await world.pass(3 * hourMs);
  const { calls } = world;
  return { calls, violations: await deliveryViolations(world, ['p-1']) };
};

const pairsOf = (kinds: readonly FaultKind[]) =>
  kinds.flatMap((one) => kinds.map((two) => [one, two] as const));
const pairsOfKinds = pairsOf(faultKinds);
/** These functions do the same after a crash and after an error, so that three kinds have all effects. */
const pairsOfEffects = pairsOf(['before', 'after', 'twice']);
/** One of the pairs of kinds, so that all of them occur over the pairs of calls. */
const oneOfKinds = (place: number) => pairsOfKinds.slice(place % pairsOfKinds.length).slice(0, 1);

/** Plays with faults in two calls: `npm test` with a quarter of the pairs. @returns what is broken. */
const playPairs = async (played: Play, kindsAt: (place: number) => typeof pairsOfKinds) => {
  const { calls } = await played(new Map());
  const broken: unknown[] = [];
  let place = 0;
  for (let first = 1; first <= calls; first++)
    for (let second = first + 1; second <= calls; second++)
      for (const [one, two] of kindsAt(first * calls + second)) {
        if (!isSampled(place++, 4)) continue;
        const faults = new Map([
          [first, one],
          [second, two],
        ]);
        const { violations } = await played(faults);
        if (violations.length > 0) broken.push([first, one, second, two, violations]);
      }
  return broken;
};

describe('a change, its events and their deliveries', () => {
  test('interrupted once anywhere, they lose no event, report no refused change and leave no gap', async () => {
    const { calls, violations } = await play(new Map());
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThan(30);
    for (let call = 1; call <= calls; call++)
      for (const kind of faultKinds)
        expect([call, kind, (await play(new Map([[call, kind]]))).violations]).toEqual([call, kind, []]);
  });

  test(
    'interrupted at any two of their calls, they keep the same promises',
    { timeout: 60_000 },
    async () => {
      expect(await playPairs(play, oneOfKinds)).toEqual([]);
    },
  );

  test(
    'interrupted at any two of the calls of one, in all ways, they keep them',
    { timeout: 60_000 },
    async () => {
      expect(await playPairs(playOne, () => pairsOfEffects)).toEqual([]);
    },
  );
});

describe('concurrent functions', () => {
  test('lose no event, and leave no gap, in whatever order their calls are made', async () => {
    const picks = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(picks, async (order) => {
        const world = await new DeliveryWorld().begin();
        await world.subscribe(healthy);
        await world.subscribe(failsOnce);
        await world.change('p-1');
        await world.settle();
        // A retry is due at the same time.
        world.clock.moveTo(addMs(world.now, minuteMs));
        world.losesInvocations = true;
        await world.change('p-2');
        await world.change('p-3');
        world.losesInvocations = false;
        await world.runAtOnce(order);
        await world.pass(3 * hourMs);
        expect(await deliveryViolations(world, ['p-1', 'p-2', 'p-3'])).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** Receivers by what they answer to their n-th request. */
const receivers: Record<string, Receiver> = {
  healthy,
  'fails once': failsOnce,
  'fails every second time': (_sending, request) => ({ status: request % 2 === 1 ? 503 : 200, ms: 10 }),
  'asks for five seconds': (_sending, request) =>
    request === 2 ? { status: 429, retryAfterSeconds: 5 } : { status: 202 },
  'asks for too long': (_sending, request) =>
    request === 1 ? { status: 503, retryAfterSeconds: 99_999_999 } : { status: 200 },
  'is silent for an hour': ({ now }) => ({
    status: now.getTime() < noon.getTime() + hourMs ? 500 : 204,
    ms: 10_000,
  }),
};

const ordersOf = (items: readonly number[]): number[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item) => ordersOf(items.filter((one) => one !== item)).map((rest) => [item, ...rest]));

describe('up to five events', () => {
  test.each(Object.entries(receivers))(
    'arrive in every order of their fan-out at a receiver that: %s',
    async (_name, receiver) => {
      for (let count = 1; count <= 5; count++)
        for (const [place, order] of ordersOf(Array.from({ length: count }, (_, index) => index)).entries()) {
          if (count > 3 && !isSampled(place, 4)) continue;
          const world = await new DeliveryWorld().begin();
          await world.subscribe(receiver);
          const people = order.map((index) => `p-${index}`);
          for (const person of people) await world.change(person);
          world.reorder(order);
          await world.pass(2 * dayMs);
          expect([order, await deliveryViolations(world, people)]).toEqual([order, []]);
        }
    },
  );
});
