import type { Instant } from '../records.ts';

export interface BundleMember {
  repositoryId: string;
  /** Only this unit of the repository. */
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
  version: number;
  removedAt?: Instant;
}

/** One member of a release, as it was frozen. */
export interface ReleasedMember extends BundleMember {
  scanId: string;
  commitHash: string;
  verdict: 'PASS' | 'FAIL';
}

/** A version of a bundle: frozen, and watched while it is supported. */
export interface Release {
  organizationId: string;
  bundleId: string;
  releaseVersion: string;
  members: ReleasedMember[];
  verdict: 'PASS' | 'FAIL';
  snapshotId: string;
  policyDigest: string;
  releasedAt: Instant;
  releasedBy: string;
  /** Only moves later. */
  supportUntil: Instant;
  /** SHA-256 of each stored document. */
  documents: Record<string, string>;
  version: number;
}
