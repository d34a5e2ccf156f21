/** The resources that grants name; the infrastructure knows the ARN of each. */
export type GrantedResource =
  | 'coreTable'
  /** The request counts of organizations, and no other data. */
  | 'organizationRates'
  | 'ledgerTable'
  /** The rows of entries, within a transaction. */
  | 'ledgerEntries'
  | 'ledgerSealRows'
  | 'tokensTable'
  /** The rows of refusals. */
  | 'refusalRows'
  /** The rows of invitation links. */
  | 'invitationRows'
  /** The rows of auditor pack links. */
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
  /** Bound to an organization and a repository: a ciphertext cannot be decrypted for any other. */
  | 'credentialsKey'
  /** The same key, bound to an organization and to the secret of its issuer. */
  | 'ssoSecrets'
  /** The same key, bound to an organization and a webhook or an integration. */
  | 'subscriberSecrets'
  | 'ledgerKey'
  | 'fingerprintKey'
  | 'ledgerSeals'
  /** The ids of people in the same bucket. */
  | 'forgottenPeople'
  /** The newest key that signs verdicts, for digests only. */
  | 'signingKey'
  /** The public keys of all current and former keys that sign verdicts. */
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

/** IAM actions on one resource. Actions are listed by name, never with wildcards. */
export interface IamGrant {
  actions: readonly string[];
  resource: GrantedResource;
  /** Limits objects, and the listing of the bucket, to keys with this prefix. */
  prefix?: string;
}
