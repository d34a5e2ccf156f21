import { Problem } from '../problem.ts';
import type { Dedup } from '../records.ts';
import { gates, type GateFacts } from './gate-order.ts';
import { gateFacts, type ResolvedRequest, type ScanFacts } from './plan-scan.ts';
import type { PoolName } from '@scangate/engines/model/scan-type';
import { totalCharge } from '../credits/charge-scan.ts';

/** The gates of a creation in the order that decides which refusal answers (api.md, "Errors"). */
export const quotedGates = [
  'repository',
  'payment_hold',
  'sast_addon',
  'dedup',
  'license',
  'credits',
] as const;
type QuotedGate = (typeof quotedGates)[number];

/** What a refusal says of itself, beside its code. */
const told = ['capability', 'pool', 'balance', 'required', 'remedy'] as const;

/** Asks one gate. Dedup refuses nobody: it answers the scan that is there. */
const ask = (gate: QuotedGate, facts: GateFacts, existing: Dedup | undefined) => {
  if (gate === 'dedup') return { gate, passed: true, ...(existing && { scanId: existing.scanId }) };
  try {
    gates[gate](facts);
    return { gate, passed: true };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message: detail, members } = error;
    const said = told.filter((name) => members[name] !== undefined).map((name) => [name, members[name]]);
    return { gate, passed: false, code, detail, ...Object.fromEntries(said) };
  }
};

const nothing: Record<PoolName, number> = { core: 0, sast: 0 };

/**
 * What creating this scan now would cost and which gates it would meet, each asked whatever the others say. Nothing is
 * reserved: licence and credits are decided when the scan is created.
 * @param found the dedup row of an equal scan, whether it still stands or not.
 */
export const quoteScan = (
  resolved: ResolvedRequest,
  facts: ScanFacts,
  found: Dedup | undefined,
  now: Date,
) => {
  const { scope, units, laterUnits } = resolved;
  const existing = found && found.expiresAt > now.toISOString() ? found : undefined;
  const asked = gateFacts(resolved, facts, now);
  const price = existing ? nothing : asked.total;
  const answers = quotedGates.map((gate) => ask(gate, { ...asked, total: price }, existing));
  const refusal = answers.find(({ passed }) => !passed) ?? null;
  const balanceOf = (pool: PoolName) => {
    const before = facts.billing.pools[pool].available;
    return { before, after: refusal ? before : before - price[pool] };
  };
  return {
    price,
    priceLater: existing ? nothing : totalCharge(laterUnits),
    scanTypes: scope.scanTypes,
    skippedScanTypes: scope.skippedScanTypes,
    projectUnits: existing
      ? []
      : units.map(({ projectUnitId, path, type, charge }) => ({
          projectUnitId,
          path,
          type,
          charge: { ...nothing, ...charge },
        })),
    balance: { core: balanceOf('core'), sast: balanceOf('sast') },
    gates: answers,
    refusal,
  };
};
