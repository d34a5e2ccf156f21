import { remindWaivers } from '#app/waivers/remind-waivers.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch },
  (_event: unknown, ports, context) => remindWaivers({ ...ports, log }, context),
);
