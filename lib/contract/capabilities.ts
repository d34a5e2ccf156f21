/**
 * What a function may touch. Written once per function, in its `endpoint.ts` or table row; from it come the
 * IAM statements, the environment variables and the types of the ports its handler is given.
 */
export interface Needs {
  /** Organizations, members, repositories, scans, pools. `write` includes `read`. Nobody may delete. */
  core?: 'read' | 'write';
  /** `append` puts entries, `read` queries them; no one updates or deletes. */
  ledger?: 'read' | 'append';
  tokens?: 'read' | 'write';
  /** `stream` writes objects of unknown length, `presign` lets a client write one. */
  blobs?: Partial<Record<'read' | 'write' | 'stream' | 'presign' | 'remove', readonly BlobArea[]>>;
  workflow?: 'start' | 'stop';
  /** The function that reads uploaded lockfiles and SBOMs. */
  artifactCheck?: 'invoke';
  /** Git credentials: sealed by who connects, opened only by who fetches. */
  vault?: 'seal' | 'open';
  /** git hosts on the internet. */
  sources?: true;
  advisories?: 'read' | 'write';
  /** Licences that no lockfile states: a cache, and the internet where the operator turned a source on. */
  licenseSource?: true;
  /** Who takes the money. */
  paymentProvider?: true;
  /** Tells whether a message is from there. */
  paymentEvents?: true;
  /** The workflow that recharges a pool. */
  recharge?: 'start';
  /** Mails to people of organizations. */
  mailer?: true;
}

/** Prefixes of the data bucket. */
export const areaPrefixes = {
  /** Uploaded requests and artifacts, before a scan owns them; expires after a day. */
  incoming: 'incoming/',
  /** Source of a scan under way, one object per unit; expires after a day. */
  work: 'work/',
  /** Results: findings and SBOM, by organization. */
  results: 'results/',
} as const;
export type BlobArea = keyof typeof areaPrefixes;

/** Not an area: the advisory snapshot belongs to the service, not to an organization. */
export const advisoriesPrefix = 'advisories/';
/** Nor is the cache of licences: what a registry publishes is the same for all. */
export const licensesPrefix = 'licenses/';

/** Environment variables; every one has its single meaning here. */
export const environmentOf = (needs: Needs): EnvironmentName[] => [
  ...(needs.core ? (['CORE_TABLE'] as const) : []),
  ...(needs.ledger ? (['LEDGER_TABLE'] as const) : []),
  ...(needs.tokens ? (['TOKENS_TABLE'] as const) : []),
  ...(needs.blobs || needs.advisories || needs.licenseSource ? (['DATA_BUCKET'] as const) : []),
  ...(needs.workflow ? (['SCAN_WORKFLOW_ARN'] as const) : []),
  ...(needs.artifactCheck ? (['CHECK_ARTIFACT_FUNCTION'] as const) : []),
  ...(needs.vault ? (['CREDENTIALS_KEY_ID'] as const) : []),
  ...(needs.sources ? (['ALLOWED_SOURCES'] as const) : []),
  ...(needs.licenseSource ? (['LICENSE_SOURCE'] as const) : []),
  ...(needs.paymentProvider ? (['STRIPE_SECRET_PARAMETER', 'BILLING_RETURN_URL'] as const) : []),
  ...(needs.recharge ? (['RECHARGE_WORKFLOW_ARN'] as const) : []),
  ...(needs.mailer ? (['MAIL_FROM'] as const) : []),
  ...(needs.paymentEvents ? (['STRIPE_WEBHOOK_SECRET_PARAMETER'] as const) : []),
];

export type EnvironmentName =
  | 'CORE_TABLE'
  | 'LEDGER_TABLE'
  | 'TOKENS_TABLE'
  | 'DATA_BUCKET'
  | 'SCAN_WORKFLOW_ARN'
  | 'RECHARGE_WORKFLOW_ARN'
  | 'CHECK_ARTIFACT_FUNCTION'
  | 'CREDENTIALS_KEY_ID'
  | 'ALLOWED_SOURCES'
  | 'LICENSE_SOURCE'
  /** Names of parameters, never what they hold. Empty where no payments are taken. */
  | 'STRIPE_SECRET_PARAMETER'
  | 'STRIPE_WEBHOOK_SECRET_PARAMETER'
  | 'BILLING_RETURN_URL'
  /** Empty where no mails are sent. */
  | 'MAIL_FROM';
