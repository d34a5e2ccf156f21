import type { DeliveryWorld } from './delivery-world.ts';

/** Returns the violated promises among those that apply whatever was interrupted, once time has passed. */
export const deliveryViolations = async (
  world: DeliveryWorld,
  told: readonly string[],
): Promise<string[]> => {
  const found: string[] = [];
  const events = await world.all('storedEvents');
  const ids = events.map(({ eventId }) => eventId);
  const changes = events.filter(({ type }) => type === 'member.removed');
  const refused = changes.filter(({ data }) => !told.includes(String(data['personId'])));
  if (refused.length > 0) found.push(`${refused.length} events of refused changes`);
  if (events.some(({ dueQueue }) => dueQueue !== undefined)) found.push('an event is still queued');
  for (const { subscriberId, waiting, dueAt, nextSequence } of await world.all('subscribers')) {
    const deliveries = await world.deliveries(subscriberId);
    const received = world.received.filter((one) => one.subscriberId === subscriberId);
    const numbers = deliveries.map(({ sequence }) => sequence);
    if (numbers.some((sequence, index) => sequence !== index + 1) || nextSequence !== numbers.length + 1)
      found.push(`sequences ${numbers.join(', ')} before ${nextSequence}`);
    const lost = ids.filter((id) => !received.some(({ eventId, status }) => eventId === id && status < 300));
    if (lost.length > 0) found.push(`${lost.length} of ${ids.length} events are lost`);
    if (new Set(deliveries.map(({ eventId }) => eventId)).size !== deliveries.length)
      found.push('an event has two deliveries');
    const named = new Map(deliveries.map(({ sequence, eventId }) => [sequence, eventId]));
    if (received.some(({ sequence, eventId }) => named.get(sequence) !== eventId))
      found.push('an id changed between attempts');
    if (deliveries.some(({ state }) => state !== 'delivered') || waiting !== 0)
      found.push(`${waiting} wait: ${deliveries.map(({ state }) => state).join(', ')}`);
    if (dueAt !== undefined) found.push('a subscriber is still queued');
  }
  return found;
};
