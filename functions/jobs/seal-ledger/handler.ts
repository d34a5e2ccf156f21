import { sealLedgers } from '#app/billing/seal-ledger.ts';
import { sleep } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireSealWitness } from '#runtime/wire/keys/seal-witness.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch, witness: wireSealWitness },
  (_event: unknown, ports, context) => sealLedgers({ ...ports, timer: { sleep }, log }, context),
);
