import type { Finding, VerdictPayload } from '@scangate/client';

export type ShownVerdict = Pick<
  VerdictPayload,
  | 'scanId'
  | 'verdict'
  | 'reason'
  | 'reasons'
  | 'summary'
  | 'projectUnits'
  | 'errorCode'
  | 'coverage'
  | 'missingScanTypes'
  | 'suppressionsUnused'
  | 'pullRequestCheck'
>;

/** The advisories of a scan on this machine. */
interface AdvisoriesShown {
  records: number;
  ecosystems: readonly string[];
  /** The number of records that could not be read. */
  unreadable: number;
}

/** The result of a scan, from the service or from this machine, as people are shown it. */
export interface ShownResult {
  verdict: ShownVerdict;
  findings: readonly Finding[];
  /** Whether the service lists more findings. */
  hasMore?: boolean;
  scan?: {
    commitHash: string;
    branch?: string | undefined;
    skippedScanTypes: readonly { scanType: string; reason: string }[];
  };
  gate?: 'api' | 'pull-request';
  /** Says that files were scanned that no commit has. */
  files?: string;
  /** Present for a scan on this machine. */
  advisories?: AdvisoriesShown;
}
