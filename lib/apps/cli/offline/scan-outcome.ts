import type { createdScanView, gatePayloadView } from '@scangate/domain/scans/scan-views';
import type { Scan } from '@scangate/domain/records';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { Ecosystem } from '@scangate/engines/model/component';
import type { Finding } from '@scangate/engines/model/finding';
import type { LicenseIndex } from '@scangate/engines/model/license-data';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';

/** The advisories on which the verdict is based. */
export interface AdvisoriesUsed {
  records: number;
  ecosystems: string[];
  /** The number of records that could not be read. */
  unreadable: number;
}

/** Advisories that are ready for a scan. */
export interface LoadedAdvisories {
  used: AdvisoriesUsed;
  /** The files or the folder from which they were read, for the log. */
  place: string;
  /** The first of the unreadable records. */
  badRecords: { name: string; reason: string }[];
  /** Returns the index of these ecosystems. */
  load(ecosystems: readonly Ecosystem[]): Promise<AdvisoryIndex>;
  /** Returns the license data about packages. */
  loadLicenses(
    packages: readonly { ecosystem: Ecosystem; name: string; version: string }[],
  ): Promise<LicenseIndex>;
  /** The published poms, from which builds of Maven and Gradle are resolved. */
  publishedPoms: PublishedPoms;
}

type GateView = ReturnType<typeof gatePayloadView>;

/** The verdict as the API returns it to a pipeline; `verdict` is null at the time limit. */
export type GatePayload = Pick<GateView, 'scanId' | 'status' | 'reason' | 'reasons' | 'projectUnits'> & {
  verdict: Verdict['verdict'] | null;
  summary: Partial<Verdict['summary']> & Pick<Verdict['summary'], 'severityThreshold'>;
  errorCode?: Verdict['errorCode'];
  coverage?: Verdict['coverage'];
  missingScanTypes?: Verdict['missingScanTypes'];
  suppressionsUnused?: Verdict['suppressionsUnused'];
};

/** The result of a scan, as the JSON report prints it. */
export interface ScanOutcome {
  scan: ReturnType<typeof createdScanView>;
  verdict: GatePayload;
  findings: readonly UnitFinding[];
  advisories: AdvisoriesUsed;
  /** The exit code and its cause. */
  exit?: { code: number; because: string; message?: string | undefined };
}

/** A scan that has ended, or was stopped at its time limit, with everything that reports need. */
export interface FinishedScan {
  record: Scan;
  /** The policy with which it was judged. */
  policy: GatePolicy;
  repository: { fullName: string; url: string };
  findingsByUnit: ReadonlyMap<string, readonly Finding[]>;
  /** The CycloneDX documents by unit, if they are requested. */
  sboms: ReadonlyMap<string, string>;
  advisories: AdvisoriesUsed;
}
