import { sealLedgers } from '#app/ledger/seal-ledger.ts';
import { sleep } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireLedgerSealStore } from '#runtime/wire/keys/ledger-seal-store.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch, sealStore: wireLedgerSealStore },
  (_event: unknown, ports, context) => sealLedgers({ ...ports, timer: { sleep }, log }, context),
);
