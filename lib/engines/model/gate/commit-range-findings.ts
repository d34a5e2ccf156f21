import type { Severity } from '../severity.ts';
import type { Liveness } from './secret-liveness.ts';
import type { KnownDetection } from './reviewed-findings.ts';

/** A secret in a commit between base and head, in a version of a file that the head does not have at that path. */
export interface RangeSecret extends KnownDetection {
  commitHash: string;
}

/** The additions that the commits between a base and a head removed again. */
export interface RangeFindings {
  /** The number of commits that were examined. */
  commits: number;
  secrets: readonly RangeSecret[];
  /** The parts that were not examined, each with a reason for people. */
  unread: readonly string[];
}

/** A secret that commits between the base and the head added and removed again. It stays in the history. */
export interface HistoricSecret {
  commitHash: string;
  file: string;
  line: number;
  rule: string;
  severity: Severity;
  fingerprint: string;
  /** The answer of its provider, where the policy has it queried. */
  liveness?: Liveness;
}
