import type { ScanType } from '../scan-type.ts';
import type { CustomRule } from './custom-rules.ts';

/** The part of a commit that a scan examined. */
export interface TriedScope {
  /** The paths of its project units. */
  unitPaths: readonly string[];
  scanTypes: readonly ScanType[];
}

/** The rules that are tried on the files of a scan. */
export interface TrialQuestion extends TriedScope {
  rules: readonly CustomRule[];
  lineKey: string;
}
