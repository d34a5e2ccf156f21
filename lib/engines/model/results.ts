import type { Coverage } from './finding.ts';
import type { FindingCounts } from '@scangate/domain/verdict/verdict';

export const resultParts = ['findings', 'sbom', 'result'] as const;

/** Object names of what a scan leaves behind, under its organization's results. */
export const resultObjectName = (
  scanId: string,
  projectUnitId: string,
  part: (typeof resultParts)[number],
): string => `${scanId}/${projectUnitId}/${part}.json`;

/** What the verdict needs of one scanned unit. */
export interface UnitResult {
  projectUnitId: string;
  counts: FindingCounts;
  coverage: Coverage[];
  inventoryDigest: string;
  advisorySnapshot: { id: string; builtAt?: string };
  /** Fingerprints that were suppressed, and by what: what the waivers digest names. */
  waivers: string[];
}
