/** The answers of a provider about a secret: it works, it does not, or nothing proves either. */
export const livenesses = ['live', 'revoked', 'unknown'] as const;
export type Liveness = (typeof livenesses)[number];

/** A name beside the rules that no waiver covers: every secret that is live. */
export const liveSecrets = 'live-secrets';

/** A secret in clear text, which must never be logged or stored. */
export interface SecretCandidate {
  rule: string;
  secret: string;
}

/** Asks the providers of secrets whether they still work. */
export interface SecretVerifier {
  /** Whether a provider can be asked about the secret. */
  accepts(candidate: SecretCandidate): boolean;
  /** Returns an answer for each candidate, in their order. It never throws for what a provider answers. */
  verify(candidates: readonly SecretCandidate[]): Promise<Liveness[]>;
}
