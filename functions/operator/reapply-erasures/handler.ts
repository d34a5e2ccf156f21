import { forgetAgain } from '#app/operator/forget-again.ts';
import { reapplyErasures } from '#app/operator/reapply-erasures.ts';
import { restoredInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireLedgerSealStore } from '#runtime/wire/keys/ledger-seal-store.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireErasureStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    erasure: wireErasureStarter,
    sealStore: wireLedgerSealStore,
  },
  async (input: unknown, ports, { now }) => {
    const restored = validateBody(restoredInput, input);
    const forgotten = await forgetAgain(restored, ports, now);
    return { ...(await reapplyErasures(restored, ports, now)), ...forgotten };
  },
);
