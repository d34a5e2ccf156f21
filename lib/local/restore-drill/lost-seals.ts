import { continueLedgers } from '#app/operator/continue-ledgers.ts';
import type { Store } from '#ports/store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { adjustDrillCredits, drillHours, sealDrillPools } from './drill-data.ts';
import { quietLog } from './erase-restored.ts';

interface DrillPorts {
  store: Store;
  sealStore: LedgerSealStore;
}

/** The adjustments that the loss takes away, in hours after the backup, and when they are sealed and signed. */
const [firstLost, endOfLost, sealedAt] = [16, 20, 22];

/** Books and seals more after the backup. The signed statements outlive the tables. */
export const sealSinceBackup = async (
  organizations: readonly string[],
  { store, sealStore }: DrillPorts,
): Promise<void> => {
  for (const organizationId of organizations) {
    await adjustDrillCredits(organizationId, store, { from: firstLost, to: endOfLost });
    await sealDrillPools(organizationId, { store, sealStore }, drillHours(sealedAt));
  }
};

/**
 * Continues the ledgers of restored tables as an operator does. Repeating the step must state nothing twice.
 * @returns the number of ledgers, and sentences about those that were refused.
 */
export const continueRestored = async (
  restoredTo: Date,
  { store, sealStore }: DrillPorts,
  now: Date,
): Promise<{ ledgers: number; refused: string[] }> => {
  const context = { now, signal: new AbortController().signal };
  const step = () =>
    continueLedgers({ restoredTo: restoredTo.toISOString() }, { store, sealStore, log: quietLog }, context);
  const { counts, refused } = await step();
  const again = await step();
  const sentences = refused.map((one) => `${one.pool} of ${one.accountId} is not continued: ${one.refused}`);
  if (again.counts.continued !== counts.continued) sentences.push('a repeated call continues other ledgers');
  return { ledgers: counts.continued, refused: sentences };
};
