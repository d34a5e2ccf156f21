import type { Instant } from '../records.ts';

export const statementType = 'https://in-toto.io/Statement/v1';
export const verdictPredicateType = 'https://slsa.dev/verification_summary/v1';

/** The name of the verifier of a deployment without a public URL. */
const unnamedVerifier = 'urn:scangate:verifier';

/** The fields of a SLSA Verification Summary v1 that the service states. */
export interface VerificationSummary {
  verifier: { id: string };
  timeVerified: Instant;
  resourceUri: string;
  policy: { digest: { sha256: string } };
  verificationResult: 'PASSED' | 'FAILED';
  verifiedLevels: string[];
}

interface SummarizedVerdict {
  verdict: 'PASS' | 'FAIL';
  severityThreshold: string;
  policyDigest: string;
  timeVerified: Instant;
  resourceUri: string;
  /** The setting `publicUrl`. */
  publicUrl: string | undefined;
}

const hexOf = (digest: string): string => digest.replace(/^sha256:/, '');

/** States a verdict in the terms of SLSA. The level of a passed verdict names the threshold of its gate. */
export const verificationSummary = ({
  verdict,
  severityThreshold,
  policyDigest,
  timeVerified,
  resourceUri,
  publicUrl,
}: SummarizedVerdict): VerificationSummary => {
  const isPassed = verdict === 'PASS';
  return {
    verifier: { id: publicUrl ?? unnamedVerifier },
    timeVerified,
    resourceUri,
    policy: { digest: { sha256: hexOf(policyDigest) } },
    verificationResult: isPassed ? 'PASSED' : 'FAILED',
    verifiedLevels: isPassed ? [`SCANGATE_GATE_${severityThreshold.toUpperCase()}`] : ['FAILED'],
  };
};
