import { recheckDueWaits } from '#app/scans/waiting/recheck-due-waits.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore }, (_event: unknown, ports, context) =>
  recheckDueWaits({ ...ports, log }, context),
);
