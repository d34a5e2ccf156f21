import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import { world } from '../endpoint-world.ts';

export const wireEventDispatch = (): EventDispatch => ({
  dispatch: async (organizationId, events) =>
    void world.dispatched.push(...events.map((key) => ({ organizationId, ...key }))),
});
