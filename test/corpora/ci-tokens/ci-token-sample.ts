import type { CiProvider, ClaimMatch } from '@scangate/domain/identity/identity-records';

/** The claims of one CI's JWT, as its vendor documents them, and a rule that matches them. */
export interface CiTokenSample {
  provider: CiProvider;
  /** The vendor's page. */
  documentedAt: string;
  issuer: string;
  /** Every claim but `iss`, `aud` and the times. */
  claims: Readonly<Record<string, unknown>>;
  /** Claims of a rule: a pin first, then what narrows it. */
  match: Readonly<Record<string, ClaimMatch>>;
  forkBuilds?: 'off';
  /** The audience that cannot be chosen. */
  audience?: string;
  /** The URL of the repository that the claims name. */
  repositoryUrl?: string;
  /** How often one JWT is exchanged. */
  uses: number;
  /** The run as scans show it, without the provider. */
  run: { repository: string; ref: string; runId: string; actor?: string };
}
