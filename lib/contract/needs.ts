import type { BlobArea } from './blob-areas.ts';

/**
 * Everything that a function may access. It declares its needs once, in its `endpoint.ts` or table row; its ports,
 * environment variables and IAM statements are derived from them (`permissions`).
 */
export interface Needs {
  /** Organizations, members, repositories, scans, pools. `write` includes `read`. Nobody may delete. */
  core?: 'read' | 'write';
  /** `append` inserts entries, `seal` inserts seals as well, `read` queries both; no level updates or deletes. */
  ledger?: 'read' | 'append' | 'seal';
  /** Signs seals of the ledger and stores the statements in the locked bucket. */
  ledgerSeals?: 'sign';
  /** Keeps the ids of people whose address is removed in the locked bucket. */
  forgottenPeople?: 'keep';
  /** Signs verdicts, releases and packs with the newest key. */
  signing?: 'sign';
  /** Reads the public keys that verify them. */
  verificationKeys?: 'read';
  tokens?: 'read' | 'write';
  /** `stream` writes objects of unknown length, `presign` lets a client write one. */
  blobs?: Partial<Record<BlobAccess, readonly BlobArea[]>>;
  workflow?: 'start' | 'resume' | 'stop';
  /** The function that parses uploaded lockfiles and SBOMs. */
  artifactCheck?: 'invoke';
  /** The function that compiles and tries rules of organizations. */
  ruleTrial?: 'invoke';
  /** Git credentials: `seal` encrypts, `open` decrypts. */
  repositorySecrets?: 'encrypt' | 'decrypt';
  /** Secrets of organizations' own issuers: `seal` encrypts, `open` decrypts. */
  ssoSecrets?: 'encrypt' | 'decrypt';
  /** Secrets of webhooks and credentials of integrations: `seal` encrypts, `open` decrypts. */
  subscriberSecrets?: 'encrypt' | 'decrypt';
  /** Hosts that customers choose: webhooks, and providers of integrations. */
  outbound?: true;
  /** The providers of integrations: chats and issue trackers. */
  providers?: true;
  /** Reads SAML responses. */
  saml?: true;
  /** The keys for fingerprints of secrets, one for each organization. */
  fingerprintKeys?: true;
  /** The function that talks to git hosts. */
  sourceFetcher?: 'invoke';
  /** The task functions that a short scan calls without the workflow. */
  scanTasks?: 'invoke';
  /** The function that asks git hosts about a repository. */
  sourceCheck?: 'invoke';
  /** Git hosts on the internet. */
  sources?: true;
  advisories?: 'read' | 'write';
  /** The published poms, from which builds of Maven and Gradle are resolved. */
  publishedPoms?: 'read';
  /** The records of published snapshots, to compare two of them. */
  snapshots?: 'read';
  /** Licenses that no lockfile states: a cache, and deps.dev if the operator enabled it. */
  licenseSource?: true;
  paymentProvider?: true;
  /** Verifies the events that the payment provider sends. */
  paymentEvents?: true;
  /** The workflow that recharges a pool. */
  recharge?: 'start';
  /** The watch of advisories: `start` starts its workflow, `list` stores the list that it processes. */
  watch?: 'start' | 'list';
  /** The issuer at which people sign in, and the setting of who may sign up. */
  signIn?: true;
  /** Issuers that organizations configure: their keys and documents. */
  issuers?: true;
  /** Verifies JWTs with the keys of issuers that organizations configure. */
  jwtVerifier?: true;
  /** DNS records. */
  dns?: true;
  /** The per-minute request count of organizations, and its limit. */
  organizationRate?: true;
  /** The maximum number of active scans of an organization. */
  activeScanLimit?: true;
  /** The maximum number of tokens that the pipelines of an organization may exchange per minute. */
  exchangeRate?: true;
  /** Every row of an organization, for its export. It requires `core`. */
  organizationRows?: true;
  /** The role that deletes the data of one organization. */
  eraser?: true;
  /** The workflow that erases an organization. */
  erasure?: 'start';
  /** The workflow that writes an export. */
  exportWorkflow?: 'start';
  /** The workflow that writes an auditor pack. */
  auditorPackWorkflow?: 'start';
  /** The workflow that scans histories. */
  historyWorkflow?: 'start';
  /** The function that reads histories from their hosts. */
  historyReader?: 'invoke';
  /** Hashes of auditor pack links: `write` stores them, `revoke` changes them, `open` reads them; no other credential. */
  packLinks?: 'write' | 'revoke' | 'open';
  /** Stores the hashes of command-line login codes, and no credential. */
  deviceLogins?: 'start';
  /** Records refusals of known persons; every endpoint with a credential has it. */
  refusals?: 'remember';
  /** Mails to people of organizations. */
  mailer?: true;
  /** States whether mails are sent at all. */
  mailOutbox?: true;
  /** The one origin of the service, for links. */
  publicAddress?: true;
  /** The function that creates the deliveries of events that were just committed. */
  eventDispatch?: 'invoke';
  /** The function that sends the deliveries of a subscriber. */
  deliveries?: 'start';
  /** Stores the hashes of invitation links, and no other credential. */
  invitationLinks?: 'write';
}

export type BlobAccess = 'read' | 'write' | 'stream' | 'presign' | 'remove' | 'list' | 'link';
