/** The resources that grants name; the infrastructure knows the ARN of each. */
export type GrantedResource =
  | 'coreTable'
  | 'ledgerTable'
  /** The rows of entries, within a transaction. */
  | 'ledgerEntries'
  | 'ledgerSealRows'
  | 'tokensTable'
  | 'objects'
  | 'bucketListing'
  | 'scanWorkflow'
  | 'scanWorkflowExecutions'
  | 'rechargeWorkflow'
  | 'watchWorkflow'
  | 'checkArtifactFunction'
  | 'fetchSourceFunction'
  | 'checkSourceFunction'
  /** Bound to an organization and a repository: a ciphertext is worth nothing elsewhere. */
  | 'credentialsKey'
  | 'ledgerKey'
  | 'fingerprintKey'
  | 'ledgerSeals'
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
