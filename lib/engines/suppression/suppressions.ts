import type { AllowComment } from '../model/assessed-unit.ts';

export const suppressionModes = ['reviewed', 'commit', 'none'] as const;
/** Whose suppressions count: those of the reviewed side, those of the judged commit, or nobody's. */
export type SuppressionMode = (typeof suppressionModes)[number];

/** One line of an ignore file. */
export interface SuppressionEntry {
  /** The path of the ignore file. */
  file: string;
  line: number;
  /** The entry applies to every scanner without it. */
  scanner?: string;
  /** The entry applies to every rule without it. */
  rule?: string;
  /** The entry applies to every path without it. */
  glob?: string;
  negated: boolean;
  /** Without anything that may be a secret; empty when none is given. */
  reason: string;
}

/** An allow comment that the reviewed side has. */
export type ReviewedComment = Pick<AllowComment, 'rule' | 'file' | 'lineDigest' | 'reason'>;

/** The suppressions that a scan is judged with. */
export interface Suppressions {
  mode: SuppressionMode;
  /** The entries of the reviewed side; those of the commit itself are part of its assessment. */
  entries: readonly SuppressionEntry[];
  /** `own`: the comments of the commit itself count. */
  comments: readonly ReviewedComment[] | 'own';
}

/** Judges with the suppressions of the commit itself. */
export const ownSuppressions: Suppressions = { mode: 'commit', entries: [], comments: 'own' };
