import { expect, test } from 'vitest';
import { replaySince } from '@scangate/domain/delivery/requeue-delivery';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { write } from '#test/support/world.ts';

const countOf = 100;
const allOf = Array.from({ length: countOf }, (_, index) => index + 1);

/** A receiver that got a hundred deliveries, half of them an hour later. */
const played = async () => {
  const it = await new DeliveryWorld().begin();
  let request: ((count: number) => void) | undefined;
  const { subscriberId } = await it.subscribe((_sending, count) => {
    request?.(count);
    return { status: 204, ms: 10 };
  });
  const began = it.now;
  for (let event = 0; event < countOf / 2; event++) await it.emit();
  await it.pass(hourMs);
  const middle = it.now;
  for (let event = 0; event < countOf / 2; event++) await it.emit();
  await it.pass(hourMs);
  it.received.length = 0;
  const ask = async (since: string) =>
    write(it.store, [replaySince(await it.subscriber(subscriberId), since, it.now)]);
  const sequences = () => [...new Set(it.received.map(({ sequence }) => sequence))].toSorted((a, b) => a - b);
  return { it, ask, began, middle, sequences, onRequest: (on: typeof request) => void (request = on) };
};

test('a second replay from a later instant does not cut short one from an earlier instant', async () => {
  const { it, ask, began, middle, sequences } = await played();
  await ask(began);
  await ask(middle);
  await it.pass(hourMs);
  expect(sequences()).toEqual(allOf);
});

test('a replay from an earlier instant that is requested during another one still sends everything', async () => {
  const { it, ask, began, middle, sequences, onRequest } = await played();
  await ask(middle);
  let asking: Promise<unknown> | undefined;
  const from = countOf + 1;
  onRequest((count) => void (count === from + 2 && (asking = ask(began))));
  it.clock.moveTo(new Date(it.clock.now().getTime() + minuteMs));
  await it.sweep();
  await it.pass(hourMs);
  await asking;
  expect(sequences()).toEqual(allOf);
});
