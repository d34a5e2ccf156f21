import { dispatchEvents, type DispatchRequest } from '#app/delivery/dispatch-events.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireDeliveryStarter } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, deliveries: wireDeliveryStarter },
  (request: DispatchRequest, ports, { now }) => dispatchEvents(request, { ...ports, log }, { now }),
);
