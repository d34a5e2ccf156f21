import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import { world } from '../endpoint-world.ts';

export const wireEventDispatch = (): EventDispatch => ({
  dispatch: async (organizationId, events) =>
    void world.dispatched.push(...events.map((key) => ({ organizationId, ...key }))),
});

export const wireDeliveryStarter = (): DeliveryStarter => ({
  start: async (requests) => void world.deliveriesStarted.push(...requests),
});
