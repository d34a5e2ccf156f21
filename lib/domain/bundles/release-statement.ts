import {
  statementType,
  verdictPredicateType,
  verificationSummary,
} from '../evidence/verification-summary.ts';
import type { ReleasedMember } from '../records.ts';

/** The extension field of the predicate. Its content only grows under this name. */
export const releaseExtension = 'urn:scangate:release:v1';

/** A member, with the digest of its artifact if it was scanned without its repository. */
export type StatedMember = ReleasedMember & { artifactSha256?: string };

export interface ReleaseFacts {
  organizationId: string;
  bundleId: string;
  name: string;
  version: string;
  verdict: 'PASS' | 'FAIL';
  releasedAt: string;
  supportUntil: string;
  snapshotId: string;
  policyDigest: string;
  severityThreshold: string;
  members: readonly StatedMember[];
  /** The SHA-256 of each stored document by its name, in hex. */
  evidence: Readonly<Record<string, string>>;
  /** The setting `publicUrl`. */
  publicUrl: string | undefined;
}

const subjectOf = ({ repository, commitHash, artifactSha256 }: StatedMember) =>
  artifactSha256 === undefined
    ? { name: repository, digest: { gitCommit: commitHash } }
    : { name: repository, digest: { sha256: artifactSha256 } };

/**
 * States the verdict of a release: an in-toto Statement v1 with a SLSA Verification Summary v1 about its SBOM and every
 * commit. Equal facts give equal bytes.
 */
export const releaseStatement = (facts: ReleaseFacts) => {
  const { organizationId, bundleId, name, version, verdict, publicUrl, evidence, members } = facts;
  const { releasedAt, supportUntil, snapshotId, policyDigest, severityThreshold } = facts;
  return {
    _type: statementType,
    subject: [
      { name: `${name} ${version} (SBOM)`, digest: { sha256: evidence['sbom.json'] ?? '' } },
      ...members.map(subjectOf),
    ],
    predicateType: verdictPredicateType,
    predicate: {
      ...verificationSummary({
        verdict,
        severityThreshold,
        policyDigest,
        timeVerified: releasedAt,
        resourceUri: `urn:scangate:bundle:${bundleId}:${version}`,
        publicUrl,
      }),
      [releaseExtension]: {
        organizationId,
        bundleId,
        version,
        supportUntil,
        advisorySnapshot: { id: snapshotId },
        policyDigest,
        members: members.map(({ units: _units, ...member }) => member),
        evidence,
      },
    },
  };
};
