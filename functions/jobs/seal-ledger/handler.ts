import { sealLedgers } from '#app/billing/seal-ledger.ts';
import { sleep } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore }, (_event: unknown, { store }, context) =>
  sealLedgers({ store, timer: { sleep }, log }, context),
);
