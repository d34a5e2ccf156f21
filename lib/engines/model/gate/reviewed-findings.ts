import type { Severity } from '../severity.ts';
import type { Liveness } from './secret-liveness.ts';

/** A secret or weakness that another commit has; its file is a path from the root of the repository. */
export interface KnownDetection {
  kind: 'secret' | 'code';
  rule: string;
  /** The severity of its rule. */
  severity: Severity;
  file: string;
  line: number;
  /** Equal for the same secret or code wherever it is. */
  content: string;
  /** The start of the data flow of a weakness. */
  origin?: string;
  /** Set in a test, fixture, example or documentation. */
  sample?: true;
  /** Set where a comment allows it. */
  allowed?: true;
  /** The answer of a secret's provider, where the policy has it queried. */
  liveness?: Liveness;
}

/** The findings of a reviewed commit, as far as they bear on those of the judged one. */
export interface ReviewedFindings {
  /** Those in files that the judged commit lacks or has changed. */
  detections: readonly KnownDetection[];
  /** The files of the judged commit that differ from those of the reviewed one of the same path. */
  changed: readonly string[] | 'all';
  /** False when not everything could be examined: a finding in a changed file may then be a reviewed one. */
  complete: boolean;
  /**
   * The weaknesses in files with comments, where all code of the reviewed commit was followed. A comment then covers no
   * weakness that is not among them, whether its file changed or the code that calls it.
   */
  commented?: readonly KnownDetection[];
}

/** The findings of some files; incomplete when there is more than can be carried. */
export interface DetectedFindings {
  detections: KnownDetection[];
  complete: boolean;
  /**
   * Some content of the files was not examined: the remainder after a limit of findings, an archive, a pointer to a
   * large file.
   */
  isPartial?: true;
  /** The number of secrets that no provider was asked about, because a limit was reached. */
  unaskedSecrets?: number;
  /** The files that were searched for secrets only in part. */
  partialFiles?: string[];
}

/** Nothing of the reviewed commit could be examined. */
export const unknownFindings: ReviewedFindings = { detections: [], changed: 'all', complete: false };
