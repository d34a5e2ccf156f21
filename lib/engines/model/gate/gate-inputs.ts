import type { RangeFindings } from './commit-range-findings.ts';
import type { ReviewedFindings } from './reviewed-findings.ts';
import type { Suppressions } from './suppressions.ts';
import type { CustomRule } from './custom-rules.ts';
import type { GatePolicy } from './policy.ts';
import type { ActiveWaiver } from './waiver.ts';

/** The inputs of a judgment other than detections and advisories. All units of a scan are judged by the same inputs. */
export interface GateInputs {
  policy: GatePolicy;
  waivers: readonly ActiveWaiver[];
  suppressions: Suppressions;
  /** The organization's rules that the policy names; absent without any. They only find; they judge nothing. */
  customRules?: readonly CustomRule[];
  /** Set when the policy names other organization rules than those that ran. */
  rulesChanged?: true;
  /** The findings of the reviewed side; absent when the commit is its own reviewed side, or there is none. */
  reviewedFindings?: ReviewedFindings;
  /** The secrets between the base and the commit, which only the comparison with the base counts. */
  range?: RangeFindings;
  /** The findings of the base that the scan is compared with. */
  baseFindings?: ReviewedFindings;
  /** ISO instant; the only clock of a judgment. */
  judgedAt: string;
}

/** Returns the name of the object that holds the gate inputs of a scan, relative to the organization's prefix. */
export const gateObjectName = (scanId: string): string => `${scanId}/gate.json`;
