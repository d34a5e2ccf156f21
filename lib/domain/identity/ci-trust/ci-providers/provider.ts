/** The claims of a JWT as its issuer signed them. */
export type Claims = Readonly<Record<string, unknown>>;

/** A way to pin a rule: each of these claims must be equal to a text of this form. */
interface Pin {
  claims: readonly string[];
  form: RegExp;
}

/** A CI and its JWTs, as data (docs/adr/0065-ci-trust.md). */
export interface CiProviderSpec {
  title: string;
  /** The issuers that the provider has. */
  issuer: RegExp;
  /** The issuer of a rule that names none; absent where each customer has an issuer. */
  defaultIssuer?: string;
  /** The provider can also be self-hosted, under any host. */
  ownServers?: true;
  /** One of them is in every rule: names can be reassigned later, ids cannot. */
  pins: readonly Pin[];
  /** The number of exchanges per JWT: one if each job step can get another JWT. */
  uses: number;
  /** The audience of every JWT, if a job cannot choose it. */
  fixedAudience?: string;
  /** The URL of the repository that the claims name; absent where they name none. */
  repositoryUrl?(claims: Claims, issuer: URL): string | undefined;
  /** The claim that marks a build from or for a fork. Undefined when there is none. */
  forkClaim?(claims: Claims): string | undefined;
  /** No claim identifies a fork, so the author of the rule states how the CI treats forks. */
  needsForkBuilds?: true;
  /** Values that match only where the rule names them exactly. */
  onlyWhereNamed?: { claim: string; value: string };
  /** The claims that describe a run. */
  run: { repository: readonly string[]; ref: readonly string[]; runId: string; actor?: string };
}

/** Digits, as GitHub and GitLab count. */
export const numericId = /^[1-9]\d{0,18}$/;
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The text of a claim; undefined for anything but a text. */
export const textClaim = (claims: Claims, name: string): string | undefined => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
};
