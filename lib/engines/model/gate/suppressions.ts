import type { AllowComment } from '../assessed-unit.ts';

export const suppressionModes = ['reviewed', 'commit', 'none'] as const;
/** The side whose suppressions count: those of the reviewed side, those of the judged commit, or none. */
export type SuppressionMode = (typeof suppressionModes)[number];

/** One line of an ignore file. */
export interface SuppressionEntry {
  /** The path of the ignore file from the root of the repository. */
  file: string;
  line: number;
  /** The entry as written, without its reason. */
  text: string;
  /** Without a scanner, the entry applies to all scanners of hand-written files. */
  scanner?: string;
  /** A rule, an advisory, a package URL or a license. Without it, the entry applies to everything of its scanner. */
  rule?: string;
  /** A pattern relative to the directory of the file. Without it, the entry applies to every path. */
  glob?: string;
  negated: boolean;
  /** Stripped of anything that may be a secret; empty when no reason is given. */
  reason: string;
}

/** An allow comment that the reviewed side has. Its file is a path from the root of the repository. */
export type ReviewedComment = Pick<AllowComment, 'rule' | 'file' | 'lineDigest'>;

/** The suppressions that a scan is judged with. */
export interface Suppressions {
  mode: SuppressionMode;
  /** The entries of the judged commit. */
  own: readonly SuppressionEntry[];
  /** The entries of the reviewed side. */
  entries: readonly SuppressionEntry[];
  /** `own`: the comments of the commit itself count. */
  comments: readonly ReviewedComment[] | 'own';
  /**
   * The files of the commit whose whole content the reviewed side has. A comment in them is reviewed with its file; in
   * any other file it needs its equal among `comments`, so that an unreviewed comment counts for nothing.
   */
  unchanged: readonly string[] | 'all';
}

/** A suppression that only the judged commit has. It suppresses nothing until it is reviewed. */
export interface ProposedSuppression {
  /** A path from the root of the repository. */
  file: string;
  line: number;
  /** The entry or comment as written, without its reason. */
  entry: string;
}

export const unusedReasons = [
  'matched_nothing',
  'unknown_scanner',
  'unknown_rule',
  'unknown_advisory',
  'unknown_license',
] as const;

/** A suppression that suppresses nothing, with the reason. */
export interface UnusedSuppression extends ProposedSuppression {
  reason: (typeof unusedReasons)[number];
}

/** The part of a unit's judgment about suppressions. */
export interface UnitSuppressions {
  /** Fingerprints of the findings that an entry or comment suppresses. */
  suppressed: string[];
  /** The entries that matched a finding, by `entryKey`. */
  matched: string[];
  /** Comments that only the judged commit has. */
  proposed: ProposedSuppression[];
  /** Comments that suppress nothing, and entries with unknown names. */
  unused: UnusedSuppression[];
}

/** Judges with the suppressions of the commit itself. */
export const ownSuppressions: Suppressions = {
  mode: 'commit',
  own: [],
  entries: [],
  comments: 'own',
  unchanged: 'all',
};

/** Returns a key that identifies an entry among all entries of a scan. */
export const entryKey = ({ file, line }: Pick<SuppressionEntry, 'file' | 'line'>): string =>
  `${file}:${line}`;

/** Returns a key that two equal entries of two commits share: their file and text, whatever their line. */
export const entryIdentity = ({ file, text }: Pick<SuppressionEntry, 'file' | 'text'>): string =>
  JSON.stringify([file, text]);
