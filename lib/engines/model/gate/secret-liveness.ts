/** The answers of a provider about a secret: it works, it does not work, or neither is proven. */
export const livenesses = ['live', 'revoked', 'unknown'] as const;
export type Liveness = (typeof livenesses)[number];

/** The answers about secrets: `unasked` where the limit of a scan or its time was reached before. */
export const secretAnswers = [...livenesses, 'unasked'] as const;
export type SecretAnswer = (typeof secretAnswers)[number];

/** The entry of `neverWaive` that keeps every live secret from being waived or suppressed, whatever its rule. */
export const liveSecrets = 'live-secrets';

/** Whether a policy judges a finding in any case, because it is a secret that works. */
export const alwaysCounts = (
  finding: { kind: string; liveness?: Liveness },
  neverWaive: readonly string[] = [],
): boolean => finding.kind === 'secret' && finding.liveness === 'live' && neverWaive.includes(liveSecrets);

/** A secret in clear text, which must never be logged or stored. */
export interface SecretCandidate {
  rule: string;
  secret: string;
}

/** Queries the providers of secrets whether these still work. */
export interface SecretVerifier {
  /** Whether there is a provider that can be queried about the secret. */
  accepts(candidate: SecretCandidate): boolean;
  /** Returns an answer for each candidate, in order. Never throws because of a provider's answer. */
  verify(candidates: readonly SecretCandidate[]): Promise<SecretAnswer[]>;
}
