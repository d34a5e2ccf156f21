import { tellDueWaits } from '#app/scans/waiting/tell-due-waits.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore }, (_event: unknown, ports, context) =>
  tellDueWaits({ ...ports, log }, context),
);
