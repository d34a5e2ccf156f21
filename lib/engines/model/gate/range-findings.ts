import type { KnownDetection } from './reviewed-findings.ts';

/** A secret of a commit between a base and a head, in a version of a file that the head does not have. */
export interface RangeSecret extends KnownDetection {
  commitHash: string;
}

/** What the commits between a base and a head added and removed again. */
export interface RangeFindings {
  /** The number of commits that were looked at. */
  commits: number;
  secrets: readonly RangeSecret[];
  /** What was not looked at, each as a reason for people. */
  unread: readonly string[];
}
