import { sweepEvents } from '#app/delivery/sweep-events.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireDeliveryStarter, wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch, deliveries: wireDeliveryStarter },
  (_event: unknown, ports, context) => sweepEvents({ ...ports, log }, context),
);
