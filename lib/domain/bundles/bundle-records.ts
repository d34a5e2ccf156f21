import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Instant } from '../records.ts';

export interface BundleMember {
  repositoryId: string;
  /** Set when only this unit of the repository is a member. */
  projectUnitId?: string;
}

/** A product: repositories or units that are shipped together. */
export interface Bundle {
  organizationId: string;
  bundleId: string;
  name: string;
  members: BundleMember[];
  /** The number of its releases. */
  releases: number;
  createdAt: Instant;
  createdBy: string;
  /** Grows with every change by people; it is the ETag. */
  version: number;
  removedAt?: Instant;
}

/** One member of a release, as frozen at its creation. */
export interface ReleasedMember extends BundleMember {
  /** The name of the repository at that time. */
  repository: string;
  scanId: string;
  commitHash: string;
  verdict: 'PASS' | 'FAIL';
  /** The scope of its scan. */
  scanTypes: ScanType[];
  fullScope: boolean;
  /** Its units, whose assessments are kept with the release. */
  units: { projectUnitId: string; path: string }[];
}

export const releaseDocuments = ['sbom', 'vex', 'verdict', 'attestation', 'proof', 'advisories'] as const;
export type ReleaseDocument = (typeof releaseDocuments)[number];

/** A version of a bundle: it is frozen, and watched while it is supported. */
export interface Release {
  organizationId: string;
  bundleId: string;
  releaseVersion: string;
  /** The prefix of its stored objects. */
  folder: string;
  members: ReleasedMember[];
  verdict: 'PASS' | 'FAIL';
  snapshotId: string;
  policyDigest: string;
  releasedAt: Instant;
  releasedBy: string;
  /** It can only be extended. */
  supportUntil: Instant;
  /** SHA-256 of each stored document. */
  documents: Record<string, string>;
  /** The stored list of the advisories that affect it, which the watch replaces, and the time of its judgment. */
  advisories: {
    name: string;
    judgedAt: Instant;
    count: number;
    /** The waivers that cover some of them. */
    waiverIds?: string[];
  };
  /** Grows with every change; guards the watch and people against each other. */
  version: number;
}
