import { continueLedgers } from '#app/operator/continue-ledgers.ts';
import { continueLedgersInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireLedgerSealStore } from '#runtime/wire/keys/ledger-seal-store.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, sealStore: wireLedgerSealStore },
  (input: unknown, ports, context) =>
    continueLedgers(validateBody(continueLedgersInput, input), { ...ports, log }, context),
);
