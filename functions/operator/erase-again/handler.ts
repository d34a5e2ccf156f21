import { eraseAgain } from '#app/operator/erase-again.ts';
import { eraseAgainInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireLedgerSealStore } from '#runtime/wire/keys/ledger-seal-store.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireErasureStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, erasure: wireErasureStarter, sealStore: wireLedgerSealStore },
  (input: unknown, ports, { now }) => eraseAgain(validateBody(eraseAgainInput, input), ports, now),
);
