import { seededRandom } from '#test/support/store/virtual-time.ts';
import type { FaultKind } from './fault-kinds.ts';

/** The functions of each flow in which faults are combined. */
const flows: Readonly<Record<string, readonly string[]>> = {
  create: ['create-scan', 'prepare-scan'],
  charge: ['create-scan', 'fetch-source', 'prepare-scan'],
  end: ['scan-small-units', 'finish-scan', 'sweep-scans'],
  refund: ['cancel-scan', 'finish-scan', 'on-execution-ended'],
  recharge: ['recharge-pool', 'sweep-recharges', 'stripe-webhook'],
  checkout: ['open-checkout', 'stripe-webhook', 'reconcile-payments'],
  'seat change': ['change-licenses', 'stripe-webhook', 'reconcile-payments'],
  deliver: ['dispatch-events', 'deliver', 'sweep-events'],
};

const kinds: readonly FaultKind[] = [
  'crash_before',
  'crash_after',
  'timeout_after',
  'twice',
  'delay',
  'throttle',
];
/** The kinds of which three are combined. */
const ofTriples: readonly FaultKind[] = ['crash_before', 'crash_after', 'timeout_after'];
const earlyCalls = 60;

export interface FaultPlan {
  flow: string;
  /** As `--at` takes it. */
  at: string;
}

/** Draws combinations of two or three faults within a flow; the same seed draws the same ones. */
export const drawFaultPlans = (seed: number, count: number): FaultPlan[] => {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, (): FaultPlan => {
    const [flow, functions] = pick(Object.entries(flows));
    const isTriple = random() < 0.3;
    const faults = Array.from({ length: isTriple ? 3 : 2 }, () => {
      const call = 1 + Math.floor(random() * earlyCalls);
      return `${pick(functions)}:${call}:${pick(isTriple ? ofTriples : kinds)}`;
    });
    return { flow, at: faults.join(',') };
  });
};
