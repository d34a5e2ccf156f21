import { reapplyErasures } from '#app/operator/reapply-erasures.ts';
import { restoredInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireLedgerSealStore } from '#runtime/wire/keys/ledger-seal-store.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireErasureStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, erasure: wireErasureStarter, sealStore: wireLedgerSealStore },
  (input: unknown, ports, { now }) => reapplyErasures(validateBody(restoredInput, input), ports, now),
);
