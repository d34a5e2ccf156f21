/** The resources that grants name; the infrastructure knows the ARN of each. */
export type GrantedResource =
  | 'coreTable'
  /** The counts of requests of organizations, and nothing else of them. */
  | 'organizationRates'
  | 'ledgerTable'
  /** The rows of entries, within a transaction. */
  | 'ledgerEntries'
  | 'ledgerSealRows'
  | 'tokensTable'
  /** The rows of refusals. */
  | 'refusalRows'
  /** The rows of links of invitations. */
  | 'invitationRows'
  /** The rows of links to auditor packs. */
  | 'linkRows'
  | 'deviceRows'
  | 'objects'
  | 'bucketListing'
  | 'scanWorkflow'
  | 'scanWorkflowExecutions'
  | 'scanTaskFunctions'
  | 'rechargeWorkflow'
  | 'watchWorkflow'
  | 'eraserRole'
  | 'erasureWorkflow'
  | 'exportWorkflow'
  | 'auditorPackWorkflow'
  | 'historyWorkflow'
  | 'readHistoryFunction'
  | 'checkArtifactFunction'
  | 'tryRulesFunction'
  | 'fetchSourceFunctions'
  | 'checkSourceFunction'
  | 'dispatchEventsFunction'
  | 'deliverFunction'
  /** Bound to an organization and a repository: a ciphertext is worth nothing elsewhere. */
  | 'credentialsKey'
  /** The same key, bound to an organization and to the secret of its issuer. */
  | 'ssoSecrets'
  /** The same key, bound to an organization and a webhook or an integration. */
  | 'subscriberSecrets'
  | 'ledgerKey'
  | 'fingerprintKey'
  | 'ledgerSeals'
  /** The newest key that signs verdicts, for digests alone. */
  | 'signingKey'
  /** The public keys of all keys that sign or signed verdicts. */
  | 'verificationKeys'
  | 'ledgerSealsListing'
  | 'stripeSecretParameter'
  | 'stripeSecretParameterKey'
  | 'stripeWebhookSecretParameter'
  | 'stripeWebhookSecretParameterKey'
  | 'signInParameter'
  | 'oidcSecretParameter'
  | 'oidcSecretParameterKey'
  | 'mailSender';

/** IAM actions on one resource. Actions are named, never wildcards. */
export interface Grant {
  actions: readonly string[];
  resource: GrantedResource;
  /** Limits objects, and the listing of the bucket, to keys with this prefix. */
  prefix?: string;
}
