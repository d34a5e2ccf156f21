import type { ReviewedFindings } from './reviewed-findings.ts';
import type { ReviewedComment } from './suppressions.ts';

/** Whether the base of a comparison is on the reviewed side: proven, disproven, or gone from the host. */
export type BaseStatus = 'reviewed' | 'not_reviewed' | 'absent';

/** An ignore file by its path from the root of the repository. */
export interface IgnoreText {
  path: string;
  text: string;
}

/** The reviewed side of a commit: the tip of a branch that only reviewed changes reach, as the host reports it now. */
export interface ReviewedSide {
  branch: string;
  /** The hash of its newest commit. */
  tip: string;
  /** The commit is the tip or an ancestor of it: it is its own reviewed side. */
  headIsReviewed: boolean;
  /** Present when the scan has a base. */
  base?: BaseStatus;
  /** The ignore files of the tip, by their path; empty when the commit is its own reviewed side. */
  ignoreFiles: IgnoreText[];
  /** The allow comments of the tip in files that differ from those of the commit. */
  comments: ReviewedComment[];
  /** The files of the commit with comments whose whole content the tip has, under any name. */
  unchanged: string[];
  /** The findings in files of its tip that the commit lacks or has changed; absent when not requested. */
  findings?: ReviewedFindings;
}
