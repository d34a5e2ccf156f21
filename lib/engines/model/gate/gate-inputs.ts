import type { Suppressions } from './suppressions.ts';
import type { GatePolicy } from '../policy.ts';
import type { ActiveWaiver } from './waiver.ts';

/** The inputs of a judgment beside what was found and the advisories. All units of a scan are judged by the same. */
export interface GateInputs {
  policy: GatePolicy;
  waivers: readonly ActiveWaiver[];
  suppressions: Suppressions;
  /**
   * The secrets that the reviewed side has outside of tests and examples, by `contextHash`: they stay as severe wherever
   * they move. Absent when nobody knows the findings of the reviewed side.
   */
  reviewedSecrets?: readonly string[];
  /** ISO instant; the only clock of a judgment. */
  judgedAt: string;
}

/** Returns the name of the object that holds the gate inputs of a scan, relative to the organization's prefix. */
export const gateObjectName = (scanId: string): string => `${scanId}/gate.json`;
