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

/** The advisories of a local scan. */
interface AdvisoriesShown {
  records: number;
  ecosystems: readonly string[];
  /** The number of records that could not be read. */
  unreadable: number;
}

/** The result of a scan, from the service or from this machine, as it is shown to people. */
export interface ShownResult {
  verdict: ShownVerdict;
  findings: readonly Finding[];
  /** Whether the service has more findings. */
  hasMore?: boolean;
  scan?: {
    commitHash: string;
    branch?: string | undefined;
    skippedScanTypes: readonly { scanType: string; reason: string }[];
  };
  gate?: 'api' | 'pull-request';
  /** Set when uncommitted files were scanned. */
  files?: string;
  /** Present for a local scan. */
  advisories?: AdvisoriesShown;
}
