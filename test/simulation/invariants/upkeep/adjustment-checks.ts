import type { MemoryStore } from '#adapters/memory/store.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/** Credits that an operator adjusted, by the id of the operator. */
export interface Adjustment {
  adjustmentId: string;
  organizationId: string;
  amount: number;
  at: number;
}

/** Each adjustment that was answered is booked once: of credits that are given, all of them. */
export const checkAdjustments = (world: World, store: MemoryStore, report: Report): void => {
  const erased = new Set(store.all('erased').map(({ organizationId }) => organizationId));
  const entries = store.all('ledgerEntry');
  for (const { adjustmentId, organizationId, amount, at } of world.adjustments) {
    if (world.restores.isForgotten(at) || erased.has(organizationId)) continue;
    const own = entries.filter(
      ({ cause }) => /^(?:adjust|promotion)#/.test(cause) && cause.endsWith(adjustmentId),
    );
    const booked = own.reduce((sum, entry) => sum + Math.max(0, entry.amount), 0);
    if (own.length === 0) report('adjustment', `${adjustmentId} of ${organizationId} is not booked`);
    if (booked !== Math.max(0, amount))
      report('adjustment', `${adjustmentId} of ${organizationId} gives ${booked} of ${amount}`);
  }
};
