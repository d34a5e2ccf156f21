import type { PoolName } from '../credits/credit-pool.ts';
import { totalCharge } from '../credits/scan-price.ts';
import { Problem } from '../problem.ts';
import { billingGates, type BillingGateFacts } from './billing-gates.ts';
import { equalScanId } from './dedup.ts';
import { laterRefunds } from './reuse/later-refunds.ts';
import {
  dedupConditionsOf,
  gateFactsOf,
  laterCharges,
  type ResolvedRequest,
  type ScanFacts,
} from './resolve-request.ts';

/** Members of a refusal that the quote repeats in addition to its code. */
const repeatedMembers = ['capability', 'pool', 'balance', 'required', 'remedy'] as const;

/** Checks one billing gate. Dedup never refuses: it responds with the existing scan. */
const askGate = (row: (typeof billingGates)[number], facts: BillingGateFacts, scanId: string | undefined) => {
  const { gate } = row;
  if (!('check' in row)) return { gate, passed: true, ...(scanId !== undefined && { scanId }) };
  try {
    row.check(facts);
    return { gate, passed: true };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message: detail, members } = error;
    const repeated = repeatedMembers
      .filter((name) => members[name] !== undefined)
      .map((name) => [name, members[name]]);
    return { gate, passed: false, code, detail, ...Object.fromEntries(repeated) };
  }
};

const free: Record<PoolName, number> = { core: 0, sast: 0 };

interface QuotedScan {
  resolved: ResolvedRequest;
  facts: ScanFacts;
}

/**
 * Quotes what creating this scan now would cost and which billing gates would refuse it; each gate is checked,
 * whatever the others say. A quote reserves nothing: license and credits are decided when the scan is created.
 */
export const quoteScan = ({ resolved, facts }: QuotedScan, now: Date) => {
  const { scope, units, laterUnits } = resolved;
  const claim = { row: facts.dedup, conditions: dedupConditionsOf(resolved, facts) };
  const existing = equalScanId(claim, now.toISOString());
  const gateInput = gateFactsOf(resolved, facts, now);
  const price = existing ? free : gateInput.total;
  const gates = billingGates.map((row) => askGate(row, { ...gateInput, total: price }, existing));
  const refusal = gates.find(({ passed }) => !passed) ?? null;
  const balanceOf = (pool: PoolName) => {
    const before = facts.billing.pools[pool].available;
    return { before, after: refusal ? before : before - price[pool] };
  };
  const charged = existing ? [] : units;
  const later = existing ? undefined : laterCharges(resolved, facts);
  const refunds = existing ? undefined : laterRefunds(resolved, facts);
  return {
    price,
    ...(later && { laterCharges: later }),
    ...(refunds && { laterRefunds: refunds }),
    priceLater: existing ? free : totalCharge(laterUnits),
    scanTypes: scope.scanTypes,
    skippedScanTypes: scope.skippedScanTypes,
    projectUnits: charged.map(({ projectUnitId, path, type, charge }) => ({
      projectUnitId,
      path,
      type,
      charge: { ...free, ...charge },
    })),
    balance: { core: balanceOf('core'), sast: balanceOf('sast') },
    gates,
    refusal,
  };
};
