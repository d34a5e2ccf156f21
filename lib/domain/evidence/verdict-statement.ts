import { digestOf } from '@scangate/engines/model/digest';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Repository, Scan } from '../records.ts';
import { isComplete } from '../verdict/incomplete-coverage.ts';
import type { EngineVersions } from '../verdict/judgment.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { resourceUriOf } from './resource-uri.ts';
import {
  statementType,
  verdictPredicateType,
  verificationSummary,
  type VerificationSummary,
} from './verification-summary.ts';

/** The extension field of the predicate. Its content only grows under this name. */
export const verdictExtension = 'urn:scangate:verdict:v1';

/** The verdict of a scan, or a later judgment of it. */
export type StatedVerdict = Pick<
  Verdict,
  | 'reasons'
  | 'judgedAt'
  | 'advisorySnapshot'
  | 'inventoryDigest'
  | 'policyDigest'
  | 'waiversDigest'
  | 'suppressionsDigest'
> & {
  verdict: 'PASS' | 'FAIL';
  summary: Pick<Verdict['summary'], 'severityThreshold'>;
};

type StatedScan = Pick<
  Scan,
  | 'organizationId'
  | 'scanId'
  | 'commitHash'
  | 'projectUnitId'
  | 'scanTypes'
  | 'fullScope'
  | 'skippedScanTypes'
  | 'artifact'
>;

export interface VerdictFacts {
  scan: StatedScan;
  /** The coverage of the scan, which a later judgment does not change. */
  coverage: Verdict['coverage'];
  missingScanTypes: readonly ScanType[];
  stated: StatedVerdict;
  /** The digest of the inputs of a later judgment; absent for the first verdict. */
  judgment?: string;
  repository: Pick<Repository, 'fullName' | 'url'>;
  /** The setting `publicUrl`. */
  publicUrl: string | undefined;
  engines: EngineVersions;
  /** The SHA-256 of each stored document by its name, in hex. */
  evidence: Readonly<Record<string, string>>;
}

/** The facts that the service states in addition to the SLSA predicate. */
export interface VerdictExtension {
  organizationId: string;
  scanId: string;
  judgment?: string;
  projectUnitId?: string;
  scanTypes: ScanType[];
  /** True for the full scope; types that have no subject, or that the plan lacks, are then skipped. */
  fullScope: boolean;
  /** Whether every requested and every required type was assessed without a gap. */
  complete: boolean;
  /** The types that the organization requires and that did not run. */
  missingScanTypes: ScanType[];
  /** The types that ran and for which something in scope was not assessed at all. */
  unassessedScanTypes: ScanType[];
  reasons: string[];
  inventoryDigest: string;
  policyDigest: string;
  waiversDigest: string;
  suppressionsDigest: string;
  coverageDigest: string;
  advisorySnapshot: { id: string; builtAt?: string };
  engines: EngineVersions;
  evidence: Readonly<Record<string, string>>;
  /** The commit that an artifact claims to be from, unchecked. */
  claimedCommit?: string;
}

/** An in-toto Statement v1 with a SLSA Verification Summary v1. */
export interface VerdictStatement {
  _type: typeof statementType;
  subject: { name: string; digest: { gitCommit: string } | { sha256: string } }[];
  predicateType: typeof verdictPredicateType;
  predicate: VerificationSummary & { [verdictExtension]: VerdictExtension };
}

const subjectOf = ({ scan, repository: { fullName: name } }: VerdictFacts): VerdictStatement['subject'] => {
  const { artifact, commitHash } = scan;
  if (!artifact) return [{ name, digest: { gitCommit: commitHash } }];
  return artifact.sha256 === undefined ? [] : [{ name, digest: { sha256: artifact.sha256 } }];
};

/** The types that ran and assessed nothing of a unit that has something to assess. Skipped types did not run. */
const unassessedTypes = ({ coverage, scan: { scanTypes } }: VerdictFacts): ScanType[] => {
  const unassessed = coverage.filter(
    ({ scanType, status, nothingToAssess }) =>
      scanTypes.includes(scanType) && status === 'unassessed' && nothingToAssess !== true,
  );
  return [...new Set(unassessed.map(({ scanType }) => scanType))].toSorted();
};

const extensionOf = (facts: VerdictFacts): VerdictExtension => {
  const { scan, stated, coverage, judgment, engines, evidence } = facts;
  const { organizationId, scanId, projectUnitId, scanTypes, fullScope, artifact, commitHash } = scan;
  const { reasons, inventoryDigest, policyDigest, waiversDigest, suppressionsDigest } = stated;
  return {
    organizationId,
    scanId,
    ...(judgment !== undefined && { judgment }),
    ...(projectUnitId !== undefined && { projectUnitId }),
    scanTypes,
    fullScope,
    complete: isComplete(facts),
    missingScanTypes: [...facts.missingScanTypes],
    unassessedScanTypes: unassessedTypes(facts),
    reasons,
    inventoryDigest,
    policyDigest,
    waiversDigest,
    suppressionsDigest,
    coverageDigest: digestOf(coverage),
    advisorySnapshot: stated.advisorySnapshot,
    engines,
    evidence,
    ...(artifact && { claimedCommit: commitHash }),
  };
};

/**
 * States a verdict about a commit or an uploaded artifact. Equal facts give an equal statement, and so equal bytes. The
 * subject is empty for an artifact whose digest was not kept.
 */
export const verdictStatement = (facts: VerdictFacts): VerdictStatement => {
  const { stated, repository, publicUrl } = facts;
  return {
    _type: statementType,
    subject: subjectOf(facts),
    predicateType: verdictPredicateType,
    predicate: {
      ...verificationSummary({
        verdict: stated.verdict,
        severityThreshold: stated.summary.severityThreshold,
        policyDigest: stated.policyDigest,
        timeVerified: stated.judgedAt,
        resourceUri: resourceUriOf(repository),
        publicUrl,
      }),
      [verdictExtension]: extensionOf(facts),
    },
  };
};
