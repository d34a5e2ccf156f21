import { hourMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { dead, healthy } from '#test/support/delivery/receivers.ts';

/** The cost of a dead receiver to those beside it, on a virtual clock. */
export interface DeadReceiver {
  /** By how much later an event arrives at a healthy receiver. */
  delayMs: number;
  /** The longest run that only tried whether the dead one has recovered. */
  probeMs: number;
}

const events = 6;

const play = async (withDead: boolean) => {
  const world = await new DeliveryWorld().begin();
  const deadOne = withDead ? await world.subscribe(dead) : undefined;
  const others = await Promise.all(Array.from({ length: 19 }, () => world.subscribe(healthy)));
  const began = world.clock.now().getTime();
  for (let event = 0; event < events; event++) await world.emit();
  await world.settleAtOnce();
  const place = new Map(others.map(({ subscriberId }, index) => [subscriberId, index]));
  const arrivals = world.received
    .filter(({ subscriberId }) => place.has(subscriberId))
    .map(({ subscriberId, at }) => [place.get(subscriberId) ?? 0, Date.parse(at) - began] as const);
  world.runs.length = 0;
  await world.pass(6 * hourMs);
  const probes = world.runs.filter(({ subscriberId }) => subscriberId === deadOne?.subscriberId);
  return { arrivals, probeMs: Math.max(0, ...probes.map(({ ms }) => ms)) };
};

/** Plays the same events with and without a receiver that fails after ten seconds each time. */
export const measureDeadReceiver = async (): Promise<DeadReceiver> => {
  const [without, beside] = [await play(false), await play(true)];
  const lastOf = ({ arrivals }: Awaited<ReturnType<typeof play>>) =>
    Math.max(...arrivals.map(([, ms]) => ms));
  if (beside.arrivals.length !== without.arrivals.length) throw new Error('an event did not arrive');
  return { delayMs: lastOf(beside) - lastOf(without), probeMs: beside.probeMs };
};
