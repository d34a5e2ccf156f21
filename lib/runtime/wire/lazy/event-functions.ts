import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import { once } from './once.ts';

/** Loads its client when there are events to dispatch; most requests have none. */
export const wireLazyEventDispatch = (): EventDispatch => {
  const adapter = once(async () => (await import('#runtime/wire/event-functions.ts')).wireEventDispatch());
  return {
    dispatch: async (organizationId, events) => {
      if (events.length > 0) await (await adapter()).dispatch(organizationId, events);
    },
  };
};

export const wireLazyDeliveryStarter = (): DeliveryStarter => {
  const adapter = once(async () => (await import('#runtime/wire/event-functions.ts')).wireDeliveryStarter());
  return { start: async (requests) => (await adapter()).start(requests) };
};
